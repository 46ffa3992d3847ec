/** A file of YAML as its top and its entries, each with the text that it has. */
export interface YamlEntries {
  /** Comments and keys that stand before the first entry. */
  readonly head: string;
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  /** Comments and empty lines above, which belong to it. */
  readonly above: string;
  /** From its key to the end of its value. */
  readonly text: string;
}

/**
 * Divides a text before every line that is indented by exactly `indent` spaces and opens an entry.
 * Nothing is lost: joined again, the parts are the text.
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

/** Comments up to the last empty line are the file's; those right above the first entry its own. */
function headEnd(lines: readonly string[], first: number): number {
  let end = first;
  while (end > 0 && isComment(lines[end - 1])) end -= 1;
  const hasGap = end > 0 && lines[end - 1]?.trim() === "";
  return hasGap ? end : first;
}

/** Below a key, everything down to the first entry is that one's. */
function parentEnd(lines: readonly string[], first: number): number {
  const parent = lines.slice(0, first).findLastIndex((line) => opensEntry(line, 0));
  return parent + 1;
}

/** Comments and empty lines before the next entry are that one's. */
function entryEnd(lines: readonly string[], start: number, next: number): number {
  let end = next;
  while (end > start + 1 && (isComment(lines[end - 1]) || lines[end - 1]?.trim() === "")) end -= 1;
  return end;
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*#/.test(line);
}
