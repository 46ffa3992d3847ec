/** Compares the routes of two models: their paths, names and flags, and what the files beside this one compare. */
import type { Route, SchemaModel } from "../model/model.js";
import { compareBodies } from "./bodies.js";
import { compareParameters } from "./parameters.js";
import { compareResponses } from "./responses.js";
import { addChange, compareRequired, type RouteReport } from "./route-report.js";
import type { SchemaChanges, SchemaComparison } from "./schemas.js";
import { comparePages, compareStreams, listPaged } from "./streams-and-pages.js";
import type { LocalChange, Sides } from "./types.js";

/** Pairs of routes: those of one key, then those whose methods have one name. */
export function matchRoutes(before: SchemaModel, after: SchemaModel): MatchedRoutes {
  const byKey = new Map(after.routes.map((route) => [route.key, route]));
  const keys = new Set(before.routes.map(({ key }) => key));
  const isNew = ({ key }: Route): boolean => !keys.has(key);
  const byCall = new Map(after.routes.filter(isNew).map((route) => [route.call, route]));
  const pairs = before.routes.flatMap((route) => {
    const match = byKey.get(route.key) ?? byCall.get(route.call);
    return match ? [{ before: route, after: match }] : [];
  });
  const matched = new Set(pairs.flatMap((pair) => [pair.before, pair.after]));
  return {
    pairs,
    gone: before.routes.filter((route) => !matched.has(route)),
    added: after.routes.filter((route) => !matched.has(route)),
  };
}

/** Lists the changes of each route. */
export function compareRoutes(
  before: SchemaModel,
  after: SchemaModel,
  { pairs, gone, added }: MatchedRoutes,
  comparison: SchemaComparison,
): readonly EntryChanges[] {
  const [pagedBefore, pagedAfter] = [listPaged(before), listPaged(after)];
  const hasBodyParameters = after.vendor.sdk.surface === "stainless";
  return [
    ...gone.map(({ key, call }) =>
      toEntry(key, { level: "major", place: "", text: "is gone", before: call }),
    ),
    ...pairs.map((pair) => {
      const report: RouteReport = { changes: [], schemas: [], comparison, hasBodyParameters };
      compareRoute(pair, report);
      comparePages(pagedBefore.get(pair.before.key), pagedAfter.get(pair.after.key), report);
      return { entry: pair.after.key, changes: report.changes, schemas: report.schemas };
    }),
    ...added.map(({ key, call }) =>
      toEntry(key, { level: "minor", place: "", text: "is new", after: call }),
    ),
  ];
}

/** A route with one change of its own. */
function toEntry(entry: string, change: LocalChange): EntryChanges {
  return { entry, changes: [change], schemas: [] };
}

function compareRoute(pair: Sides<Route>, report: RouteReport): void {
  compareNames(pair, report);
  compareParameters(pair, report);
  compareBodies(pair, report);
  compareResponses(pair, report);
  compareStreams(pair, report);
  compareFlags(pair, report);
}

/** Compares the route itself, and the names that its method and its body have. */
function compareNames({ before, after }: Sides<Route>, report: RouteReport): void {
  const keys = { before: before.key, after: after.key };
  if (before.key !== after.key) addChange(report, "major", "", "has another path", keys);
  const [gone] = namesOf(before).filter((name) => !namesOf(after).includes(name));
  if (gone !== undefined) {
    const sides = { before: gone, after: after.call };
    addChange(report, "major", "method", "has another name", sides);
  } else if (before.call !== after.call) {
    const sides = { before: before.call, after: after.call };
    const text = "has another name; the former one is deprecated";
    addChange(report, "minor", "method", text, sides);
  }
  if (report.hasBodyParameters && before.bodyParameter !== after.bodyParameter) {
    const sides = { before: before.bodyParameter, after: after.bodyParameter };
    addChange(report, "major", "body", "is another parameter of the method", sides);
  }
}

/** The names by which programs can call the method of a route. */
function namesOf({ call, formerCalls }: Route): readonly string[] {
  return [call, ...formerCalls];
}

/** Compares what a route says besides its names and its contents: deprecation, address and `accept`. */
function compareFlags({ before, after }: Sides<Route>, report: RouteReport): void {
  if (before.deprecated !== after.deprecated) {
    if (after.deprecated) addChange(report, "minor", "", "is deprecated");
    else addChange(report, "patch", "", "is no longer deprecated");
  }
  const needsBaseUrl = {
    before: before.needsBaseUrl === true,
    after: after.needsBaseUrl === true,
  };
  compareRequired(report, "baseUrl", needsBaseUrl);
  for (const key of ["server", "accept"] as const) {
    if (before[key] === after[key]) continue;
    addChange(report, "patch", key, "is another", { before: before[key], after: after[key] });
  }
}

/** The changes of one route or event. */
export interface EntryChanges {
  readonly entry: string;
  readonly changes: readonly LocalChange[];
  readonly schemas: readonly SchemaChanges[];
}

export interface MatchedRoutes {
  readonly pairs: readonly Sides<Route>[];
  readonly gone: readonly Route[];
  readonly added: readonly Route[];
}
