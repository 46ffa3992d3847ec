/**
 * Writes values as OpenAPI asks for (OpenAPI Specification 3.1.0, section 4.8.12, and RFC 6570). Where
 * OpenAPI leaves the text open, it is that of the contract (A.31, A.36).
 */
import type { Json } from "./document.js";

export function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** Tells whether the members of a value are single values. */
function isFlat(value: Json): boolean {
  return isScalar(value) || Object.values(value as object).every(isScalar);
}

export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Percent-encodes all characters but those that RFC 3986 calls unreserved. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** `&`, `#` and `+` would end a value, or be read as a space. */
function encodeReserved(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[:/?[\]@!$'()*,;=]|[^]/giu, (part) =>
    part.length === 3 || /[:/?[\]@!$'()*,;=]/.test(part) ? part : encode(part),
  );
}

/** The encoded text between the items of a list, by style. */
const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ["form", ","],
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "%7C"],
  ["tabs", "%09"],
]);

/** The pairs of a query, encoded; `undefined` where OpenAPI does not say how they look. */
export function writeQuery(
  name: string,
  value: Json,
  { style, explode, isReserved = false }: Style,
): readonly string[] | undefined {
  const write = (each: Json): string =>
    isReserved ? encodeReserved(textOf(each)) : encode(textOf(each));
  const key = encode(name);
  if (isScalar(value)) return [`${key}=${write(value)}`];
  if (style === "deepObject") return writeBrackets(name, value, "brackets", write);
  if (!isFlat(value)) return undefined;
  const isList = Array.isArray(value);
  const entries = Object.entries(value as object) as readonly (readonly [string, Json])[];
  if (entries.length === 0) return [];
  const delimiter = DELIMITERS.get(style);
  if (explode || delimiter === undefined)
    return entries.map(([inner, each]) => `${isList ? key : encode(inner)}=${write(each)}`);
  const parts = entries.flatMap(([inner, each]) =>
    isList ? [write(each)] : [encode(inner), write(each)],
  );
  return [`${key}=${parts.join(delimiter)}`];
}

/** `a[k][l]=v`; lists of objects have indexes. */
export function writeBrackets(
  name: string,
  value: Json,
  lists: Lists,
  write: (value: Json) => string = (each) => encode(textOf(each)),
): readonly string[] {
  if (isScalar(value)) return [`${encode(name)}=${write(value)}`];
  const entries = Object.entries(value as object) as readonly (readonly [string, Json])[];
  if (!Array.isArray(value))
    return entries.flatMap(([key, each]) => writeBrackets(`${name}[${key}]`, each, lists, write));
  const areScalars = entries.every(([, each]) => isScalar(each));
  return entries.flatMap(([index, each]) => {
    const key = areScalars ? (lists === "brackets" ? "[]" : "") : `[${index}]`;
    return writeBrackets(name + key, each, lists, write);
  });
}

/** A parameter of the path in the styles `simple`, `label` and `matrix`. */
export function writePath(name: string, value: Json, { style, explode }: Style): string {
  const key = encode(name);
  const write = (each: Json): string => encode(textOf(each));
  const prefix = { label: ".", matrix: ";" }[style] ?? "";
  if (isScalar(value)) return `${prefix}${style === "matrix" ? `${key}=` : ""}${write(value)}`;
  const isList = Array.isArray(value);
  const entries = Object.entries(value as object) as readonly (readonly [string, Json])[];
  if (!explode) {
    const parts = entries.flatMap(([inner, each]) =>
      isList ? [write(each)] : [encode(inner), write(each)],
    );
    return `${prefix}${style === "matrix" ? `${key}=` : ""}${parts.join(",")}`;
  }
  const parts = entries.map(([inner, each]) => {
    if (!isList) return `${encode(inner)}=${write(each)}`;
    return style === "matrix" ? `${key}=${write(each)}` : write(each);
  });
  return prefix + parts.join(prefix || ",");
}

/** A header in the style `simple`, which encodes nothing. */
export function writeHeader(value: Json, explode: boolean): string {
  if (isScalar(value)) return textOf(value);
  const isList = Array.isArray(value);
  return Object.entries(value as object)
    .map(([key, each]) => (isList ? textOf(each) : `${key}${explode ? "=" : ","}${textOf(each)}`))
    .join(",");
}

// ---- Types

/** The form in which a parameter, or a property of a form, is written. */
export interface Style {
  readonly style: string;
  readonly explode: boolean;
  readonly isReserved?: boolean;
}

/** The form of a list whose items are single values. */
export type Lists = "brackets" | "repeat";
