/** Compares the routes of two models: their paths, names and flags, and what the files beside this one compare. */
import type { Route, SchemaModel } from "../model/model.js";
import {
  compareBodies,
  compareParameters,
  compareResponses,
  printSides,
  type RouteReport,
} from "./contents.js";
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

/** Compares what a route says besides its names and its contents: deprecation, address and `accept`. */
function compareFlags({ before, after }: Sides<Route>, { changes }: RouteReport): void {
  if (before.deprecated !== after.deprecated)
    changes.push(
      after.deprecated
        ? { level: "minor", place: "", text: "is deprecated" }
        : { level: "patch", place: "", text: "is no longer deprecated" },
    );
  if (before.needsBaseUrl !== after.needsBaseUrl)
    changes.push(
      after.needsBaseUrl
        ? { level: "major", place: "baseUrl", text: "is required now" }
        : { level: "minor", place: "baseUrl", text: "is optional now" },
    );
  for (const key of ["server", "accept"] as const)
    if (before[key] !== after[key])
      changes.push({
        level: "patch",
        place: key,
        text: "is another",
        ...printSides(before[key], after[key]),
      });
}

/** Compares the route itself, and the names that its method and its body have. */
function compareNames({ before, after }: Sides<Route>, report: RouteReport): void {
  const { changes } = report;
  if (before.key !== after.key)
    changes.push({
      level: "major",
      place: "",
      text: "has another path",
      ...printSides(before.key, after.key),
    });
  const names = (route: Route): readonly string[] => [route.call, ...route.formerCalls];
  const [gone] = names(before).filter((name) => !names(after).includes(name));
  if (gone !== undefined)
    changes.push({
      level: "major",
      place: "method",
      text: "has another name",
      ...printSides(gone, after.call),
    });
  else if (before.call !== after.call)
    changes.push({
      level: "minor",
      place: "method",
      text: "has another name; the former one is deprecated",
      ...printSides(before.call, after.call),
    });
  if (report.hasBodyParameters && before.bodyParameter !== after.bodyParameter)
    changes.push({
      level: "major",
      place: "body",
      text: "is another parameter of the method",
      ...printSides(before.bodyParameter, after.bodyParameter),
    });
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
