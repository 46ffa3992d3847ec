/**
 * Reads the operations of a description without the importer, and says what the request of each
 * looks like with sample values. It knows what most descriptions use; what it does not know is not
 * compared.
 */

export type Json = unknown;
type JsonMap = Readonly<Record<string, Json>>;

/** One operation with sample values, and the request that OpenAPI asks for. */
export interface ExpectedRequest {
  readonly route: string;
  readonly method: string;
  /** The arguments of the call, by parameter. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly headerNames: readonly string[];
  /** The body, if there is one. */
  readonly data?: Json;
  readonly contentType?: string;
  /** `undefined` where the description has no address. */
  readonly base: string | undefined;
  /** Encoded. */
  readonly path: string;
  /** Decoded pairs, sorted. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const METHODS = ["get", "head", "options", "post", "put", "patch", "delete"];

export function* listOperations(root: JsonMap): Generator<ExpectedRequest> {
  const resolve = createResolver(root);
  for (const [url, item] of Object.entries(mapOf(root["paths"]))) {
    const path = resolve(item);
    for (const method of METHODS) {
      const operation = path[method];
      if (operation === undefined || url.startsWith("x-")) continue;
      const described = resolve(operation);
      if (described["x-fern-webhook"] === true) continue;
      yield expect(method.toUpperCase(), url, path, described, root, resolve);
    }
  }
}

type Resolve = (value: Json) => JsonMap;

function createResolver(root: JsonMap): Resolve {
  return (value) => {
    let current = value;
    for (let hops = 0; hops < 30; hops += 1) {
      const ref = mapOf(current)["$ref"];
      if (typeof ref !== "string" || !ref.startsWith("#/")) break;
      current = ref
        .slice(2)
        .split("/")
        .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
        .reduce<Json>((each, key) => mapOf(each)[key], root);
    }
    return mapOf(current);
  };
}

function mapOf(value: Json): JsonMap {
  return typeof value === "object" && value !== null ? (value as JsonMap) : {};
}

function expect(
  method: string,
  url: string,
  path: JsonMap,
  operation: JsonMap,
  root: JsonMap,
  resolve: Resolve,
): ExpectedRequest {
  const declared = new Map<string, JsonMap>();
  for (const list of [path["parameters"], operation["parameters"]]) {
    for (const each of Array.isArray(list) ? list : []) {
      const parameter = resolve(each);
      const { name, in: where } = parameter;
      declared.set(`${String(where)} ${String(name)}`, parameter);
    }
  }
  const parameters: Record<string, Json> = {};
  const query: string[] = literalQuery(url);
  const headers: Record<string, string> = {};
  const names = new Set<string>();
  let filled = url.replace(/[?#].*$/s, "");
  for (const parameter of declared.values()) {
    const { name, in: where } = parameter;
    if (typeof name !== "string" || names.has(name)) continue;
    const schema = resolve(parameter["schema"]);
    const value = sampleOf(schema, resolve);
    const isScalar = typeof value !== "object";
    if (where === "path" && filled.includes(`{${name}}`)) {
      if (!isScalar) continue;
      filled = filled.replaceAll(`{${name}}`, prefixOf(parameter) + encode(textOf(value)));
    } else if (where === "query" && parameter["schema"] !== undefined) {
      const pairs = queryOf(name, value, parameter);
      if (pairs === undefined || url.includes(`{${name}}`)) continue;
      query.push(...pairs);
    } else if (
      where === "header" &&
      isScalar &&
      !/^(accept|authorization|content-type)$/i.test(name)
    ) {
      headers[name.toLowerCase()] = textOf(value);
    } else continue;
    names.add(name);
    parameters[name] = value;
  }
  for (const [, name = ""] of filled.matchAll(/\{([^{}]+)\}/g)) {
    parameters[name] = "a b";
    filled = filled.replaceAll(`{${name}}`, `${prefixOf(declared.get(`path ${name}`))}a%20b`);
  }
  const body = METHODS.slice(0, 3).includes(method.toLowerCase())
    ? undefined
    : bodyOf(resolve(operation["requestBody"]), resolve);
  return {
    ...{ route: `${method} ${url}`, method, parameters, headers, path: filled },
    headerNames: Object.keys(headers),
    query: query.sort(),
    base: addressOf(operation["servers"] ?? path["servers"] ?? root["servers"]),
    ...body,
  };
}

function literalQuery(url: string): string[] {
  const text = /\?([^#]*)/.exec(url)?.[1];
  return text === undefined ? [] : pairsOf(text);
}

/** The decoded pairs of a query. */
export function pairsOf(text: string): string[] {
  return text.split("&").map((pair) => decodeURIComponent(pair.replaceAll("+", "%20")));
}

/** What stands before a single value in the styles `label` and `matrix`. */
function prefixOf({ style, name }: JsonMap = {}): string {
  if (style === "label") return ".";
  return style === "matrix" ? `;${textOf(name)}=` : "";
}

/** Only single values are written as text. */
function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `undefined` for a style that is not compared. */
function queryOf(name: string, value: Json, parameter: JsonMap): readonly string[] | undefined {
  const { style = "form" } = parameter;
  const explode = parameter["explode"] ?? style === "form";
  if (Array.isArray(value)) {
    if (value.some((each) => typeof each === "object")) return undefined;
    const texts = value.map(String);
    if (style === "form" && explode === true) return texts.map((each) => `${name}=${each}`);
    const separator = { form: ",", spaceDelimited: " ", pipeDelimited: "|" }[String(style)];
    return separator === undefined || explode === true
      ? undefined
      : [`${name}=${texts.join(separator)}`];
  }
  if (typeof value !== "object" || value === null) return [`${name}=${textOf(value)}`];
  const entries = Object.entries(value).filter(([, each]) => typeof each !== "object");
  if (entries.length !== Object.keys(value).length) return undefined;
  if (style === "deepObject")
    return entries.map(([key, each]) => `${name}[${key}]=${String(each)}`);
  if (style !== "form" || explode !== true) return undefined;
  return entries.map(([key, each]) => `${key}=${String(each)}`);
}

/** A value of a schema: a text that must be encoded where any is allowed. */
function sampleOf(schema: JsonMap, resolve: Resolve, depth = 0): Json {
  const values = schema["enum"];
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(values)) return values.find((each) => each !== null && each !== "") as Json;
  for (const keyword of ["allOf", "oneOf", "anyOf"]) {
    const members = schema[keyword];
    if (Array.isArray(members) && members.length > 0 && schema["type"] === undefined && depth < 5) {
      const typed = members.map(resolve).find((each) => each["type"] !== "null");
      return sampleOf(typed ?? {}, resolve, depth + 1);
    }
  }
  const [type] = [schema["type"]].flat().filter((each) => each !== "null");
  if (type === "integer" || type === "number" || type === "int64") return 7;
  if (type === "boolean") return true;
  if (type === "array" || schema["items"] !== undefined) {
    return depth > 3 ? [] : [sampleOf(resolve(schema["items"]), resolve, depth + 1)];
  }
  const properties = Object.entries(mapOf(schema["properties"]));
  if (type === "object" || (type === undefined && properties.length > 0)) {
    if (depth > 1) return {};
    const [first] = properties;
    return first ? { [first[0]]: sampleOf(resolve(first[1]), resolve, depth + 1) } : { key: "a b" };
  }
  return "a b";
}

