/** Compares the routes of two models. */
import { listRouteLists } from "../json-schema/route-lists.js";
import { createResolver } from "../json-schema/references.js";
import { kindOf } from "../model/http.js";
import {
  type Content,
  contentsOf,
  onlyStreams,
  type Parameter,
  type Response,
  type Route,
  type SchemaModel,
} from "../model/model.js";
import type { SchemaChanges, SchemaComparison } from "./schemas.js";
import type { LocalChange } from "./types.js";

/** The changes of one route or event. */
export interface EntryChanges {
  readonly entry: string;
  readonly changes: readonly LocalChange[];
  readonly schemas: readonly SchemaChanges[];
}

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
  const [olds, news] = [
    new Set(pairs.map((pair) => pair.before)),
    new Set(pairs.map((pair) => pair.after)),
  ];
  return {
    pairs,
    gone: before.routes.filter((route) => !olds.has(route)),
    added: after.routes.filter((route) => !news.has(route)),
  };
}

export function compareRoutes(
  before: SchemaModel,
  after: SchemaModel,
  { pairs, gone, added }: MatchedRoutes,
  schemas: SchemaComparison,
): readonly EntryChanges[] {
  const [pagedBefore, pagedAfter] = [listPaged(before), listPaged(after)];
  const hasBodyParameters = after.vendor.sdk.surface === "stainless";
  const whole = (level: LocalChange["level"], text: string) => (route: Route) => ({
    entry: route.key,
    changes: [{ level, place: "", text, [level === "major" ? "before" : "after"]: route.call }],
    schemas: [],
  });
  return [
    ...gone.map(whole("major", "is gone")),
    ...pairs.map((pair) => {
      const found: Found = { changes: [], schemas: [], compare: schemas, hasBodyParameters };
      compareRoute(pair, found);
      comparePages(pagedBefore.get(pair.before.key), pagedAfter.get(pair.after.key), found);
      return { entry: pair.after.key, changes: found.changes, schemas: found.schemas };
    }),
    ...added.map(whole("minor", "is new")),
  ];
}

function compareRoute(pair: RoutePair, found: Found): void {
  compareNames(pair, found);
  compareParameters(pair, found);
  compareBodies(pair, found);
  compareResponses(pair, found);
  compareStreams(pair, found);
  const { before, after } = pair;
  const { changes } = found;
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
        ...sides(before[key], after[key]),
      });
}

/** Compares the route itself, and the names of its method. */
function compareNames({ before, after }: RoutePair, found: Found): void {
  const { changes } = found;
  if (before.key !== after.key)
    changes.push({
      level: "major",
      place: "",
      text: "has another path",
      ...sides(before.key, after.key),
    });
  const names = (route: Route): readonly string[] => [route.call, ...route.formerCalls];
  const [gone] = names(before).filter((name) => !names(after).includes(name));
  const isRenamed = before.call !== after.call;
  if (gone !== undefined)
    changes.push({
      level: "major",
      place: "method",
      text: "has another name",
      ...sides(gone, after.call),
    });
  else if (isRenamed)
    changes.push({
      level: "minor",
      place: "method",
      text: "has another name; the former one is deprecated",
      ...sides(before.call, after.call),
    });
  if (found.hasBodyParameters && before.bodyParameter !== after.bodyParameter)
    changes.push({
      level: "major",
      place: "body",
      text: "is another parameter of the method",
      ...sides(before.bodyParameter, after.bodyParameter),
    });
}

// ---- Parameters

function compareParameters({ before, after }: RoutePair, found: Found): void {
  const idOf = (each: Parameter): string => `${each.in} ${each.name}`;
  const left = new Map(after.parameters.map((each) => [idOf(each), each]));
  const unmatched = before.parameters.filter((each) => !left.has(idOf(each)));
  for (const parameter of before.parameters) {
    const next = left.get(idOf(parameter));
    if (next === undefined) continue;
    left.delete(idOf(parameter));
    compareParameter(parameter, next, idOf(next), found);
  }
  for (const parameter of unmatched) {
    const moved = [...left.values()].find(({ name }) => name === parameter.name);
    if (moved === undefined) {
      const type = found.compare.describe(parameter.schema, "before");
      found.changes.push({ level: "major", place: idOf(parameter), text: "is gone", before: type });
      continue;
    }
    left.delete(idOf(moved));
    const text = "is sent in another place";
    found.changes.push({
      level: "minor",
      place: parameter.name,
      text,
      ...sides(parameter.in, moved.in),
    });
    compareParameter(parameter, moved, idOf(moved), found);
  }
  for (const parameter of left.values())
    found.changes.push({
      level: parameter.required ? "major" : "minor",
      place: idOf(parameter),
      text: parameter.required ? "is new and required" : "is new",
      after: found.compare.describe(parameter.schema, "after"),
    });
}

