/** The options of `new Webhooks`, and how they are read. `log.ts` reads the log. */
import { expectFunction, expectReaction, type Reaction, unexpected } from "../../base/expect.js";
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { readHeader } from "../signatures/readers.js";
import { createSignatureKey } from "../signatures/scheme.js";
import type {
  HeaderSource,
  RawPayload,
  SignatureKey,
  SignatureScheme,
} from "../signatures/types.js";
import type { KeyLookup, SignatureKeys } from "./reader.js";
import type { Log, WebhookTypes } from "./types.js";

/** Names of all options. */
export const WEBHOOKS_OPTIONS: OptionNames<HeaderWebhooksOptions<WebhookTypes>> = {
  secret: true,
  additionalSecrets: true,
  transform: true,
  log: true,
  validation: true,
  challengeToken: true,
  client: true,
  tolerance: true,
  now: true,
};

// ---- `secret`: given once, or looked up for each delivery (contract B.2 and B.35)

/**
 * Reads the options `secret` and `additionalSecrets`.
 * @throws TypeError for a secret that the scheme cannot use, and unless `additional` is an array.
 */
export function readSecrets(
  scheme: SignatureScheme,
  secret: unknown,
  additional: unknown,
): SignatureKeys | KeyLookup {
  const isLookup = typeof secret === "function";
  if (!Array.isArray(additional) || (isLookup && additional.length > 0)) {
    const expected = isLookup ? "nothing beside a function" : "an array of secrets";
    throw unexpected(additional, "`additionalSecrets`", expected);
  }
  // The secrets that it returns are checked for each delivery.
  if (isLookup) return bindLookup(scheme, secret as SecretLookup);
  const additionalKeys = Array.from<unknown, SignatureKey>(additional, (other, index) =>
    createKey(scheme, other, `\`additionalSecrets[${index}]\``),
  );
  return [createKey(scheme, secret, "`secret`"), ...additionalKeys];
}

function bindLookup(scheme: SignatureScheme, look: SecretLookup): KeyLookup {
  return async (delivery) => {
    const { id, name, payload, headers = {}, url } = delivery;
    const get = (header: string) => readHeader(header.toLowerCase(), headers) ?? null;
    // A payload that is not a raw body is refused before its secret is looked up.
    const secrets = await look({ id, name, payload: payload as RawPayload, headers: { get }, url });
    const list: readonly unknown[] = [secrets ?? []].flat();
    const [key, ...furtherKeys] = list.map((secret) => createKey(scheme, secret, "The secret"));
    return key && [key, ...furtherKeys];
  };
}

/**
 * Creates the key of a secret.
 * @throws TypeError for a missing one, which usually comes of an environment variable that is not set.
 */
function createKey(scheme: SignatureScheme, secret: unknown, what: string): SignatureKey {
  if (secret !== undefined && secret !== null && secret !== "")
    return createSignatureKey(scheme, secret);
  const expected = "the secret that the service shows, or its bytes";
  throw unexpected(secret, what, `${expected}. If an environment variable holds it, set that`);
}

// ---- `validation`: payloads are checked against their schemas before handlers run

/**
 * Checks the option.
 * @throws TypeError if `validate` is not a function or `onInvalid` is not one of its values.
 */
export function readValidation(options: unknown): Validation | undefined {
  if (options === undefined) return undefined;
  // Each property is checked below.
  const optionRecord = (options ?? {}) as Partial<Record<string, unknown>>;
  checkOptionNames(optionRecord, VALIDATION_OPTIONS);
  const { validate, onInvalid = "warn" } = optionRecord;
  return {
    // The parameters of a function cannot be seen.
    validate: expectFunction(validate, "`validation.validate`") as ValidatePayload<string>,
    onInvalid: expectReaction(onInvalid, "`validation.onInvalid`"),
  };
}

const VALIDATION_OPTIONS: OptionNames<ValidationOptions<string>> = {
  validate: true,
  onInvalid: true,
};

// ---- Types of options

