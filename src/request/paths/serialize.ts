/** Writes parameters into a URL by the styles of OpenAPI 3, and bodies, as the client by path does by default. */
import { EndpointError, invalidParameter } from "../endpoint/errors.js";
import { isPlainObject } from "../endpoint/values.js";
import type { QuerySerializerOptions } from "./types.js";

/** The notation of a list or an object. */
interface Notation {
  /** The text between exploded members. */
  readonly joiner: string;
  /** The text between the items of a list that is not exploded. */
  readonly separator?: string | undefined;
  /** Set if a value follows the name of its parameter. */
  readonly isNamed: boolean;
  readonly isExploded: boolean;
  /** Set to write members of objects as `name[key]`. */
  readonly isDeep?: boolean;
  readonly encode: (text: string) => string;
}

/**
 * Writes one parameter; `undefined` if it has no value, which an empty list or object has not either.
 * @throws EndpointError for a list or an object inside another one.
 */
function writeValue(name: string, value: unknown, notation: Notation): string | undefined {
  const { joiner, separator = ",", isNamed, isExploded, isDeep, encode } = notation;
  const toText = (item: unknown): string => {
    if (item instanceof Date) return encode(item.toISOString());
    if (typeof item !== "object") return encode(item as string); // any single value
    const detail = "holds a list or an object inside another one; pass a `querySerializer`";
    throw invalidParameter(name, detail, name);
  };
  const withName = (text: string): string => (isNamed ? `${name}=${text}` : text);
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value))
    return isGiven(value) ? withName(toText(value)) : undefined;
  const members = Object.entries(value).filter(([, item]) => isGiven(item));
  if (members.length === 0) return undefined;
  const isWhole = !isExploded && (isArray || !isDeep);
  if (isWhole) {
    const texts = members.flatMap(([key, item]) =>
      isArray ? [toText(item)] : [encode(key), toText(item)],
    );
    return withName(texts.join(isArray ? separator : ","));
  }
  const texts = members.map(([key, item]) => {
    if (isArray) return withName(toText(item));
    return `${isDeep ? `${name}[${encode(key)}]` : encode(key)}=${toText(item)}`;
  });
  return texts.join(joiner);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// ---- The query

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "|" };

/**
 * Creates the function that writes a query, without its question mark. Lists repeat their name, and members of
 * objects are `name[key]`, unless the options have other styles.
 * @example
 * createQuerySerializer({ array: { style: "form", explode: false } })({ id: [3, 4] }); // "id=3,4"
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- callers say what their query is
export function createQuerySerializer<Query = unknown>({
  array: { style = "form", explode = true } = {},
  object = {},
  allowReserved = false,
}: QuerySerializerOptions = {}): (query: Query) => string {
  const common = {
    joiner: "&",
    isNamed: true,
    encode: allowReserved ? String : encodeURIComponent,
  };
  const ofLists = { ...common, isExploded: explode, separator: SEPARATORS[style] };
  const isDeep = object.style !== "form";
  const ofObjects = { ...common, isExploded: object.explode ?? true, isDeep };
  return (query) =>
    Object.entries(Object(query) as object)
      .map(([name, value]) => writeValue(name, value, Array.isArray(value) ? ofLists : ofObjects))
      .filter((text) => text !== undefined)
      .join("&");
}

// ---- The path

/** `{name}`, `{.name}`, `{;name}`, each also with `*` at the end. */
const PLACEHOLDER = /\{([.;]?)([^{}]*?)(\*?)\}/g;

/**
 * Writes the parameters of a path into it. A placeholder says its style by its first character (`{.label}`,
 * `{;matrix}`), and `*` at its end explodes it.
 * @throws EndpointError that names the parameters without a value.
 */
export function defaultPathSerializer(
  path: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const missing: string[] = [];
  const text = path.replace(PLACEHOLDER, (_, first: string, name: string, star: string) => {
    const value = writeValue(name, Object.hasOwn(parameters, name) ? parameters[name] : undefined, {
      joiner: first || ",",
      isNamed: first === ";",
      isExploded: star !== "",
      encode: encodeURIComponent,
    });
    if (!value) missing.push(name);
    const isPrefixed = first !== "" && value !== undefined;
    return isPrefixed ? first + value : (value ?? "");
  });
  if (missing.length === 0) return text;
  const message = `Missing required path parameters of "${path}": ${missing.join(", ")}.`;
  throw new EndpointError("MISSING_PARAMETER", message, path, missing);
}

/** A path with `*` in place of each placeholder. */
export function withoutPlaceholders(path: string): string {
  return path.replace(PLACEHOLDER, "*");
}

// ---- Bodies

/**
 * Writes the fields of an object as a form, if that is its content type. The client writes any other body: as
 * JSON, or unchanged where it is text of another type, bytes, a stream or a form.
 */
export function defaultBodySerializer(body: unknown, headers?: Headers): unknown {
  const isForm = headers?.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  if (!isForm || !isPlainObject(body)) return body;
  const fields = Object.entries(body).filter(([, value]) => isGiven(value));
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}
