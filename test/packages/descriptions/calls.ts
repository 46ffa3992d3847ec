/** Calls of an operation with sample values: required ones alone, and all. */
import type { Document, Json } from "./document.js";
import type { Content, Operation, Parameter } from "./operations.js";
import {
  type Extent,
  FileSample,
  sampleOf,
  sentProperties,
  type Shape,
  shapeOf,
} from "./samples.js";
import { isScalar, textOf, writeHeader, writePath, writeQuery } from "./writing.js";

/** Where an operation is sent whose description does not say it. */
export const UNKNOWN_ADDRESS = "https://api.unknown.example";

/** Names that are options of every call. */
const OPTIONS = new Set("url method baseUrl headers mediaType request data".split(" "));

/** Lists one call with required values, one with all, and one for each further type of body. */
export function* listCalls(document: Document, operation: Operation): Generator<Call> {
  const [first, ...others] = operation.body?.content ?? [];
  const isRequired = operation.body?.isRequired === true;
  yield createCall(document, operation, "required", isRequired ? first : undefined);
  yield createCall(document, operation, "everything", first);
  for (const content of others) {
    if (content.type.includes("*")) continue;
    const label = `everything as ${content.type}`;
    yield createCall(document, operation, "everything", content, label);
  }
}

/** @param content The form of the body; `undefined` for a call without one. */
export function createCall(
  document: Document,
  operation: Operation,
  extent: Extent,
  content: Content | undefined,
  label: string = extent,
): Call {
  const { parameters, omitted } = sampleParameters(document, operation, extent);
  const body = content && sampleBody(document, operation, content, extent);
  const isOther = content !== undefined && content !== operation.body?.content[0];
  const parts = { operation, label, parameters, omitted, body };
  const headers = isOther ? { headers: { "content-type": content.type } } : {};
  return { ...parts, arguments: { ...toArguments(parts), ...headers } };
}

// ---- Values

/** The values of parameters, but for those that cannot be written or told apart. */
function sampleParameters(
  document: Document,
  { parameters, path }: Operation,
  extent: Extent,
): Pick<Call, "parameters" | "omitted"> {
  const samples = new Map<Parameter, Json>();
  const omitted: string[] = [];
  const names = new Set<string>();
  for (const parameter of [...parameters, ...listUndeclared(path, parameters)]) {
    const { name, location, isRequired } = parameter;
    if (location === "path" && !path.includes(`{${name}}`)) continue;
    if (extent === "required" && !isRequired) continue;
    const value = sampleOf(
      document,
      parameter.schema ?? {},
      location === "path" ? "everything" : extent,
    );
    const isEmpty = !isScalar(value) && Object.keys(value as object).length === 0;
    const sample = isEmpty ? sampleOf(document, parameter.schema, "everything") : value;
    if (names.has(name.toLowerCase()) || !isWritable(parameter, sample)) omitted.push(name);
    else samples.set(parameter, sample);
    names.add(name.toLowerCase());
  }
  return { parameters: samples, omitted };
}

/** Parameters for placeholders that no parameter declares, which take any text. */
function listUndeclared(path: string, declared: readonly Parameter[]): readonly Parameter[] {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const parameter = {
    location: "path",
    isRequired: true,
    schema: {},
    mediaType: undefined,
  } as const;
  return names
    .filter((name) => !declared.some((each) => each.location === "path" && each.name === name))
    .map((name) => ({ name, ...parameter, style: "simple", explode: false }));
}

/** Tells whether OpenAPI says how a value is written. */
function isWritable(parameter: Parameter, value: Json): boolean {
  const { location, mediaType, name } = parameter;
  if (mediaType !== undefined) return true;
  if (location === "query") return writeQuery(name, value, parameter) !== undefined;
  return isScalar(value) || Object.values(value as object).every(isScalar);
}

/** A body in one of its forms. */
function sampleBody(
  document: Document,
  operation: Operation,
  content: Content,
  extent: Extent,
): SentBody {
  const { type, schema = {} } = content;
  const shape = shapeOf(document, schema);
  const isFields = isJson(type) || isForm(type);
  if (!isFields) {
    const value = /^text\//.test(type) ? "a b" : new BytesSample();
    return { content, shape, value, isFlat: false };
  }
  const value = sampleOf(document, schema, extent, /^multipart/i.test(type));
  const isObject = !isScalar(value) && !Array.isArray(value) && !(value instanceof FileSample);
  const taken = new Set(operation.parameters.map(({ name }) => name));
  const isFree = (name: string): boolean =>
    !taken.has(name) && !OPTIONS.has(name) && !["parameters", "variables"].includes(name);
  const names = sentProperties(document, shape).map(([name]) => name);
  return {
    content,
    shape,
    value,
    isFlat:
      isObject && names.length > 0 && [...names, ...Object.keys(value as object)].every(isFree),
  };
}

