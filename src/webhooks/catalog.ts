import type { BodyScheme } from "../signatures/body-scheme.js";
import type { HeaderScheme } from "../signatures/header-scheme.js";
import type { RawPayload } from "../signatures/raw-data.js";
import type { SignatureKey } from "../signatures/scheme.js";
import type { SignContext } from "../signatures/sign.js";
import type { DeliveryContext } from "../signatures/delivery-fields.js";
import type { VerifyContext } from "../signatures/verify.js";
import type { AnyScheme, PayloadParser, ReadDelivery } from "./delivery.js";
import { copyOwn } from "./expect.js";
import { createNameTest, keepWhole, splitAtDot, type NameSplitter } from "./event-names.js";

/** Where a value of a delivery is: in a header (lowercase), or in the body under a dotted path. */
export type FieldSource = { readonly header: string } | { readonly body: string };

/** Whether a field is in a header. An inherited key says nothing of it. */
export function isInHeader(source: FieldSource): source is { readonly header: string } {
  return Object.hasOwn(source, "header");
}

/** The name of a field's header; the empty string when it is in the body, or nowhere. */
export function headerOf(source: FieldSource | undefined): string {
  return source !== undefined && isInHeader(source) ? source.header : "";
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

/** The known name with a placeholder that a name matches, if any. */
export type NameMatcher = (name: string) => string | undefined;

/** How bodies are read that are not JSON. */
export interface BodyFormat {
  /** What a sender is told to send. */
  readonly mediaType: string;
  /** Whether a content type is one of this format. */
  readonly accepts: (contentType: string) => boolean;
  /** Makes an object of a raw body; `undefined` when it holds none. */
  readonly parse: PayloadParser;
  /** Writes a payload as the service sends it. */
  readonly write: (payload: object) => string;
}

/**
 * Reads deliveries whose event name or id is in the body, or whose signature covers more than the
 * body, so that all headers are needed to verify it.
 */
export interface FieldReader {
  /** @throws TypeError when the argument of `verifyAndReceive` cannot be one. */
  read(delivery: unknown): ReadDelivery;
  /** Adds what the verified payload tells. A name that it does not have is the empty string. */
  complete(read: ReadDelivery, payload: object): ReadDelivery;
  toSignContext(context?: SignContext): SignContext;
  toVerifyContext(context?: DeliveryContext): VerifyContext;
  /** @throws TypeError for anything but an absolute URL, or nothing. */
  expectPublicUrl(url: unknown): string | undefined;
  /** The argument of `verifyAndReceive` for a request. */
  toDelivery(request: RequestView, payload: RawPayload, publicUrl?: string): object;
}

/** What is read of a request; each middleware has an adapter. */
export interface RequestView {
  readonly method: string;
  get(name: string): string | null;
  /** As the client sent it, with the query. */
  readUrl(): string;
}

/** The options of `new Webhooks` that concern time, as they were given. */
export interface TimeOptions {
  readonly tolerance?: unknown;
  readonly now?: unknown;
}

/** @throws TypeError for a tolerance that the scheme does not have, or options of another kind. */
export type BindFields = (
  catalog: WebhookCatalog,
  scheme: AnyScheme,
  options: TimeOptions,
) => FieldReader;

/** The whole answer to a challenge. */
export interface ChallengeAnswer {
  readonly status: number;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers the challenges of one toolkit. */
export interface ChallengeResponder {
  /** Whether a body may be a challenge although it is not signed. */
  readonly hasUnsigned: boolean;
  /** For challenges in headers and queries. `false`: the token is wrong. */
  answerRequest(request: RequestView): ChallengeAnswer | false | undefined;
  /** For a raw body whose signature was not looked at. */
  answerUnsigned(raw: unknown, parse: PayloadParser): ChallengeAnswer | undefined;
  /** For the payload of an authentic delivery. */
  answerPayload(payload: object): ChallengeAnswer | undefined;
}

/** @throws TypeError when the service's challenges have a token and `token` is not a non-empty text. */
export type BindChallenges = (key: SignatureKey, token: unknown) => ChallengeResponder;

/** A service as the instances of its `Webhooks` class share it. */
export interface Service {
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly split: NameSplitter;
  /** Whether a name is in the catalog, or is one of a known name with a placeholder. */
  readonly isKnown: (name: string) => boolean;
  /** The known name with a placeholder that a name is one of, else the name itself. */
  readonly toKnown: (name: string) => string;
  /** Lead to the action in a payload; none where the service has no actions. */
  readonly actionKeys: readonly string[];
}

export function bindService(catalog: WebhookCatalog, given: WebhookParts): Service {
  const parts = copyOwn(given);
  const { action, eventNames } = copyOwn(catalog);
  const isListed = createNameTest(eventNames);
  const { matchName, splitName = action === undefined ? keepWhole : splitAtDot } = parts;
  const toKnown = (name: string): string => matchName?.(name) ?? name;
  return {
    catalog,
    parts,
    split: splitName,
    isKnown: (name) => isListed(name) || isListed(toKnown(name)),
    toKnown,
    actionKeys: action?.split(".") ?? [],
  };
}
