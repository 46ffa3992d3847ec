/** The stream of changes from the server, which is opened again whenever it is lost. */
import type { LiveMessage } from "../types.js";

/** Milliseconds until a stream that the browser has given up is opened again. */
const RECONNECT_PAUSE = 3_000;
/** Milliseconds without an event after which a stream is dead: longer than two of its beats. */
const MAX_SILENCE = 35_000;

/**
 * Follows changes. A browser connects again by itself, but not after an answer such as a 502 of a proxy, and
 * not while a dead connection stays open.
 */
export function followChanges(listener: StreamListener): void {
  const events = new EventSource("api/live");
  let silence: ReturnType<typeof setTimeout> | undefined;
  const restart = (): void => {
    clearTimeout(silence);
    events.close();
    listener.onLost();
    setTimeout(() => followChanges(listener), RECONNECT_PAUSE);
  };
  const noteEvent = (): void => {
    clearTimeout(silence);
    silence = setTimeout(restart, MAX_SILENCE);
  };
  noteEvent();
  events.addEventListener("beat", noteEvent);
  events.addEventListener("open", () => {
    noteEvent();
    listener.onOpen();
  });
  events.addEventListener("message", ({ data }: MessageEvent<string>) => {
    noteEvent();
    listener.onMessage(JSON.parse(data) as LiveMessage); // as `live.ts` has written it
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) restart();
    else listener.onLost();
  });
}

interface StreamListener {
  readonly onOpen: () => void;
  /** Called when changes may be missed until the next `onOpen`. */
  readonly onLost: () => void;
  readonly onMessage: (message: LiveMessage) => void;
}
