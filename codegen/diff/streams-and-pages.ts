/** Compares how a route streams, and how its list is divided into pages. */
import { createResolver } from "../json-schema/references.js";
import { listRouteLists } from "../json-schema/route-lists.js";
import { onlyStreams, type Route, type SchemaModel } from "../model/model.js";
import { printSides, type RouteReport } from "./contents.js";
import type { Sides } from "./types.js";

/** Compares the stream of a route, and the schema of its items. */
export function compareStreams({ before, after }: Sides<Route>, report: RouteReport): void {
  const [former, present] = [before.stream, after.stream];
  const { changes } = report;
  const place = "stream";
  if (former && present) {
    if (onlyStreams(before) !== onlyStreams(after))
      changes.push({ level: "major", place, text: "is asked for in another way" });
    else if (
      JSON.stringify([former.format, former.when, former.end, former.error]) !==
      JSON.stringify([present.format, present.when, present.end, present.error])
    )
      changes.push({ level: "patch", place, text: "is read by other rules" });
    report.schemas.push(
      report.comparison.compare(former.item.schema, present.item.schema, "received", "item"),
    );
  } else if (former) changes.push({ level: "major", place, text: "is gone" });
  else if (present)
    changes.push({ level: onlyStreams(after) ? "major" : "minor", place, text: "is new" });
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

export function comparePages(
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

/** A list that is divided into pages. */
interface Paged {
  /** A path in the body. */
  readonly items: string;
  /** The path and the style, for the report. */
  readonly shown: string;
  /** The whole rule. */
  readonly rule: string;
}
