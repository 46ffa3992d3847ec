/** Prints text for people: coloured on a terminal, plain in a pipe, in 80 columns. */
import { styleText } from "node:util";

/** Width of the narrowest terminal that is still common. */
export const COLUMNS = 80;

export function createTerminal(output: Output, environment = process.env): Terminal {
  const isScreen = output.isTTY === true;
  const isColoured = hasColour(isScreen, environment);
  let overwritten = 0;
  const style = (name: Style, text: string) =>
    isColoured ? styleText(name, text, { validateStream: false }) : text;
  // Spaces, not an escape sequence, erase a line: they work without colour as well.
  const overwrite = (text: string) => {
    output.write(`\r${" ".repeat(overwritten)}\r${text}`);
    overwritten = text.length;
  };
  const line = (text = "") => {
    if (overwritten > 0) overwrite("");
    output.write(`${text}\n`);
  };
  const section = (title: string, about = "") => {
    line();
    line(`${style("bold", title)}${about === "" ? "" : `  ${style("dim", about)}`}`);
  };
  return { isScreen, line, section, overwrite, style };
}

/** `FORCE_COLOR` decides before `NO_COLOR`, as in Node; without either, a screen has colour. */
function hasColour(isScreen: boolean, environment: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: refused = "", TERM: kind } = environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isScreen && refused === "" && kind !== "dumb";
}

/** Breaks a text between words into lines that fit; a longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** Shortens a text to a number of columns, with an ellipsis at the cut. */
export function truncate(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Cuts a list of notes to a number of lines. No line is cut, since its end may say what to do. */
export function shortenNotes(notes: readonly string[], most: number): readonly string[] {
  const notShown = notes.length - most;
  if (notShown <= 0) return notes;
  const hint = `And ${notShown} ${notShown === 1 ? "note" : "notes"} more: --verbose lists them.`;
  return [...notes.slice(0, most), hint];
}

export interface Terminal {
  /** True if a line of the output can be written over. */
  readonly isScreen: boolean;
  line(text?: string): void;
  /** Prints a heading and its subject. */
  section(title: string, about?: string): void;
  /** Replaces the text of the last `overwrite`; only on a screen. */
  overwrite(text: string): void;
  style(style: Style, text: string): string;
}

export type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

/** Part of a stream that a terminal needs. */
interface Output {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}
