/** Compares the header `accept` of a request with the responses of its operation. */
import { bareType } from "./calls.js";
import type { Operation } from "./operations.js";

/** Any client may ask for it: the catalog's `accept`, which a route without types of its own sends, is JSON. */
const JSON_TYPE = "application/json";

/**
 * The preferred type of each success is asked for, in order, before those of errors; nothing is asked
 * for that no response has.
 * @returns The difference, or `undefined`.
 */
export function faultOfAccept(accept: string, { success, errors }: Operation): string | undefined {
  const asked = accept.split(",").map(bareType);
  const successTypes = success.flat().map(bareType);
  const declared = [...successTypes, ...errors.flat().map(bareType)];
  if (declared.length === 0 || asked.includes("*/*")) return undefined;
  if (asksForStreamAlone(asked, successTypes)) return undefined;
  const fault =
    faultOfMissing(asked, success) ??
    faultOfForeign(asked, declared) ??
    faultOfOrder(asked, successTypes);
  if (fault === undefined) return undefined;
  return `accept is ${accept}; expected ${[...new Set(declared)].join(", ")}: ${fault}`;
}

/** Each success must be asked for by its preferred type, which is the first one of its response. */
function faultOfMissing(
  asked: readonly string[],
  success: Operation["success"],
): string | undefined {
  const missing = success
    .map(([preferred = ""]) => bareType(preferred))
    .find((type) => !asked.includes(type) && type !== "*/*");
  if (missing === undefined || isCovered(asked, missing)) return undefined;
  return `${missing} is missing`;
}

/** No type may be asked for that no response has. */
function faultOfForeign(asked: readonly string[], declared: readonly string[]): string | undefined {
  const foreign = asked.find((type) => !declared.includes(type) && type !== JSON_TYPE);
  return foreign === undefined ? undefined : `no response is ${foreign}`;
}

/** All types of success must stand before the first one of errors. */
function faultOfOrder(
  asked: readonly string[],
  successTypes: readonly string[],
): string | undefined {
  const lastSuccess = asked.findLastIndex((type) => successTypes.includes(type));
  const firstError = asked.findIndex((type) => !successTypes.includes(type));
  const isErrorFirst = firstError !== -1 && firstError < lastSuccess;
  return isErrorFirst ? "types of errors come first" : undefined;
}

/** Tells whether a request is one of `client.stream()`, which asks for no other type. */
function asksForStreamAlone(asked: readonly string[], successTypes: readonly string[]): boolean {
  const [only = "", ...others] = asked;
  const isStream = /event-stream|jsonl|ndjson|json-seq/.test(only);
  return others.length === 0 && isStream && successTypes.includes(only);
}

/** Tells whether a range such as `image/*` is asked for. */
function isCovered(asked: readonly string[], type: string): boolean {
  return asked.includes(type.replace(/\/.*$/, "/*"));
}
