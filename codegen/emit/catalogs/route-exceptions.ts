/** The routes that need more than their documented URL: the table, and the code that expands it. */
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { COMPOSITIONS, membersOf, typesOf } from "../../json-schema/keywords.js";
import { groupBy } from "../../model/group-by.js";
import { bareType, hasRequestBody, isForm, isJson } from "../../model/http.js";
import type { RouteException } from "../../../src/catalog/requests.js";
import type { Body, JsonSchema, Parameter, Route } from "../../model/model.js";
import { type CallForm, hasRequiredKey } from "../calls/forms.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines, printUnion, printValue } from "../print/print.js";

/** Emits the routes that need more than their documented URL. */
export function emitRouteExceptions(context: EmitContext): FileDraft {
  const exceptions = listExceptions(context);
  const rows = [...groupBy(exceptions, ([, exception]) => printRouteRow(exception))].map(
    ([row, alike]) => {
      const methods = alike.map(([{ method }]) => method).join(" ");
      return `[${JSON.stringify(methods)}, ${row}],`;
    },
  );
  const styles = exceptions.flatMap(([, { more }]): unknown[] =>
    Object.values(more["query"] ?? {}),
  );
  const used = {
    queryStyles: [...new Set(styles.map(String))].sort(),
    members: new Set(exceptions.flatMap(([, { more }]) => Object.keys(more))),
    hasFragments: exceptions.some(([route]) => route.url.includes("#")),
    hasMarks: exceptions.some(([route, { url }]) => url.replaceAll("{*", "{") !== route.url),
  };
  return {
    path: "route-exceptions.ts",
    sources: filesOf(...context.model.routes),
    body: printExceptions(rows, used),
  };
}

/** The optional members of the generated interface; a file has those that some route needs. */
const MEMBERS: readonly (readonly [name: string, text: string, type: string])[] = [
  [
    "query",
    "Query parameters with a style, or that no template can hold beside a body.",
    "Styles<QueryStyle>",
  ],
  ["headers", "Parameters that are headers.", 'Styles<"simple" | "explode" | "json">'],
  [
    "cookies",
    "Parameters that are cookies.",
    'Styles<"form" | "comma" | "json" | "plain" | "plain-comma">',
  ],
  ["contentType", "The media type of the body, if it is not `application/json` alone.", "string"],
  ["lists", "Format of lists in a form, if keys are not repeated.", "ListStyle"],
  [
    "encoding",
    "Formats of single properties of a form.",
    `{
  readonly [property: string]: {
    readonly contentType?: string;
    readonly style?: ListStyle | "explode" | "spaces" | "pipes" | "json";
  };
}`,
  ],
  ["accept", "The `accept` header, if it is not the vendor's.", "string"],
  ["named", "Parameters that are named like an option of a call.", "readonly string[]"],
  ["emptyBody", "The body is empty, such as `{}`, where a call has none.", "true"],
  ["needsBaseUrl", "The address of the server is not known: calls have a `baseUrl`.", "true"],
];

/** Types that members refer to. */
const ALIASES: readonly (readonly [name: string, declaration: string])[] = [
  ["Styles<", "type Styles<Style> = { readonly [name: string]: Style };"],
  ["ListStyle", `type ListStyle = "repeat" | "brackets" | "indexes" | "comma";`],
];

function printRowTypes({ members: used, queryStyles }: Used): string {
  const members = MEMBERS.filter(([name]) => used.has(name)).map(
    ([name, text, type]) => `/** ${text} */\nreadonly ${name}?: ${type};`,
  );
  const aliases = ALIASES.filter(([name]) => members.some((member) => member.includes(name)));
  return joinBlocks([
    `/** Differences between the request of a route and its documented URL with plain JSON. */
export interface RouteException extends More {
  /** Replaces the documented URL: a path, or a full URL if the route has its own server. */
  readonly template?: string;
  /** Path parameters that may contain slashes. Each segment is encoded on its own. */
  readonly multiSegment?: readonly string[];
}`,
    members.length === 0 ? "type More = object;" : `interface More {\n${members.join("\n")}\n}`,
    ...aliases.map(([, declaration]) => declaration),
    queryStyles.length === 0
      ? ""
      : `type QueryStyle = ${printUnion(queryStyles.map((style) => JSON.stringify(style)))};`,
    `/** An asterisk in the URL marks parameters with several segments. The next two cells make the template. */
type Row = readonly [methods: string, url: string, suffix?: string, server?: string, more?: More];`,
  ]);
}