function compareParameter(before: Parameter, after: Parameter, place: string, found: Found): void {
  const { changes } = found;
  if (before.required !== after.required)
    changes.push(
      after.required
        ? { level: "major", place, text: "is required now" }
        : { level: "minor", place, text: "is optional now" },
    );
  if (!before.deprecated && after.deprecated)
    changes.push({ level: "minor", place, text: "is deprecated" });
  const notations = ["style", "explode", "reserved", "multiSegment"] as const;
  for (const key of notations)
    if (before[key] !== after[key])
      changes.push({
        level: "patch",
        place,
        text: `is written in another notation (\`${key}\`)`,
        ...sides(before[key], after[key]),
      });
  found.schemas.push(found.compare.compare(before.schema, after.schema, "sent", place));
}

// ---- Bodies

function compareBodies({ before, after }: RoutePair, found: Found): void {
  const { changes } = found;
  if (before.body === undefined || after.body === undefined) {
    if (before.body) changes.push({ level: "major", place: "body", text: "is gone" });
    if (after.body)
      changes.push({
        level: after.body.required ? "major" : "minor",
        place: "body",
        text: after.body.required ? "is new and required" : "is new",
        after: found.compare.describe(after.body.schema, "after"),
      });
    return;
  }
  if (before.body.required !== after.body.required)
    changes.push(
      after.body.required
        ? { level: "major", place: "body", text: "is required now" }
        : { level: "minor", place: "body", text: "is optional now" },
    );
  const [olds, news] = [contentsOf(before), contentsOf(after)];
  const left = new Set(news);
  for (const [index, content] of olds.entries()) {
    const match =
      news.find((each) => left.has(each) && shareType(each, content)) ??
      (index === 0 && left.has(after.body) ? after.body : undefined);
    if (match === undefined) {
      const types = content.contentTypes.join(", ");
      changes.push({ level: "major", place: "body", text: "has a media type less", before: types });
      continue;
    }
    left.delete(match);
    compareContent(content, match, index === 0, found);
  }
  for (const { contentTypes } of left)
    changes.push({
      level: "minor",
      place: "body",
      text: "has a media type more",
      after: contentTypes.join(", "),
    });
}

function shareType(one: Content, other: Content): boolean {
  return one.contentTypes.some((type) => other.contentTypes.includes(type));
}

/** True if programs that pass an object, or the one body that a notation has of its own, no longer compile. */
function isWrittenOtherwise(before: Content, after: Content): boolean {
  const [one, other] = [before, after].map(({ contentTypes: [first = "application/json"] }) =>
    kindOf(first),
  );
  return one !== other && (other === "bytes" || (one !== "json" && one !== "text"));
}

function compareContent(before: Content, after: Content, isFirst: boolean, found: Found): void {
  const [one, other] = [before.contentTypes.join(", "), after.contentTypes.join(", ")];
  if (one !== other) {
    // A program that names no type sends the first one; it sends another when that changes.
    const named = before.contentTypes.slice(isFirst ? 1 : 0);
    const isLess = named.some((type) => !after.contentTypes.includes(type));
    const level = isLess || isWrittenOtherwise(before, after) ? "major" : "minor";
    found.changes.push({
      level,
      place: "body",
      text: "has other media types",
      ...sides(one, other),
    });
  }
  const [olds, news] = [
    JSON.stringify([before.lists, before.encoding]),
    JSON.stringify([after.lists, after.encoding]),
  ];
  if (olds !== news)
    found.changes.push({ level: "patch", place: "body", text: "is written in another notation" });
  found.schemas.push(found.compare.compare(before.schema, after.schema, "sent", "body"));
}

