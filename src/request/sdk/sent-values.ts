/** Values that the class of an SDK sends with every request: in headers, or in the query (contract H.7). */
import type { SentOption } from "../../catalog/sdk.js";
import type { AttemptEvent } from "../client/types.js";
import { appendQuery } from "../endpoint/url-text.js";
import type { SdkOptions } from "./types.js";

/** Puts headers below those of the caller, and adds query parameters to each request. */
export function sendAlways(
  sentValues: readonly SentValue[],
  { headers, onRequest }: SdkOptions,
): Pick<SdkOptions, "headers" | "onRequest"> {
  const values = sentValues.filter(({ value }) => value !== undefined);
  if (values.length === 0) return {};
  const pairs = (wanted: SentOption["in"]): [string, string][] =>
    values.flatMap(({ place, key, value }) => (place === wanted ? [[key, String(value)]] : []));
  const inHeader = pairs("header");
  const inQuery = new URLSearchParams(pairs("query")).toString();
  return {
    ...(inHeader.length > 0 && {
      headers: { ...Object.fromEntries(inHeader), ...toHeaderRecord(headers) },
    }),
    ...addToQueries(inQuery, onRequest),
  };
}

/**
 * Adds parameters to the query of each request, before the hook of the caller.
 * @param query Encoded, such as `version=2&page%5Bsize%5D=9`.
 */
export function addToQueries(
  query: string,
  onRequest: SdkOptions["onRequest"],
): Pick<SdkOptions, "onRequest"> {
  if (query === "") return {};
  const parameters = query.split("&").map((pair) => {
    const [name = ""] = new URLSearchParams(pair).keys();
    return { name, pair };
  });
  return {
    onRequest(event: AttemptEvent) {
      event.request.url = addMissing(event.request.url, parameters);
      return onRequest?.(event);
    },
  };
}

/** Lowercases the names. The request builder reports values that cannot be sent. */
function toHeaderRecord(headers: SdkOptions["headers"] = {}): Readonly<Record<string, string>> {
  const headerRecord = Symbol.iterator in headers ? Object.fromEntries(headers) : headers;
  const pairs = Object.entries(headerRecord).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Adds parameters that a URL does not have: a request for a later page of a list keeps its own. */
function addMissing(url: string, parameters: readonly EncodedParameter[]): string {
  const known = new URL(url).searchParams;
  const missing = parameters.filter(({ name }) => !known.has(name));
  return missing.length === 0 ? url : appendQuery(url, missing.map(({ pair }) => pair).join("&"));
}

interface EncodedParameter {
  readonly name: string;
  /** Name and value, encoded. */
  readonly pair: string;
}

/** A value of an option, or of its environment variable, and its place in requests. */
interface SentValue {
  readonly place: SentOption["in"];
  /** The name of the header or of the query parameter. */
  readonly key: string;
  /** `undefined` if it is not sent. */
  readonly value: unknown;
}
