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

/** Matches the escapes and reserved characters of a text, which `allowReserved` keeps as they are. */
const KEPT = /(%[0-9a-f]{2}|[:/?[\]@!$'()*,;=])/giu;

/** Encodes all but what is kept. `&`, `#` and `+` are not: they would end a value, or be read as a space. */
function encodeReserved(text: string): string {
  // As the pattern is a group, what it matches comes between the parts around it: each second part.
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join("");
}

/**
 * Encodes the parts of a value that are written with a delimiter between them: items of a list, or keys and values of
 * an object, `a,1,b,2`.
 */
function listParts(value: object, write: Write): readonly string[] {
  if (Array.isArray(value)) return value.map(write);
  return Object.entries(value).flatMap(([key, each]) => [encode(key), write(each)]);
}

/** Encodes the pairs of an object, each as `key=value`. */
function listPairs(value: object, write: Write): readonly string[] {
  return Object.entries(value).map(([key, each]) => `${encode(key)}=${write(each)}`);
}

/** Encodes the items of a list, each with the name of the list: `name=item`. */
function repeatName(name: string, items: readonly Json[], write: Write): readonly string[] {
  return items.map((item) => `${encode(name)}=${write(item)}`);
}

function writeScalar(value: Json): string {
  return encode(textOf(value));
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
  const write: Write = isReserved ? (each) => encodeReserved(textOf(each)) : writeScalar;
  const key = encode(name);
  if (isScalar(value)) return [`${key}=${write(value)}`];
  if (style === "deepObject") return writeBrackets(name, value, "brackets", write);
  if (!isFlat(value)) return undefined;
  const members = value as object; // no single value
  if (Object.keys(members).length === 0) return [];
  const delimiter = DELIMITERS.get(style);
  if (!explode && delimiter !== undefined)
    return [`${key}=${listParts(members, write).join(delimiter)}`];
  if (Array.isArray(value)) return repeatName(name, value, write);
  return listPairs(members, write);
}

/** `a[k][l]=v`; lists of objects have indexes. */
export function writeBrackets(
  name: string,
  value: Json,
  lists: Lists,
  write: Write = writeScalar,
): readonly string[] {
  if (isScalar(value)) return [`${encode(name)}=${write(value)}`];
  const entries = Object.entries(value as object) as readonly (readonly [string, Json])[];
  if (!Array.isArray(value))
    return entries.flatMap(([key, each]) => writeBrackets(`${name}[${key}]`, each, lists, write));
  const ofScalars = lists === "brackets" ? `${name}[]` : name;
  const areScalars = value.every(isScalar);
  return entries.flatMap(([index, each]) =>
    writeBrackets(areScalars ? ofScalars : `${name}[${index}]`, each, lists, write),
  );
}

/** A parameter of the path in the styles `simple` (`a,b`), `label` (`.a.b`) and `matrix` (`;name=a;name=b`). */
export function writePath(name: string, value: Json, { style, explode }: Style): string {
  const prefix = { label: ".", matrix: ";" }[style] ?? "";
  if (!isScalar(value) && explode) {
    const parts = listExploded(name, value as object, style);
    return prefix + parts.join(prefix || ",");
  }
  const text = isScalar(value)
    ? writeScalar(value)
    : listParts(value as object, writeScalar).join(",");
  return style === "matrix" ? `${prefix}${encode(name)}=${text}` : prefix + text;
}

/** The parts of a list or an object in the path, each of which stands alone. */
function listExploded(name: string, value: object, style: string): readonly string[] {
  if (!Array.isArray(value)) return listPairs(value, writeScalar);
  return style === "matrix" ? repeatName(name, value, writeScalar) : value.map(writeScalar);
}

/** A header in the style `simple`, which encodes nothing: `a,b`, and for objects `key,value` or `key=value`. */
export function writeHeader(value: Json, explode: boolean): string {
  if (isScalar(value)) return textOf(value);
  if (Array.isArray(value)) return value.map(textOf).join(",");
  const separator = explode ? "=" : ",";
  return Object.entries(value as object)
    .map(([key, each]) => `${key}${separator}${textOf(each)}`)
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

/** Writes a single value, encoded. */
type Write = (value: Json) => string;
