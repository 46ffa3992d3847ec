/**
 * Reads the event name and the id of a delivery where the service sends them: each in a header, or at a path into the
 * payload.
 */
import { followPath } from "../../base/values.js";
import type { FieldSource } from "../../catalog/webhooks.js";

/** True for a field in a header. Inherited keys do not count. */
export function isInHeader(source: FieldSource): source is SourceInHeader {
  return Object.hasOwn(source, "header");
}

/**
 * Reads a field in a payload; the empty string if it has none. An integer becomes text: some services number
 * their events.
 * @param source Without a prototype, so that no inherited key counts.
 */
export function readPayloadField(
  payload: unknown,
  source: Exclude<FieldSource, SourceInHeader>,
): string {
  const { body, others = [], default: fallback = "" } = source;
  for (const path of [body, ...others]) {
    const value = followPath(payload, path);
    if (value !== "" && (typeof value === "string" || Number.isSafeInteger(value)))
      return String(value);
  }
  return fallback;
}

/** Returns the name of a field's header; the empty string if the field is in the body, or not sent. */
export function headerOf(source: FieldSource | undefined): string {
  return source && isInHeader(source) ? source.header : "";
}

// ---- Types

type SourceInHeader = Extract<FieldSource, { readonly header: string }>;
