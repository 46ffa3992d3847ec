/** Compares the header `accept` of a request with the responses of its operation. */
import { bareType } from "./calls.js";
import type { Operation } from "./operations.js";

/**
 * The preferred type of each success is asked for, in order, before those of errors; nothing is asked
 * for that no response has.
 * @returns The difference, or `undefined`.
 */
export function faultOfAccept(accept: string, { success, errors }: Operation): string | undefined {
  const asked = accept.split(",").map(bareType);
  const [successTypes, errorTypes] = [success.flat().map(bareType), errors.flat().map(bareType)];
  const declared = [...successTypes, ...errorTypes];
  if (declared.length === 0 || asked.includes("*/*")) return undefined;
  if (asksForStreamAlone(asked, successTypes)) return undefined;
  const shown = `accept is ${accept}; expected ${[...new Set(declared)].join(", ")}`;
  const missing = success
    .map(([preferred = ""]) => bareType(preferred))
    .find((type) => !asked.includes(type) && type !== "*/*");
  if (missing !== undefined && !isCovered(asked, missing)) return `${shown}: ${missing} is missing`;
  const foreign = asked.find((type) => ![...declared, "application/json"].includes(type));
  if (foreign !== undefined) return `${shown}: no response is ${foreign}`;
  const lastSuccess = asked.findLastIndex((type) => successTypes.includes(type));
  const firstError = asked.findIndex((type) => !successTypes.includes(type));
  if (firstError !== -1 && firstError < lastSuccess) return `${shown}: types of errors come first`;
  return undefined;
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
