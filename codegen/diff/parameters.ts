/** Compares the parameters of a route outside of its body. */
import type { Parameter, Route } from "../model/model.js";
import { addChange, addNew, compareRequired, type RouteReport } from "./route-report.js";
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
