/**
 * Deliveries with the event name or the id in the body, or with a signature of more than the body. Such a delivery is
 * read in two steps: `read` takes what the headers have, and `open` verifies it and takes the rest from its payload.
 */
import type { FieldSource } from "../../../catalog/webhooks.js";
import {
  expectFunction,
  expectObject,
  expectText,
  isText,
  unexpected,
} from "../../../base/expect.js";
import { expectData, readHeader } from "../../signatures/readers.js";
import { isOfBody } from "../../signatures/plan/plan.js";
import { findRefusal, readTolerance, signPayload } from "../../signatures/scheme.js";
import type {
  DeliveryContext,
  DeliveryHeaders,
  HeaderSource,
  SignatureKey,
  SignContext,
  VerifyContext,
} from "../../signatures/types.js";
import { expectId, refuse, type UncheckedDelivery } from "../delivery.js";
import { isInHeader, readPayloadField } from "../field-source.js";
import type { DeliveryReader, Opened, ReadDelivery, SignatureKeys } from "../reader.js";
import { isReservedName } from "../event-names.js";
import { createRequestReader } from "../request-url.js";
import type { BindFields, Service, TimeOptions } from "../service.js";

/**
 * Makes a reader of deliveries whose event name or id is in the body, or whose signature covers more than the
 * body, so that all headers are needed to verify it.
 */
export const readFields: BindFields = (reader, service, options) => {
  const headerReader = createHeaderReader(reader, service, options);
  if (!isOfBody(reader.scheme)) return headerReader;
  // A signature of the body alone is one text, which the plain reader makes.
  return {
    ...headerReader,
    sign: (keys, payload) => reader.sign(keys, payload),
    verify: (keys, payload, signature) => reader.verify(keys, payload, signature),
  };
};

/** Makes a reader as {@link readFields} does, whose `sign` and `verify` use headers, whatever the scheme. */
export const createHeaderReader: BindFields = (reader, service, options) => {
  const fields = new FieldReader(reader, service, options);
  return {
    ...reader,
    read: (delivery) => fields.read(delivery),
    open: (read, keys) => fields.open(read, keys),
    sign: (keys, payload, context) => fields.sign(keys, payload, context),
    verify: (keys, payload, headers, context) => fields.verify(keys, payload, headers, context),
    bindRequests: (publicUrl) => createRequestReader(publicUrl),
  };
};

class FieldReader {
  readonly #reader: DeliveryReader;
  readonly #service: Service;
  /** Returns the time in milliseconds since 1970. */
  readonly #now: () => number;
  /** In milliseconds. */
  readonly #tolerance: number | undefined;

  constructor(reader: DeliveryReader, service: Service, { tolerance, now }: TimeOptions) {
    this.#reader = reader;
    this.#service = service;
    this.#tolerance = readTolerance(tolerance, reader.scheme);
    this.#now = expectFunction(now ?? Date.now, "`now`") as () => number; // its result cannot be seen
  }

  sign(
    keys: SignatureKeys,
    payload: unknown,
    context: SignContext = {},
  ): Readonly<Record<string, string>> {
    const timestamp = context.timestamp ?? this.#now();
    const data = expectData(payload, "The payload");
    return signPayload(this.#reader.scheme, keys, data, { ...context, timestamp });
  }

  verify(
    keys: readonly SignatureKey[],
    payload: unknown,
    received: unknown,
    context?: DeliveryContext,
  ): boolean {
    const data = expectData(payload, "The payload");
    const headers = received as DeliveryHeaders; // checked where they are read
    const timed = this.#addTime(context);
    return findRefusal(this.#reader.scheme, keys, data, headers, timed) === undefined;
  }

  read(argument: unknown): ReadDelivery {
    const delivery = (argument ?? {}) as UncheckedDelivery; // each property is checked where it is read
    const context = this.#addTime({
      url: expectOptionalText(delivery["url"], "`url`"),
      method: expectOptionalText(delivery["method"], "`method`"),
    });
    const isByHeaders = delivery["headers"] !== undefined || !("signature" in delivery);
    return isByHeaders ? this.#readHeaders(delivery, context) : this.#readParts(delivery);
  }

  /** Reads the name and the id from the verified payload, if the service sends them there. */
  open(read: ReadDelivery, keys: readonly SignatureKey[]): Opened {
    const opened = this.#reader.open(read, keys, true); // the payload may hold the name
    if (opened.kind !== "event") return opened;
    const { payload } = opened.event;
    const { event: namePlace, delivery: idPlace, split } = this.#service;
    const name = isInHeader(namePlace) ? read.name : readPayloadField(payload, namePlace);
    const isIdInBody = idPlace !== undefined && !isInHeader(idPlace);
    const id = (isIdInBody ? readPayloadField(payload, idPlace) : "") || read.id;
    if (name === "" || isReservedName(name, split))
      return refuse({ id, name }, "INVALID_EVENT_NAME");
    return { kind: "event", event: { id, name, payload } };
  }

  /** Adds the clock and the tolerance of the options to what a caller passes. */
  #addTime({ url, method }: DeliveryContext = {}): VerifyContext {
    return { url, method, now: this.#now(), tolerance: this.#tolerance };
  }

  /** Reads a delivery without headers, whose parts were passed one by one. A name in the body is read later. */
  #readParts({ id, name, payload, signature }: UncheckedDelivery): ReadDelivery {
    const isNameInHeader = isInHeader(this.#service.event);
    // Without its headers, a signature of more than the body counts as missing.
    const isVerifiable = isOfBody(this.#reader.scheme);
    return {
      id: expectId(id),
      name: isNameInHeader ? expectText(name, "The `name` of the delivery") : "",
      payload,
      signature: isText(signature) && isVerifiable ? signature : "",
    };
  }

  #readHeaders({ headers, id, payload }: UncheckedDelivery, context: VerifyContext): ReadDelivery {
    const { event: namePlace, delivery: idPlace } = this.#service;
    const source = expectHeaders(headers);
    return {
      id: readHeaderField(source, idPlace) || expectId(id),
      name: readHeaderField(source, namePlace),
      payload,
      signature: source.get(this.#reader.scheme.header) ?? "",
      headers: source,
      context,
    };
  }
}

function readHeaderField(headers: HeaderSource, place: FieldSource | undefined): string {
  return (place && isInHeader(place) && headers.get(place.header)) || "";
}

function expectOptionalText(value: unknown, what: string): string | undefined {
  if (value === undefined || isText(value)) return value;
  throw unexpected(value, `The ${what} of the delivery`, "a non-empty string");
}

function expectHeaders(headers: unknown): HeaderSource {
  expectObject(headers, "The `headers` of the delivery", "a Headers object or a record");
  // Values are checked where they are read.
  return { get: (name) => readHeader(name, headers as DeliveryHeaders) ?? null };
}
