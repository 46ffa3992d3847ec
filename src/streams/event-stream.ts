/** Server-sent events: the one parser of the project (HTML Living Standard, section 9.2). */
import { createSplitter } from "./split.js";

export interface StreamEvent {
  /** `undefined` for the default, `message`. */
  readonly event: string | undefined;
  readonly data: string;
}

export interface EventSink {
  readonly onEvent: (event: StreamEvent) => void;
  /** Called once for an event that is too large, as soon as it is. It is not passed on. */
  readonly onTooLarge: () => void;
  /** Called with each id before the event that it belongs to, also if there is no event with it. */
  readonly onId: (id: string) => void;
  /** Milliseconds, as the server sent them: anything from 0 to `Infinity`. */
  readonly onRetry: (delay: number) => void;
}

/**
 * Parses the text of an event stream, which arrives in pieces. It is decoded from UTF-8 without a byte
 * order mark, as `TextDecoder` does. An event with a line or with data of more than `maxSize` characters
 * is dropped, and the stream goes on.
 */
export function createEventParser(maxSize: number, sink: EventSink): (piece: string) => void {
  let event: string | undefined;
  let data: string | undefined;
  let id: string | undefined;
  let isTooLarge = false;
  let endsInCr = false;

  const drop = (): void => {
    if (!isTooLarge) sink.onTooLarge();
    isTooLarge = true;
  };
  const endEvent = (): void => {
    if (id !== undefined) sink.onId(id);
    if (data !== undefined && !isTooLarge) sink.onEvent({ event, data });
    event = data = id = undefined;
    isTooLarge = false;
  };
  const readField = (line: string): void => {
    const [field = ""] = line.split(":", 1);
    const value = line.slice(field.length + 1).replace(/^ /, "");
    if (field === "data") {
      data = data === undefined ? value : `${data}\n${value}`;
      if (data.length > maxSize) {
        data = "";
        drop();
      }
    } else if (field === "event") event = value || undefined;
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) sink.onRetry(Number(value));
  };

  const split = createSplitter("\n", maxSize, (line) => {
    if (line === undefined) drop();
    else if (line === "") endEvent();
    else readField(line);
  });
  return (piece) => {
    // A line ends at its CR, so that an event is passed on before it is known whether a LF follows.
    const text = endsInCr && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") endsInCr = piece.endsWith("\r");
    split(text.replace(/\r\n?/g, "\n"));
  };
}

const MAX_EVENT_ID_BYTES = 1024;

/**
 * Encodes an event's id as a header value: UTF-8, each byte as one character, which `fetch` sends unchanged
 * (HTML Living Standard, section 9.2.3). `undefined` for an id with control characters, which no header
 * can hold, and for one that is so long that servers refuse it.
 *
 * The result is a new string. The id itself is a slice of the stream's text, and keeping it would
 * keep the payloads around it in memory.
 */
export function encodeEventId(id: string): string | undefined {
  if (id.length > MAX_EVENT_ID_BYTES || /[\u0000-\u001f\u007f]/.test(id)) return undefined;
  const bytes = new TextEncoder().encode(id);
  return bytes.length > MAX_EVENT_ID_BYTES ? undefined : String.fromCharCode(...bytes);
}
