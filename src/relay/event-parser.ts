import { createParser } from "eventsource-parser";

export interface StreamEvent {
  /** `undefined` for the default, `message`. */
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: string;
}

export interface EventSink {
  onEvent(event: StreamEvent): void;
  /** The `id` of an event too large to be handed on. */
  onSkipped(id: string | undefined): void;
  /** Milliseconds, as the server put it: anything from 0 to `Infinity`. */
  onRetry(delay: number): void;
}

/**
 * Parses the text of one event stream, fed piece by piece. An event of more than `maxSize`
 * characters is passed over up to its end and the stream goes on: dropping the connection
 * instead would make a server that honours `Last-Event-ID` send the same event for ever.
 */
export function createEventParser(maxSize: number, sink: EventSink): (text: string) => void {
  let overflowed = false;
  let skipping = false;
  let lastCharacters = "";

  const parser = createParser({
    maxBufferSize: maxSize,
    onEvent(event) {
      if (skipping || event.data.length > maxSize) sink.onSkipped(event.id);
      else sink.onEvent(event);
      skipping = false;
    },
    onRetry: (delay) => sink.onRetry(delay),
    onError: (error) => (overflowed ||= error.type === "max-buffer-size-exceeded"),
  });

  /**
   * The parser has dropped its buffers. It goes on as if the event had begun with a line of data
   * that ends as the text so far ends, which makes it report the event's end, whatever follows.
   */
  function skipRestOfEvent(): void {
    overflowed = false;
    skipping = true;
    parser.reset();
    parser.feed(`data:${lineEndOf(lastCharacters)}`);
  }

  return (text) => {
    parser.feed(text);
    lastCharacters = (lastCharacters + text.slice(-2)).slice(-2);
    if (overflowed) skipRestOfEvent();
  };
}

/** The line terminators that `text` ends with; a lone CR may yet become CRLF. */
function lineEndOf(text: string): string {
  return /[\r\n]*$/.exec(text)?.[0] ?? "";
}
