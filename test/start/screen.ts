/** An output that keeps what is written, and shows it as a terminal would. */
export function createScreen(isTTY: boolean) {
  let written = "";
  return {
    isTTY,
    write: (text: string) => (written += text),
    written: () => written,
    /** The lines that are left to see: text after a carriage return replaces what stood there. */
    lines: () =>
      written
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => overwrite(line).trimEnd()),
  };
}

function overwrite(line: string): string {
  return line
    .split("\r")
    .reduce((shown, text) => text + shown.slice(Math.min(text.length, shown.length)));
}
