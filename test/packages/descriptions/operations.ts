/** Reads the operations of a description: what a request of each needs, by OpenAPI alone. */
import { type Document, type Json, type JsonMap, listOf, mapOf } from "./document.js";
import { isSwagger, readSwaggerOperation, readSwaggerServers } from "./swagger.js";
import { type Style, textOf } from "./writing.js";

/** Keys of a path that are operations. */
const METHODS = ["get", "head", "options", "post", "put", "patch", "delete", "query", "trace"];

/** A body has no meaning there (RFC 9110, section 9.3). */
const METHODS_WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Lists the operations in the order of the description. */
export function* listOperations(document: Document): Generator<Operation> {
  for (const [url, item] of Object.entries(mapOf(document.root["paths"]))) {
    if (url.startsWith("x-")) continue;
    const path = document.resolve(item);
    const named = METHODS.map((method) => [method.toUpperCase(), path[method]] as const);
    const added = Object.entries(mapOf(path["additionalOperations"]));
    for (const [method, operation] of [...named, ...added]) {
      const described = document.resolve(operation);
      // A webhook among the paths is sent by the service.
      if (operation === undefined || described["x-fern-webhook"] === true) continue;
      yield readOperation(document, method, url, path, described);
    }
  }
}

function readOperation(
  document: Document,
  method: string,
  url: string,
  path: JsonMap,
  described: JsonMap,
): Operation {
  const isOld = isSwagger(document);
  const operation = isOld ? readSwaggerOperation(document, path, described) : described;
  const [rest = "", query] = url.replace(/#.*$/s, "").split("?", 2);
  const lists = [...(isOld ? [] : [path["parameters"]]), operation["parameters"]];
  const hasBody = !METHODS_WITHOUT_BODY.has(method);
  return {
    route: `${method} ${url}`,
    method,
    path: rest,
    literalQuery: query === undefined ? [] : query.split("&"),
    parameters: moveToPath(rest, readParameters(document, lists)),
    body: hasBody ? readBody(document, operation["requestBody"]) : undefined,
    server: readServer(document, path, operation),
    security: readSecurity(document, operation),
    ...readResponses(document, operation["responses"]),
  };
}

const LOCATIONS: ReadonlySet<string> = new Set([
  "path",
  "query",
  "header",
  "cookie",
  "querystring",
]);

/** Headers that OpenAPI ignores as parameters. */
const OTHER_HEADERS = /^(?:accept|authorization|content-type)$/i;

/** Parameters of the operation replace those of the path. */
function readParameters(document: Document, lists: readonly Json[]): readonly Parameter[] {
  const declared = lists.flatMap(listOf).map(document.resolve);
  const byPlace = declared.flatMap((each) => {
    const { name, in: location } = each;
    const isKnown = typeof name === "string" && LOCATIONS.has(String(location));
    const isIgnored = location === "header" && OTHER_HEADERS.test(String(name));
    if (!isKnown || isIgnored) return [];
    return [[`${String(location)} ${name}`, readParameter(each)] as const];
  });
  return [...new Map(byPlace).values()];
}

/** A placeholder that is declared as a parameter of the query alone has that parameter. */
function moveToPath(path: string, parameters: readonly Parameter[]): readonly Parameter[] {
  const inPath = new Set(
    parameters.filter(({ location }) => location === "path").map(({ name }) => name),
  );
  return parameters.map((each) => {
    const { name, location } = each;
    const isMisplaced = location === "query" && !inPath.has(name) && path.includes(`{${name}}`);
    if (!isMisplaced) return each;
    return { ...each, location: "path", isRequired: true, style: "simple", explode: false };
  });
}

function readParameter(parameter: JsonMap): Parameter {
  const { name, in: location, schema, content, allowReserved } = parameter;
  const [media] = schema === undefined ? Object.entries(mapOf(content)) : [];
  const defaultStyle = location === "path" || location === "header" ? "simple" : "form";
  const style = textOf(parameter["style"] ?? defaultStyle);
  return {
    name: String(name),
    location: location as Location, // checked by the caller
    isRequired: parameter["required"] === true || location === "path",
    schema: schema ?? mapOf(media?.[1])["schema"],
    mediaType: media?.[0],
    style,
    explode: (parameter["explode"] ?? (style === "form" || style === "cookie")) === true,
    isReserved: allowReserved === true,
  };
}

function readBody(document: Document, body: Json): Body | undefined {
  const { content, required } = document.resolve(body);
  const entries = Object.entries(document.resolve(content)).map(([type, media]) => {
    const { schema, encoding } = document.resolve(media);
    return { type, schema, encoding: mapOf(encoding) };
  });
  if (entries.length === 0) return undefined;
  return { isRequired: required === true, content: preferJson(entries, ({ type }) => type) };
}

/** JSON first, then types like JSON, otherwise in the order of the description. */
function preferJson<T>(list: readonly T[], typeOf: (entry: T) => string): readonly T[] {
  const rank = (type: string): number => {
    if (/^application\/json\s*(;|$)/i.test(type)) return 0;
    return /[/+]json\s*(;|$)/i.test(type) ? 1 : 2;
  };
  return [...list].sort((a, b) => rank(typeOf(a)) - rank(typeOf(b)));
}

/** The first server of the operation, of its path or of the description. */
function readServer(document: Document, path: JsonMap, operation: JsonMap): Server {
  const { root } = document;
  const ownServers = [operation["servers"], path["servers"]].find(
    (each) => listOf(each).length > 0,
  );
  const [rootServer] = isSwagger(document) ? readSwaggerServers(root) : listOf(root["servers"]);
  const { url, variables } = mapOf(rootServer);
  const address = addressOf(ownServers === undefined ? rootServer : listOf(ownServers)[0]);
  return {
    address,
    isOwn: ownServers !== undefined && address !== addressOf(rootServer),
    hasVariables: Object.keys(mapOf(variables)).some((name) => String(url).includes(`{${name}}`)),
  };
}

/** The address, with the defaults of its variables. */
function addressOf(server: Json): string | undefined {
  const { url, variables } = mapOf(server);
  if (typeof url !== "string") return undefined;
  const filled = url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
    const value = mapOf(mapOf(variables)[name])["default"];
    return value === undefined ? text : textOf(value);
  });
  return /^https?:\/\/[^{}/]+[^{}]*$/.test(filled) ? filled.replace(/\/+$/, "") : undefined;
}

