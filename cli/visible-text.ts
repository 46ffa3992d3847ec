/** Text from outside on a terminal: what would move the cursor, or reverse what follows, is shown instead. */
import type { CliIo } from "./io.js";

/** Controls but line breaks and tabs, marks and embeddings of direction, and separators of lines. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
/** The same with line breaks and tabs. */
const INVISIBLE_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Shows invisible characters as JSON would escape them, so that JSON stays JSON. */
export function makeVisible(text: string): string {
  return text.replace(INVISIBLE, show);
}

/** The same for a name, an id or a message that stands among others: it cannot begin a line. */
export function makeVisibleLine(text: string): string {
  return text.replace(INVISIBLE_IN_LINE, show);
}

/** For commands that print what others have sent. */
export function withVisibleText(io: CliIo): CliIo {
  return {
    ...io,
    out: (text) => io.out(makeVisible(text)),
    err: (text) => io.err(makeVisible(text)),
  };
}

function show(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
