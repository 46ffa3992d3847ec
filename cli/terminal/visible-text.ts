/** Text from outside, made safe for a terminal: nothing in it moves the cursor or reverses what follows. */
import { escapeCharacter } from "../../src/base/expect.js";

/** Replaces control characters, which could steer the terminal, in text from outside. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "�");
}

/** Controls except line breaks and tabs, marks of direction, and separators of lines. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
/** Line breaks and tabs as well. */
const INVISIBLE_IN_LINE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Escapes characters that move the cursor or reverse text. The escapes are those of JSON, so JSON stays valid. */
export function makeVisible(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter);
}

/** Escapes line breaks, too, so that a name, an id or a message cannot begin a line. */
export function makeVisibleLine(text: string): string {
  return text.replace(INVISIBLE_IN_LINE, escapeCharacter);
}

/** Escapes such characters in all output of a command that prints text from outside. */
export function withVisibleText<
  Io extends { readonly out: (text: string) => void; readonly err: (text: string) => void },
>(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(makeVisible(text)),
    err: (text) => io.err(makeVisible(text)),
  };
}
