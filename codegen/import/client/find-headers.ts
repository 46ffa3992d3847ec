/** Finds the headers of rate limits, request ids and idempotency keys. */
import { isHeaderName, isKeyHeader } from "../../model/http.js";
import { isMap, itemsOf, type JsonMap, mapOf, textOf } from "../../model/json.js";
import { onlyOf, withoutUndefined } from "../model/description.js";
import type { Notes } from "../model/notes.js";
import type { DescribedOperation } from "../model/operations.js";

/** Finds the headers that the client reads or writes, as keys of `vendor.yaml`. */
export function findHeaders(
  root: JsonMap,
  operations: readonly DescribedOperation[],
  notes: Notes,
): JsonMap {
  const headers = listResponseHeaders(operations);
  const requestId = findOnlyHeader(headers, /^(?:x-)?(?:[a-z0-9]+-)?request-?id$/i)?.[0];
  const rateLimit = findRateLimit(headers, notes);
  const idempotency = findIdempotency(root, operations);
  const settings = withoutUndefined({ requestId, rateLimit, idempotency });
  for (const [key, value] of Object.entries(settings)) {
    const text = isMap(value) ? Object.values(value).join(", ") : String(value);
    notes.tell("Headers that the client reads or writes", `\`${key}\` (${text})`);
  }
  return settings;
}

/** The headers of all responses. HTTP ignores the case of their names. */
function listResponseHeaders(operations: readonly DescribedOperation[]): readonly ResponseHeader[] {
  const known = new Map<string, ResponseHeader>();
  const responses = operations.flatMap((operation) => operation.responses);
  for (const [name, header] of responses.flatMap(({ headers }) => [...headers])) {
    const folded = name.toLowerCase();
    if (isHeaderName(name) && !known.has(folded)) known.set(folded, [name, header]);
  }
  return [...known.values()];
}

function findOnlyHeader(
  headers: readonly ResponseHeader[],
  pattern: RegExp,
): ResponseHeader | undefined {
  return onlyOf(headers.filter(([name]) => pattern.test(name)));
}

/** Finds the headers of the rate limit, with the unit of `reset`: a time or a delay. */
function findRateLimit(headers: readonly ResponseHeader[], notes: Notes): JsonMap | undefined {
  const remaining = findOnlyHeader(headers, /^(?:x-)?rate-?limit-remaining$/i);
  const reset = findOnlyHeader(headers, /^(?:x-)?rate-?limit-reset$/i);
  if (remaining === undefined || reset === undefined) return undefined;
  const unit = unitOf(...reset);
  if (unit !== undefined) {
    return { remaining: remaining[0], reset: reset[0], ...(unit !== "seconds" && { unit }) };
  }
  notes.lose(
    `the rate limit, since it is not said whether \`${reset[0]}\` is a time or a delay`,
    "headers of responses",
  );
  return undefined;
}

/** The unit that texts tell; `undefined` if they leave open whether it is a time or a delay. */
function unitOf(name: string, header: JsonMap): string | undefined {
  const schema = mapOf(header["schema"]);
  if (schema["format"] === "date-time") return "date";
  const text = [header["description"], schema["description"]]
    .filter((each) => typeof each === "string")
    .join(" ");
  const isTime = TIME_WORDS.test(text);
  const isDelay = DELAY_WORDS.test(text);
  if (isTime && isDelay) return undefined;
  if (isTime) return /millisecond/i.test(text) ? "milliseconds" : "seconds";
  return isDelay || /^ratelimit/i.test(name) ? "delay" : undefined;
}

/** Words by which a text tells that the header is a delay. */
const DELAY_WORDS =
  /\bseconds? (?:until|before|left|remaining|after which|to wait)|\b(?:time|number of seconds|seconds remaining) (?:left|until|to wait|remaining)|in seconds until/i;

/** Words by which a text tells that the header is a time. */
const TIME_WORDS = /\bepoch\b|\bunix\b|\btimestamp\b|since 1970/i;

/** Finds the header for idempotency keys: an extension names it, or most POST routes declare it. */
function findIdempotency(
  root: JsonMap,
  operations: readonly DescribedOperation[],
): JsonMap | undefined {
  const listed = itemsOf(root["x-fern-idempotency-headers"]).map((each) => mapOf(each)["header"]);
  const declaredHeader = textOf(onlyOf(listed));
  if (declaredHeader !== undefined && isHeaderName(declaredHeader))
    return { header: declaredHeader };
  const posts = operations.filter(({ method }) => method === "POST");
  const names = posts.flatMap(({ headers }) => headers.filter(isKeyHeader));
  const [first] = names;
  const isOne = new Set(names.map((name) => name.toLowerCase())).size === 1;
  return first !== undefined && isOne && 2 * names.length > posts.length
    ? { header: first }
    : undefined;
}

/** A declared header, with the name as it is first written. */
type ResponseHeader = readonly [name: string, header: JsonMap];
