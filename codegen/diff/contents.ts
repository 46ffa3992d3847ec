/** Compares what a route sends and gets: its parameters, its body and its responses. */
import { kindOf } from "../model/http.js";
import { isEqual } from "../model/json.js";
import {
  type Content,
  contentsOf,
  type Parameter,
  type Response,
  type Route,
} from "../model/model.js";
import { addChange, compareRequired, type RouteReport } from "./route-report.js";
import type { Sides } from "./types.js";

/** Compares parameters of one place and name, and then those of one name. */
export function compareParameters({ before, after }: Sides<Route>, report: RouteReport): void {
  const added = new Map(after.parameters.map((each) => [idOf(each), each]));
  const unmatched = before.parameters.filter((each) => !added.has(idOf(each)));
  for (const parameter of before.parameters) {
    const next = added.get(idOf(parameter));
    if (next === undefined) continue;
    added.delete(idOf(parameter));
    compareParameter(parameter, next, report);
  }
  for (const parameter of unmatched) {
    const moved = [...added.values()].find(({ name }) => name === parameter.name);
    if (moved === undefined) {
      const type = report.comparison.describe(parameter.schema, "before");
      addChange(report, "major", idOf(parameter), "is gone", { before: type });
      continue;
    }
    added.delete(idOf(moved));
    const places = { before: parameter.in, after: moved.in };
    addChange(report, "minor", parameter.name, "is sent in another place", places);
    compareParameter(parameter, moved, report);
  }
  for (const parameter of added.values()) addNew(idOf(parameter), parameter, report);
}

/** The place and the name of a parameter, such as `query state`. */
function idOf(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

/** Adds a parameter or a body that the route did not have before. */
function addNew(
  place: string,
  { required, schema }: Pick<Parameter, "required" | "schema">,
  report: RouteReport,
): void {
  const sides = { after: report.comparison.describe(schema, "after") };
  if (required) addChange(report, "major", place, "is new and required", sides);
  else addChange(report, "minor", place, "is new", sides);
}

function compareParameter(before: Parameter, after: Parameter, report: RouteReport): void {
  const place = idOf(after);
  compareRequired(report, place, { before: before.required, after: after.required });
  if (!before.deprecated && after.deprecated) addChange(report, "minor", place, "is deprecated");
  for (const key of NOTATION_KEYS) {
    if (before[key] === after[key]) continue;
    const sides = { before: before[key], after: after[key] };
    addChange(report, "patch", place, `is written in another notation (\`${key}\`)`, sides);
  }
  report.schemas.push(report.comparison.compare(before.schema, after.schema, "sent", place));
}

/** Keys that say how a parameter is written, not which values it has. */
const NOTATION_KEYS = ["style", "explode", "reserved", "multiSegment"] as const;

// ---- Bodies

/** Compares the bodies as a whole, and then their contents. */
export function compareBodies({ before, after }: Sides<Route>, report: RouteReport): void {
  if (before.body && after.body) {
    const isRequired = { before: before.body.required, after: after.body.required };
    compareRequired(report, "body", isRequired);
    compareContents({ before, after }, report);
  } else if (before.body) addChange(report, "major", "body", "is gone");
  else if (after.body) addNew("body", after.body, report);
}

/** Matches contents that share a media type; the first content of a body always has a counterpart. */
function compareContents({ before, after }: Sides<Route>, report: RouteReport): void {
  const added = new Set(contentsOf(after));
  for (const [index, content] of contentsOf(before).entries()) {
    const match =
      [...added].find((each) => shareType(each, content)) ??
      (index === 0 && after.body && added.has(after.body) ? after.body : undefined);
    if (match === undefined) {
      const sides = { before: content.contentTypes.join(", ") };
      addChange(report, "major", "body", "has a media type less", sides);
      continue;
    }
    added.delete(match);
    // A program that names no type sends the first one; it sends another when that changes.
    const namedTypes = content.contentTypes.slice(index === 0 ? 1 : 0);
    compareContent(content, match, namedTypes, report);
  }
  for (const { contentTypes } of added) {
    const sides = { after: contentTypes.join(", ") };
    addChange(report, "minor", "body", "has a media type more", sides);
  }
}

function shareType(one: Content, other: Content): boolean {
  return one.contentTypes.some((type) => other.contentTypes.includes(type));
}

/** @param namedTypes The former media types that programs name. */
function compareContent(
  before: Content,
  after: Content,
  namedTypes: readonly string[],
  report: RouteReport,
): void {
  const types = { before: before.contentTypes.join(", "), after: after.contentTypes.join(", ") };
  if (types.before !== types.after) {
    const isLess = namedTypes.some((type) => !after.contentTypes.includes(type));
    const level = isLess || takesOtherValues(before, after) ? "major" : "minor";
    addChange(report, level, "body", "has other media types", types);
  }
  if (!isEqual([before.lists, before.encoding], [after.lists, after.encoding]))
    addChange(report, "patch", "body", "is written in another notation");
  report.schemas.push(report.comparison.compare(before.schema, after.schema, "sent", "body"));
}

/** Tests whether the other notation takes other values, so that programs which pass a body no longer compile. */
function takesOtherValues(before: Content, after: Content): boolean {
  const [one, other] = [before, after].map(({ contentTypes: [first = "application/json"] }) =>
    kindOf(first),
  );
  return one !== other && (other === "bytes" || (one !== "json" && one !== "text"));
}

// ---- Responses

/** Compares responses by their status. */
export function compareResponses({ before, after }: Sides<Route>, report: RouteReport): void {
  const byStatus = new Map(after.responses.map((each) => [each.status, each]));
  for (const response of before.responses) {
    const next = byStatus.get(response.status);
    if (next) compareResponse(response, next, report);
    else {
      const level = isSuccess(response) ? "major" : "minor";
      addChange(report, level, `response ${response.status}`, "is gone");
    }
  }
  const statuses = new Set(before.responses.map(({ status }) => status));
  const results = new Set(
    before.responses.filter(isSuccess).map(({ schema }) => JSON.stringify(schema)),
  );
  for (const response of after.responses) {
    if (statuses.has(response.status)) continue;
    const { status, schema } = response;
    const isWider = isSuccess(response) && !results.has(JSON.stringify(schema));
    const type = schema === undefined ? undefined : report.comparison.describe(schema, "after");
    addChange(report, isWider ? "major" : "minor", `response ${status}`, "is new", { after: type });
  }
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2") || status === "default";
}

function compareResponse(before: Response, after: Response, report: RouteReport): void {
  const place = `response ${before.status}`;
  const [kind, nextKind] = [before.contentType, after.contentType].map((type) =>
    type === undefined ? undefined : kindOf(type),
  );
  if (kind !== nextKind) {
    const sides = { before: before.contentType, after: after.contentType };
    addChange(report, "major", place, "has another media type", sides);
    return;
  }
  if (before.schema === undefined && after.schema === undefined) return;
  const [types = "", nextTypes = ""] = [before, after].map(({ otherTypes = [] }) =>
    otherTypes.join(", "),
  );
  if (types !== nextTypes) {
    const sides = { before: types || undefined, after: nextTypes || undefined };
    const level = types === "" ? "major" : "minor";
    addChange(report, level, place, "may have other media types", sides);
  }
  const [schema = true, nextSchema = true] = [before.schema, after.schema];
  report.schemas.push(report.comparison.compare(schema, nextSchema, "received", place));
}
