/** Compares what a route sends and gets: its parameters, its body and its responses. */
import { kindOf } from "../model/http.js";
import {
  type Content,
  contentsOf,
  type Parameter,
  type Response,
  type Route,
} from "../model/model.js";
import type { SchemaChanges, SchemaComparison } from "./schemas.js";
import type { LocalChange, Sides } from "./types.js";

/** Compares parameters of one place and name, and then those of one name. */
export function compareParameters({ before, after }: Sides<Route>, report: RouteReport): void {
  const added = new Map(after.parameters.map((each) => [idOf(each), each]));
  const unmatched = before.parameters.filter((each) => !added.has(idOf(each)));
  for (const parameter of before.parameters) {
    const next = added.get(idOf(parameter));
    if (next === undefined) continue;
    added.delete(idOf(parameter));
    compareParameter(parameter, next, idOf(next), report);
  }
  for (const parameter of unmatched) {
    const moved = [...added.values()].find(({ name }) => name === parameter.name);
    if (moved === undefined) {
      const type = report.comparison.describe(parameter.schema, "before");
      report.changes.push({
        level: "major",
        place: idOf(parameter),
        text: "is gone",
        before: type,
      });
      continue;
    }
    added.delete(idOf(moved));
    compareMoved(parameter, moved, idOf(moved), report);
  }
  for (const parameter of added.values())
    report.changes.push({
      level: parameter.required ? "major" : "minor",
      place: idOf(parameter),
      text: parameter.required ? "is new and required" : "is new",
      after: report.comparison.describe(parameter.schema, "after"),
    });
}

/** The place and the name of a parameter, such as `query state`. */
function idOf(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

/** Compares a parameter that is sent in another place, such as a header in place of the query. */
function compareMoved(
  before: Parameter,
  after: Parameter,
  place: string,
  report: RouteReport,
): void {
  report.changes.push({
    level: "minor",
    place: before.name,
    text: "is sent in another place",
    ...printSides(before.in, after.in),
  });
  compareParameter(before, after, place, report);
}

function compareParameter(
  before: Parameter,
  after: Parameter,
  place: string,
  report: RouteReport,
): void {
  const { changes } = report;
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
        ...printSides(before[key], after[key]),
      });
  report.schemas.push(report.comparison.compare(before.schema, after.schema, "sent", place));
}

// ---- Bodies

/** Compares the bodies as a whole, and then their contents. */
export function compareBodies({ before, after }: Sides<Route>, report: RouteReport): void {
  const { changes } = report;
  if (before.body === undefined || after.body === undefined) {
    if (before.body) changes.push({ level: "major", place: "body", text: "is gone" });
    if (after.body)
      changes.push({
        level: after.body.required ? "major" : "minor",
        place: "body",
        text: after.body.required ? "is new and required" : "is new",
        after: report.comparison.describe(after.body.schema, "after"),
      });
    return;
  }
  if (before.body.required !== after.body.required)
    changes.push(
      after.body.required
        ? { level: "major", place: "body", text: "is required now" }
        : { level: "minor", place: "body", text: "is optional now" },
    );
  compareContents({ before, after }, report);
}

/** Matches contents that share a media type; the first content of a body always has a counterpart. */
function compareContents({ before, after }: Sides<Route>, report: RouteReport): void {
  const added = new Set(contentsOf(after));
  for (const [index, content] of contentsOf(before).entries()) {
    const match =
      [...added].find((each) => shareType(each, content)) ??
      (index === 0 && after.body && added.has(after.body) ? after.body : undefined);
    if (match === undefined) {
      const types = content.contentTypes.join(", ");
      report.changes.push({
        level: "major",
        place: "body",
        text: "has a media type less",
        before: types,
      });
      continue;
    }
    added.delete(match);
    compareContent(content, match, index === 0, report);
  }
  for (const { contentTypes } of added)
    report.changes.push({
      level: "minor",
      place: "body",
      text: "has a media type more",
      after: contentTypes.join(", "),
    });
}

function shareType(one: Content, other: Content): boolean {
  return one.contentTypes.some((type) => other.contentTypes.includes(type));
}

/** Tests whether the other notation takes other values, so that programs which pass a body no longer compile. */
function takesOtherValues(before: Content, after: Content): boolean {
  const [one, other] = [before, after].map(({ contentTypes: [first = "application/json"] }) =>
    kindOf(first),
  );
  return one !== other && (other === "bytes" || (one !== "json" && one !== "text"));
}

function compareContent(
  before: Content,
  after: Content,
  isFirst: boolean,
  report: RouteReport,
): void {
  const [one, other] = [before.contentTypes.join(", "), after.contentTypes.join(", ")];
  if (one !== other) {
    // A program that names no type sends the first one; it sends another when that changes.
    const namedTypes = before.contentTypes.slice(isFirst ? 1 : 0);
    const isLess = namedTypes.some((type) => !after.contentTypes.includes(type));
    const level = isLess || takesOtherValues(before, after) ? "major" : "minor";
    report.changes.push({
      level,
      place: "body",
      text: "has other media types",
      ...printSides(one, other),
    });
  }
  const [olds, news] = [
    JSON.stringify([before.lists, before.encoding]),
    JSON.stringify([after.lists, after.encoding]),
  ];
  if (olds !== news)
    report.changes.push({ level: "patch", place: "body", text: "is written in another notation" });
  report.schemas.push(report.comparison.compare(before.schema, after.schema, "sent", "body"));
}

// ---- Responses

/** Compares responses by their status. */
export function compareResponses({ before, after }: Sides<Route>, report: RouteReport): void {
  const byStatus = new Map(after.responses.map((each) => [each.status, each]));
  const statuses = new Set(before.responses.map(({ status }) => status));
  for (const response of before.responses) {
    const next = byStatus.get(response.status);
    if (next) compareResponse(response, next, report);
    else
      report.changes.push({
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
    report.changes.push({
      level: isWider ? "major" : "minor",
      place: `response ${response.status}`,
      text: "is new",
      ...(response.schema !== undefined && {
        after: report.comparison.describe(response.schema, "after"),
      }),
    });
  }
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2") || status === "default";
}

function compareResponse(before: Response, after: Response, report: RouteReport): void {
  const place = `response ${before.status}`;
  const [one, other] = [before.contentType, after.contentType].map((type) =>
    type === undefined ? undefined : kindOf(type),
  );
  if (one !== other) {
    report.changes.push({
      level: "major",
      place,
      text: "has another media type",
      ...printSides(before.contentType, after.contentType),
    });
    return;
  }
  if (before.schema === undefined && after.schema === undefined) return;
  const types = [before, after].map(({ otherTypes = [] }) => otherTypes.join(", "));
  if (types[0] !== types[1])
    report.changes.push({
      level: types[0] === "" ? "major" : "minor",
      place,
      text: "may have other media types",
      ...printSides(types[0] || undefined, types[1] || undefined),
    });
  const [schema = true, next = true] = [before.schema, after.schema];
  report.schemas.push(report.comparison.compare(schema, next, "received", place));
}

/** The two sides of a change; one without a value is left out. */
export function printSides(before: Side, after: Side): Partial<Sides<string>> {
  return {
    ...(before !== undefined && { before: String(before) }),
    ...(after !== undefined && { after: String(after) }),
  };
}

// ---- Types

type Side = string | boolean | undefined;

/** The changes of a route, which comparisons add to, and what they compare by. */
export interface RouteReport {
  readonly changes: LocalChange[];
  readonly schemas: SchemaChanges[];
  readonly comparison: SchemaComparison;
  /** True if methods take a whole body as a parameter with a name. */
  readonly hasBodyParameters: boolean;
}