export interface WebhooksOptions<Types extends WebhookTypes, Transformed = unknown> {
  /**
   * The secret as the service shows it, or its bytes. For many tenants, a function that returns the secret
   * of each delivery; `sign` and `verify` then throw a TypeError.
   */
  readonly secret: WebhookSecret | SecretLookup;
  /**
   * Further secrets that are accepted while one is rotated. `sign` uses them only for a service whose
   * header can hold several signatures.
   */
  readonly additionalSecrets?: readonly WebhookSecret[] | undefined;
  /** Runs once for a delivery, before its handlers of `on`. */
  readonly transform?:
    ((event: Types["event"]) => Transformed | PromiseLike<Transformed>) | undefined;
  readonly log?: Log | undefined;
  /** Checks every payload of a known event against the schema before its handlers run. */
  readonly validation?: ValidationOptions<Types["name"]> | undefined;
  /** The token in the service's challenges. Required for a service that sends one. */
  readonly challengeToken?: string | undefined;
  /**
   * Sends the requests of `event.fetch()`, for a service whose events carry only the id of a resource. A client,
   * or an instance of the SDK's class.
   */
  readonly client?: ResourceClient | undefined;
}

/** A client as `fetch` of an event needs it. */
export type ResourceClient = RequestSender | { readonly client: RequestSender };

interface RequestSender {
  request(...parameters: never[]): unknown;
}

/** Options for a service that signs more than the body. */
export interface HeaderWebhooksOptions<
  Types extends WebhookTypes,
  Transformed = unknown,
> extends WebhooksOptions<Types, Transformed> {
  /** Largest difference between a signed timestamp and now, in seconds. Default: the service's tolerance. */
  readonly tolerance?: number | undefined;
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The options of the toolkits by the kind of deliveries that a service sends. */
export interface OptionsKinds<Types extends WebhookTypes, Transformed = unknown> {
  named: WebhooksOptions<Types, Transformed>;
  signed: WebhooksOptions<Types, Transformed>;
  headers: HeaderWebhooksOptions<Types, Transformed>;
}

// ---- Types of `secret`

/** A secret as the service shows it, or its bytes. */
export type WebhookSecret = string | Uint8Array;

/**
 * Returns the secret of a delivery, or a list of secrets while one is rotated. The delivery is refused if it
 * returns `null` or `undefined`, and fails if it throws, so that the service sends it again.
 * @example
 * const webhooks = new Webhooks({
 *   secret: async ({ url = "" }) => (await findTenant(new URL(url).searchParams.get("tenant")))?.secret,
 * });
 */
export type SecretLookup = (delivery: UnverifiedDelivery) => FoundSecret | PromiseLike<FoundSecret>;

type FoundSecret = WebhookSecret | readonly WebhookSecret[] | null | undefined;

/** Delivery before its signature is verified. It may be forged. */
export interface UnverifiedDelivery {
  /** The empty string if the service sends it in the body, or not at all. */
  readonly id: string;
  /** The empty string if the service sends it in the body. */
  readonly name: string;
  readonly payload: RawPayload;
  /** The headers of the request. */
  readonly headers: HeaderSource;
  /** The URL of the request, or the one that was passed to `verifyAndReceive` or `unwrap`. */
  readonly url?: string | undefined;
}

// ---- Types of `validation`

/** Error in a payload. It holds none of the payload's values. */
export interface PayloadError {
  /** A JSON pointer to the value at fault (RFC 6901); the empty string is the payload itself. */
  readonly path: string;
  /**
   * The rule that is broken: `required`, `type`, `enum`, `anyOf` (none of the alternatives
   * matches), `never` (no value is allowed) or `depth` (nested too deeply to be checked).
   */
  readonly keyword: string;
  readonly message: string;
}

export interface InvalidPayload {
  readonly valid: false;
  /** At least one and at most a hundred, in the order of the schema. */
  readonly errors: readonly PayloadError[];
}

/** Verdict of a validator on a payload. */
export type PayloadVerdict = { readonly valid: true } | InvalidPayload;

/** Validates a payload, as `validatePayload` of `typewire/validate` does. */
export type ValidatePayload<Name extends string> = (
  name: Name,
  payload: unknown,
) => PromiseLike<PayloadVerdict>;

export interface ValidationOptions<Name extends string> {
  /** Such as `validatePayload` of `typewire/validate`. It is called with known event names only. */
  readonly validate: ValidatePayload<Name>;
  /**
   * Reaction to an invalid payload. `warn`, the default, writes to `log.warn` and runs the
   * handlers; `throw` fails the delivery with the code `INVALID_PAYLOAD` and runs none; `ignore`
   * only runs the handlers, for a `validate` that reports by itself.
   */
  readonly onInvalid?: Reaction | undefined;
}

/** Checked option `validation`. */
export interface Validation {
  readonly validate: ValidatePayload<string>;
  readonly onInvalid: Reaction;
}
