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
  const changed =
    same === -1
      ? addEntry(lines, headings, entry)
      : addSections(lines, headings[same + 1], entry.sections);
  return restoreLineEnds(`${changed.join("\n")}\n`, present);
}

/** Adds a new entry above the last version. */
function addEntry(
  lines: readonly string[],
  headings: readonly Heading[],
  entry: ChangelogEntry,
): readonly string[] {
  const position = findLastVersion(headings)?.index ?? endOfEntries(lines);
  return insertBlock(lines, position, [printHeading(entry, headings), "", entry.sections]);
}

/** Adds sections at the end of an entry, which is above the next heading. */
function addSections(
  lines: readonly string[],
  next: Heading | undefined,
  sections: string,
): readonly string[] {
  return insertBlock(lines, next?.index ?? endOfEntries(lines), [sections]);
}

/** Inserts a block at a line, with one empty line above it and, unless it is the last, one below. */
function insertBlock(
  lines: readonly string[],
  position: number,
  block: readonly string[],
): readonly string[] {
  const before = lines.slice(0, position);
  const after = lines.slice(position);
  const beforeEnd = before.findLastIndex(isFilled) + 1;
  const afterStart = after.findIndex(isFilled);
  const rest = afterStart === -1 ? [] : ["", ...after.slice(afterStart)];
  return [...before.slice(0, beforeEnd), "", ...block, ...rest];
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}

/** The line of the first address at the end of the file (`[1.0.0]: https://…`), or the end. */
function endOfEntries(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && /^(?:\[[^\]]+\]:.*|\s*)$/.test(lines[end - 1] ?? "")) end -= 1;
  return end;
}

function restoreLineEnds(text: string, original: string): string {
  return original.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

// ---- Headings

/** Lists the headings of versions: `## [1.0.0] - 2026-01-31`. */
function listHeadings(lines: readonly string[]): readonly Heading[] {
  return withoutCode(lines).flatMap((line, index) => {
    const name = /^## +(.*)$/.exec(line)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
}

/** Empties the lines of code, up to the fence that ends it; all other lines keep their index. */
function withoutCode(lines: readonly string[]): readonly string[] {
  let openFence: string | undefined;
  return lines.map((line) => {
    const fence = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (openFence === undefined) {
      openFence = fence;
      return line;
    }
    if (fence === openFence) openFence = undefined;
    return "";
  });
}

/** Finds the version that stands first. Changes that are not released may stand above it. */
function findLastVersion(headings: readonly Heading[]): Heading | undefined {
  return headings.find(({ name }) => /^\[?v?\d/.test(name));
}

function isVersion(name: string, version: string): boolean {
  return /^\[?v?([^\]\s]+)/.exec(name)?.[1] === version;
}

/** Prints the version as the entries below it do: with brackets, unless these have none. */
function printHeading({ version, date }: ChangelogEntry, headings: readonly Heading[]): string {
  const last = findLastVersion(headings)?.name;
  const isBare = last !== undefined && !last.startsWith("[");
  const shown = last !== undefined && /^\[?v/.test(last) ? `v${version}` : version;
  return `## ${isBare ? shown : `[${shown}]`} - ${date}`;
}

// ---- Types

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