/** The argument as a caller writes it. */
export function toArguments({
  operation,
  parameters,
  body,
}: Pick<Call, "operation" | "parameters" | "body">): Arguments {
  const { server } = operation;
  const isOption = (name: string): boolean =>
    OPTIONS.has(name) || (server.hasVariables && name === "variables");
  const entries = [...parameters].map(([{ name }, value]) => [name, value] as const);
  const nested = entries.filter(([name]) => isOption(name));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isOption(name))),
    ...(nested.length > 0 && { parameters: Object.fromEntries(nested) }),
    ...(body && (body.isFlat ? (body.value as Arguments) : { data: body.value })),
    ...(server.address === undefined && server.isOwn && { baseUrl: UNKNOWN_ADDRESS }),
  };
}

// ---- Requests

/** The request that OpenAPI asks for. */
export function expectRequest({ operation, parameters }: Call): ExpectedRequest {
  const { server, literalQuery } = operation;
  let path = operation.path;
  const query = [...literalQuery];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [parameter, value] of parameters) {
    const { name, location, explode } = parameter;
    if (location === "path")
      path = path.replaceAll(`{${name}}`, writePathParameter(parameter, value));
    else if (location === "header")
      headers[name.toLowerCase()] = writeHeaderParameter(parameter, value);
    else if (location === "cookie") {
      const style = { ...parameter, style: "form", explode };
      cookies.push(...(writeParameter(name, style, value) ?? []));
    } else if (location === "querystring") query.push(...writeWhole(parameter, value));
    else query.push(...(writeParameter(name, parameter, value) ?? []));
  }
  const base = server.address ?? UNKNOWN_ADDRESS;
  return { url: base + path, query: query.sort(), headers, cookies: cookies.sort() };
}

/** Tells whether the value of a parameter is written as JSON. */
function isJsonText({ mediaType }: Parameter): boolean {
  return mediaType !== undefined && isJson(mediaType);
}

function writeParameter(
  name: string,
  parameter: Parameter,
  value: Json,
): readonly string[] | undefined {
  return writeQuery(name, isJsonText(parameter) ? JSON.stringify(value) : value, parameter);
}

function writePathParameter(parameter: Parameter, value: Json): string {
  return writePath(
    parameter.name,
    isJsonText(parameter) ? JSON.stringify(value) : value,
    parameter,
  );
}

function writeHeaderParameter(parameter: Parameter, value: Json): string {
  return isJsonText(parameter) ? JSON.stringify(value) : writeHeader(value, parameter.explode);
}

/** A parameter `in: querystring` is the whole query. */
function writeWhole(parameter: Parameter, value: Json): readonly string[] {
  if (isForm(parameter.mediaType ?? ""))
    // A form is an object.
    return Object.entries(value as Readonly<Record<string, Json>>).flatMap(
      ([name, each]) => writeQuery(name, each, { style: "form", explode: true }) ?? [],
    );
  return [encodeURIComponent(isJsonText(parameter) ? JSON.stringify(value) : textOf(value))];
}

// ---- Media types

/** A type in lowercase, without its parameters. */
export function bareType(type: string): string {
  return type
    .trim()
    .replace(/\s*;.*$/s, "")
    .toLowerCase();
}

export function isForm(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type);
}

export function isJson(type: string): boolean {
  return /[/+]json\s*(;|$)/i.test(type);
}

// ---- Types

/** Bytes, for bodies that are neither JSON nor forms nor text. */
export class BytesSample {
  readonly text = "a b";
}

/** The argument of a call. Members are JSON, but for files and bytes. */
export type Arguments = Readonly<Record<string, Json>>;

/** A body, and how it is passed. */
export interface SentBody {
  readonly content: Content;
  readonly shape: Shape;
  readonly value: Json;
  /** Its properties are keys of the call; otherwise it is `data`. */
  readonly isFlat: boolean;
}

export interface Call {
  readonly operation: Operation;
  /** For people: `required`, `everything`, `everything as text/plain`. */
  readonly label: string;
  readonly parameters: ReadonlyMap<Parameter, Json>;
  /** Names of parameters that OpenAPI does not say how to write, or that a call cannot tell apart. */
  readonly omitted: readonly string[];
  readonly body: SentBody | undefined;
  readonly arguments: Arguments;
}

/** A request as OpenAPI asks for it. */
export interface ExpectedRequest {
  readonly url: string;
  /** Encoded pairs, sorted. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}
