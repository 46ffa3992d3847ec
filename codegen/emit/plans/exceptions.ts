/**
 * The differences between the request of a route and its documented URL with plain JSON: as a row of the emitted
 * table, and as the runtime reads them.
 */
import type { RouteException } from "../../../src/catalog/requests.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import { bareType, hasRequestBody, isForm, isJson } from "../../model/http.js";
import type { Body, Parameter, Route } from "../../model/model.js";
import { type CallForm, hasRequiredKey } from "../calls/forms.js";
import type { EmitContext } from "../context/context.js";
import { allowsArray } from "./value-kinds.js";

/** The routes that need more than their documented URL. */
export function listExceptions({
  model,
  parameters,
  resolve,
}: EmitContext): readonly (readonly [Route, Exception])[] {
  const { sendsEmptyBodies = true } = model.vendor;
  return parameters.flatMap(({ route, call }) => {
    const nested = new Set(call.nested.map(({ name }) => name));
    const emptyBody = sendsEmptyBodies && sendsEmptyBody(route, call);
    const exception = readException(route, nested, emptyBody, resolve);
    return isException(exception, route) ? [[route, exception] as const] : [];
  });
}

/** Tells whether a call without keys of the body sends an empty one: a required body whose keys are optional. */
function sendsEmptyBody({ body }: Route, call: CallForm): boolean {
  const { content, data } = call;
  const isOptional = data?.required !== true && !hasRequiredKey(call);
  const hasKeys = content !== undefined && (isJson(content) || content.contentTypes.some(isForm));
  return body?.required === true && hasKeys && isOptional;
}

/**
 * @param nested The parameters that are named like an option of a call.
 * @param emptyBody A call without keys of the body sends an empty one.
 */
function readException(
  route: Route,
  nested: NestedNames,
  emptyBody: boolean,
  resolve: ResolveComponent,
): Exception {
  const { url, server = "", parameters } = route;
  const inPath = new Map(
    parameters
      .filter(({ in: location }) => location === "path")
      .map((parameter) => [parameter.name, parameter]),
  );
  return {
    url: url.replace(/\{([^{}]+)\}/g, (text, name: string) => {
      const parameter = inPath.get(name);
      return parameter ? toPathExpression(parameter, nested) : text;
    }),
    suffix: toSuffix(route, nested, resolve),
    server: server.replace(/\/+$/, ""),
    more: {
      ...readMore(route, nested),
      ...(emptyBody && { emptyBody }),
      ...(route.needsBaseUrl && { needsBaseUrl: true }),
    },
  };
}

/** A path parameter as in RFC 6570, or with an asterisk before the name for several segments. */
function toPathExpression(parameter: Parameter, nested: NestedNames): string {
  const { multiSegment, style, explode } = parameter;
  const name = `${nested.has(parameter.name) ? OPTION_PREFIX : ""}${parameter.name}`;
  if (multiSegment) return `{*${name}}`;
  const operator = style === "label" ? "." : style === "matrix" ? ";" : "";
  return `{${operator}${name}${explode === true ? "*" : ""}}`;
}

/** A member of the option `parameters` in a template. */
const OPTION_PREFIX = "parameters.";

/** Tells whether a row says more than the route. A fragment is never sent, so its URL is one. */
function isException({ url, suffix, server, more }: Exception, route: Route): boolean {
  if (url.includes("#")) return true;
  return url !== route.url || suffix !== "" || server !== "" || Object.keys(more).length > 0;
}

/** The differences in the order of the generated interface, without usual values. */
function readMore(route: Route, nested: NestedNames): More {
  const { parameters, body, accept } = route;
  const styles = (location: Parameter["in"], styleOf: (parameter: Parameter) => unknown) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location)
        .map((parameter) => [parameter.name, styleOf(parameter)] as const)
        .filter(([, style]) => style !== undefined),
    );
  const entries = Object.entries({
    query: styles("query", (parameter) => queryStyle(parameter, route, nested)),
    headers: styles("header", ({ style, explode }) => style ?? (explode ? "explode" : "simple")),
    cookies: styles("cookie", ({ style }) => style ?? "form"),
    ...(body && readBodyException(body)),
    accept,
    named: [...nested],
  });
  return Object.fromEntries(entries.filter(([, value]) => !isAbsentOrEmpty(value)));
}

