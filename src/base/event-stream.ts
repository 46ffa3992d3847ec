/** Server-sent events: the one parser of the project (HTML Living Standard, section 9.2). */

/**
 * Called with the data of an event, and with its name unless that is the default, `message`. If a line or
 * the data is too long, it is called with `undefined` at once. The end of such an event may still call it
 * with the rest of the data.
 */
export type OnEvent = (data: string | undefined, event: string | undefined) => void;

/** Called with each field but `event` and `data`, and with empty strings for the blank line after a block. */
export type OnField = (field: string, value: string) => void;

/**
 * Parses the text of an event stream, which arrives in pieces. It is decoded from UTF-8 without a byte
 * order mark, as `TextDecoder` does.
 * @param maxSize Of a line, and of the data of an event, in characters.
 * @param onField Called after `onEvent`.
 */
export function createEventParser(
  maxSize: number,
  onEvent: OnEvent,
  onField?: OnField,
): (piece: string) => void {
  let event: string | undefined;
  let data: string | undefined;
  const addData = (value: string): void => {
    if (data === undefined) data = value;
    else if ((data += `\n${value}`).length > maxSize) {
      data = "";
      onEvent(undefined, event);
    }
  };
  /** Reads any other field; also `event` and `data` without a colon. */
  const readField = (line: string): void => {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : readValue(line, colon + 1, line.length);
    if (field === "event") event = value || undefined;
    else if (field === "data") addData(value);
    else if (field !== "") onField?.(field, value);
  };
  const endBlock = (): void => {
    if (data !== undefined) onEvent(data, event);
    event = data = undefined;
    onField?.("", "");
  };
  // Small functions, which an engine puts into each other: the time of an event falls by a tenth.
  const onLine: OnLine = (text, start, end) => {
    if (text === undefined) onEvent(text, event);
    else if (start === end) endBlock();
    else if (isData(text, start)) addData(readValue(text, start + 5, end));
    else if (isEvent(text, start)) event = readValue(text, start + 6, end) || undefined;
    else readField(text.slice(start, end));
  };
  return createLineSplitter(maxSize, onLine, true);
}

/** Tells whether `data:` is at an index. Compares codes, because `startsWith` takes a tenth of the time of an event. */
function isData(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x64 &&
    text.charCodeAt(at + 1) === 0x61 &&
    text.charCodeAt(at + 2) === 0x74 &&
    text.charCodeAt(at + 3) === 0x61 &&
    text.charCodeAt(at + 4) === COLON
  );
}

/** Tells whether `event:` is at an index. */
function isEvent(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 0x65 &&
    text.charCodeAt(at + 1) === 0x76 &&
    text.charCodeAt(at + 2) === 0x65 &&
    text.charCodeAt(at + 3) === 0x6e &&
    text.charCodeAt(at + 4) === 0x74 &&
    text.charCodeAt(at + 5) === COLON
  );
}

const COLON = 0x3a;
const SPACE = 0x20;
const LF = 0x0a;

/** Reads the value of a field, without the space that may precede it. */
function readValue(text: string, start: number, end: number): string {
  return text.slice(text.charCodeAt(start) === SPACE ? start + 1 : start, end);
}

/** Receives ids and delays, for connecting again. */
export interface IdSink {
  /** Called with each id at the end of its block, also if there is no event in it. */
  readonly onId: (id: string) => void;
  /** Milliseconds, as the server sent them: anything from 0 to `Infinity`. */
  readonly onRetry: (delay: number) => void;
}

/** Reads the fields that matter for connecting again. */
export function createIdReader({ onId, onRetry }: IdSink): OnField {
  let id: string | undefined;
  return (field, value) => {
    if (field === "") {
      if (id !== undefined) onId(id);
      id = undefined;
    } else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) onRetry(Number(value));
  };
}

/** Receives the events of a stream. */
export interface EventSink extends IdSink {
  readonly onEvent: (event: StreamEvent) => void;
  /** Called once for an event that is too large. It is dropped, and the stream goes on. */
  readonly onTooLarge: () => void;
}

/** An event of a stream. */
export interface StreamEvent {
  /** `undefined` for the default, `message`. */
  readonly event: string | undefined;
  readonly data: string;
}

/** Creates a parser that skips events that are too large. */
export function createEventReader(maxSize: number, sink: EventSink): (piece: string) => void {
  let isTooLarge = false;
  const readIds = createIdReader(sink);
  return createEventParser(
    maxSize,
    (data, event) => {
      if (data !== undefined && !isTooLarge) sink.onEvent({ event, data });
      else if (data === undefined && !isTooLarge) sink.onTooLarge();
      isTooLarge ||= data === undefined;
    },
    (field, value) => {
      if (field === "") isTooLarge = false;
      readIds(field, value);
    },
  );
}

const MAX_EVENT_ID_BYTES = 1024;

/**
 * Encodes an event's id as a header value: UTF-8, each byte as one character, which `fetch` sends unchanged
 * (HTML Living Standard, section 9.2.3). `undefined` for an id with control characters, which no header
 * can hold, and for one that is so long that servers refuse it.
 *
 * The result is a new string. The id itself is a slice of the stream's text, and would keep the payloads
 * around it in memory.
 */
export function encodeEventId(id: string): string | undefined {
  if (/[\u0000-\u001f\u007f]/.test(id)) return undefined;
  const bytes = new TextEncoder().encode(id);
  return bytes.length > MAX_EVENT_ID_BYTES ? undefined : String.fromCharCode(...bytes);
}

// ---- Lines

/**
 * Called with each line, which is a part of a text, from `start` to `end`. The text is `undefined` for a
 * line that is too long.
 */
export type OnLine = (text: string | undefined, start: number, end: number) => void;

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
    if (beginning !== undefined && (beginning += part).length > maxLength)
      onLine((beginning = undefined), 0, 0);
  };
  const endLine = (part: string): void => {
    add(part);
    if (beginning !== undefined) onLine(beginning, 0, beginning.length);
    beginning = "";
  };
  /** Passes on the lines of a piece, and returns the index behind the last one. */
  const splitAtLf = (piece: string, from: number): number => {
    let start = from;
    for (let end; (end = piece.indexOf("\n", start)) >= 0;) {
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
