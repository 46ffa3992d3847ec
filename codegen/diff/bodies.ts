/** Compares the body that a route sends: whether it has one, its media types, and the schema of each. */
import { type BodyKind, kindOf } from "../model/http.js";
import { isEqual } from "../model/json.js";
import { type Content, contentsOf, type Route } from "../model/model.js";
import { addChange, addNew, compareRequired, type RouteReport } from "./route-report.js";
import type { Sides } from "./types.js";

/** Compares the bodies as a whole, and then their contents. */
export function compareBodies({ before, after }: Sides<Route>, report: RouteReport): void {
  if (before.body && after.body) {
    const isRequired = { before: before.body.required, after: after.body.required };
    compareRequired(report, "body", isRequired);
    compareContents({ before: contentsOf(before), after: contentsOf(after) }, report);
  } else if (before.body) addChange(report, "major", "body", "is gone");
  else if (after.body) addNew("body", after.body, report);
}

// ---- Contents

function compareContents(contents: Sides<readonly Content[]>, report: RouteReport): void {
  const { matches, added } = matchContents(contents);
  for (const { before, after, isFirst } of matches) {
    if (after === undefined)
      addChange(report, "major", "body", "has a media type less", { before: typesOf(before) });
    else compareContent({ before, after }, isFirst, report);
  }
  for (const content of added)
    addChange(report, "minor", "body", "has a media type more", { after: typesOf(content) });
}

/**
 * Matches contents that share a media type. The first one, which programs send that name no type, always has a
 * counterpart: the first one of after, if none shares a type.
 */
function matchContents({ before, after }: Sides<readonly Content[]>): MatchedContents {
  const left = new Set(after);
  const matches = before.map((content): ContentMatch => {
    const isFirst = content === before[0];
    const sameType = [...left].find((each) => shareType(each, content));
    const counterpart = sameType ?? (isFirst ? after[0] : undefined);
    if (counterpart !== undefined) left.delete(counterpart);
    return { before: content, after: counterpart, isFirst };
  });
  return { matches, added: [...left] };
}

function shareType(one: Content, other: Content): boolean {
  return one.contentTypes.some((type) => other.contentTypes.includes(type));
}

/** @param isFirst It is the first content of the former body. */
function compareContent(
  { before, after }: Sides<Content>,
  isFirst: boolean,
  report: RouteReport,
): void {
  const types = { before: typesOf(before), after: typesOf(after) };
  if (types.before !== types.after) {
    const isBreaking =
      lacksNamedType({ before, after }, isFirst) || takesOtherValues({ before, after });
    addChange(report, isBreaking ? "major" : "minor", "body", "has other media types", types);
  }
  if (!isEqual([before.lists, before.encoding], [after.lists, after.encoding]))
    addChange(report, "patch", "body", "is written in another notation");
  report.schemas.push(report.comparison.compare(before.schema, after.schema, "sent", "body"));
}

/** Tests whether a media type is gone that programs name. They need not name the first one of the first content. */
function lacksNamedType({ before, after }: Sides<Content>, isFirst: boolean): boolean {
  const namedTypes = before.contentTypes.slice(isFirst ? 1 : 0);
  return namedTypes.some((type) => !after.contentTypes.includes(type));
}

/** Tests whether the other notation takes other values, so that programs which pass a body no longer compile. */
function takesOtherValues({ before, after }: Sides<Content>): boolean {
  const [kind, nextKind] = [kindOfContent(before), kindOfContent(after)];
  if (kind === nextKind) return false;
  return nextKind === "bytes" || (kind !== "json" && kind !== "text");
}

function kindOfContent({ contentTypes: [first = "application/json"] }: Content): BodyKind {
  return kindOf(first);
}

function typesOf({ contentTypes }: Content): string {
  return contentTypes.join(", ");
}

// ---- Types

interface MatchedContents {
  /** The former contents, in their order. */
  readonly matches: readonly ContentMatch[];
  /** Contents without a former one. */
  readonly added: readonly Content[];
}

/** A former content; `after` is undefined if it is gone. */
interface ContentMatch extends Sides<Content | undefined> {
  readonly before: Content;
  readonly isFirst: boolean;
}
