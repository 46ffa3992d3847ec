/**
 * What a function brings with it: the plan of its route, and the code that the plan needs. A function of
 * `POST /files`, which sends a form, has `{ exception: { contentType: "multipart/form-data" }, bodies: [multipartBody] }`.
 */
import { isDeepStrictEqual } from "node:util";
import { compilePlainRoute, compileTemplateRoute } from "../../../src/request/endpoint/route.js";
import type { RouteException } from "../../../src/catalog/requests.js";
import { listRouteLists, type RouteList } from "../../json-schema/route-lists.js";
import { groupBy } from "../../model/group-by.js";
import { kindOf } from "../../model/http.js";
import { contentsOf, type Pagination, type Route } from "../../model/model.js";
import { findDeclaredKey, toPageRule } from "../catalogs/catalogs.js";
import {
  DECLARED_PARAMETERS,
  listExceptions,
  toRouteException,
} from "../catalogs/route-exceptions.js";
import { listStreams } from "../catalogs/streams.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { CLIENT, code, joinCode, ofModule, ofRuntime, printModule } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Imported } from "../print/types.js";

/** A value of a plan: data, or names of the runtime and of the module of pages. */
export type PlanValue =
  | { readonly kind: "data"; readonly data: unknown }
  | { readonly kind: "name"; readonly imported: Imported }
  | { readonly kind: "names"; readonly imported: readonly Imported[] };

/** By the keys of `MethodForm`. */
export type Plan = ReadonlyMap<string, PlanValue>;

const CALLS = ofRuntime("calls");
const REQUESTS = ofRuntime("requests");
const PAGES = ofModule("../pages.js");

/** Plans all routes; a plain one has an empty plan. */
export function planRoutes(context: EmitContext): ReadonlyMap<Route, Plan> {
  const exceptions = new Map(listExceptions(context));
  const streams = new Map(listStreams(context));
  const pages = new Map(
    groupLists(context).flatMap(({ name, lists }) =>
      lists.map(({ route }) => [route, name] as const),
    ),
  );
  const { idempotency } = context.model.vendor.sending;
  return new Map(
    context.model.routes.map((route) => {
      const exception = toRouteException(route, exceptions.get(route));
      const page = pages.get(route);
      const key = idempotency === undefined ? findDeclaredKey(route) : undefined;
      const stream = streams.get(route.key);
      const plan: [string, PlanValue][] = [
        ...(isPlain(route, exception)
          ? []
          : [named("compile", CALLS.value("compileTemplateRoute"))]),
        ...(isEmpty(exception) ? [] : [data("exception", exception)]),
        ...listRouteCode(route, exception),
        ...(page === undefined ? [] : [named("lists", PAGES.value(page))]),
        ...(stream === undefined ? [] : [data("stream", stream)]),
        ...(key === undefined ? [] : [data("declaredKey", key)]),
      ];
      return [route, new Map(plan)];
    }),
  );
}

function data(key: string, value: unknown): [string, PlanValue] {
  return [key, { kind: "data", data: value }];
}

function named(key: string, imported: Imported): [string, PlanValue] {
  return [key, { kind: "name", imported }];
}

/** Tells whether the route can be read without the parser of templates, by compiling it both ways. */
function isPlain({ key }: Route, exception: RouteException): boolean {
  return isDeepStrictEqual(compilePlainRoute(key, exception), compileTemplateRoute(key, exception));
}

function isEmpty(exception: RouteException): boolean {
  return Object.keys(exception).length === 0;
}

/** The code for bodies and parameters that the route declares. */
function listRouteCode(route: Route, exception: RouteException): readonly [string, PlanValue][] {
  const kinds = new Set(contentsOf(route).flatMap(({ contentTypes }) => contentTypes.map(kindOf)));
  const bodies = [
    ...(kinds.has("form") ? [REQUESTS.value("formBody")] : []),
    ...(kinds.has("multipart") ? [REQUESTS.value("multipartBody")] : []),
  ];
  const isDeclared = DECLARED_PARAMETERS.some((key) => key in exception);
  return [
    ...(bodies.length > 0
      ? [["bodies", { kind: "names", imported: bodies }] as [string, PlanValue]]
      : []),
    ...(isDeclared ? [named("parameters", REQUESTS.value("declaredParameters"))] : []),
  ];
}

// ---- Pages

interface ListGroup {
  /** The name of the constant. */
  readonly name: string;
  readonly lists: readonly RouteList[];
}

/** Lists that are divided by the same rule, the most frequent rule first. */
function groupLists(context: EmitContext): readonly ListGroup[] {
  const groups = [
    ...groupBy(listRouteLists(context), ({ pagination }) =>
      JSON.stringify(toPageRule(pagination)),
    ).values(),
  ].sort((one, two) => two.length - one.length);
  return groups.map((lists, index) => ({
    name: index === 0 ? "pages" : `pages${index + 1}`,
    lists,
  }));
}

/** Functions of the runtime by style of pagination. */
export const PAGE_STYLES: Readonly<Record<Pagination["style"], Imported>> = {
  link: CLIENT.value("linkPages"),
  cursor: CLIENT.value("cursorPages"),
  offset: CLIENT.value("offsetPages"),
  page: CLIENT.value("numberedPages"),
};

/** Emits the module with the rules of pages, which functions of lists import. */
export function emitPages(context: EmitContext): readonly FileDraft[] {
  const { vendor, routes } = context.model;
  const { runtime } = vendor;
  const groups = groupLists(context);
  if (runtime === false || groups.length === 0) return [];
  const blocks = groups.map(({ name, lists: [first] }) => {
    const rule = toPageRule(first?.pagination ?? { style: "link" });
    const style = code`${rule.style}: ${PAGE_STYLES[rule.style]}`;
    return code`export const ${name}: ${CALLS.type("ListCode")} =
  /* @__PURE__ */ ${CALLS.value("pagedBy")}({ rule: ${printValue(rule)}, styles: { ${style} } });`;
  });
  const body = printModule(
    {
      blocks: [
        code`/** The rules by which lists are divided into pages. */\n${joinCode(blocks, "\n\n")}`,
      ],
    },
    runtime,
  );
  return [{ path: "pages.ts", sources: filesOf(vendor, ...routes), body }];
}
