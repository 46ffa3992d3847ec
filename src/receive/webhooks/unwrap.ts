/** Opens deliveries without a toolkit: for programs with a router of their own, and for SDK classes. */
import type { PayloadValues } from "../../catalog/values.js";
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import { expectObject } from "../../base/expect.js";
import { readHeader } from "../signatures/readers.js";
import type {
  DeliveryContext,
  DeliveryHeaders,
  HeaderSource,
  RawPayload,
  SignatureKey,
} from "../signatures/types.js";
import { createReader, headerOf, readSignedHead } from "./delivery.js";
import { convertEvent, describeInvalidValue } from "./dispatch/prepare-payload.js";
import { readSecrets, type SecretLookup, type WebhookSecret } from "./options.js";
import type {
  DeliveryReader,
  KeyLookup,
  LookedUpDelivery,
  ReadDelivery,
  RequestFault,
  SignatureKeys,
} from "./reader.js";
import { isReservedName } from "./event-names.js";
import type { Service, WebhookParts } from "./service.js";
import { bindService } from "./webhooks.js";
import type { DispatchedEvent } from "./types.js";
import { describeErrorCode, WebhookError, type WebhookErrorCode } from "./webhook-error.js";

/** Verifies a delivery, and resolves to its event (contract B.36). */
export type UnwrapDelivery<Event> = (
  secret: SecretInput,
  /** The raw body. */
  body: RawPayload,
  /** Headers of a `Request`, of Node, or a record. */
  headers: DeliveryHeaders,
  /** The URL and the method, for services that sign them, and for a function as `secret`. */
  request?: DeliveryContext,
) => Promise<Event>;

/**
 * Binds `unwrap` to a service.
 * @param parts Code that its deliveries need; without `challenge`.
 */
export function bindUnwrap<Event>(
  catalog: WebhookCatalog,
  parts: WebhookParts,
): UnwrapDelivery<Event> {
  const bindSecret = bindOpening(catalog, parts);
  return (secret, ...delivery) =>
    // The promise also turns exceptions into rejections. The event is one of the catalog's.
    new Promise((resolve) => resolve(bindSecret(secret)(...delivery) as Event | Promise<Event>));
}

/**
 * Binds the class of an SDK to the deliveries of its service (contract H.9). The result takes a secret, or
 * several while one is replaced, and returns the function that opens deliveries. It throws a TypeError for
 * a malformed secret.
 */
export function createUnwrap(
  catalog: WebhookCatalog,
  parts: WebhookParts,
): BySecret<(...delivery: DeliveryArguments) => Promise<DispatchedEvent>> {
  const bindSecret = bindOpening(catalog, parts);
  return (secret) => {
    const open = bindSecret(secret);
    // The promise also turns exceptions into rejections.
    return (...delivery) => new Promise((resolve) => resolve(open(...delivery)));
  };
}

/**
 * Binds as {@link createUnwrap} does, for classes whose `unwrap` is synchronous (contract H.10).
 * @param parts Its `values`, if any, must need no import.
 */
export function createOpener(
  catalog: WebhookCatalog,
  parts: WebhookParts,
): BySecret<(...delivery: DeliveryArguments) => DispatchedEvent> {
  // Only an import of values or a lookup of secrets returns a promise.
  return bindOpening(catalog, parts) as BySecret<
    (...delivery: DeliveryArguments) => DispatchedEvent
  >;
}

/** Binds a service; the result binds a secret, and returns the function that opens deliveries. */
function bindOpening(
  catalog: WebhookCatalog,
  parts: WebhookParts,
): (secret: SecretInput) => OpenAny {
  const service = bindService(catalog, parts);
  const plain = createReader(parts.scheme, parts.body);
  return (secret) => {
    const keys = readSecretInput(parts, secret);
    const reader = parts.fields?.(plain, service, {}) ?? plain;
    const open = bindKeys(service, reader);
    return (payload, headers, request) => {
      const read = reader.read(gatherDelivery(service, reader, payload, headers, request));
      if (typeof keys !== "function") return open(read, keys);
      return findKeys(keys, { ...read, ...request, headers }).then((found) => open(read, found));
    };
  };
}

function readSecretInput({ scheme }: WebhookParts, input: SecretInput): SignatureKeys | KeyLookup {
  const secrets = Array.isArray(input) ? (input as readonly WebhookSecret[]) : [input];
  const [secret, ...additionalSecrets] = secrets;
  return readSecrets(scheme, secret, additionalSecrets);
}

