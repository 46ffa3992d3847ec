/**
 * The differences between the request of a route and its documented URL with plain JSON: as a row of the emitted
 * table, and as the runtime reads them.
 */
import type { RouteException } from "../../../src/catalog/requests.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import { bareType, isForm, isJson } from "../../model/http.js";
import type { Body, Route } from "../../model/model.js";
import { type CallForm, hasRequiredKey } from "../calls/forms.js";
import type { EmitContext } from "../context/context.js";
import {
  listStyles,
  type NestedNames,
  toMemberName,
  toPathExpression,
  toQueryExpression,
} from "./parameter-styles.js";

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
  const { server = "" } = route;
  return {
    ...readUrl(route, nested),
    suffix: toQueryExpression(route, nested, resolve),
    server: server.replace(/\/+$/, ""),
    more: {
      ...readMore(route, nested),
      ...(emptyBody && { emptyBody }),
      ...(route.needsBaseUrl && { needsBaseUrl: true }),
    },
  };
}

function readUrl(
  { url, parameters }: Route,
  nested: NestedNames,
): Pick<Exception, "url" | "markedUrl" | "multiSegment"> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const expressions = new Map(
    inPath.map((parameter) => [parameter.name, toPathExpression(parameter, nested)]),
  );
  const several = inPath.filter(({ multiSegment }) => multiSegment);
  const marked = new Map(
    several.map((parameter) => [parameter.name, `{*${toMemberName(parameter.name, nested)}}`]),
  );
  return {
    url: replacePlaceholders(url, expressions),
    markedUrl: replacePlaceholders(url, new Map([...expressions, ...marked])),
    multiSegment: listPlaceholders(url)
      .filter((name) => marked.has(name))
      .map((name) => toMemberName(name, nested)),
  };
}

/** The names in braces: `owner` and `path` in `/{owner}/files/{path}`. */
function listPlaceholders(url: string): readonly string[] {
  return Array.from(url.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/** Puts expressions in the place of names in braces. A name without an expression stays. */
function replacePlaceholders(url: string, expressions: ReadonlyMap<string, string>): string {
  return url.replace(PLACEHOLDER, (text, name: string) => expressions.get(name) ?? text);
}

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** Tells whether a row says more than the route. A fragment is never sent, so its URL is one. */
function isException(exception: Exception, route: Route): boolean {
  const { markedUrl, suffix, server, more } = exception;
  if (route.url.includes("#")) return true;
  return markedUrl !== route.url || suffix !== "" || server !== "" || Object.keys(more).length > 0;
}

/** The differences in the order of the generated interface, without usual values. */
function readMore(route: Route, nested: NestedNames): More {
  const { body, accept } = route;
  const entries = Object.entries({
    ...listStyles(route, nested),
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

// ---- Exceptions as the runtime reads them

/** The keys of an exception that the runtime's extension for parameters reads. */
export const DECLARED_PARAMETERS = ["query", "headers", "cookies", "accept", "named"];

/** The exception as the runtime reads it, which the emitted code makes of a row. */
export function toRouteException(route: Route, row: Exception | undefined): RouteException {
  if (row === undefined) return {};
  const { url, multiSegment, suffix, server, more } = row;
  const template = server + url.replace(/#.*/s, "") + suffix;
  return {
    ...(template !== route.url && { template }),
    ...(multiSegment.length > 0 && { multiSegment }),
    ...more,
  };
}

// ---- Types

/** A row of the generated table: the differences between a request and its documented URL. */
export interface Exception {
  /** The URL as in a template, with the styles of its path parameters: `/files/{path}`, `/files{.types*}`. */
  readonly url: string;
  /** The URL in the row, where an asterisk marks parameters of several segments: `/files/{*path}`. */
  readonly markedUrl: string;
  /** The parameters of several segments, which a template cannot tell from others. */
  readonly multiSegment: readonly string[];
  /** Appended to the URL in the template: an expression for query parameters. */
  readonly suffix: string;
  /** Prepended to the URL: the server, if the route has its own. */
  readonly server: string;
  /** Differences that a template cannot express. */
  readonly more: More;
}

/** By the keys of the generated interface. */
type More = Readonly<Record<string, unknown>>;
