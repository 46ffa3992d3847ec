/** Prints a comparison for a changelog. */
import { toCode } from "../emit/print/escape.js";
import { groupBy } from "../model/group-by.js";
import { LEVELS, nextVersion } from "./levels.js";
import type { Change, Difference } from "./types.js";

const TITLES: Readonly<Record<Change["level"], string>> = {
  major: "Breaking changes",
  minor: "New",
  patch: "Other changes",
};

/** More routes, events or types would hide the change itself. */
const MAX_NAMES = 3;

/** Prints Markdown: the changes by level, and in each those for callers and those for receivers. */
export function printDifference(difference: Difference): string {
  if (difference.level === "none") return "Nothing has changed.\n";
  const levels = [...LEVELS].reverse().filter((level) => level !== "none");
  const sections = levels.flatMap((level) => {
    const changes = difference.changes.filter((change) => change.level === level);
    return changes.length === 0 ? [] : [`### ${TITLES[level]}\n\n${printGroups(changes)}`];
  });
  return `${sections.join("\n\n")}\n`;
}

/** Sections of "Keep a Changelog", in the order of that page. */
const SECTIONS = ["Added", "Changed", "Deprecated", "Removed"] as const;

/** Prints the changes in the sections of "Keep a Changelog"; those that break programs say so. */
export function printChangelogSections({ changes }: Difference): string {
  const sections = SECTIONS.flatMap((title) => {
    const members = changes.filter((change) => chooseSection(change) === title);
    const lines = joinFields(members).map((change) =>
      change.level === "major"
        ? printChange(change).replace(/^- /, "- **Breaking:** ")
        : printChange(change),
    );
    return lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];
  });
  return sections.join("\n\n");
}

function chooseSection({ text }: Change): (typeof SECTIONS)[number] {
  if (/^(?:is|are) new\b/.test(text)) return "Added";
  if (/^(?:is|are) gone\b/.test(text)) return "Removed";
  return /^(?:is|are) deprecated\b/.test(text) ? "Deprecated" : "Changed";
}

/** One line: the level and, if a version is given, the next one. */
export function describeLevel({ level, changes }: Difference, version?: string): string {
  if (level === "none") return "Nothing has changed.";
  const next = version === undefined ? undefined : nextVersion(version, level);
  const counts = (["major", "minor", "patch"] as const)
    .map((each) => [changes.filter((change) => change.level === each).length, each] as const)
    .filter(([number]) => number > 0)
    .map(([number, each]) => `${number} ${each}`);
  const versions = next === undefined ? "" : ` The version after ${version} is ${next}.`;
  return `The changes are ${level} (${counts.join(", ")}).${versions}`;
}

function printGroups(changes: readonly Change[]): string {
  const groups = [
    ["For callers", changes.filter(({ affects }) => affects === "callers")],
    ["For receivers", changes.filter(({ affects }) => affects === "receivers")],
  ] as const;
  return groups
    .filter(([, members]) => members.length > 0)
    .map(([title, members]) => `${title}:\n\n${joinFields(members).map(printChange).join("\n")}`)
    .join("\n\n");
}

// ---- Fields that change in the same way

/** Joins changes that differ only in their field, and then those that differ only in the type that has them. */
function joinFields(changes: readonly Change[]): readonly FieldsChange[] {
  const split = changes.map((change): FieldsChange => {
    const [, type, name] = /^(.+)\.([^.]+)$/.exec(change.place) ?? [];
    if (type === undefined || name === undefined) return change;
    return { ...change, place: "", fields: { names: [name], types: [type] } };
  });
  const byTypes = joinBy(split, "types");
  return joinBy(byTypes, "names");
}

/** Changes that say all without the types before and after, which need not be equal to be joined. */
const WITHOUT_TYPES = /^(?:may be null|is never null|is optional|is required) now$/;

/** Joins what differs only in `key`. */
function joinBy(changes: readonly FieldsChange[], key: "names" | "types"): readonly FieldsChange[] {
  const groups = groupBy(changes, ({ before, after, ...change }) => {
    const sides = WITHOUT_TYPES.test(change.text) && change.fields ? undefined : [before, after];
    return JSON.stringify({ ...change, sides, fields: { ...change.fields, [key]: undefined } });
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first?.fields === undefined) return group;
    const joined = [...new Set(group.flatMap(({ fields }) => fields?.[key] ?? []))];
    const { before, after, ...change } = first;
    const isEqual = group.every((each) => each.before === before && each.after === after);
    return [{ ...(isEqual ? first : change), fields: { ...first.fields, [key]: joined } }];
  });
}

function printChange({ entries, place, text, before, after, fields }: FieldsChange): string {
  const where = entries.length === 0 ? "" : `${printNames(entries)}: `;
  const what = fields ? printFields(fields) : printPlace(place);
  const verb = (fields?.names.length ?? 1) > 1 ? toPlural(text) : text;
  return `- ${where}${what}${verb}${printSides(before, after)}`;
}

function printPlace(place: string): string {
  return place === "" ? "" : `${toCode(place)} `;
}

function printFields({ names, types }: NonNullable<FieldsChange["fields"]>): string {
  const [name = "", ...otherNames] = names;
  const [type = "", ...otherTypes] = types;
  if (otherNames.length + otherTypes.length === 0) return `${toCode(`${type}.${name}`)} `;
  return `${names.map(toCode).join(", ")} of ${printNames(types)} `;
}

function toPlural(text: string): string {
  return text
    .replace(/^is\b/, "are")
    .replace(/^has\b/, "have")
    .replace(/^lacks\b/, "lack");
}

function printNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(toCode).join(", ");
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function printSides(before: string | undefined, after: string | undefined): string {
  if (before !== undefined && after !== undefined && before !== after)
    return `: ${toCode(before)} → ${toCode(after)}`;
  const side = after ?? before;
  return side === undefined ? "" : ` (${toCode(side)})`;
}

// ---- Types

/** A change of one or several fields, of one or several types. */
interface FieldsChange extends Change {
  /** Absent if the place is no field, or the only one. */
  readonly fields?: { readonly names: readonly string[]; readonly types: readonly string[] };
}
