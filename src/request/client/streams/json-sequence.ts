/**
 * JSON text sequences (RFC 7464): each text follows a separator, and a line feed ends it. This is two items, if `␞`
 * stands for the separator: `␞{"id":1}\n␞{"id":2}\n`
 */
import { MAX_ITEM_SIZE, type ReadFormat } from "./stream-formats.js";

/**
 * Divides a sequence into its texts. Skips a text that is cut off, or is not JSON for another reason (section
 * 2.3). A line feed ends a text and shows that a number is whole (section 2.4), so that the text is an item
 * before the next one begins.
 */
export const jsonSequence: ReadFormat = (onRecord, { maxItemSize = MAX_ITEM_SIZE, onSkipped }) => {
  let scan = createScanner();
  /** As much as has arrived; `undefined` between the end of a text and the next separator, where all is dropped. */
  let text: string | undefined;

  const begin = (): void => {
    scan = createScanner();
    text = "";
  };
  const end = (isWhole: boolean): void => {
    const ended = text ?? "";
    text = undefined;
    if (ended.trim() === "") return;
    if (isWhole && isJson(ended)) onRecord(ended);
    else onSkipped?.(ended);
  };
  const add = (part: string): void => {
    if (text === undefined) return;
    const length = scan(part);
    text += part.slice(0, length);
    if (text.length > maxItemSize) {
      text = undefined;
      onRecord(undefined); // too long
    } else if (length < part.length) end(true);
  };
  return (piece, isEnd) => {
    const [rest = "", ...nextTexts] = piece.split(SEPARATOR);
    add(rest);
    for (const next of nextTexts) {
      end(false);
      begin();
      add(next);
    }
    // A text with brackets or quotes is whole without a line feed.
    if (isEnd) end(/[\]}"]\s*$/.test(text ?? ""));
  };
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a function that scans a JSON text in pieces for its end. It returns the index of the line feed that ends the
 * text, or the length of the piece.
 */
function createScanner(): (piece: string) => number {
  let depth = 0;
  let place: "blank" | "value" | "string" | "escape" = "blank";
  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      const character = piece[index] ?? "";
      if (place === "escape") place = "string";
      else if (place === "string") {
        if (character === "\\") place = "escape";
        else if (character === '"') place = "value";
      } else if (character === '"') place = "string";
      else if (character === "\n") {
        if (depth <= 0 && place === "value") return index;
      } else if (!/\s/.test(character)) {
        place = "value";
        if ("[{".includes(character)) depth++;
        else if ("]}".includes(character)) depth--;
      }
    }
    return piece.length;
  };
}

/** Precedes each text of a sequence (RFC 7464, section 2.2). */
const SEPARATOR = "\x1e";
