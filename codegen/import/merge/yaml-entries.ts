/** Divides the text of a YAML file into its entries, with the comments above each. */

/**
 * Divides a text at each line that is indented by exactly `indent` spaces and opens an entry. The
 * joined parts equal the text.
 */
export function divideEntries(text: string, indent: number): YamlEntries {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const starts = lines.flatMap((line, index) => (opensEntry(line, indent) ? [index] : []));
  const first = starts[0] ?? lines.length;
  const head = indent === 0 ? headEnd(lines, first) : parentEnd(lines, first);
  const entries = starts.map((start, index) => {
    const above = index === 0 ? head : entryEnd(lines, starts[index - 1] ?? 0, start);
    const next = starts[index + 1];
    const end = next === undefined ? lines.length : entryEnd(lines, start, next);
    return { above: lines.slice(above, start).join(""), text: lines.slice(start, end).join("") };
  });
  return { head: lines.slice(0, head).join(""), entries };
}

function opensEntry(line: string, indent: number): boolean {
  return line.length > indent && line.search(/\S/) === indent && !/^\s*[#\]}-]/.test(line);
}

/** The end of the head. Comments below its last empty line belong to the first entry. */
function headEnd(lines: readonly string[], first: number): number {
  let end = first;
  while (end > 0 && isComment(lines[end - 1])) end -= 1;
  const hasGap = end > 0 && lines[end - 1]?.trim() === "";
  return hasGap ? end : first;
}

/** The end of the parent key. Comments below it belong to the first entry. */
function parentEnd(lines: readonly string[], first: number): number {
  const parent = lines.slice(0, first).findLastIndex((line) => opensEntry(line, 0));
  return parent + 1;
}

/** The end of an entry. Comments and empty lines before the next entry belong to that one. */
function entryEnd(lines: readonly string[], start: number, next: number): number {
  let end = next;
  while (end > start + 1 && (isComment(lines[end - 1]) || lines[end - 1]?.trim() === "")) end -= 1;
  return end;
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*#/.test(line);
}

/** Tests whether a text has a comment. A `#` inside a quoted text may count as one. */
export function hasComment(text: string): boolean {
  return /(?:^|\s)#(?:\s|$)/m.test(text);
}

/** The text of a YAML file, divided into its head and its entries. */
export interface YamlEntries {
  /** Comments and keys before the first entry. */
  readonly head: string;
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  /** Comments and empty lines above the entry. */
  readonly above: string;
  /** From its key to the end of its value. */
  readonly text: string;
}
