/** Compares the header `accept` of a request with the responses of its operation. */
import type { Operation } from "./operations.js";

/**
 * The preferred type of each success is asked for, in order, before those of errors; nothing is asked
 * for that no response has.
 */
export function faultOfAccept(accept: string, { success, errors }: Operation): string | undefined {
  const asked = accept.split(",").map((each) =>
    each
      .trim()
      .replace(/\s*;.*$/s, "")
      .toLowerCase(),
  );
  const typesOf = (lists: readonly (readonly string[])[]): readonly string[] =>
    lists.flat().map((type) => type.replace(/\s*;.*$/s, "").toLowerCase());
  const [good, bad] = [typesOf(success), typesOf(errors)];
  if (good.length + bad.length === 0 || asked.includes("*/*")) return undefined;
  // `client.stream()` asks for the stream alone.
  const [only = "", ...others] = asked;
  if (others.length === 0 && /event-stream|jsonl|ndjson|json-seq/.test(only) && good.includes(only))
    return undefined;
  const preferred = typesOf(success.map(([first = ""]) => [first]));
  const missing = preferred.find((type) => !asked.includes(type) && type !== "*/*");
  const shown = `accept is ${accept}; expected ${[...new Set([...good, ...bad])].join(", ")}`;
  if (missing !== undefined && !isCovered(asked, missing)) return `${shown}: ${missing} is missing`;
  const foreign = asked.find((type) => ![...good, ...bad, "application/json"].includes(type));
  if (foreign !== undefined) return `${shown}: no response is ${foreign}`;
  const order = asked.map((type) => good.includes(type));
  const isSorted =
    order.lastIndexOf(true) < (order.includes(false) ? order.indexOf(false) : Infinity);
  return isSorted ? undefined : `${shown}: types of errors come first`;
}

function isCovered(asked: readonly string[], type: string): boolean {
  return asked.includes(type.replace(/\/.*$/, "/*"));
}
