/**
 * The plans that functions bring with them, and the code that a plan needs. A function of `POST /files`, which sends
 * a form, has `{ exception: { contentType: "multipart/form-data" }, bodies: [multipartBody] }`.
 */
import { isDeepStrictEqual } from "node:util";
import { EndpointError } from "../../../src/request/endpoint/errors.js";
import {
  compileListRoute,
  compileTemplateRoute,
} from "../../../src/request/endpoint/route/route.js";
import type { RouteException } from "../../../src/catalog/requests.js";
import { isKeyHeader, kindOf } from "../../model/http.js";
import { contentsOf, type Route } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { ofModule, ofRuntime } from "../print/module.js";
import type { Imported } from "../print/types.js";
import { DECLARED_PARAMETERS, listExceptions, toRouteException } from "./exceptions.js";
import { groupLists } from "./pages.js";
import { listStreams } from "./streams.js";
import { isSingleValue } from "./value-kinds.js";

const CALLS = ofRuntime("calls");
const REQUESTS = ofRuntime("requests");
const PAGES = ofModule("./pages.js");

/** Plans all routes; a plain one has an empty plan. */
export function planRoutes(context: EmitContext): ReadonlyMap<Route, Plan> {
  const exceptions = new Map(listExceptions(context));
  const streams = new Map(listStreams(context));
  const pages = new Map(
    groupLists(context).flatMap(({ name, routes }) =>
      routes.map((route) => [route, name] as const),
    ),
  );
  const { idempotency } = context.model.vendor.sending;
  const planRoute = (route: Route): Plan => {
    const exception = toRouteException(route, exceptions.get(route));
    const page = pages.get(route);
    const key = idempotency === undefined ? findDeclaredKey(route) : undefined;
    const stream = streams.get(route.key);
    const compile = chooseCompile(route, exception, context);
    return new Map([
      ...(compile === undefined ? [] : [nameEntry("compile", CALLS.value(compile))]),
      ...(isEmpty(exception) ? [] : [dataEntry("exception", exception)]),
      ...listRouteCode(route, exception),
      ...(page === undefined ? [] : [nameEntry("lists", PAGES.value(page))]),
      ...(stream === undefined ? [] : [dataEntry("stream", stream)]),
      ...(key === undefined ? [] : [dataEntry("declaredKey", key)]),
    ]);
  };
  return new Map(context.model.routes.map((route) => [route, planRoute(route)]));
}

function dataEntry(key: string, value: unknown): PlanEntry {
  return [key, { kind: "data", data: value }];
}

function nameEntry(key: string, imported: Imported): PlanEntry {
  return [key, { kind: "name", imported }];
}

function namesEntry(key: string, imported: readonly Imported[]): PlanEntry {
  return [key, { kind: "names", imported }];
}

/** The function of the runtime that compiles a route; `undefined` for the smallest, which methods have. */
function chooseCompile(
  route: Route,
  exception: RouteException,
  { resolve }: EmitContext,
): string | undefined {
  if (!isPlain(route, exception)) return "compileTemplateRoute";
  const inUrl = route.parameters.filter(
    ({ in: location, name }) =>
      location === "path" || (location === "query" && !Object.hasOwn(exception.query ?? {}, name)),
  );
  return inUrl.every(({ schema }) => isSingleValue(schema, resolve))
    ? undefined
    : "compileListRoute";
}

/**
 * Tells whether the route can be read without the parser of templates, by compiling it both ways. A function of a
 * malformed URL brings the parser, which refuses it as `endpoint` does.
 */
function isPlain({ key }: Route, exception: RouteException): boolean {
  try {
    const parsed = compileTemplateRoute(key, exception);
    return isDeepStrictEqual(compileListRoute(key, exception), parsed);
  } catch (error) {
    if (error instanceof EndpointError) return false;
    throw error;
  }
}

function isEmpty(exception: RouteException): boolean {
  return Object.keys(exception).length === 0;
}

/** The code for bodies and parameters that a route declares, by the keys of `MethodForm`. */
function listRouteCode(route: Route, exception: RouteException): readonly PlanEntry[] {
  const { bodies, parameters } = findRequestCode([route], [exception]);
  return [
    ...(bodies ? [namesEntry("bodies", bodies)] : []),
    ...(parameters ? [nameEntry("parameters", parameters)] : []),
  ];
}

/** Finds the code for the bodies and the parameters that any of the routes declares. */
export function findRequestCode(
  routes: readonly Route[],
  exceptions: readonly object[],
): RequestCode {
  const contents = routes.flatMap(contentsOf);
  const kinds = new Set(contents.flatMap(({ contentTypes }) => contentTypes.map(kindOf)));
  const bodies = [
    ...(kinds.has("form") ? [REQUESTS.value("formBody")] : []),
    ...(kinds.has("multipart") ? [REQUESTS.value("multipartBody")] : []),
  ];
  const isDeclared = exceptions.some((exception) =>
    DECLARED_PARAMETERS.some((key) => key in exception),
  );
  return {
    ...(bodies.length > 0 && { bodies }),
    ...(isDeclared && { parameters: REQUESTS.value("declaredParameters") }),
  };
}

/** The header for idempotency keys that a route declares; `undefined` for a method that can be repeated without one. */
export function findDeclaredKey({ method, parameters }: Route): string | undefined {
  if (method !== "POST" && method !== "PATCH") return undefined;
  const header = parameters.find(
    (parameter) => parameter.in === "header" && isKeyHeader(parameter.name),
  );
  return header?.name.toLowerCase();
}

// ---- Types

/** The plan of a route, by the keys of `MethodForm` of the runtime. */
export type Plan = ReadonlyMap<string, PlanValue>;

/** A value of a plan: data, or names of the runtime and of the module of pages. */
export type PlanValue =
  | { readonly kind: "data"; readonly data: unknown }
  | { readonly kind: "name"; readonly imported: Imported }
  | { readonly kind: "names"; readonly imported: readonly Imported[] };

/** An entry of a plan. */
type PlanEntry = [key: string, value: PlanValue];

/** Runtime code that only some routes need. */
export interface RequestCode {
  readonly bodies?: readonly Imported[];
  readonly parameters?: Imported;
}
