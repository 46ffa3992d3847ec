/** Types of a service as its toolkit knows it: the catalog, and the code that its deliveries need. */
import type { PayloadValues } from "../../catalog/values.js";
import type { FieldSource, WebhookCatalog } from "../../catalog/webhooks.js";
import type { SignatureKey, SignatureScheme } from "../signatures/types.js";
import type { HandlerRegistry } from "./dispatch/handler-registry.js";
import type { DeliveryReader, PayloadParser } from "./reader.js";
import type { DispatchedEvent, Handler, NameSplitter } from "./types.js";

/**
 * Code that the toolkit needs for one service. Every service needs a scheme. A client passes the other
 * parts only if its service needs them, so that no other bundle has their code.
 */
export interface WebhookParts {
  readonly scheme: SignatureScheme;
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
  /** For services with events that carry only the id of a resource. */
  readonly resources?: BindResources;
  /** For values that JSON does not have. Called for each toolkit; throws if the platform lacks one. */
  readonly values?: () => PayloadValues;
}

/** Service, shared by the instances of its `Webhooks` class. */
export interface Service {
  readonly catalog: WebhookCatalog;
  /** Places of the name and the id, copied without a prototype. */
  readonly event: FieldSource;
  readonly delivery: FieldSource | undefined;
  readonly parts: WebhookParts;
  readonly split: NameSplitter;
  /** Finds the name in the catalog: the same one, or one with a placeholder that it matches. */
  readonly findKnown: (name: string) => string | undefined;
  /** The keys that lead to the action in a payload; empty if the service has no actions. */
  readonly actionKeys: readonly string[];
}

/** Finds the known name of a delivery whose name varies. */
export interface NameMatcher {
  /** Returns the known name with a placeholder that a name matches, if any. */
  match(name: string): string | undefined;
  /** Creates a registry that finds the handlers of a delivery under its own name and the known one. */
  createRegistry(split: NameSplitter): HandlerRegistry<Handler>;
}

/** Reads and writes bodies that are not JSON. */
export interface BodyFormat {
  /** The content type of the bodies, for error answers and for deliveries of tests. */
  readonly mediaType: string;
  /** True for a content type of this format. */
  readonly accepts: (contentType: string) => boolean;
  readonly parse: PayloadParser;
  /**
   * True if every body of the format has a JSON object in it, whose braces are sent plain or
   * percent-encoded. Only then may the answer to a challenge hold an HMAC. Default: `false`.
   */
  readonly hasJson?: boolean;
  /** Writes a payload as the service sends it. */
  readonly write: (payload: object) => string;
}

/** Unchecked options of `new Webhooks` that concern time. */
export interface TimeOptions {
  readonly tolerance?: unknown;
  readonly now?: unknown;
}

/** @throws TypeError for an option of the wrong type, or a tolerance that the scheme cannot use. */
export type BindFields = (
  reader: DeliveryReader,
  service: Service,
  options: TimeOptions,
) => DeliveryReader;

/**
 * @param key `undefined` if it is looked up for each delivery.
 * @throws TypeError if the challenges have a token and `token` is not a non-empty string, or if the answer
 * to a challenge needs a key before there is a delivery to look it up for.
 */
export type BindChallenges = (
  reader: DeliveryReader,
  key: SignatureKey | undefined,
  token: unknown,
) => DeliveryReader;

/**
 * @param client `undefined` if none is given; then `fetch` rejects.
 * @throws TypeError for anything but a client of a service.
 */
export type BindResources = (client: unknown) => EquipEvent;

/**
 * Adds `fetch` to an event with a resource.
 * @param known The known name of the event.
 * @param signal Aborts the request.
 */
export type EquipEvent = (
  known: string,
  event: DispatchedEvent,
  signal?: AbortSignal,
) => DispatchedEvent;
