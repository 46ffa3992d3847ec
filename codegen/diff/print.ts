/** Prints a comparison for a changelog. */
import { toCode } from "../emit/print/escape.js";
import { nextVersion } from "./diff.js";
import { type Change, type Difference, LEVELS } from "./types.js";

const TITLES: Readonly<Record<Change["level"], string>> = {
  major: "Breaking changes",
  minor: "New",
  patch: "Other changes",
};

/** More entries would hide the change itself. */
const MAX_ENTRIES = 3;

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
    const lines = members.map((change) =>
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
    .map(([title, members]) => `${title}:\n\n${members.map(printChange).join("\n")}`)
    .join("\n\n");
}

function printChange({ entries, place, text, before, after }: Change): string {
  const where = entries.length === 0 ? "" : `${printEntries(entries)}: `;
  const what = place === "" ? "" : `${toCode(place)} `;
  return `- ${where}${what}${text}${printSides(before, after)}`;
}

function printEntries(entries: readonly string[]): string {
  const shown = entries.slice(0, MAX_ENTRIES).map(toCode).join(", ");
  const more = entries.length - MAX_ENTRIES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function printSides(before: string | undefined, after: string | undefined): string {
  if (before !== undefined && after !== undefined && before !== after)
    return `: ${toCode(before)} → ${toCode(after)}`;
  const only = after ?? before;
  return only === undefined ? "" : ` (${toCode(only)})`;
}
