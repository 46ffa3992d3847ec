/** Divides text that arrives in pieces into lines, for event streams and for JSON lines. */

/**
 * Splits text that arrives in pieces into lines. The time is linear in the length of the text, however it is
 * cut, because only new text is searched. Text after the last line is not passed on.
 * @param maxLength Of a line, in characters. A longer one is not kept in memory.
 * @param onLine Gets a line that is too long once, and as soon as it is.
 * @param endsAtCr True if CRLF and CR end a line, too. A line ends at its CR, so that it is passed on at once.
 */
export function createLineSplitter(
  maxLength: number,
  onLine: OnLine,
  endsAtCr = false,
): (piece: string) => void {
  /** The beginning of a line; `undefined` in one that is too long. */
  let beginning: string | undefined = "";
  let isAfterCr = false;
  const add = (part: string): void => {
    if (beginning === undefined) return;
    beginning += part;
    if (beginning.length <= maxLength) return;
    beginning = undefined;
    onLine(undefined, 0, 0);
  };
  const endLine = (part: string): void => {
    add(part);
    if (beginning !== undefined) onLine(beginning, 0, beginning.length);
    beginning = "";
  };
  /** Passes on the lines of a piece, and returns the index behind the last one. */
  const splitAtLf = (piece: string, from: number): number => {
    let start = from;
    for (let end = piece.indexOf("\n", start); end >= 0; end = piece.indexOf("\n", start)) {
      // Most lines are whole in their piece, and need no copy.
      if (beginning === "" && end - start <= maxLength) onLine(piece, start, end);
      else endLine(piece.slice(start, end));
      start = end + 1;
      // A blank line ends each event. Looking at one character is faster than searching for the next line feed.
      if (piece.charCodeAt(start) === LF) {
        onLine(piece, start, start);
        start++;
      }
    }
    return start;
  };
  /** The same, for lines that may end at CR. */
  const splitAtAny = (piece: string, from: number): number => {
    let start = from;
    const ending = /\r\n?|\n/g;
    ending.lastIndex = from;
    for (let match; (match = ending.exec(piece)); start = ending.lastIndex)
      endLine(piece.slice(start, match.index));
    return start;
  };
  return (piece) => {
    if (piece === "") return;
    const start = isAfterCr && piece.startsWith("\n") ? 1 : 0;
    const hasCr = endsAtCr && piece.includes("\r");
    isAfterCr = hasCr && piece.endsWith("\r");
    const end = hasCr ? splitAtAny(piece, start) : splitAtLf(piece, start);
    if (end < piece.length) add(piece.slice(end));
  };
}

const LF = 0x0a;

/**
 * Called with each line, which is a part of a text, from `start` to `end`. The text is `undefined` for a
 * line that is too long.
 */
export type OnLine = (text: string | undefined, start: number, end: number) => void;
