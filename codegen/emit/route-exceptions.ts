import type { JsonSchema, Parameter, Route } from "../model.js";
import { toValueKey } from "../names.js";
import { dereference } from "./components.js";
import type { ResolveComponent } from "./components.js";
import type { EmitContext } from "./context.js";
import { toDocComment } from "./doc.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import { isSchema } from "./plain-schema.js";
import { joinLines } from "./print-types.js";

/** How a route differs from its documented spelling; the keys of the runtime's own type. */
interface RouteException {
  readonly template?: string;
  readonly multiSegment?: readonly string[];
  readonly query?: readonly (readonly [name: string, style: string])[];
}

/** Emits the routes that are not expanded as they are documented, and no others. */
export function emitRouteExceptions({ model, resolve }: EmitContext): FileDraft {
  const exceptional = model.routes.flatMap((route) => {
    const exception = readException(route, resolve);
    return Object.keys(exception).length === 0 ? [] : [{ route, exception }];
  });
  const entries = exceptional.map(({ route, exception }) => printEntry(route, exception));
  const body = `${declarations}\n{${entries.join("")}};\n`;
  return { path: "route-exceptions.ts", sources: filesOf(...model.routes), body };
}

const declarations = `/** How a route differs from its documented spelling. */
export interface RouteException {
  /** Expanded in place of the documented URL: a path, or a full URL for a server of its own. */
  readonly template?: string;
  /** Path parameters whose slashes separate segments, each encoded on its own. */
  readonly multiSegment?: readonly string[];
  /** Query parameters with a style other than the repeated key. */
  readonly query?: { readonly [name: string]: "comma" | "brackets" };
}

/** The routes that differ, by \`<METHOD> <url>\` as documented. */
export const routeExceptions: { readonly [route: string]: RouteException } =`;

function readException(route: Route, resolve: ResolveComponent): RouteException {
  const template = toTemplate(route, resolve);
  const multiSegment = route.parameters.filter(isMultiSegment).map(({ name }) => name);
  const query = route.parameters.flatMap(({ name, style }) =>
    style === undefined ? [] : [[name, style] as const],
  );
  return {
    ...(template === route.url ? {} : { template }),
    ...(multiSegment.length === 0 ? {} : { multiSegment }),
    ...(query.length === 0 ? {} : { query }),
  };
}

function isMultiSegment(parameter: Parameter): boolean {
  return parameter.in === "path" && parameter.multiSegment;
}

/**
 * Query parameters beside a body are declared in the template (specification, section A,
 * placement rule 4): otherwise rule 3 would put them into the body.
 */
function toTemplate(
  { method, url, server = "", parameters }: Route,
  resolve: ResolveComponent,
): string {
  const address = server.replace(/\/+$/, "") + url;
  const query = parameters.filter((parameter) => parameter.in === "query");
  if (method === "GET" || query.length === 0) return address;
  const names = query.map((parameter) => toVariable(parameter, resolve));
  return `${address}{${url.includes("?") ? "&" : "?"}${names.join(",")}}`;
}

/** A list repeats its key, unless the YAML gives it the style that joins it with commas. */
function toVariable({ name, schema, style }: Parameter, resolve: ResolveComponent): string {
  return style !== "comma" && allowsArray(schema, resolve) ? `${name}*` : name;
}

function allowsArray(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  if ([target["type"]].flat().includes("array")) return true;
  return ["anyOf", "oneOf", "allOf"]
    .flatMap((keyword) => target[keyword])
    .filter(isSchema)
    .some((member) => allowsArray(member, resolve));
}

function printEntry({ key, source, operation }: Route, exception: RouteException): string {
  const { template, multiSegment, query } = exception;
  const lines = [
    template === undefined ? "" : `template: ${JSON.stringify(template)},`,
    multiSegment === undefined ? "" : `multiSegment: ${JSON.stringify(multiSegment)},`,
    query === undefined ? "" : `query: {${query.map(printStyle).join(", ")}},`,
  ];
  const comment = toDocComment({ text: `\`${operation}\``, source });
  return `\n${comment}\n${toValueKey(key)}: {${joinLines(lines)}},`;
}

function printStyle([name, style]: readonly [name: string, style: string]): string {
  return `${toValueKey(name)}: ${JSON.stringify(style)}`;
}
