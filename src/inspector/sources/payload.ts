/** Payloads of deliveries, and how long a body may be that is parsed for one. */
import type { InspectedDelivery } from "../types.js";

/** Largest body, in bytes, that is parsed for the names in a list. */
export const MAX_PARSED_FOR_NAMES = 64 * 1024;

/** Longest body, in bytes, that is searched by terms: parsing a longer one would hold up the receiver. */
export const MAX_SEARCHED_BODY = 2 * 1024 * 1024;

/** Returns the payload of a delivery; `undefined` if there is none. */
export function findPayload({ body, payload }: InspectedDelivery): unknown {
  return payload === undefined ? parseJson(body) : payload;
}

/** Parses a body; `undefined` for one that is not JSON, such as a form. */
export function parseJson(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
