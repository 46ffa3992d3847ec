import type { RawPayload } from "../signatures/raw-data.js";
import type { SignContext } from "../signatures/sign.js";
import {
  readHeader,
  readPath,
  type DeliveryContext,
  type DeliveryHeaders,
} from "../signatures/delivery-fields.js";
import { readTolerance, type VerifyContext } from "../signatures/verify.js";
import {
  isInHeader,
  type BindFields,
  type FieldReader,
  type FieldSource,
  type RequestView,
  type TimeOptions,
  type WebhookCatalog,
} from "./catalog.js";
import { expectId, readDelivery, type AnyScheme, type ReadDelivery } from "./delivery.js";
import type { HeaderDelivery } from "./types.js";
import { expectFunction, expectObject, isText, unexpected } from "./expect.js";

export const readFields: BindFields = (catalog, scheme, options) =>
  new CatalogFields(catalog, scheme, options);

class CatalogFields implements FieldReader {
  readonly #catalog: WebhookCatalog;
  readonly #scheme: AnyScheme;
  readonly #now: () => number;
  /** In milliseconds. */
  readonly #tolerance: number | undefined;

  constructor(catalog: WebhookCatalog, scheme: AnyScheme, { tolerance, now }: TimeOptions) {
    this.#catalog = catalog;
    this.#scheme = scheme;
    this.#tolerance = readTolerance(tolerance, scheme);
    this.#now = expectFunction(now ?? Date.now, "`now`") as () => number; // it does not show its result
  }

  read(delivery: unknown): ReadDelivery {
    // Each property is checked below.
    const given = (delivery ?? {}) as Partial<Record<string, unknown>>;
    const context = this.toVerifyContext({
      url: expectOptionalText(given["url"], "`url`"),
      method: expectOptionalText(given["method"], "`method`"),
    });
    const isByHeaders = given["headers"] !== undefined || !("signature" in given);
    return { ...(isByHeaders ? this.#readHeaders(given) : this.#readParts(given)), context };
  }

  /** The parts of a delivery one by one; a name that is in the body is not among them. */
  #readParts(given: Partial<Record<string, unknown>>): ReadDelivery {
    if (isInHeader(this.#catalog.event)) return readDelivery(given);
    return { ...readDelivery({ ...given, name: "in the body" }), name: "" };
  }

  #readHeaders({ headers, id, payload }: Partial<Record<string, unknown>>): ReadDelivery {
    const { event, delivery } = this.#catalog;
    const read = expectHeaders(headers);
    return {
      id: readField(read, delivery) || expectId(id),
      name: readField(read, event),
      payload,
      signature: this.#scheme.read(read),
    };
  }

  complete(read: ReadDelivery, payload: object): ReadDelivery {
    const { event, delivery } = this.#catalog;
    return {
      ...read,
      name: isInHeader(event) ? read.name : readText(payload, event.body),
      id: (delivery && !isInHeader(delivery) && readText(payload, delivery.body)) || read.id,
    };
  }

  toSignContext(context: SignContext = {}): SignContext {
    return { ...context, timestamp: context.timestamp ?? this.#now() };
  }

  toVerifyContext({ url, method }: DeliveryContext = {}): VerifyContext {
    return { url, method, now: this.#now(), tolerance: this.#tolerance };
  }

  expectPublicUrl(url: unknown): string | undefined {
    if (url === undefined || (isText(url) && /^https?:\/\/[^#\s]+$/i.test(url))) return url;
    throw unexpected(url, "`publicUrl`", "an absolute URL without a fragment");
  }

  toDelivery(request: RequestView, payload: RawPayload, publicUrl?: string): HeaderDelivery {
    const sent = request.readUrl();
    const query = publicUrl?.includes("?") ? "" : /\?.*/.exec(sent)?.[0];
    const url = publicUrl === undefined ? sent : publicUrl + (query ?? "");
    return { payload, headers: request, url, method: request.method };
  }
}

function expectOptionalText(value: unknown, what: string): string | undefined {
  if (value === undefined || isText(value)) return value;
  throw unexpected(value, `The ${what} of the delivery`, "a non-empty string");
}

function expectHeaders(headers: unknown): DeliveryHeaders {
  expectObject(headers, "The `headers` of the delivery", "a Headers object or a record");
  return headers as DeliveryHeaders; // its values are checked where they are read
}

function readField(headers: DeliveryHeaders, source: FieldSource | undefined): string {
  const value = source && isInHeader(source) ? readHeader(source.header, headers) : undefined;
  return value ?? "";
}

/** A number is as good as its text: some services number their events. */
function readText(payload: object, path: string): string {
  const value = readPath(payload, path.split("."));
  return typeof value === "string" || Number.isSafeInteger(value) ? String(value) : "";
}
