import type { BodyScheme } from "../signatures/body-scheme.js";
import type { HeaderScheme } from "../signatures/header-scheme.js";
import type { SignatureKey } from "../signatures/scheme.js";
import type { PayloadParser } from "./delivery.js";
import type { Handler } from "./dispatch.js";
import { createNameTest, keepWhole, splitAtDot, type NameSplitter } from "./event-names.js";
import { copyOwn } from "./expect.js";
import type { HandlerRegistry } from "./handlers.js";
import type { DeliveryReader } from "./reader.js";

/** Where a value of a delivery is: in a header (lowercase), or in the body under a dotted path. */
export type FieldSource = { readonly header: string } | { readonly body: string };

/** Whether a field is in a header. An inherited key says nothing of it. */
export function isInHeader(source: FieldSource): source is { readonly header: string } {
  return Object.hasOwn(source, "header");
}

/** The name of a field's header; the empty string when it is in the body, or nowhere. */
export function headerOf(source: FieldSource | undefined): string {
  return { header: "", ...source }.header; // an inherited key says nothing
}

/** The keys of a relay's message. The first key that is present is read. */
export interface RelayMessageKeys {
  readonly id: readonly string[];
  readonly event: readonly string[];
  readonly signature: readonly string[];
  /** The payload as an object. */
  readonly body: readonly string[];
  /** The payload as the text that was signed. */
  readonly rawBody: readonly string[];
}

/** What the webhook toolkit knows of a service: data, generated from YAML. */
export interface WebhookCatalog {
  /** Where the middleware listens when no `path` is given. */
  readonly path: string;
  readonly event: FieldSource;
  /** Without one, the id of every delivery is the empty string. */
  readonly delivery?: FieldSource;
  /** Dotted path to the action in a payload. Without one, dots in event names mean nothing. */
  readonly action?: string;
  readonly relay?: RelayMessageKeys;
  /** Every event, each followed by its combinations with an action. */
  readonly eventNames: readonly string[];
}

/**
 * The code that the toolkit needs for one service. Every service needs a scheme. A client passes the
 * other parts only if its service needs them, so that no other bundle contains them.
 */
export interface WebhookParts {
  readonly scheme: BodyScheme | HeaderScheme;
  /** For services that put the event name or the id into the body, or sign more than the body. */
  readonly fields?: BindFields;
  /** For services whose bodies are not JSON. */
  readonly body?: BodyFormat;
  /** For event names with a `{placeholder}`. */
  readonly matchName?: NameMatcher;
  /** For services with actions whose event names hold dots of their own. */
  readonly splitName?: NameSplitter;
  /** For services that send a challenge before they send deliveries. */
  readonly challenge?: BindChallenges;
}

/** Finds the known name of a delivery whose name varies. */
export interface NameMatcher {
  /** The known name with a placeholder that a name matches, if any. */
  match(name: string): string | undefined;
  /** Creates a registry that finds the handlers of a delivery under its own name and the known one. */
  createRegistry(split: NameSplitter): HandlerRegistry<Handler>;
}

/** How bodies that are not JSON are read and written. */
export interface BodyFormat {
  /** The content type of the bodies, for error answers and for deliveries of tests. */
  readonly mediaType: string;
  /** Whether a content type is one of this format. */
  readonly accepts: (contentType: string) => boolean;
  /** Makes an object of a raw body; `undefined` when it holds none. */
  readonly parse: PayloadParser;
  /**
   * Whether every body of the format has a JSON object in it, whose braces are written as they are or
   * percent-encoded. An answer to a challenge can hold an HMAC only then. Default: `false`.
   */
  readonly hasJson?: boolean;
  /** Writes a payload as the service sends it. */
  readonly write: (payload: object) => string;
}

/** The options of `new Webhooks` that concern time, as they were given. */
export interface TimeOptions {
  readonly tolerance?: unknown;
  readonly now?: unknown;
}

/** @throws TypeError for a tolerance that the scheme does not have, or options of another kind. */
export type BindFields = (
  reader: DeliveryReader,
  service: Service,
  options: TimeOptions,
) => DeliveryReader;

/** @throws TypeError when the service's challenges have a token and `token` is not a non-empty text. */
export type BindChallenges = (
  reader: DeliveryReader,
  key: SignatureKey,
  token: unknown,
) => DeliveryReader;

/** A service as the instances of its `Webhooks` class share it. */
export interface Service {
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly split: NameSplitter;
  /** The catalog's name of an event: the same one, or one with a placeholder that it matches. */
  readonly findKnown: (name: string) => string | undefined;
  /** The keys that lead to the action in a payload; empty where the service has no actions. */
  readonly actionKeys: readonly string[];
}

export function bindService(catalog: WebhookCatalog, given: WebhookParts): Service {
  const parts = copyOwn(given);
  const { action, eventNames } = copyOwn(catalog);
  const isListed = createNameTest(eventNames);
  return {
    catalog,
    parts,
    split: parts.splitName ?? (action === undefined ? keepWhole : splitAtDot),
    findKnown: (name) => (isListed(name) ? name : parts.matchName?.match(name)),
    actionKeys: action?.split(".") ?? [],
  };
}
