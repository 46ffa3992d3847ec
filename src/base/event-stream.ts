/** Server-sent events: the one parser of the project (HTML Living Standard, section 9.2). */

/**
 * Called with the data of an event, and with its name unless that is the default, `message`. If a line or
 * the data is too long, it is called with `undefined` at once. The end of such an event may still call it
 * with the rest of the data.
 */
export type OnEvent = (data: string | undefined, event: string | undefined) => void;

/** Called with each field, and with empty strings for the blank line after a block. A comment has no name. */
export type OnField = (field: string, value: string, line: string) => void;

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
  let endsInCr = false;
  const split = createSplitter("\n", maxSize, (line) => {
    if (line === undefined) {
      onEvent(line, event);
      return;
    }
    const [field = ""] = line.split(":", 1);
    const value = line.slice(field.length + 1).replace(/^ /, "");
    if (line === "") {
      if (data !== undefined) onEvent(data, event);
      event = data = undefined;
    } else if (field === "event") event = value || undefined;
    else if (field === "data") {
      data = data === undefined ? value : `${data}\n${value}`;
      if (data.length > maxSize) {
        data = "";
        onEvent(undefined, event);
      }
    }
    onField?.(field, value, line);
  });
  return (piece) => {
    // A line ends at its CR, so that its event is passed on at once. A LF that follows is skipped.
    const text = endsInCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") endsInCr = piece.endsWith("\r");
    split(text.replace(/\r\n?/g, "\n"));
  };
}

export interface IdSink {
  /** Called with each id at the end of its block, also if there is no event in it. */
  readonly onId: (id: string) => void;
  /** Milliseconds, as the server sent them: anything from 0 to `Infinity`. */
  readonly onRetry: (delay: number) => void;
}

/** Reads the fields that matter for connecting again. */
export function createIdReader({ onId, onRetry }: IdSink): OnField {
  let id: string | undefined;
  return (field, value, line) => {
    if (line === "") {
      if (id !== undefined) onId(id);
      id = undefined;
    } else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) onRetry(Number(value));
  };
}

export interface EventSink extends IdSink {
  readonly onEvent: (event: StreamEvent) => void;
  /** Called once for an event that is too large. It is dropped, and the stream goes on. */
  readonly onTooLarge: () => void;
}

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
    (field, value, line) => {
      if (line === "") isTooLarge = false;
      readIds(field, value, line);
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
  if (id.length > MAX_EVENT_ID_BYTES || /[\u0000-\u001f\u007f]/.test(id)) return undefined;
  const bytes = new TextEncoder().encode(id);
  return bytes.length > MAX_EVENT_ID_BYTES ? undefined : String.fromCharCode(...bytes);
}

// ---- Records in text

/**
 * Splits text that arrives in pieces at a separator. The time is linear in the length of the text,
 * however it is cut, because only new text is searched. Text after the last separator is not passed on.
 * @param maxLength Of a record, in characters. A longer one is not kept in memory.
 * @param onRecord Gets `undefined` for a record that is too long, once and as soon as it is.
 */
export function createSplitter(
  separator: string,
  maxLength: number,
  onRecord: (record: string | undefined) => void,
): (piece: string) => void {
  /** `undefined` in a record that is too long. */
  let record: string | undefined = "";
  return (piece) =>
    piece.split(separator).forEach((part, index) => {
      if (index > 0) {
        if (record !== undefined) onRecord(record);
        record = "";
      }
      if (record !== undefined && (record += part).length > maxLength)
        onRecord((record = undefined));
    });
}
