/** Compares the responses of a route: their statuses, their media types and their schemas. */
import { type BodyKind, kindOf } from "../model/http.js";
import type { Response, Route } from "../model/model.js";
import { addChange, type RouteReport } from "./route-report.js";
import type { Sides } from "./types.js";

/** Compares responses by their status. */
export function compareResponses({ before, after }: Sides<Route>, report: RouteReport): void {
  const byStatus = new Map(after.responses.map((each) => [each.status, each]));
  for (const response of before.responses) {
    const next = byStatus.get(response.status);
    if (next) compareResponse({ before: response, after: next }, report);
    else {
      const level = isSuccess(response) ? "major" : "minor";
      addChange(report, level, `response ${response.status}`, "is gone");
    }
  }
  addNewResponses({ before: before.responses, after: after.responses }, report);
}

/** Adds responses with a new status. One with a new result breaks programs, which handle only the former results. */
function addNewResponses({ before, after }: Sides<readonly Response[]>, report: RouteReport): void {
  const statuses = new Set(before.map(({ status }) => status));
  const results = new Set(before.filter(isSuccess).map(({ schema }) => JSON.stringify(schema)));
  for (const response of after) {
    if (statuses.has(response.status)) continue;
    const { status, schema } = response;
    const isNewResult = isSuccess(response) && !results.has(JSON.stringify(schema));
    const level = isNewResult ? "major" : "minor";
    const type = schema === undefined ? undefined : report.comparison.describe(schema, "after");
    addChange(report, level, `response ${status}`, "is new", { after: type });
  }
}

function isSuccess({ status }: Response): boolean {
  return status.startsWith("2") || status === "default";
}

/** Compares two responses of one status. Where the body is of another kind, the report says only that. */
function compareResponse({ before, after }: Sides<Response>, report: RouteReport): void {
  const place = `response ${before.status}`;
  if (kindOfBody(before) !== kindOfBody(after)) {
    const sides = { before: before.contentType, after: after.contentType };
    addChange(report, "major", place, "has another media type", sides);
    return;
  }
  if (before.schema === undefined && after.schema === undefined) return;
  compareOtherTypes({ before, after }, report);
  const { schema = true } = before;
  const { schema: nextSchema = true } = after;
  report.schemas.push(report.comparison.compare(schema, nextSchema, "received", place));
}

/** The kind of a body; undefined if there is none. */
function kindOfBody({ contentType }: Response): BodyKind | undefined {
  return contentType === undefined ? undefined : kindOf(contentType);
}

/** Compares the media types without a schema. The first ones break programs, which expect only the schema. */
function compareOtherTypes({ before, after }: Sides<Response>, report: RouteReport): void {
  const types = { before: otherTypesOf(before), after: otherTypesOf(after) };
  if (types.before === types.after) return;
  const level = types.before === undefined ? "major" : "minor";
  addChange(report, level, `response ${before.status}`, "may have other media types", types);
}

/** The media types without a schema; undefined if there are none. */
function otherTypesOf({ otherTypes = [] }: Response): string | undefined {
  return otherTypes.length === 0 ? undefined : otherTypes.join(", ");
}
