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
  /** The arguments of the call, by parameter. */
  readonly parameters: Readonly<Record<string, Json>>;
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

const METHODS_WITHOUT_BODY = ["GET", "HEAD", "OPTIONS"];

export function* listOperations(root: JsonMap): Generator<ExpectedRequest> {
  const resolve = createResolver(root);
  for (const [url, item] of Object.entries(mapOf(root["paths"]))) {
    const path = resolve(item);
    for (const method of METHODS) {
      const operation = path[method];
      if (operation === undefined || url.startsWith("x-")) continue;
      const described = resolve(operation);
      if (described["x-fern-webhook"] === true) continue;
      const each = { method: method.toUpperCase(), url, path, operation: described, root };
      yield expectRequest(each, resolve);
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

/** An operation of the description, with what surrounds it. */
interface Operation {
  readonly method: string;
  readonly url: string;
  readonly path: JsonMap;
  readonly operation: JsonMap;
  readonly root: JsonMap;
}

/** What parameters with sample values make of a request. */
interface Placed {
  readonly parameters: Record<string, Json>;
  readonly query: string[];
  readonly headers: Record<string, string>;
  /** The path, with the values in place of its placeholders. */
  path: string;
}

function expectRequest(described: Operation, resolve: Resolve): ExpectedRequest {
  const { method, url, path, operation, root } = described;
  const declared = readParameters([path["parameters"], operation["parameters"]], resolve);
  const placed: Placed = {
    parameters: {},
    query: literalQuery(url),
    headers: {},
    path: url.replace(/[?#].*$/s, ""),
  };
  for (const parameter of declared.values()) place(parameter, url, placed, resolve);
  fillUndeclared(placed, declared);
  const hasBody = !METHODS_WITHOUT_BODY.includes(method);
  const body = hasBody ? bodyOf(resolve(operation["requestBody"]), resolve) : {};
  return {
    ...placed,
    route: `${method} ${url}`,
    query: placed.query.sort(),
    base: addressOf(operation["servers"] ?? path["servers"] ?? root["servers"]),
    ...body,
  };
}

/** The parameters by location and name. Those of the operation replace those of the path. */
function readParameters(lists: readonly Json[], resolve: Resolve): ReadonlyMap<string, JsonMap> {
  const parameters = lists.flatMap((list) => (Array.isArray(list) ? list.map(resolve) : []));
  return new Map(
    parameters.map((each) => [`${String(each["in"])} ${String(each["name"])}`, each] as const),
  );
}

/** Adds a parameter to the request, unless it is of a kind that is not compared. */
function place(parameter: JsonMap, url: string, placed: Placed, resolve: Resolve): void {
  const { name, in: location, schema } = parameter;
  if (typeof name !== "string" || Object.hasOwn(placed.parameters, name)) return;
  const value = sampleOf(resolve(schema), resolve);
  const isScalar = typeof value !== "object";
  const placeholder = `{${name}}`;
  if (location === "path" && placed.path.includes(placeholder)) {
    if (!isScalar) return;
    const text = prefixOf(parameter) + encode(textOf(value));
    placed.path = placed.path.replaceAll(placeholder, text);
  } else if (location === "query" && schema !== undefined) {
    const pairs = queryOf(name, value, parameter);
    if (pairs === undefined || url.includes(placeholder)) return;
    placed.query.push(...pairs);
  } else if (location === "header" && schema !== undefined && isScalar) {
    if (OTHER_HEADERS.test(name)) return;
    placed.headers[name.toLowerCase()] = textOf(value);
  } else return;
  placed.parameters[name] = value;
}

/** Headers that a description must not declare as parameters. */
const OTHER_HEADERS = /^(?:accept|authorization|content-type)$/i;

/** Placeholders without a parameter take any text. */
function fillUndeclared(placed: Placed, declared: ReadonlyMap<string, JsonMap>): void {
  for (const [placeholder, name = ""] of placed.path.matchAll(/\{([^{}]+)\}/g)) {
    placed.parameters[name] = "a b";
    const text = `${prefixOf(declared.get(`path ${name}`))}a%20b`;
    placed.path = placed.path.replaceAll(placeholder, text);
  }
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
  const listed: Json = Array.isArray(values)
    ? values.find((each) => each !== null && each !== "")
    : undefined;
  if (listed !== undefined) return listed;
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
