/** Body of a delivery as bytes, as text and as JSON, as far as the page has it and it is that. */
import type { DeliveryAnswer } from "../types.js";

export interface Content {
  readonly bytes: Uint8Array | undefined;
  /** `undefined` if the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** Payload as JSON: the body, or what the source has parsed from it. */
  readonly json: string | undefined;
}

export function readContent({ body, payload }: DeliveryAnswer): Content {
  const bytes = body === undefined ? undefined : decodeBase64(body);
  const text = bytes && decodeText(bytes);
  return { bytes, text, json: payload ?? findJson(text) };
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a text that is JSON, without the byte order mark before it; `undefined` for any other text. */
function findJson(text: string | undefined): string | undefined {
  const json = text?.replace(/^\uFEFF/, "");
  return json !== undefined && isJsonText(json) ? json : undefined;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
