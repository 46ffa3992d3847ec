import type { SignedDelivery } from "./plan/description.js";
import type { SignatureScheme } from "./scheme.js";

/** The timestamp that stands beside the signature; `undefined` when it is there twice. */
export function readListedTimestamp(
  { header }: SignedDelivery,
  scheme: SignatureScheme,
): string | undefined {
  const found = scheme.timestampItem && header(scheme.header)?.match(scheme.timestampItem);
  return found?.length === 1 ? found[0] : undefined;
}

/** The timestamp from a JSON body: whole units of a number, or its digits. */
export function readJsonTimestamp(
  { body }: SignedDelivery,
  { timestampPath = "" }: SignatureScheme,
): string | undefined {
  try {
    let value: unknown = JSON.parse(
      typeof body === "string" ? body : new TextDecoder().decode(body),
    );
    for (const key of timestampPath.split(".")) value = readOwn(value, key);
    return String(typeof value === "number" ? Math.floor(value) : value);
  } catch {
    return undefined; // no JSON, so no timestamp either
  }
}

function readOwn(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}
