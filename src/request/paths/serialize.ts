/** Writes parameters into a URL by the styles of OpenAPI 3, and forms, as the client by path does by default. */
import { URLENCODED } from "../../http/media-types.js";
import { createMissingError } from "../endpoint/route/placement.js";
import { createOperator, QUERY, SIMPLE } from "../endpoint/route/parse-template.js";
import { expandVariable } from "../endpoint/route/template.js";
import { encodeReserved } from "../endpoint/url-text.js";
import { isPlainObject, readOwn } from "../endpoint/values.js";
import type { QuerySerializerOptions } from "./types.js";

/** Characters that `encodeURIComponent` keeps, unlike the template engine. */
const KEPT = /%(?:2[1789A])/g;

/**
 * Writes one parameter; `undefined` if it has no value, which an empty list or object has not either.
 * @param key The name as the URL has it.
 * @throws EndpointError for a list or an object inside another one.
 */
function write(
  name: string,
  value: unknown,
  operator: typeof SIMPLE,
  explode: boolean,
  key = name,
): string | undefined {
  const variable = { name, explode, maxLength: 0, rule: undefined };
  const text = expandVariable(value, { variable, key, operator, route: name });
  return text?.replace(KEPT, decodeURIComponent);
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
  const operator = allowReserved ? { ...QUERY, encode: encodeReserved } : QUERY;
  const writeOne = (name: string, value: unknown): readonly (string | undefined)[] => {
    if (isPlainObject(value))
      return object.style === "form"
        ? [write(name, value, operator, object.explode ?? true)]
        : Object.entries(value).map(([key, item]) =>
            // As a list, because an object inside is refused there.
            write(name, [item], operator, true, `${name}[${encodeURIComponent(key)}]`),
          );
    const text = write(name, value, operator, explode);
    return [explode ? text : text?.replaceAll(",", SEPARATORS[style] ?? ",")];
  };
  return (query) =>
    Object.entries(Object(query) as object)
      .flatMap(([name, value]) => writeOne(name, value))
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
    const parameter = readOwn(parameters, name);
    const value = write(
      name,
      parameter,
      first === "" ? SIMPLE : createOperator(first),
      star !== "",
    );
    if (!value) missing.push(name);
    return first + value;
  });
  if (missing.length > 0) throw createMissingError(missing, path);
  return text;
}

/** A path with `*` in place of each placeholder. */
export function withoutPlaceholders(path: string): string {
  return path.replace(PLACEHOLDER, "*");
}

// ---- Forms

/**
 * Writes the fields of an object as a form, if that is its content type. The client writes any other body: as
 * JSON, or unchanged where it is text of another type, bytes, a stream or a form.
 */
export function defaultBodySerializer(body: unknown, headers?: Headers): unknown {
  const isForm = isPlainObject(body) && URLENCODED.test(headers?.get("content-type") ?? "");
  return isForm ? createQuerySerializer()(body) : body;
}