// ---- Responses

function compareResponses({ before, after }: RoutePair, found: Found): void {
  const byStatus = new Map(after.responses.map((each) => [each.status, each]));
  const statuses = new Set(before.responses.map(({ status }) => status));
  for (const response of before.responses) {
    const next = byStatus.get(response.status);
    if (next) compareResponse(response, next, found);
    else
      found.changes.push({
        level: isSuccess(response) ? "major" : "minor",
        place: `response ${response.status}`,
        text: "is gone",
      });
  }
  const results = new Set(
    before.responses.filter(isSuccess).map(({ schema }) => JSON.stringify(schema)),
  );
  for (const response of after.responses) {
    if (statuses.has(response.status)) continue;
    const isWider = isSuccess(response) && !results.has(JSON.stringify(response.schema));
    found.changes.push({
      level: isWider ? "major" : "minor",
      place: `response ${response.status}`,
      text: "is new",
      ...(response.schema !== undefined && {
        after: found.compare.describe(response.schema, "after"),
      }),
    });
  }
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2") || status === "default";
}

function compareResponse(before: Response, after: Response, found: Found): void {
  const place = `response ${before.status}`;
  const [one, other] = [before.contentType, after.contentType].map((type) =>
    type === undefined ? undefined : kindOf(type),
  );
  if (one !== other) {
    found.changes.push({
      level: "major",
      place,
      text: "has another media type",
      ...sides(before.contentType, after.contentType),
    });
    return;
  }
  if (before.schema === undefined && after.schema === undefined) return;
  const types = [before, after].map(({ otherTypes = [] }) => otherTypes.join(", "));
  if (types[0] !== types[1])
    found.changes.push({
      level: types[0] === "" ? "major" : "minor",
      place,
      text: "may have other media types",
      ...sides(types[0] || undefined, types[1] || undefined),
    });
  const [schema = true, next = true] = [before.schema, after.schema];
  found.schemas.push(found.compare.compare(schema, next, "received", place));
}

// ---- Streams and pages

function compareStreams({ before, after }: RoutePair, found: Found): void {
  const [one, other] = [before.stream, after.stream];
  const { changes } = found;
  const place = "stream";
  if (one && other) {
    if (onlyStreams(before) !== onlyStreams(after))
      changes.push({ level: "major", place, text: "is asked for in another way" });
    else if (
      JSON.stringify([one.format, one.when, one.end, one.error]) !==
      JSON.stringify([other.format, other.when, other.end, other.error])
    )
      changes.push({ level: "patch", place, text: "is read by other rules" });
    found.schemas.push(
      found.compare.compare(one.item.schema, other.item.schema, "received", "item"),
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
  { changes }: Found,
): void {
  const place = "pages";
  if (before === undefined || after === undefined) {
    if (before) changes.push({ level: "major", place, text: "are gone" });
    if (after) changes.push({ level: "minor", place, text: "are new" });
  } else if (before.shown !== after.shown) {
    const level = before.items === after.items ? "patch" : "major";
    const text = "are found in another way";
    changes.push({ level, place, text, ...sides(before.shown, after.shown) });
  } else if (before.rule !== after.rule) {
    changes.push({ level: "patch", place, text: "are asked for, or end, by another rule" });
  }
}

function sides(before: Side, after: Side): Pick<LocalChange, "before" | "after"> {
  return {
    ...(before !== undefined && { before: String(before) }),
    ...(after !== undefined && { after: String(after) }),
  };
}

// ---- Types

type Side = string | boolean | undefined;

/** A list that is divided into pages. */
interface Paged {
  /** A path in the body. */
  readonly items: string;
  /** The path and the style, for the report. */
  readonly shown: string;
  /** The whole rule. */
  readonly rule: string;
}

interface RoutePair {
  readonly before: Route;
  readonly after: Route;
}

export interface MatchedRoutes {
  readonly pairs: readonly RoutePair[];
  readonly gone: readonly Route[];
  readonly added: readonly Route[];
}

interface Found {
  /** True if methods take a whole body as a parameter with a name. */
  readonly hasBodyParameters: boolean;
  readonly changes: LocalChange[];
  readonly schemas: SchemaChanges[];
  readonly compare: SchemaComparison;
}