function bodyOf(
  body: JsonMap,
  resolve: Resolve,
): { readonly data?: Json; readonly contentType?: string } {
  const content = Object.entries(mapOf(body["content"]));
  const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);
  const alike = (type: string): boolean => /[/+]json\s*(;|$)/i.test(type);
  const chosen =
    content.find(([type]) => isJson(type)) ?? content.find(([type]) => alike(type)) ?? content[0];
  if (chosen === undefined || chosen[0].includes("*")) return {};
  const [contentType, media] = chosen;
  if (alike(contentType)) return { contentType, data: { "a b": [1, "x&y"] } };
  const schema = resolve(mapOf(media)["schema"]);
  // A part with a media type of its own is a file.
  if (mapOf(media)["encoding"] !== undefined) return {};
  if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)) {
    const names = Object.entries(mapOf(schema["properties"]));
    const plain = names.find(([, each]) => resolve(each)["type"] === "string");
    return plain ? { contentType, data: { [plain[0]]: "a b&c" } } : {};
  }
  return /^text\//.test(contentType) ? { contentType, data: "a b" } : {};
}

/** The first server, with the defaults of its variables. */
function addressOf(servers: Json): string | undefined {
  const [first] = Array.isArray(servers) ? (servers as readonly Json[]) : [];
  const { url, variables } = mapOf(first);
  if (typeof url !== "string") return undefined;
  const filled = url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
    const value = mapOf(mapOf(variables)[name])["default"];
    return value === undefined ? text : textOf(value);
  });
  return /^https?:\/\/[^{}]+$/.test(filled) ? filled.replace(/\/+$/, "") : undefined;
}
