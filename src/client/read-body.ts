import { isJsonType } from "../endpoint/body.js";

/** How a body is read; `undefined` if there is none. */
export type BodyKind = "json" | "text" | "bytes" | undefined;

/** Text by its name, or by the parameter that only text has (RFC 2046, section 4.1.2). */
const TEXT = /^text\/|[/+]xml\b|;\s*charset=/i;

/**
 * Decides by the content type (contract F.3), where there can be a body (RFC 9110, sections 9.3.2,
 * 15.3.5, 15.3.6, 15.4.5).
 */
export function kindOf({ status, headers, body }: Response, method: string): BodyKind {
  if (method === "head" || status === 204 || status === 205 || status === 304) return undefined;
  const type = headers.get("content-type") ?? "";
  if (isJsonType(type)) return "json";
  return TEXT.test(type) ? "text" : body ? "bytes" : undefined;
}

/**
 * The data of a body. One of no bytes has none, unless it is text.
 * @param hide Takes secrets out of text, and out of the text in JSON.
 * @throws SyntaxError for JSON that cannot be parsed.
 */
export function readData(
  body: string | ArrayBuffer | undefined,
  kind: BodyKind,
  hide?: (text: string) => string,
): unknown {
  if (typeof body !== "string") return body?.byteLength ? body : undefined;
  const text = hide ? hide(body) : body;
  if (kind === "text") return text;
  if (text === "") return undefined;
  // A reviver makes parsing ten times as slow.
  if (!hide) return JSON.parse(text) as unknown;
  const reviver = (_key: string, value: unknown): unknown =>
    typeof value === "string" ? hide(value) : value;
  return JSON.parse(text, reviver) as unknown;
}
