import { deepStrictEqual } from "node:assert/strict";

/**
 * Ours is to give what the limit gives. A peer may differ in what its readers know it by: the case
 * of the method, a media type that says nothing, a body without a prototype, the URL alone.
 */
export function checkResult(result: unknown, expected: unknown, subject: string): void {
  if (subject === "ours" || subject === "limit") deepStrictEqual(result, expected);
  else if (typeof result === "string") deepStrictEqual(result, (expected as { url: string }).url);
  else deepStrictEqual(leveled(result), leveled(expected));
}

function leveled(result: unknown): object {
  const { method, body, ...rest } = result as { method: string; body?: unknown };
  const comparable = typeof body === "object" ? { ...body } : body;
  return { ...rest, method: method.toLowerCase(), body: comparable, mediaType: undefined };
}
