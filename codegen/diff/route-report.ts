/** The report of a route, to which its comparisons add changes. */
import type { Parameter } from "../model/model.js";
import type { SchemaChanges, SchemaComparison } from "./schemas.js";
import type { LocalChange, Sides } from "./types.js";

/** Adds a change of a place. A side without a value is left out. */
export function addChange(
  { changes }: RouteReport,
  level: LocalChange["level"],
  place: string,
  text: string,
  { before, after }: Partial<Sides<Side>> = {},
): void {
  changes.push({
    level,
    place,
    text,
    ...(before !== undefined && { before: String(before) }),
    ...(after !== undefined && { after: String(after) }),
  });
}

/** Adds a parameter or a body that the route did not have before. */
export function addNew(
  place: string,
  { required, schema }: Pick<Parameter, "required" | "schema">,
  report: RouteReport,
): void {
  const sides = { after: report.comparison.describe(schema, "after") };
  if (required) addChange(report, "major", place, "is new and required", sides);
  else addChange(report, "minor", place, "is new", sides);
}

/** Adds a change of what calls must give, if there is one. */
export function compareRequired(report: RouteReport, place: string, sides: Sides<boolean>): void {
  if (sides.before === sides.after) return;
  if (sides.after) addChange(report, "major", place, "is required now");
  else addChange(report, "minor", place, "is optional now");
}

/** The changes of a route, which comparisons add to, and what they compare by. */
export interface RouteReport {
  readonly changes: LocalChange[];
  readonly schemas: SchemaChanges[];
  readonly comparison: SchemaComparison;
  /** True if methods take a whole body as a parameter with a name. */
  readonly hasBodyParameters: boolean;
}

type Side = string | boolean | undefined;
