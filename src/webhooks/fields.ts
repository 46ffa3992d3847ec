import {
  readHeader,
  readPath,
  type DeliveryContext,
  type DeliveryHeaders,
  type HeaderSource,
} from "../signatures/delivery-fields.js";
import { readTolerance, type VerifyContext } from "../signatures/verify.js";
import {
  isInHeader,
  type BindFields,
  type FieldSource,
  type Service,
  type TimeOptions,
} from "./catalog.js";
import {
  expectId,
  isRefused,
  readDelivery,
  type AnyScheme,
  type ReadDelivery,
} from "./delivery.js";
import { isReservedName } from "./event-names.js";
import { expectFunction, expectObject, isText, unexpected } from "./expect.js";
import type { SignatureKey } from "../signatures/scheme.js";
import type { DeliveryReader, RequestReader } from "./reader.js";
import { readRequestUrl } from "./request-url.js";
import type { HeaderDelivery } from "./types.js";

/**
 * Reads deliveries whose event name or id is in the body, or whose signature covers more than the
 * body, so that all headers are needed to verify it.
 */
export const readFields: BindFields = (reader, service, options) => {
  const fields = new Fields(reader, service, options);
  return {
    ...reader,
    scheme: fields.scheme,
    read: (delivery) => fields.read(delivery),
    open: (read, keys) => fields.open(read, keys),
    bindRequests: (publicUrl) => createRequestReader(expectPublicUrl(publicUrl)),
  };
};

class Fields {
  /** The service's, with the clock and the tolerance of the options. */
  readonly scheme: AnyScheme;
  readonly #reader: DeliveryReader;
  readonly #service: Service;
  readonly #now: () => number;
  /** In milliseconds. */
  readonly #tolerance: number | undefined;

  constructor(reader: DeliveryReader, service: Service, { tolerance, now }: TimeOptions) {
    const { scheme } = reader;
    this.#reader = reader;
    this.#service = service;
    this.#tolerance = readTolerance(tolerance, scheme);
    this.#now = expectFunction(now ?? Date.now, "`now`") as () => number; // it does not show its result
    this.scheme = {
      ...scheme,
      sign: (keys, payload, context = {}) =>
        scheme.sign(keys, payload, { ...context, timestamp: context.timestamp ?? this.#now() }),
      verify: (keys, payload, received, context) =>
        scheme.verify(keys, payload, received, this.#toContext(context)),
    };
  }

  read(delivery: unknown): ReadDelivery {
    // Each property is checked below.
    const given = (delivery ?? {}) as Partial<Record<string, unknown>>;
    const context = this.#toContext({
      url: expectOptionalText(given["url"], "`url`"),
      method: expectOptionalText(given["method"], "`method`"),
    });
    const isByHeaders = given["headers"] !== undefined || !("signature" in given);
    return { ...(isByHeaders ? this.#readHeaders(given) : this.#readParts(given)), context };
  }

  /** Adds what the verified payload tells. */
  open(read: ReadDelivery, keys: readonly SignatureKey[]): ReturnType<DeliveryReader["open"]> {
    const opened = this.#reader.open(read, keys, true); // the payload may hold the name
    if (typeof opened === "function" || isRefused(opened)) return opened;
    const { payload } = opened;
    const { event, delivery: source } = this.#service.catalog;
    const name = isInHeader(event) ? read.name : readText(payload, event.body);
    const id = (source && !isInHeader(source) && readText(payload, source.body)) || read.id;
    if (name !== "" && !isReservedName(name, this.#service.split)) return { id, name, payload };
    return { id, name, payload: "INVALID_EVENT_NAME" };
  }

  #toContext({ url, method }: DeliveryContext = {}): VerifyContext {
    return { url, method, now: this.#now(), tolerance: this.#tolerance };
  }

  /** The parts of a delivery one by one; a name that is in the body is not among them. */
  #readParts(given: Partial<Record<string, unknown>>): ReadDelivery {
    if (isInHeader(this.#service.catalog.event)) return readDelivery(given);
    return { ...readDelivery({ ...given, name: "in the body" }), name: "" };
  }

  #readHeaders({ headers, id, payload }: Partial<Record<string, unknown>>): ReadDelivery {
    const { event, delivery } = this.#service.catalog;
    const read = expectHeaders(headers);
    return {
      id: readField(read, delivery) || expectId(id),
      name: readField(read, event),
      payload,
      signature: this.scheme.read(read),
    };
  }
}

function expectPublicUrl(url: unknown): string | undefined {
  if (url === undefined || (isText(url) && /^https?:\/\/[^#\s]+$/i.test(url))) return url;
  throw unexpected(url, "`publicUrl`", "an absolute URL without a fragment");
}

function createRequestReader(publicUrl: string | undefined): RequestReader {
  return (request, payload): HeaderDelivery => {
    const sent = readRequestUrl(request);
    const query = publicUrl?.includes("?") ? "" : /\?.*/.exec(sent)?.[0];
    const url = publicUrl === undefined ? sent : publicUrl + (query ?? "");
    return { payload, headers: request, url, method: request.method };
  };
}

function expectOptionalText(value: unknown, what: string): string | undefined {
  if (value === undefined || isText(value)) return value;
  throw unexpected(value, `The ${what} of the delivery`, "a non-empty string");
}

function expectHeaders(headers: unknown): HeaderSource {
  expectObject(headers, "The `headers` of the delivery", "a Headers object or a record");
  // Its values are checked where they are read.
  return { get: (name) => readHeader(name, headers as DeliveryHeaders) ?? null };
}

function readField(headers: HeaderSource, source: FieldSource | undefined): string {
  return (source && isInHeader(source) && headers.get(source.header)) || "";
}

/** A number is as good as its text: some services number their events. */
function readText(payload: object, path: string): string {
  const value = readPath(payload, path.split("."));
  return typeof value === "string" || Number.isSafeInteger(value) ? String(value) : "";
}
