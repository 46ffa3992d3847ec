/** Compares how a route streams, and how its list is divided into pages. */
import { createResolver } from "../json-schema/references.js";
import { listRouteLists } from "../json-schema/route-lists.js";
import { onlyStreams, type Route, type RouteStream, type SchemaModel } from "../model/model.js";
import { addChange, type RouteReport } from "./route-report.js";
import { isEqual } from "../model/json.js";
import type { Sides } from "./types.js";

/** Compares the stream of a route, and the schema of its items. */
export function compareStreams({ before, after }: Sides<Route>, report: RouteReport): void {
  const [former, present] = [before.stream, after.stream];
  if (former && present) {
    if (onlyStreams(before) !== onlyStreams(after))
      addChange(report, "major", "stream", "is asked for in another way");
    else if (!isEqual(rulesOf(former), rulesOf(present)))
      addChange(report, "patch", "stream", "is read by other rules");
    report.schemas.push(
      report.comparison.compare(former.item.schema, present.item.schema, "received", "item"),
    );
  } else if (former) addChange(report, "major", "stream", "is gone");
  else if (present) {
    // A route that also responds as a whole keeps the calls of before.
    addChange(report, onlyStreams(after) ? "major" : "minor", "stream", "is new");
  }
}

function rulesOf({ format, when, end, error }: RouteStream): readonly unknown[] {
  return [format, when, end, error];
}

/** The rule and the path to the items of each list that is divided into pages, by route. */
export function listPaged(model: SchemaModel): ReadonlyMap<string, Paged> {
  const lists = listRouteLists({ model, resolve: createResolver(model) });
  return new Map(
    lists.map(({ route, items, pagination }) => {
      const shown = `${items === "" ? "the body" : items}, by ${pagination.style}`;
      return [route.key, { items, shown, rule: JSON.stringify(pagination) }];
    }),
  );
}

/** Compares the pages of a list, by what {@link listPaged} says of both models. */
export function comparePages(
  before: Paged | undefined,
  after: Paged | undefined,
  report: RouteReport,
): void {
  if (before === undefined || after === undefined) {
    if (before) addChange(report, "major", "pages", "are gone");
    if (after) addChange(report, "minor", "pages", "are new");
  } else if (before.shown !== after.shown) {
    const level = before.items === after.items ? "patch" : "major";
    const sides = { before: before.shown, after: after.shown };
    addChange(report, level, "pages", "are found in another way", sides);
  } else if (before.rule !== after.rule) {
    addChange(report, "patch", "pages", "are asked for, or end, by another rule");
  }
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
