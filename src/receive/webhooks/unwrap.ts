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
} from "../signatures/types.js";
import { createReader } from "./delivery.js";
import { convertEvent, describeInvalidValue } from "./dispatch/convert-payload.js";
import { headerOf } from "./field-source.js";
import { readSecrets, type SecretLookup, type WebhookSecret } from "./options.js";
import type {
  DeliveryReader,
  KeyLookup,
  LookedUpDelivery,
  ReadDelivery,
  SignatureKeys,
} from "./reader.js";
import { isReservedName } from "./event-names.js";
import { readSignedHead } from "./request-head.js";
import type { EquipEvent, Service, WebhookParts } from "./service.js";
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
  const openerOf = bindOpener(catalog, parts);
  // The event is one of the catalog's.
  return async (secret, ...delivery) => (await openerOf(secret).open(...delivery)) as Event;
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
  const openerOf = bindOpener(catalog, parts);
  return (secret) => {
    const opener = openerOf(secret);
    return async (...delivery) => await opener.open(...delivery);
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
  const openerOf = bindOpener(catalog, parts);
  return (secret) => {
    const opener = openerOf(secret);
    // No promise: neither are values imported, nor can a function be the secret.
    return (...delivery) => opener.open(...delivery) as DispatchedEvent;
  };
}

/** Binds a service; the result makes the opener of a secret. */
function bindOpener(
  catalog: WebhookCatalog,
  parts: WebhookParts,
): (secret: SecretInput) => DeliveryOpener {
  const service = bindService(catalog, parts);
  const plainReader = createReader(parts.scheme, parts.body);
  return (secret) => new DeliveryOpener(service, plainReader, secret);
}

/** Opens the deliveries of a service that are signed with a secret. */
class DeliveryOpener {
  readonly #service: Service;
  readonly #keys: SignatureKeys | KeyLookup;
  readonly #reader: DeliveryReader;
  readonly #values: PayloadValues | undefined;
  readonly #equip: EquipEvent | undefined;

  /** @throws TypeError for a malformed secret. */
  constructor(service: Service, plainReader: DeliveryReader, secret: SecretInput) {
    const { parts } = service;
    this.#service = service;
    this.#keys = readSecretInput(parts, secret);
    this.#reader = parts.fields?.(plainReader, service, {}) ?? plainReader;
    this.#values = parts.values?.();
    this.#equip = parts.resources?.(undefined);
  }

  /** Returns a promise only if the secret is looked up, or the code of values is imported. */
  open(
    body: RawPayload,
    headers: DeliveryHeaders,
    request?: DeliveryContext,
  ): MaybePromise<DispatchedEvent> {
    const delivery = gatherDelivery(this.#service, this.#reader, body, headers, request);
    const read = this.#reader.read(delivery);
    if (typeof this.#keys !== "function") return this.#openWith(this.#keys, read);
    const found = findKeys(this.#keys, { ...read, ...request, headers });
    return found.then((keys) => this.#openWith(keys, read));
  }

  /** Verifies a delivery, adds `fetch` to its event, and converts its values. */
  #openWith(keys: SignatureKeys, read: ReadDelivery): MaybePromise<DispatchedEvent> {
    const service = this.#service;
    const event = verifyAndParse(this.#reader, keys, read);
    const name = service.findKnown(event.name) ?? event.name;
    const equipped = this.#equip?.(name, event) ?? event;
    if (this.#values === undefined) return equipped;
    return convert(this.#values, service, equipped, read.payload);
  }
}

function readSecretInput({ scheme }: WebhookParts, input: SecretInput): SignatureKeys | KeyLookup {
  const secrets = Array.isArray(input) ? (input as readonly WebhookSecret[]) : [input];
  const [secret, ...additionalSecrets] = secrets;
  return readSecrets(scheme, secret, additionalSecrets);
}

/**
 * Creates the argument of `reader.read` from the arguments of `unwrap`.
 * @throws WebhookError for a fault in the headers.
 */
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
  if (head.kind === "fault") {
    const { code, subject, name = "" } = head.fault;
    throw createError(code, { id, name }, describeErrorCode(code, subject, name));
  }
  const { name, signature } = head;
  return parts.fields
    ? { method: "POST", ...request, headers: source, payload }
    : { id, name, payload, signature };
}

function createHeaderSource(headers: DeliveryHeaders): HeaderSource {
  expectObject(headers, "The headers of the delivery", "a Headers object or a record");
  // A field in the body has the header "", and a Headers object throws for that name.
  return { get: (name) => (name && readHeader(name, headers)) || null };
}

/** @throws WebhookError if there is no secret, or the lookup fails. */
async function findKeys(lookup: KeyLookup, delivery: LookedUpDelivery): Promise<SignatureKeys> {
  const keys = await lookup(delivery).catch((cause: unknown) => {
    throw createError("SECRET_LOOKUP_FAILED", delivery, undefined, { cause });
  });
  if (keys === undefined) throw createError("SECRET_NOT_FOUND", delivery);
  return keys;
}

/** @throws WebhookError if the delivery is refused, or is a challenge. */
function verifyAndParse(
  reader: DeliveryReader,
  keys: SignatureKeys,
  read: ReadDelivery,
): DispatchedEvent {
  const { id } = read;
  const opened = reader.open(read, keys, true);
  if (opened.kind === "event") return opened.event;
  // A program that answers challenges needs a toolkit.
  if (opened.kind === "challenge") throw createError("INVALID_PAYLOAD", { id, name: "" });
  throw createError(opened.code, { id, name: opened.name });
}

/** @throws WebhookError with the path to the JSON that is not a value of the described kind. */
function convert(
  values: PayloadValues,
  service: Service,
  event: DispatchedEvent,
  raw: unknown,
): MaybePromise<DispatchedEvent> {
  const fail = (cause: unknown): never => {
    const message = describeInvalidValue(event, cause);
    throw message === undefined ? cause : createError("INVALID_PAYLOAD", event, message, { cause });
  };
  try {
    const converted = convertEvent(values, service, event, raw);
    return converted instanceof Promise ? converted.catch(fail) : converted;
  } catch (cause) {
    return fail(cause);
  }
}

/** Creates the error of a refused delivery. There is only one, because no handlers run. */
function createError(
  code: WebhookErrorCode,
  { id, name }: Pick<ReadDelivery, "id" | "name">,
  message = describeErrorCode(code, "", name),
  options?: ErrorOptions,
): WebhookError {
  return new WebhookError(code, message, { id, name, payload: undefined }, options);
}

// ---- Types

/** The arguments of `unwrap` after the secret. */
type DeliveryArguments = [body: RawPayload, headers: DeliveryHeaders, request?: DeliveryContext];

/** Function of a secret, or of several while one is replaced. */
type BySecret<Open> = (secret: string | readonly string[]) => Open;

/** Secret, several secrets while one is replaced, or a function that looks up those of a delivery. */
type SecretInput = WebhookSecret | readonly WebhookSecret[] | SecretLookup;

/** A promise where secrets are looked up, or the code of values is imported. */
type MaybePromise<Value> = Value | Promise<Value>;