/** Prints compact rows, half the size of the table that they expand to. */
function printExceptions(rows: readonly string[], used: Used): string {
  return `${printRowTypes(used)}

const rows: readonly Row[] = [
${joinLines(rows)}
];

/** Route exceptions by documented route, \`<METHOD> <url>\`. */
export function expandRouteExceptions(): { readonly [route: string]: RouteException } {
  const routes: Record<string, RouteException> = {};
  for (const [methods, marked, suffix = "", server = "", more] of rows) {
${printExpansion(used)}
    const multiSegment = Array.from(marked.matchAll(/\\{\\*([^}]+)/g), ([, name = ""]) => name);
    const exception = {
      ...(isTemplate && { template }),
      ...(multiSegment.length > 0 && { multiSegment }),
      ...more,
    };
    for (const method of methods.split(" ")) routes[\`\${method} \${url}\`] = exception;
  }
  return routes;
}
`;
}

/** The features that rows use. The file has code for these alone. */
interface Used {
  readonly members: ReadonlySet<string>;
  readonly queryStyles: readonly string[];
  /** Path styles, or parameters in the path that are named like an option. */
  readonly hasMarks: boolean;
  /** URLs that differ by a fragment alone, which is not sent. */
  readonly hasFragments: boolean;
}

/** The code that computes the documented URL and the template of a row; shorter for plain rows. */
function printExpansion({ hasMarks, hasFragments }: Used): string {
  if (!hasMarks && !hasFragments) {
    return `    const url = marked.replaceAll("{*", "{");
    const template = server + url + suffix;
    const isTemplate = suffix + server !== "";`;
  }
  const path = hasFragments ? 'marked.replace(/#.*/, "")' : "marked";
  return `    const url = marked.replace(/\\{[*.;]?(?:parameters\\.)?([^}*]+)\\*?\\}/g, "{$1}");
    const template = server + ${path}.replaceAll("{*", "{") + suffix;
    const isTemplate = template !== url;`;
}

/** Omits empty cells at the end. */
function printRouteRow({ url, suffix, server, more }: Exception): string {
  const differences = Object.keys(more).length === 0 ? "" : printValue(more);
  const cells = [JSON.stringify(url), JSON.stringify(suffix), JSON.stringify(server), differences];
  while (cells.at(-1) === "" || cells.at(-1) === '""') cells.pop();
  return cells.join(", ");
}

// ---- Rows

/** A row of the generated table: the differences between a request and its documented URL. */
interface Exception {
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

/** The routes that need more than their documented URL. */
export function listExceptions({
  model,
  parameters,
  resolve,
}: EmitContext): readonly (readonly [Route, Exception])[] {
  const { sendsEmptyBodies = true } = model.vendor;
  const isSentEmpty = (route: Route, call: CallForm): boolean =>
    sendsEmptyBodies && sendsEmptyBody(route, call);
  return parameters.flatMap(({ route, call }) => {
    const named = new Set(call.named.map(({ name }) => name));
    const exception = readException(route, named, isSentEmpty(route, call), resolve);
    return isException(exception, route) ? [[route, exception] as const] : [];
  });
}

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

type Names = ReadonlySet<string>;

/** Tells whether a call without keys of the body sends an empty one: a required body whose keys are optional. */
function sendsEmptyBody({ body }: Route, call: CallForm): boolean {
  const { content, data } = call;
  const isOptional = data?.required !== true && !hasRequiredKey(call);
  const hasKeys = content !== undefined && (isJson(content) || content.contentTypes.some(isForm));
  return body?.required === true && hasKeys && isOptional;
}

/** @param named The parameters that are named like an option of a call. */
function readException(
  route: Route,
  named: Names,
  emptyBody: boolean,
  resolve: ResolveComponent,
): Exception {
  const { url, server = "", parameters } = route;
  const inPath = new Map(
    parameters.filter(({ in: location }) => location === "path").map((each) => [each.name, each]),
  );
  return {
    url: url.replace(/\{([^{}]+)\}/g, (text, name: string) => {
      const parameter = inPath.get(name);
      return parameter ? toPathExpression(parameter, named) : text;
    }),
    suffix: toSuffix(route, named, resolve),
    server: server.replace(/\/+$/, ""),
    more: {
      ...readMore(route, named),
      ...(emptyBody && { emptyBody }),
      ...(route.needsBaseUrl && { needsBaseUrl: true }),
    },
  };
}

/** A path parameter as in RFC 6570, or with an asterisk before the name for several segments. */
function toPathExpression(parameter: Parameter, named: Names): string {
  const { multiSegment, style, explode } = parameter;
  const name = `${named.has(parameter.name) ? OPTION_PREFIX : ""}${parameter.name}`;
  if (multiSegment) return `{*${name}}`;
  const operator = style === "label" ? "." : style === "matrix" ? ";" : "";
  return `{${operator}${name}${explode === true ? "*" : ""}}`;
}

/** A member of the option `parameters` in a template. */
const OPTION_PREFIX = "parameters.";

function isException({ url, suffix, server, more }: Exception, route: Route): boolean {
  if (url.includes("#")) return true;
  return url !== route.url || suffix !== "" || server !== "" || Object.keys(more).length > 0;
}

/** The differences in the order of the generated interface, without usual values. */
function readMore(route: Route, named: Names): More {
  const { parameters, body, accept } = route;
  const styles = (location: Parameter["in"], styleOf: (parameter: Parameter) => unknown) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location)
        .map((parameter) => [parameter.name, styleOf(parameter)] as const)
        .filter(([, style]) => style !== undefined),
    );
  const entries = Object.entries({
    query: styles("query", (parameter) => queryStyle(parameter, route, named)),
    headers: styles("header", ({ style, explode }) => style ?? (explode ? "explode" : "simple")),
    cookies: styles("cookie", ({ style }) => style ?? "form"),
    ...(body && readBodyException(body)),
    accept,
    named: [...named],
  });
  return Object.fromEntries(entries.filter(([, value]) => !isAbsentOrEmpty(value)));
}

function isAbsentOrEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The content type of JSON where a route declares none. */
const USUAL_TYPE = "application/json; charset=utf-8";

/**
 * The content type of a body, and the notation of a form. A media range such as `image/*` cannot be
 * sent, so its default is bytes. JSON is declared if callers may choose another type, so that the
 * runtime refuses values that the chosen type cannot express.
 */
function readBodyException({ others: furtherContents = [], ...first }: Body): More {
  const contents = [first, ...furtherContents];
  const types = contents.flatMap(({ contentTypes }) => contentTypes);
  const [range = "application/json"] = types;
  const type = range.includes("*") ? "application/octet-stream" : range;
  const isUsual = bareType(type) === "application/json";
  const { lists, encoding } =
    contents.find(({ contentTypes }) => contentTypes.some(isForm)) ?? first;
  return {
    ...(!isUsual && { contentType: type }),
    ...(isUsual && types.length > 1 && { contentType: USUAL_TYPE }),
    ...(lists !== "repeat" && { lists }),
    encoding,
  };
}

/**
 * The style of a query parameter; `undefined` for the usual one. On a route with a body, parameters that
 * the template cannot express always have a style.
 */
function queryStyle(parameter: Parameter, route: Route, named: Names): string | undefined {
  const { name, style, reserved = false } = parameter;
  if (reserved) return style === undefined ? "reserved" : `reserved-${style}`;
  if (style !== undefined) return style;
  const isListed =
    named.has(name) || (hasRequestBody(route.method) && !isInTemplate(parameter, named));
  return isListed ? "repeat" : undefined;
}

/** Tells whether a template can hold a query parameter. */
function isInTemplate({ name, style, reserved }: Parameter, named: Names): boolean {
  const isPlain = style === undefined && reserved !== true && !named.has(name);
  return isPlain && /^\w[\w-]*$/.test(name);
}

/**
 * Routes with a body declare query parameters in the template (contract A.19). Otherwise these
 * would be sent in the body (contract A.18).
 */
function toSuffix(route: Route, named: Names, resolve: ResolveComponent): string {
  const { url, method, parameters } = route;
  const query = parameters.filter(
    (parameter) => parameter.in === "query" && isInTemplate(parameter, named),
  );
  if (!hasRequestBody(method) || query.length === 0) return "";
  const names = query.map(({ name, schema }) => (allowsArray(schema, resolve) ? `${name}*` : name));
  return `{${url.includes("?") ? "&" : "?"}${names.join(",")}}`;
}

function allowsArray(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  if (typesOf(target).includes("array")) return true;
  return COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword)).some((member) =>
    allowsArray(member, resolve),
  );
}
