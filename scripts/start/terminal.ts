/** Text for people: coloured on a terminal, plain in a pipe. */
import { stripVTControlCharacters, styleText } from "node:util";

export type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

export interface Terminal {
  line(text?: string): void;
  /** A heading and, beside it, what it is about. */
  section(title: string, about?: string): void;
  style(style: Style, text: string): string;
}

/** Colour follows the terminal and the `NO_COLOR` convention. */
export function createTerminal(stream: NodeJS.WriteStream): Terminal {
  const coloured = stream.isTTY && !process.env["NO_COLOR"];
  const style = (name: Style, text: string) =>
    coloured ? styleText(name, text) : stripVTControlCharacters(text);
  const line = (text = "") => void stream.write(`${text}\n`);
  return {
    line,
    style,
    section(title, about = "") {
      line();
      line(`${style("bold", title)}${about === "" ? "" : `  ${style("dim", about)}`}`);
    },
  };
}
