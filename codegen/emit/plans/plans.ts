/**
 * The plans that functions bring with them, and the code that a plan needs. A function of `POST /files`, which sends
 * a form, has `{ exception: { contentType: "multipart/form-data" }, bodies: [multipartBody] }`.
 */
import { isDeepStrictEqual } from "node:util";
import { EndpointError } from "../../../src/request/endpoint/errors.js";
import {
  compileListRoute,
  compileTemplateRoute,
} from "../../../src/request/endpoint/route/function-routes.js";
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
      routes.map((route) => [route, PAGES.value(name)] as const),
    ),
  );
  const { idempotency } = context.model.vendor.sending;
  const planRoute = (route: Route): Plan => {
    const exception = toRouteException(route, exceptions.get(route));
    const key = idempotency === undefined ? findDeclaredKey(route) : undefined;
    const compile = chooseCompile(route, exception, context);
    const { bodies, parameters } = findRequestCode([route], [exception]);
    return createPlan({
      compile: asName(compile),
      exception: asData(isEmpty(exception) ? undefined : exception),
      bodies: asNames(bodies),
      parameters: asName(parameters),
      lists: asName(pages.get(route)),
      stream: asData(streams.get(route.key)),
      declaredKey: asData(key),
    });
  };
  return new Map(context.model.routes.map((route) => [route, planRoute(route)]));
}

/** Makes a plan of the parts that a route has, in their order. */
function createPlan(parts: Readonly<Record<string, PlanValue | undefined>>): Plan {
  const plan = new Map<string, PlanValue>();
  for (const [key, value] of Object.entries(parts)) if (value !== undefined) plan.set(key, value);
  return plan;
}

function asData(data: unknown): PlanValue | undefined {
  return data === undefined ? undefined : { kind: "data", data };
}

function asName(imported: Imported | undefined): PlanValue | undefined {
  return imported && { kind: "name", imported };
}

function asNames(imported: readonly Imported[] | undefined): PlanValue | undefined {
  return imported && { kind: "names", imported };
}

/** Chooses the function of the runtime that compiles a route; `undefined` for `compilePlainRoute`, the default. */
function chooseCompile(
  route: Route,
  exception: RouteException,
  { resolve }: EmitContext,
): Imported | undefined {
  if (!isPlain(route, exception)) return CALLS.value("compileTemplateRoute");
  const inUrl = route.parameters.filter(
    ({ in: location, name }) =>
      location === "path" || (location === "query" && !Object.hasOwn(exception.query ?? {}, name)),
  );
  return inUrl.every(({ schema }) => isSingleValue(schema, resolve))
    ? undefined
    : CALLS.value("compileListRoute");
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

/** Runtime code that only some routes need. */
export interface RequestCode {
  readonly bodies?: readonly Imported[];
  readonly parameters?: Imported;
}
