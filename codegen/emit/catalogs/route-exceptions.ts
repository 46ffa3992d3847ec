import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { typesOf } from "../../json-schema/types.js";
import { COMPOSITIONS, membersOf } from "../../json-schema/walk.js";
import { bareType } from "../../media-types.js";
import {
  type Body,
  hasRequestBody,
  type JsonSchema,
  type Parameter,
  type Route,
} from "../../model.js";
import { toValueKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { joinBlocks, joinLines, printUnion } from "../print.js";

/** One row of the table, without the method. */
export interface Exception {
  /** The URL with its path styles as in a template; an asterisk marks parameters of several segments. */
  readonly url: string;
  /** Appended to the URL in the template: an expression for query parameters. */
  readonly suffix: string;
  /** Prepended to the URL: the server, if the route has its own. */
  readonly server: string;
  /** What the template does not say. */
  readonly more: More;
}

/** By the keys of the generated interface. */
type More = Readonly<Record<string, unknown>>;

/** The routes that need more than their documented URL. */
export function listExceptions({
  parameters,
  resolve,
}: EmitContext): readonly (readonly [Route, Exception])[] {
  return parameters.flatMap(({ route, call }) => {
    const named = new Set(call.named.map(({ name }) => name));
    const exception = readException(route, named, resolve);
    return isException(exception, route) ? [[route, exception] as const] : [];
  });
}

/** Emits the routes that need more than their documented URL. */
export function emitRouteExceptions(context: EmitContext): FileDraft {
  const methods = new Map<string, string[]>();
  const exceptions = listExceptions(context);
  for (const [route, exception] of exceptions) {
    const row = printRow(exception);
    methods.set(row, [...(methods.get(row) ?? []), route.method]);
  }
  const sources = filesOf(...context.model.routes);
  const rows = [...methods].map(([row, names]) => `[${JSON.stringify(names.join(" "))}, ${row}],`);
  const styles = exceptions.flatMap(([, { more }]): unknown[] =>
    Object.values(more["query"] ?? {}),
  );
  const used = {
    queryStyles: [...new Set(styles.map(String))].sort(),
    members: new Set(exceptions.flatMap(([, { more }]) => Object.keys(more))),
    hasFragments: exceptions.some(([route]) => route.url.includes("#")),
    hasMarks: exceptions.some(([route, { url }]) => url.replaceAll("{*", "{") !== route.url),
  };
  return { path: "route-exceptions.ts", sources, body: print(rows, sources, used) };
}

/** The optional members of the generated interface; a file has those that some route needs. */
const MEMBERS: readonly (readonly [name: string, text: string, type: string])[] = [
  [
    "query",
    "Query parameters with a style, or that no template can hold beside a body.",
    "Styles<QueryStyle>",
  ],
  ["headers", "Parameters that are headers.", 'Styles<"simple" | "explode" | "json">'],
  ["cookies", "Parameters that are cookies.", 'Styles<"form" | "comma" | "json">'],
  ["contentType", "The media type of the body, if it is not `application/json`.", "string"],
  ["lists", "How lists are written in a form, if not with repeated keys.", "ListStyle"],
  [
    "encoding",
    "How single properties of a form are written.",
    `{
  readonly [property: string]: {
    readonly contentType?: string;
    readonly style?: ListStyle | "explode" | "spaces" | "pipes" | "json";
  };
}`,
  ],
  ["accept", "The `accept` header, if it is not the vendor's.", "string"],
  ["named", "Parameters that are named like an option of a call.", "readonly string[]"],
];

/** Types that members refer to. */
const ALIASES: readonly (readonly [name: string, declaration: string])[] = [
  ["Styles<", "type Styles<Style> = { readonly [name: string]: Style };"],
  ["ListStyle", `type ListStyle = "repeat" | "brackets" | "indexes" | "comma";`],
];

function printTypes({ members: used, queryStyles }: Used): string {
  const members = MEMBERS.filter(([name]) => used.has(name)).map(
    ([name, text, type]) => `/** ${text} */\nreadonly ${name}?: ${type};`,
  );
  const aliases = ALIASES.filter(([name]) => members.some((member) => member.includes(name)));
  return joinBlocks([
    `/** How the request of a route differs from its documented URL and from plain JSON. */
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
function print(rows: readonly string[], sources: readonly string[], used: Used): string {
  const expansion = used.hasFragments
    ? FRAGMENT_EXPANSION
    : used.hasMarks
      ? MARKED_EXPANSION
      : PLAIN_EXPANSION;
  return `${printTypes(used)}

const rows: readonly Row[] = [
${joinLines(rows)}
];

/**
 * Route exceptions by documented route, \`<METHOD> <url>\`.
 *
 * Source: ${sources.map((file) => `\`${file}\``).join(", ")}
 */
export function expandRouteExceptions(): { readonly [route: string]: RouteException } {
  const routes: Record<string, RouteException> = {};
  for (const [methods, marked, suffix = "", server = "", more] of rows) {
${expansion}
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

/** What the rows of a table use. */
interface Used {
  readonly members: ReadonlySet<string>;
  readonly queryStyles: readonly string[];
  /** Path styles, or parameters in the path that are named like an option. */
  readonly hasMarks: boolean;
  /** URLs that differ by a fragment alone, which is not sent. */
  readonly hasFragments: boolean;
}

const PLAIN_EXPANSION = `    const url = marked.replaceAll("{*", "{");
    const template = server + url + suffix;
    const isTemplate = suffix + server !== "";`;

const MARKED_EXPANSION = `    const url = marked.replace(/\\{[*.;]?(?:parameters\\.)?([^}*]+)\\*?\\}/g, "{$1}");
    const template = server + marked.replaceAll("{*", "{") + suffix;
    const isTemplate = template !== url;`;

const FRAGMENT_EXPANSION = MARKED_EXPANSION.replace(
  "server + marked.replaceAll",
  'server + marked.replace(/#.*/, "").replaceAll',
);

type Names = ReadonlySet<string>;

/** @param named The parameters that are named like an option of a call. */
function readException(route: Route, named: Names, resolve: ResolveComponent): Exception {
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
    more: readMore(route, named),
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

/** In the order of the generated interface, without what is usual. */
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
    ...(body && readBody(body)),
    accept,
    named: [...named],
  });
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Nobody can send a media range such as `image/*`, so bytes are its default. */
function readBody({ contentTypes: [range = "application/json"], lists, encoding }: Body): More {
  const type = range.includes("*") ? "application/octet-stream" : range;
  const isUsual = bareType(type) === "application/json";
  return {
    ...(!isUsual && { contentType: type }),
    ...(lists !== "repeat" && { lists }),
    encoding,
  };
}

function hasBody({ method }: Route): boolean {
  return hasRequestBody(method);
}

/**
 * The style of a query parameter; `undefined` if there is nothing to say. On a route with a body,
 * what the template cannot express is listed here with its style.
 */
function queryStyle(parameter: Parameter, route: Route, named: Names): string | undefined {
  const { name, style, reserved = false } = parameter;
  if (reserved) return style === undefined ? "reserved" : `reserved-${style}`;
  if (style !== undefined) return style;
  const isListed = named.has(name) || (hasBody(route) && !isInTemplate(parameter, named));
  return isListed ? "repeat" : undefined;
}

/** Whether a query parameter can stand in a template. */
function isInTemplate({ name, style, reserved }: Parameter, named: Names): boolean {
  const isPlain = style === undefined && reserved !== true && !named.has(name);
  return isPlain && /^\w[\w-]*$/.test(name);
}

/**
 * Routes with a body declare query parameters in the template (contract A.19). Otherwise these
 * would be sent in the body (contract A.18).
 */
function toSuffix(route: Route, named: Names, resolve: ResolveComponent): string {
  const { url, parameters } = route;
  const query = parameters.filter(
    (parameter) => parameter.in === "query" && isInTemplate(parameter, named),
  );
  if (!hasBody(route) || query.length === 0) return "";
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

/** Omits empty cells at the end. */
function printRow({ url, suffix, server, more }: Exception): string {
  const rest = Object.keys(more).length === 0 ? "" : printValue(more);
  const cells = [JSON.stringify(url), JSON.stringify(suffix), JSON.stringify(server), rest];
  while (cells.at(-1) === "" || cells.at(-1) === '""') cells.pop();
  return cells.join(", ");
}

function printValue(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value) as [string, unknown][];
  return `{${entries.map(([key, each]) => `${toValueKey(key)}: ${printValue(each)}`).join(", ")}}`;
}
