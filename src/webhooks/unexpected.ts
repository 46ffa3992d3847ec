import { isBytes, isEmptyPayload, isRawPayload } from "./raw-payload.js";

/** The error for an argument that is not what it has to be; it does not show any of the value. */
export function unexpected(
  value: unknown,
  role: string,
  expected = "a string that is not empty",
): TypeError {
  return new TypeError(`Got ${describe(value)} as ${role}, expected ${expected}.`);
}

function describe(value: unknown): string {
  if (isRawPayload(value) && isEmptyPayload(value)) return "an empty value";
  if (isBytes(value)) return "bytes";
  return value === null ? "null" : typeof value;
}
