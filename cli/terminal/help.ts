/** Layout of help: plain text, indented by hand, is broken into lines and coloured. */
import { COLUMNS, type Terminal, wrap } from "./terminal.js";

/** Line with an option, a command or a term, and its meaning after at least two spaces. */
const ENTRY = /^( {2}\S.*?)( {2,})(\S.*)$/;

/** Line that continues the meaning of an entry. */
const CONTINUATION = /^ {8,}(\S.*)$/;

/** Line of an example that can be typed into a shell. */
const EXAMPLE = /^ {2}(?=npx|npm|curl|[A-Z_]+=)/;

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

/** Breaks a line. What follows the first part is indented as its meaning, or as a shell continues a command. */
function layOutLine(line: string, style: Terminal["style"]): readonly string[] {
  const [, name = "", gap = "", meaning = ""] = ENTRY.exec(line) ?? [];
  if (name !== "") {
    const indent = name.length + gap.length;
    return wrap(meaning, COLUMNS - indent).map((part, index) =>
      index === 0 ? `${style("cyan", name)}${gap}${part}` : " ".repeat(indent) + part,
    );
  }
  if (line.length <= COLUMNS) return [line.endsWith(":") ? style("bold", line) : line];
  if (!line.startsWith(" ")) return wrap(line, COLUMNS);
  const isExample = EXAMPLE.test(line);
  const parts = wrap(line.trimStart(), COLUMNS - 8); // six blanks before, two characters behind
  return parts.map((part, index) => {
    const end = isExample && index < parts.length - 1 ? " \\" : "";
    return `${index === 0 ? "  " : "      "}${part}${end}`;
  });
}
