/** Deliveries with the event name or the id in the body, or with a signature of more than the body. */
import type { FieldSource } from "../../../catalog/webhooks.js";
import { expectFunction, expectObject, isText, unexpected } from "../../../base/expect.js";
import { expectData, readHeader } from "../../signatures/readers.js";
import { isOfBody } from "../../signatures/plan/plan.js";
import { findRefusal, readTolerance, signPayload } from "../../signatures/scheme.js";
import type {
  DeliveryContext,
  DeliveryHeaders,
  HeaderSource,
  SignatureKey,
  SignatureScheme,
  VerifyContext,
} from "../../signatures/types.js";
import {
  expectId,
  isInHeader,
  readDelivery,
  readPayloadField,
  readRequestUrl,
  refuse,
  type UncheckedDelivery,
} from "../delivery.js";
import type { DeliveryReader, Opened, ReadDelivery, RequestReader } from "../reader.js";
import { isReservedName } from "../event-names.js";
import type { BindFields, Service, TimeOptions } from "../service.js";

/**
 * Makes a reader of deliveries whose event name or id is in the body, or whose signature covers more than the
 * body, so that all headers are needed to verify it.
 */
export const readFields: BindFields = (reader, service, options) => {
  const fieldReader = readHeaderFields(reader, service, options);
  if (!isOfBody(reader.scheme)) return fieldReader;
  // A signature of the body alone is one text, which the plain reader makes.
  return {
    ...fieldReader,
    sign: (keys, payload) => reader.sign(keys, payload),
    verify: (keys, payload, signature) => reader.verify(keys, payload, signature),
  };
};

/** Makes a reader as {@link readFields} does, which signs and verifies by headers, whatever the scheme. */
export const readHeaderFields: BindFields = (reader, service, options) => {
  const fields = new Fields(reader, service, options);
  return {
    ...reader,
    read: (delivery) => fields.read(delivery),
    open: (read, keys) => fields.open(read, keys),
    ...fields.bindScheme(reader.scheme),
    bindRequests: (publicUrl) => createRequestReader(expectPublicUrl(publicUrl)),
  };
};

class Fields {
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

  /** Binds `sign` and `verify` to all headers, and to the clock and the tolerance of the options. */
  bindScheme(scheme: SignatureScheme): Pick<DeliveryReader, "sign" | "verify"> {
    return {
      sign: (keys, payload, context = {}) => {
        const timestamp = context.timestamp ?? this.#now();
        const data = expectData(payload, "The payload");
        return signPayload(scheme, keys, data, { ...context, timestamp });
      },
      verify: (keys, payload, received, context) => {
        const data = expectData(payload, "The payload");
        const headers = received as DeliveryHeaders; // checked where they are read
        const fault = findRefusal(scheme, keys, data, headers, this.#toContext(context));
        return fault === undefined;
      },
    };
  }

  read(argument: unknown): ReadDelivery {
    const delivery = (argument ?? {}) as UncheckedDelivery; // each property is checked where it is read
    const context = this.#toContext({
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
    const { event, delivery: source } = this.#service;
    const name = isInHeader(event) ? read.name : readPayloadField(payload, event);
    const id = (source && !isInHeader(source) && readPayloadField(payload, source)) || read.id;
    return name === "" || isReservedName(name, this.#service.split)
      ? refuse({ id, name }, "INVALID_EVENT_NAME")
      : { kind: "event", event: { id, name, payload } };
  }

  #toContext({ url, method }: DeliveryContext = {}): VerifyContext {
    return { url, method, now: this.#now(), tolerance: this.#tolerance };
  }

  /** Reads a delivery without headers, whose parts were passed one by one. A name in the body is read later. */
  #readParts(delivery: UncheckedDelivery): ReadDelivery {
    const hasNameInHeader = isInHeader(this.#service.catalog.event);
    const read = readDelivery(hasNameInHeader ? delivery : { ...delivery, name: UNREAD_NAME });
    return {
      ...read,
      name: hasNameInHeader ? read.name : "",
      signature: isOfBody(this.#reader.scheme) ? read.signature : "", // the other schemes need headers
    };
  }

  #readHeaders({ headers, id, payload }: UncheckedDelivery, context: VerifyContext): ReadDelivery {
    const { event, delivery } = this.#service.catalog;
    const source = expectHeaders(headers);
    return {
      id: readHeaderField(source, delivery) || expectId(id),
      name: readHeaderField(source, event),
      payload,
      signature: source.get(this.#reader.scheme.header) ?? "",
      headers: source,
      context,
    };
  }
}

/** Stands for a name that is in the body, because `readDelivery` asks for one. */
const UNREAD_NAME = "in the body";

function readHeaderField(headers: HeaderSource, source: FieldSource | undefined): string {
  return (source && isInHeader(source) && headers.get(source.header)) || "";
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

// ---- Requests

function expectPublicUrl(url: unknown): string | undefined {
  if (url === undefined || (isText(url) && /^https?:\/\/[^#\s]+$/i.test(url))) return url;
  throw unexpected(url, "`publicUrl`", "an absolute URL without a fragment");
}

/** A public URL without a query of its own gets that of the request. */
function createRequestReader(publicUrl: string | undefined): RequestReader {
  return (request, payload) => {
    const requestUrl = readRequestUrl(request);
    const query = publicUrl?.includes("?") ? "" : /\?.*/.exec(requestUrl)?.[0];
    const url = publicUrl === undefined ? requestUrl : publicUrl + (query ?? "");
    return { payload, headers: request, url, method: request.method };
  };
}
