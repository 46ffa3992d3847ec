/** Rules of HTTP for methods, names of headers and media types. */
import type { Content } from "./model.js";

// ---- Methods and headers

/** The methods that every client knows. A vendor can declare others, in the case that is sent. */
export const METHODS: readonly string[] = [
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
];

/** A method of OpenAPI 3.2 that reads and has a body. It needs no declaration. */
export const QUERY = "QUERY";

/** The methods of routes that a client does not know unless they are declared. */
export function listOtherMethods(
  routes: readonly { readonly method: string }[],
): readonly string[] {
  const methods = new Set(routes.map(({ method }) => method));
  return [...methods].filter((method) => !METHODS.includes(method));
}

/** Tests whether requests of a method have a body: others send all parameters in the URL. */
export function hasRequestBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

/** Tests whether a text can name a header (RFC 9110, section 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Tests whether a header usually holds a key that makes a request repeatable. */
export function isKeyHeader(name: string): boolean {
  return /^(?:x-)?idempotency-key$/i.test(name);
}

// ---- Media types

export const JSON_MEDIA_TYPE = "application/json";

/** The kind of a media type: bytes, if it is none of the others. */
export function kindOf(mediaType: string): BodyKind {
  const type = bareType(mediaType);
  if (/[/+]json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return type.startsWith("text/") ? "text" : "bytes";
}

/** Tests whether a media type has fields that are written one by one. */
export function isForm(mediaType: string): boolean {
  return ["form", "multipart"].includes(kindOf(mediaType));
}

/** A media type in lowercase, without its parameters. */
export function bareType(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** Tests whether a body is sent as JSON. */
export function isJson({ contentTypes }: Pick<Content, "contentTypes">): boolean {
  return contentTypes.length === 0 || contentTypes.some((type) => kindOf(type) === "json");
}

// ---- Types

/** The notation of a body. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "bytes";