function readSecurity(
  { root, resolve }: Document,
  operation: JsonMap,
): readonly (readonly Credential[])[] {
  const schemes = {
    ...mapOf(root["securityDefinitions"]),
    ...mapOf(mapOf(root["components"])["securitySchemes"]),
  };
  return listOf(operation["security"] ?? root["security"]).map((alternative) =>
    Object.keys(mapOf(alternative)).map((name) => readScheme(resolve(schemes[name]))),
  );
}

function readScheme({ type, scheme, in: where, name }: JsonMap): Credential {
  const authorize = (prefix: string): Credential => ({
    in: "header",
    key: "authorization",
    prefix,
  });
  if (type === "oauth2" || type === "openIdConnect") return authorize("Bearer ");
  const word = type === "basic" ? "basic" : String(scheme).toLowerCase();
  if (type === "basic" || type === "http") {
    if (word === "basic") return authorize("Basic ");
    return word === "bearer" ? authorize("Bearer ") : undefined;
  }
  if (type !== "apiKey" || typeof name !== "string") return undefined;
  if (where === "query") return { in: where, key: name, prefix: "" };
  return where === "header" ? { in: where, key: name.toLowerCase(), prefix: "" } : undefined;
}

/** A response `default` is one of errors, unless there is no other success. */
function readResponses(
  { resolve }: Document,
  responses: Json,
): Pick<Operation, "success" | "errors"> {
  const entries = Object.entries(mapOf(responses)).map(([status, response]) => {
    const types = Object.keys(resolve(resolve(response)["content"]));
    return { status, types: preferJson(types, (type) => type) };
  });
  const hasSuccess = entries.some(({ status }) => status.startsWith("2"));
  const typesWhere = (isSuccess: boolean): readonly (readonly string[])[] =>
    entries
      .filter(({ types }) => types.length > 0)
      .filter(({ status }) => {
        const isGood = status.startsWith("2") || (!hasSuccess && status === "default");
        return isGood === isSuccess;
      })
      .map(({ types }) => types);
  return { success: typesWhere(true), errors: typesWhere(false) };
}

// ---- Types

/** One operation of a description. */
export interface Operation {
  /** As `routes.yaml` names it: `GET /path`. */
  readonly route: string;
  readonly method: string;
  /** Without query and fragment. */
  readonly path: string;
  /** The pairs of a query in the key of the path, as they are written there. */
  readonly literalQuery: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly server: Server;
  /** The alternatives of `security`. */
  readonly security: readonly (readonly Credential[])[];
  /** The types of each response: of those that are a success, and of errors. */
  readonly success: readonly (readonly string[])[];
  readonly errors: readonly (readonly string[])[];
}

export type Location = "path" | "query" | "header" | "cookie" | "querystring";

export interface Parameter extends Style {
  readonly name: string;
  readonly location: Location;
  readonly isRequired: boolean;
  readonly schema: Json;
  /** The media type of a parameter that has `content`. */
  readonly mediaType: string | undefined;
}

export interface Body {
  readonly isRequired: boolean;
  readonly content: readonly Content[];
}

export interface Content {
  readonly type: string;
  readonly schema: Json;
  readonly encoding: JsonMap;
}

/** Where an operation is sent. */
export interface Server {
  /** `undefined` where the description has no address that can be used. */
  readonly address: string | undefined;
  /** The operation or its path says it, not the description as a whole. */
  readonly isOwn: boolean;
  /** The address of the whole description has variables. */
  readonly hasVariables: boolean;
}

/** Credentials that a security scheme puts into a request; `undefined` where only the caller can. */
export type Credential =
  { readonly in: "header" | "query"; readonly key: string; readonly prefix: string } | undefined;