/** Tells whether a value is `undefined`, or an object or a list without members. */
function isAbsentOrEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The content type of JSON where a route declares none. */
const DEFAULT_TYPE = "application/json; charset=utf-8";

/**
 * The content type of a body, and the notation of a form. A media range such as `image/*` cannot be
 * sent, so its default is bytes. JSON is declared if callers may choose another type, so that the
 * runtime refuses values that the chosen type cannot express.
 */
function readBodyException({ furtherContents = [], ...first }: Body): More {
  const contents = [first, ...furtherContents];
  const types = contents.flatMap(({ contentTypes }) => contentTypes);
  const [range = "application/json"] = types;
  const type = range.includes("*") ? "application/octet-stream" : range;
  const isJsonType = bareType(type) === "application/json";
  const { lists, encoding } =
    contents.find(({ contentTypes }) => contentTypes.some(isForm)) ?? first;
  return {
    ...(!isJsonType && { contentType: type }),
    ...(isJsonType && types.length > 1 && { contentType: DEFAULT_TYPE }),
    ...(lists !== "repeat" && { lists }),
    encoding,
  };
}

/**
 * The style of a query parameter; `undefined` for the usual one. On a route with a body, parameters that
 * the template cannot express always have a style.
 */
function queryStyle(parameter: Parameter, route: Route, nested: NestedNames): string | undefined {
  const { name, style, reserved = false } = parameter;
  if (reserved) return style === undefined ? "reserved" : `reserved-${style}`;
  if (style !== undefined) return style;
  const isListed =
    nested.has(name) || (hasRequestBody(route.method) && !isInTemplate(parameter, nested));
  return isListed ? "repeat" : undefined;
}

/** Tells whether a template can hold a query parameter. */
function isInTemplate({ name, style, reserved }: Parameter, nested: NestedNames): boolean {
  const isPlain = style === undefined && reserved !== true && !nested.has(name);
  return isPlain && /^\w[\w-]*$/.test(name);
}

/**
 * Routes with a body declare query parameters in the template (contract A.19). Otherwise these
 * would be sent in the body (contract A.18).
 */
function toSuffix(route: Route, nested: NestedNames, resolve: ResolveComponent): string {
  const { url, method, parameters } = route;
  const query = parameters.filter(
    (parameter) => parameter.in === "query" && isInTemplate(parameter, nested),
  );
  if (!hasRequestBody(method) || query.length === 0) return "";
  const names = query.map(({ name, schema }) => (allowsArray(schema, resolve) ? `${name}*` : name));
  return `{${url.includes("?") ? "&" : "?"}${names.join(",")}}`;
}

// ---- Exceptions as the runtime reads them

/** The keys of an exception that the runtime's extension for parameters reads. */
export const DECLARED_PARAMETERS = ["query", "headers", "cookies", "accept", "named"];

/** The exception as the runtime reads it, which the emitted code makes of a row. */
export function toRouteException(route: Route, row: Exception | undefined): RouteException {
  if (row === undefined) return {};
  const { url, suffix, server, more } = row;
  const template = server + url.replace(/#.*/s, "").replaceAll("{*", "{") + suffix;
  const multiSegment = Array.from(url.matchAll(/\{\*([^}]+)/g), ([, name = ""]) => name);
  return {
    ...(template !== route.url && { template }),
    ...(multiSegment.length > 0 && { multiSegment }),
    ...more,
  };
}

// ---- Types

/** A row of the generated table: the differences between a request and its documented URL. */
export interface Exception {
  /** The URL with its path styles as in a template; an asterisk marks parameters of several segments. */
  readonly url: string;
  /** Appended to the URL in the template: an expression for query parameters. */
  readonly suffix: string;
  /** Prepended to the URL: the server, if the route has its own. */
  readonly server: string;
  /** Differences that a template cannot express. */
  readonly more: More;
}

/** By the keys of the generated interface. */
type More = Readonly<Record<string, unknown>>;

/** The names of the parameters that are members of the option `parameters`. */
type NestedNames = ReadonlySet<string>;
