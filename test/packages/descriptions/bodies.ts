/** Compares the body of a request with what OpenAPI asks for. */
import { type Json, type JsonMap, listOf, mapOf } from "./document.js";
import { bareType, BytesSample, type Call, isJson } from "./calls.js";
import { FileSample } from "./samples.js";
import { isScalar, textOf, writeBrackets, writeQuery } from "./writing.js";

/** Returns the difference between the body of a request and that of its call, or `undefined`. */
export async function compareBody(call: Call, sent: SentRequestBody): Promise<string | undefined> {
  if (call.body === undefined) {
    return sent.body === undefined || sent.body === null
      ? undefined
      : `the body is ${await show(sent.body)}; expected none`;
  }
  const { type } = call.body.content;
  if (!/^multipart\//i.test(type) && bareType(sent.contentType) !== bareType(type)) {
    return `the content type is ${sent.contentType}; expected ${type}`;
  }
  const sentText = isJson(type) ? normalize(sent.body) : await show(sent.body);
  const expected = expectBody(call);
  return sentText === expected ? undefined : `the body is ${sentText}; expected ${expected}`;
}

/** JSON with sorted keys. */
function normalize(body: unknown): string {
  return typeof body === "string" && body !== "" ? sortKeys(JSON.parse(body)) : String(body);
}

/** JSON whose keys are sorted at each level: their order has no meaning. */
function sortKeys(value: Json): string {
  return JSON.stringify(value, (_key, each: Json) =>
    isScalar(each) || Array.isArray(each)
      ? each
      : Object.fromEntries(Object.entries(mapOf(each)).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** The body of a call as text. */
function expectBody({ body }: Call): string {
  if (body === undefined) return "none";
  const { content, value } = body;
  if (isJson(content.type)) return sortKeys(value);
  if (value instanceof BytesSample) return value.text;
  if (isScalar(value)) return textOf(value);
  const pairs = Object.entries(value as object).flatMap(([name, each]: [string, Json]) =>
    /^multipart/i.test(content.type)
      ? writePart(name, each, mapOf(content.encoding[name]))
      : writeField(name, each, mapOf(content.encoding[name])),
  );
  return pairs.sort().join("&");
}

/**
 * A field of a form. Where the description gives a list or an object no style, members are in
 * brackets (contract A.36).
 */
function writeField(
  name: string,
  value: Json,
  { style, explode, contentType }: JsonMap,
): readonly string[] {
  if (isScalar(value)) return writeBrackets(name, value, "repeat");
  if (typeof contentType === "string" && isJson(contentType))
    return writeBrackets(name, JSON.stringify(value), "repeat");
  if (style === "deepObject") return writeBrackets(name, value, "brackets");
  if (style === undefined && explode === undefined) return writeBrackets(name, value, "repeat");
  const written = { style: textOf(style ?? "form"), explode: explode !== false };
  return writeQuery(name, value, written) ?? writeBrackets(name, value, "repeat");
}

/**
 * The parts of a property: a file, JSON for an object, text for the rest, or what the description says.
 * OpenAPI 3.0 has styles for the other kind of forms alone; descriptions that give one here mean it.
 */
function writePart(name: string, value: Json, encoding: JsonMap): readonly string[] {
  const { style, explode, contentType } = encoding;
  const isStyled = style !== undefined || explode !== undefined;
  if (isStyled && !isScalar(value) && !(value instanceof FileSample))
    return writeField(name, value, encoding).map(decodeURIComponent);
  const type = typeof contentType === "string" && !/[*,]/.test(contentType) ? contentType : "";
  if (Array.isArray(value))
    return listOf(value).flatMap((each) => writePart(name, each, { contentType }));
  if (value instanceof FileSample) return [`${name}=(${type || "file"}) ${value.text}`];
  const text = isScalar(value) && !isJson(type) ? textOf(value) : sortKeys(value);
  const isText = type === "" || type === "text/plain" || isJson(type);
  return [isText ? `${name}=${text}` : `${name}=(${type}) ${text}`];
}

/** The body of a request as text, whose parts are sorted. */
async function show(body: unknown): Promise<string> {
  if (body instanceof FormData)
    return (await Promise.all([...body].map(showPart))).sort().join("&");
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (body instanceof Blob) return body.text();
  return body instanceof URLSearchParams || typeof body === "string"
    ? String(body).replaceAll("+", "%20").split("&").sort().join("&")
    : String(body);
}

async function showPart([name, part]: [string, FormDataEntryValue]): Promise<string> {
  if (typeof part === "string") return `${name}=${showText(part)}`;
  const text = await part.text();
  return isJson(part.type)
    ? `${name}=${showText(text)}`
    : `${name}=(${part.type || "file"}) ${text}`;
}

/** JSON in the order that is expected. */
function showText(text: string): string {
  return text.startsWith("{") ? sortKeys(JSON.parse(text)) : text;
}

/** The body as a request has it. */
export interface SentRequestBody {
  readonly contentType: string;
  readonly body: unknown;
}
