import { findBaseUrl } from "./address.js";
import { JSON_TYPE } from "./body.js";
import type { HeaderRecord } from "./headers.js";
import { copyParameters, type Options, type Parameters } from "./options.js";

/** The options of a call, the last three of them over their defaults. */
export interface CallOptions {
  /** As the call gave it; `undefined` for none. */
  readonly baseUrl: unknown;
  /** `undefined` when the call gave none. */
  readonly headers: HeaderRecord | undefined;
  readonly format: unknown;
  readonly request: object | undefined;
  readonly data: unknown;
}

/** What every call of a builder starts from. */
export interface Defaults {
  readonly options: Options;
  /** The options of a call that gives none of its own. */
  readonly callOptions: CallOptions;
  /** Of the base address, without trailing slashes; `undefined` if that is none. */
  readonly origin: string | undefined;
  /** The headers of a call that sends JSON and gives none of its own. */
  readonly jsonHeaders: Readonly<HeaderRecord>;
  /** How the parameters get into a call. */
  readonly parameters: "none" | "scalar" | "nested";
}

export function createDefaults(options: Options): Defaults {
  const values = Object.values(options.parameters);
  const isNested = values.some((value) => typeof value === "object" && value !== null);
  const { format, request, data } = options;
  return {
    options,
    origin: findBaseUrl(options.baseUrl),
    callOptions: { baseUrl: undefined, headers: undefined, format, request, data },
    jsonHeaders: toJsonHeaders(options.headers),
    parameters: values.length === 0 ? "none" : isNested ? "nested" : "scalar",
  };
}

const noParameters: Parameters = Object.freeze({});

/** What was passed, over copies of the parameters that have defaults. Nothing is changed. */
export function overlayParameters(
  { options, parameters }: Defaults,
  given: Parameters | undefined,
): Parameters {
  if (parameters === "none") return given ?? noParameters;
  const own = parameters === "scalar" ? options.parameters : copyParameters(options.parameters);
  return Object.assign({}, own, given);
}

/** A request's own headers, where its call gave none. */
export function createHeaders(
  { options, jsonHeaders }: Defaults,
  contentType: string | undefined,
): HeaderRecord {
  if (contentType === JSON_TYPE) return { ...jsonHeaders };
  if (contentType === undefined) return { ...options.headers };
  const headers: HeaderRecord = Object.assign({}, options.headers);
  setContentType(headers, contentType);
  return headers;
}

/** Sets the type of a request's own headers, unless these have one. */
export function setContentType(headers: HeaderRecord, contentType: string): void {
  if (!Object.hasOwn(headers, "content-type")) headers["content-type"] = contentType;
}

function toJsonHeaders(headers: Readonly<HeaderRecord>): Readonly<HeaderRecord> {
  const copy: HeaderRecord = Object.assign({}, headers);
  setContentType(copy, JSON_TYPE);
  return copy;
}
