/** Adds an entry to a changelog in the form of "Keep a Changelog". */

const HEADER = `# Changelog

Follows [Keep a Changelog](https://keepachangelog.com/en/1.1.0/) and
[Semantic Versioning](https://semver.org/).
`;

/**
 * Adds an entry above that of the last version; all other lines stay. Where the version has an entry already, its
 * sections are added at the end of that one.
 * @param text The changelog; absent for a new one.
 */
export function addToChangelog(text: string | undefined, entry: ChangelogEntry): string {
  const present = text === undefined || text.trim() === "" ? HEADER : text;
  const lines = present.replaceAll("\r\n", "\n").trimEnd().split("\n");
  const headings = listHeadings(lines);
  const same = headings.findIndex(({ name }) => isVersion(name, entry.version));
  const hasVersion = same !== -1;
  // The sections go above the next heading, and a new entry above the last version.
  const next = hasVersion ? headings[same + 1] : findLastVersion(headings);
  const position = next?.index ?? endOfEntries(lines);
  const heading = hasVersion ? [] : [printHeading(entry, headings), ""];
  const before = trimLines(lines.slice(0, position));
  const after = lines.slice(position);
  const start = after.findIndex((line) => line.trim() !== "");
  const rest = start === -1 ? [] : ["", ...after.slice(start)];
  const joined = [...before, "", ...heading, entry.sections, ...rest].join("\n");
  return restoreLineEnds(`${joined}\n`, present);
}

/** Lists the headings of versions. Lines inside of code do not count. */
function listHeadings(lines: readonly string[]): readonly Heading[] {
  let fence: string | undefined;
  const headings: Heading[] = [];
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined;
    const name = /^## +(.*)$/.exec(line)?.[1];
    if (fence === undefined && name !== undefined) headings.push({ name, index });
  }
  return headings;
}

/** Finds the version that stands first. Changes that are not released may stand above it. */
function findLastVersion(headings: readonly Heading[]): Heading | undefined {
  return headings.find(({ name }) => /^\[?v?\d/.test(name));
}

function isVersion(name: string, version: string): boolean {
  return /^\[?v?([^\]\s]+)/.exec(name)?.[1] === version;
}

/** The line of the first address at the end of the file (`[1.0.0]: https://…`), or the end. */
function endOfEntries(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && /^(?:\[[^\]]+\]:.*|\s*)$/.test(lines[end - 1] ?? "")) end -= 1;
  return end;
}

/** Prints the version as the entries below it do: with brackets, unless these have none. */
function printHeading({ version, date }: ChangelogEntry, headings: readonly Heading[]): string {
  const last = findLastVersion(headings)?.name;
  const isBare = last !== undefined && !last.startsWith("[");
  const shown = last !== undefined && /^\[?v/.test(last) ? `v${version}` : version;
  return `## ${isBare ? shown : `[${shown}]`} - ${date}`;
}

function trimLines(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, end + 1);
}

function restoreLineEnds(text: string, original: string): string {
  return original.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** A version with what changes in it. */
export interface ChangelogEntry {
  readonly version: string;
  /** `2026-01-31`. */
  readonly date: string;
  /** Markdown of its sections. */
  readonly sections: string;
}

interface Heading {
  readonly name: string;
  readonly index: number;
}
