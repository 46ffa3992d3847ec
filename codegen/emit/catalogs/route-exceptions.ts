import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { typesOf } from "../../json-schema/types.js";
import { COMPOSITIONS, membersOf } from "../../json-schema/walk.js";
import type { JsonSchema, Parameter, Route } from "../../model.js";
import { toValueKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { joinLines } from "../print.js";

/** One row of the table, without the method. */
interface Exception {
  /** As documented; an asterisk marks parameters that may span several segments. */
  readonly url: string;
  /** Appended to the URL in the template: an expression for query parameters. */
  readonly suffix: string;
  /** Prepended to the URL: the server, if the route has its own. */
  readonly server: string;
  readonly styles: readonly (readonly [name: string, style: string])[];
}

/** Emits the routes that need more than their documented URL. */
export function emitRouteExceptions({ model, resolve }: EmitContext): FileDraft {
  const methods = new Map<string, string[]>();
  for (const route of model.routes) {
    const exception = readException(route, resolve);
    if (!isException(exception, route)) continue;
    const row = printRow(exception);
    methods.set(row, [...(methods.get(row) ?? []), route.method]);
  }
  const sources = filesOf(...model.routes);
  const rows = [...methods].map(([row, names]) => `[${JSON.stringify(names.join(" "))}, ${row}],`);
  return { path: "route-exceptions.ts", sources, body: print(rows, sources) };
}

/** The types of the generated file. */
const ROW_TYPES = `/** How the request of a route differs from its documented URL. */
export interface RouteException {
  /** Replaces the documented URL: a path, or a full URL if the route has its own server. */
  readonly template?: string;
  /** Path parameters that may contain slashes. Each segment is encoded on its own. */
  readonly multiSegment?: readonly string[];
  /** Query parameters with a style other than the repeated key. */
  readonly query?: QueryStyles;
}

type QueryStyles = { readonly [name: string]: "comma" | "brackets" };

/** An asterisk in the URL marks parameters with several segments. The other cells make the template. */
type Row = readonly [
  methods: string,
  url: string,
  suffix?: string,
  server?: string,
  query?: QueryStyles,
];`;

/** Prints compact rows, half the size of the table that they expand to. */
function print(rows: readonly string[], sources: readonly string[]): string {
  return `${ROW_TYPES}

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
  for (const [methods, marked, suffix = "", server = "", query] of rows) {
    const url = marked.replaceAll("{*", "{");
    const multiSegment = Array.from(marked.matchAll(/\\{\\*([^}]+)/g), ([, name = ""]) => name);
    const exception = {
      ...(suffix + server && { template: server + url + suffix }),
      ...(multiSegment.length > 0 && { multiSegment }),
      ...(query && { query }),
    };
    for (const method of methods.split(" ")) routes[\`\${method} \${url}\`] = exception;
  }
  return routes;
}
`;
}

function readException(route: Route, resolve: ResolveComponent): Exception {
  const { url, server = "", parameters } = route;
  const multiSegment = new Set(parameters.filter(isMultiSegment).map(({ name }) => name));
  return {
    url: url.replace(/\{([^{}]+)\}/g, (text, name: string) =>
      multiSegment.has(name) ? `{*${name}}` : text,
    ),
    suffix: toSuffix(route, resolve),
    server: server.replace(/\/+$/, ""),
    styles: parameters.flatMap(({ name, style }) =>
      style === undefined ? [] : [[name, style] as const],
    ),
  };
}

function isException({ url, suffix, server, styles }: Exception, route: Route): boolean {
  return url !== route.url || suffix !== "" || server !== "" || styles.length > 0;
}

function isMultiSegment(parameter: Parameter): boolean {
  return parameter.in === "path" && parameter.multiSegment;
}

/**
 * Routes with a body declare query parameters in the template (contract A.19). Otherwise these
 * would be sent in the body (contract A.18).
 */
function toSuffix({ method, url, parameters }: Route, resolve: ResolveComponent): string {
  const query = parameters.filter((parameter) => parameter.in === "query");
  if (method === "GET" || query.length === 0) return "";
  const names = query.map((parameter) => toVariable(parameter, resolve));
  return `{${url.includes("?") ? "&" : "?"}${names.join(",")}}`;
}

/** A list repeats its key, unless the YAML sets the style `comma`. */
function toVariable({ name, schema, style }: Parameter, resolve: ResolveComponent): string {
  return style !== "comma" && allowsArray(schema, resolve) ? `${name}*` : name;
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
function printRow({ url, suffix, server, styles }: Exception): string {
  const query = styles.length === 0 ? "" : `{${styles.map(printStyle).join(", ")}}`;
  const cells = [JSON.stringify(url), JSON.stringify(suffix), JSON.stringify(server), query];
  while (cells.at(-1) === "" || cells.at(-1) === '""') cells.pop();
  return cells.join(", ");
}

function printStyle([name, style]: readonly [name: string, style: string]): string {
  return `${toValueKey(name)}: ${JSON.stringify(style)}`;
}