/** Binds the steps after the lookup of keys: a delivery is verified, gets `fetch`, and its values are converted. */
function bindKeys(service: Service, reader: DeliveryReader): OpenRead {
  const { parts } = service;
  const values = parts.values?.();
  const equip = parts.resources?.(undefined);
  return (read, keys) => {
    const event = openRead(reader, read, keys);
    const equipped = equip?.(service.findKnown(event.name) ?? event.name, event) ?? event;
    return values ? convert(values, service, equipped, read.payload) : equipped;
  };
}

/** Creates the argument of `reader.read` from the arguments of `unwrap`. */
function gatherDelivery(
  { catalog, parts, split }: Service,
  reader: DeliveryReader,
  payload: RawPayload,
  headers: DeliveryHeaders,
  request: DeliveryContext | undefined,
): object {
  const source = createHeaderSource(headers);
  const id = source.get(headerOf(catalog.delivery)) ?? "";
  const isReserved = (name: string): boolean => isReservedName(name, split);
  const head = readSignedHead(source, { catalog, reader, isReserved }, id);
  // Each fault of these headers has the code of a `WebhookError`.
  if (head.kind === "fault") throw createError(id, head.fault as HeadFault);
  const { name, signature } = head;
  return parts.fields
    ? { method: "POST", ...request, headers: source, payload }
    : { id, name, payload, signature };
}

/** @throws WebhookError if the delivery is refused, or is a challenge. */
function openRead(
  reader: DeliveryReader,
  read: ReadDelivery,
  keys: readonly SignatureKey[],
): DispatchedEvent {
  const { id } = read;
  const opened = reader.open(read, keys, true);
  if (opened.kind === "event") return opened.event;
  // A program that answers challenges needs a toolkit.
  if (opened.kind === "challenge") throw createError(id, { code: "INVALID_PAYLOAD" });
  throw createError(id, opened);
}

/** @throws WebhookError if there is no secret, or the lookup fails. */
async function findKeys(lookup: KeyLookup, delivery: LookedUpDelivery): Promise<SignatureKeys> {
  const { id, name } = delivery;
  let keys;
  try {
    keys = await lookup(delivery);
  } catch (cause) {
    const failed = { id, name, payload: undefined };
    const message = describeErrorCode("SECRET_LOOKUP_FAILED");
    throw new WebhookError("SECRET_LOOKUP_FAILED", message, failed, { cause });
  }
  if (keys === undefined) throw createError(id, { code: "SECRET_NOT_FOUND", name });
  return keys;
}

/** @throws WebhookError with the path to the JSON that is not a value of the described kind. */
function convert(
  values: PayloadValues,
  service: Service,
  event: DispatchedEvent,
  raw: unknown,
): DispatchedEvent | Promise<DispatchedEvent> {
  const fail = (cause: unknown): never => {
    const { id, name } = event;
    const message = describeInvalidValue(event, cause);
    if (message === undefined) throw cause;
    const failed = { id, name, payload: undefined };
    throw new WebhookError("INVALID_PAYLOAD", message, failed, { cause });
  };
  try {
    const converted = convertEvent(values, service, event, raw);
    return converted instanceof Promise ? converted.catch(fail) : converted;
  } catch (cause) {
    return fail(cause);
  }
}

function createHeaderSource(headers: DeliveryHeaders): HeaderSource {
  expectObject(headers, "The headers of the delivery", "a Headers object or a record");
  // A field in the body has the header "", and a Headers object throws for that name.
  return { get: (name) => (name && readHeader(name, headers)) || null };
}

/** Creates the error of a refused delivery. There is only one, because no handlers run. */
function createError(id: string, { code, subject, name = "" }: HeadFault): WebhookError {
  return new WebhookError(code, describeErrorCode(code, subject, name), {
    id,
    name,
    payload: undefined,
  });
}

// ---- Types

/** The arguments of `unwrap` after the secret. */
type DeliveryArguments = [body: RawPayload, headers: DeliveryHeaders, request?: DeliveryContext];

/** Function of a secret, or of several while one is replaced. */
type BySecret<Open> = (secret: string | readonly string[]) => Open;

type OpenAny = (...delivery: DeliveryArguments) => DispatchedEvent | Promise<DispatchedEvent>;

/** Opens a delivery with the keys that were found for it. */
type OpenRead = (
  read: ReadDelivery,
  keys: readonly SignatureKey[],
) => DispatchedEvent | Promise<DispatchedEvent>;

/** Secret, several secrets while one is replaced, or a function that looks up those of a delivery. */
type SecretInput = WebhookSecret | readonly WebhookSecret[] | SecretLookup;

/** Fault of a head, or the code of a refused delivery. */
interface HeadFault extends RequestFault {
  readonly code: WebhookErrorCode;
}
