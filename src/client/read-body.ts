import { isJsonType } from "../endpoint/body.js";

/** A body that is not the JSON that its content type promises. */
export class InvalidBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Text by its name, or by the parameter that only text has (RFC 2046, section 4.1.2). */
const TEXT = /^text\/|[/+]xml\b|;\s*charset=/i;

/** How much of an invalid body an error shows, in characters. */
const SHOWN = 1_000;

/**
 * Reads a body as its content type says (contract F.3): JSON, text, otherwise bytes. A body of no
 * bytes is `undefined`, and so is that of 204, 205 and 304 (RFC 9110, sections 15.3.5, 15.3.6, 15.4.5).
 * @param hide Takes secrets out of text, and out of the text in JSON.
 * @throws InvalidBody
 */
export async function readBody(
  response: Response,
  method: string,
  hide?: (text: string) => string,
): Promise<unknown> {
  const { status, headers } = response;
  if (method === "head" || status === 204 || status === 205 || status === 304) return undefined;
  const type = headers.get("content-type") ?? "";
  const isJson = isJsonType(type);
  if (!isJson && response.body === null) return undefined;
  if (isJson || TEXT.test(type)) {
    const text = await response.text();
    const shown = hide === undefined ? text : hide(text);
    return isJson ? parseJson(shown, hide) : shown;
  }
  const bytes = await response.arrayBuffer();
  return bytes.byteLength === 0 ? undefined : bytes;
}

function parseJson(text: string, hide: ((text: string) => string) | undefined): unknown {
  if (text === "") return undefined;
  try {
    // A reviver makes parsing ten times as slow.
    if (hide === undefined) return JSON.parse(text) as unknown;
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === "string" ? hide(value) : value,
    ) as unknown;
  } catch {
    throw new InvalidBody(text.slice(0, SHOWN));
  }
}
