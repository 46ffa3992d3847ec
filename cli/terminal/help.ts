/** Layout of help: plain text, indented by hand, is broken into lines and coloured. */
import { COLUMNS, type Terminal, wrap } from "./terminal.js";

/** Line with an option, a command or a term, and its meaning after at least two spaces. */
const ENTRY = /^( {2}\S.*?)( {2,})(\S.*)$/;

/** Line that continues the meaning of an entry. */
const CONTINUATION = /^ {8,}(\S.*)$/;

/** Line of an example that can be typed into a shell. */
const EXAMPLE = /^ {2}(?=npx|npm|curl|[A-Z_]+=)/;

/** Indent of the first line, and of the others. */
const FIRST = "  ";
const NEXT = "      ";

/** End of a line of an example that goes on in the next one, as a shell reads it. */
const GOES_ON = " \\";

/** Breaks the help of a command between words, into lines that fit into {@link COLUMNS}. */
export function layOutHelp(text: string, style: Terminal["style"] = plain): string {
  return joinLines(text)
    .flatMap((line) => layOutLine(line, style))
    .join("\n");
}

function plain(_: unknown, text: string): string {
  return text;
}

/** Joins the lines of each paragraph, and those of each entry. */
function joinLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const last = lines.at(-1) ?? "";
    const continuation = CONTINUATION.exec(line)?.[1];
    if (continuation !== undefined && ENTRY.test(last))
      lines.splice(-1, 1, `${last} ${continuation}`);
    else if (isProse(line) && isProse(last)) lines.splice(-1, 1, `${last} ${line}`);
    else lines.push(line);
  }
  return lines;
}

function isProse(line: string): boolean {
  return line !== "" && !line.startsWith(" ");
}

function layOutLine(line: string, style: Terminal["style"]): readonly string[] {
  const entry = ENTRY.exec(line);
  if (entry !== null) return layOutEntry(entry, style);
  if (line.length <= COLUMNS) return [line.endsWith(":") ? style("bold", line) : line];
  return line.startsWith(" ") ? breakIndented(line) : wrap(line, COLUMNS);
}

/** Breaks the meaning of an entry, in a column of its own. */
function layOutEntry(
  [, name = "", gap = "", meaning = ""]: RegExpExecArray,
  style: Terminal["style"],
): readonly string[] {
  const indent = name.length + gap.length;
  const [first = "", ...others] = wrap(meaning, COLUMNS - indent);
  return [
    `${style("cyan", name)}${gap}${first}`,
    ...others.map((part) => `${" ".repeat(indent)}${part}`),
  ];
}

/** Breaks an example, or another indented line, so that the longest indent and the mark at the end fit, too. */
function breakIndented(line: string): readonly string[] {
  const mark = EXAMPLE.test(line) ? GOES_ON : "";
  const parts = wrap(line.trimStart(), COLUMNS - NEXT.length - GOES_ON.length);
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1;
    return `${index === 0 ? FIRST : NEXT}${part}${isLast ? "" : mark}`;
  });
}
