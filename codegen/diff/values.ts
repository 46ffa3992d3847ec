/** Compares what two schemas say of a single value: whether it is deprecated or may be null, its types, its listed values. */
import type { Effect, ReportEffect } from "./effects.js";
import type { Shape } from "./shape.js";
import type { Sides } from "./types.js";

/** Reports that a value is deprecated, or is no longer. */
export function compareDeprecation(
  { before, after }: Sides<Pick<Shape, "isDeprecated">>,
  report: ReportEffect,
): void {
  if (before.isDeprecated !== after.isDeprecated)
    report(after.isDeprecated ? "is deprecated" : "is no longer deprecated");
}

/** Reports that a value may be null, or never is. */
export function compareNull(
  { before, after }: Sides<Pick<Shape, "isNullable">>,
  report: ReportEffect,
): void {
  if (before.isNullable !== after.isNullable)
    report(after.isNullable ? "may be null now" : "is never null now");
}

/** @returns `undefined` if the types are the same. */
export function compareTypes({ before, after }: Sides<Shape>): Effect | undefined {
  const [typesBefore, typesAfter] = [before.types.join(), after.types.join()];
  if (typesBefore === typesAfter) return undefined;
  if (typesBefore === "integer" && typesAfter === "number") return "may have fractions now";
  if (typesBefore === "number" && typesAfter === "integer") return "is a whole number now";
  return "has another type";
}

/** Compares listed values. At least one side lists some. */
export function compareValues(
  { before: { values: before }, after: { values: after } }: Sides<Pick<Shape, "values">>,
  report: ReportEffect,
): void {
  if (before === undefined) {
    report("has a list of values now");
    return;
  }
  if (after === undefined) {
    report(before.isOpen ? "has an open list of values no more" : "has no list of values any more");
    return;
  }
  if (!before.isOpen && after.isOpen) report("may have values that are not listed");
  const [valuesBefore, valuesAfter] = [before.listed.map(printValue), after.listed.map(printValue)];
  const gone = valuesBefore.filter((value) => !valuesAfter.includes(value));
  const added = valuesAfter.filter((value) => !valuesBefore.includes(value));
  if (gone.length > 0)
    report(after.isOpen ? "lacks values of an open list" : "lacks values", {
      before: gone.join(", "),
    });
  if (added.length > 0)
    report(before.isOpen ? "has new values that programs expect" : "has new values", {
      after: added.join(", "),
    });
}

function printValue(value: unknown): string {
  return JSON.stringify(value);
}
