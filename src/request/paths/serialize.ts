/** Writes parameters into a URL by the styles of OpenAPI 3, and forms, as the client by path does by default. */
import { URLENCODED } from "../../http/media-types.js";
import { createMissingError } from "../endpoint/route/placement.js";
import {
  createOperator,
  expandVariable,
  QUERY,
  SIMPLE,
  type Variable,
} from "../endpoint/route/template.js";
import { encodeReserved, isPlainObject, readOwn } from "../endpoint/values.js";
import type { QuerySerializerOptions } from "./types.js";

/**
 * Writes one parameter; `undefined` if it has no value, which an empty list or object has not either.
 * @param key The name as the URL has it.
 * @throws EndpointError for a list or an object inside another one.
 */
function write(
  value: unknown,
  variable: Variable,
  operator: Operator,
  key = variable.name,
): string | undefined {
  return expandVariable(value, {
    variable,
    key: decodeMarks(key),
    operator,
    route: variable.name,
  });
}

/** Writes one parameter that is neither a list nor an object: the engine refuses these inside a list. */
function writeSingle(
  value: unknown,
  name: string,
  operator: Operator,
  key: string,
): string | undefined {
  return write([value], createVariable(name, true), operator, key);
}

/** @param explode Set if each item of a list, or member of an object, is written by itself. */
function createVariable(name: string, explode: boolean): Variable {
  return { name, explode, maxLength: 0, rule: undefined };
}

/** Changes an operator of the template engine, so that it encodes like `encodeURIComponent`. */
function keepMarks(operator: Operator): Operator {
  return { ...operator, encode: (text) => decodeMarks(operator.encode(text)) };
}

/** Decodes the characters `!'()*`, which `encodeURIComponent` keeps, unlike the template engine. */
function decodeMarks(text: string): string {
  return text.replace(/%(?:2[1789A])/g, decodeURIComponent);
}

const PLAIN_PATH = /* @__PURE__ */ keepMarks(SIMPLE);

const PLAIN_QUERY = /* @__PURE__ */ keepMarks(QUERY);

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
  const operator = allowReserved ? keepMarks({ ...QUERY, encode: encodeReserved }) : PLAIN_QUERY;
  const writeOne = (name: string, value: unknown): readonly (string | undefined)[] => {
    if (isPlainObject(value))
      return object.style === "form"
        ? [write(value, createVariable(name, object.explode ?? true), operator)]
        : Object.entries(value).map(([member, item]) => {
            const key = `${name}[${encodeURIComponent(member)}]`;
            return writeSingle(item, name, operator, key);
          });
    const text = write(value, createVariable(name, explode), operator);
    // The engine joins a list by commas. It encodes those inside an item, unless `allowReserved` is set.
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
    const operator = first === "" ? PLAIN_PATH : keepMarks(createOperator(first));
    const value = write(parameter, createVariable(name, star !== ""), operator);
    if (value) return first + value;
    missing.push(name);
    return "";
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

type Operator = typeof SIMPLE;
