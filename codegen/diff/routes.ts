/** Compares the routes of two models: their paths, names, streams and pages, and what `contents.ts` compares. */
import { listRouteLists } from "../json-schema/route-lists.js";
import { createResolver } from "../json-schema/references.js";
import { onlyStreams, type Route, type SchemaModel } from "../model/model.js";
import {
  compareBodies,
  compareParameters,
  compareResponses,
  printSides,
  type RouteReport,
} from "./contents.js";
import type { SchemaChanges, SchemaComparison } from "./schemas.js";
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
  const changeWhole = (level: LocalChange["level"], text: string) => (route: Route) => ({
    entry: route.key,
    changes: [{ level, place: "", text, [level === "major" ? "before" : "after"]: route.call }],
    schemas: [],
  });
  return [
    ...gone.map(changeWhole("major", "is gone")),
    ...pairs.map((pair) => {
      const report: RouteReport = { changes: [], schemas: [], comparison, hasBodyParameters };
      compareRoute(pair, report);
      comparePages(pagedBefore.get(pair.before.key), pagedAfter.get(pair.after.key), report);
      return { entry: pair.after.key, changes: report.changes, schemas: report.schemas };
    }),
    ...added.map(changeWhole("minor", "is new")),
  ];
}

function compareRoute(pair: Sides<Route>, report: RouteReport): void {
  compareNames(pair, report);
  compareParameters(pair, report);
  compareBodies(pair, report);
  compareResponses(pair, report);
  compareStreams(pair, report);
  const { before, after } = pair;
  const { changes } = report;
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

/** Compares the route itself, and the names of its method. */
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

// ---- Streams and pages

function compareStreams({ before, after }: Sides<Route>, report: RouteReport): void {
  const [one, other] = [before.stream, after.stream];
  const { changes } = report;
  const place = "stream";
  if (one && other) {
    if (onlyStreams(before) !== onlyStreams(after))
      changes.push({ level: "major", place, text: "is asked for in another way" });
    else if (
      JSON.stringify([one.format, one.when, one.end, one.error]) !==
      JSON.stringify([other.format, other.when, other.end, other.error])
    )
      changes.push({ level: "patch", place, text: "is read by other rules" });
    report.schemas.push(
      report.comparison.compare(one.item.schema, other.item.schema, "received", "item"),
    );
  } else if (one) changes.push({ level: "major", place, text: "is gone" });
  else if (other)
    changes.push({ level: onlyStreams(after) ? "major" : "minor", place, text: "is new" });
}

/** The rule and the path to the items of each list that is divided into pages, by route. */
function listPaged(model: SchemaModel): ReadonlyMap<string, Paged> {
  const lists = listRouteLists({ model, resolve: createResolver(model) });
  return new Map(
    lists.map(({ route, items, pagination }) => {
      const shown = `${items === "" ? "the body" : items}, by ${pagination.style}`;
      return [route.key, { items, shown, rule: JSON.stringify(pagination) }];
    }),
  );
}

function comparePages(
  before: Paged | undefined,
  after: Paged | undefined,
  { changes }: RouteReport,
): void {
  const place = "pages";
  if (before === undefined || after === undefined) {
    if (before) changes.push({ level: "major", place, text: "are gone" });
    if (after) changes.push({ level: "minor", place, text: "are new" });
  } else if (before.shown !== after.shown) {
    const level = before.items === after.items ? "patch" : "major";
    const text = "are found in another way";
    changes.push({ level, place, text, ...printSides(before.shown, after.shown) });
  } else if (before.rule !== after.rule) {
    changes.push({ level: "patch", place, text: "are asked for, or end, by another rule" });
  }
}

// ---- Types

/** The changes of one route or event. */
export interface EntryChanges {
  readonly entry: string;
  readonly changes: readonly LocalChange[];
  readonly schemas: readonly SchemaChanges[];
}

/** A list that is divided into pages. */
interface Paged {
  /** A path in the body. */
  readonly items: string;
  /** The path and the style, for the report. */
  readonly shown: string;
  /** The whole rule. */
  readonly rule: string;
}

export interface MatchedRoutes {
  readonly pairs: readonly Sides<Route>[];
  readonly gone: readonly Route[];
  readonly added: readonly Route[];
}
