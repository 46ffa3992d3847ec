/** Changes of a source as server-sent events: one stream for each open page. */
import type { InspectedSummary, InspectorChange, LiveMessage } from "./types.js";

/** Milliseconds in which changes are collected into one message. */
const MESSAGE_PAUSE = 60;
/**
 * Milliseconds between signs of life. They keep proxies from closing the connection, and let the page notice
 * that it is dead.
 */
const HEARTBEAT = 15_000;
/** Changed deliveries that may wait for a slow page. With more, the page loads its list again. */
const MAX_WAITING = 1_000;

/** Live pages of all inspectors in this process, which share its thread. */
export const MAX_LIVE = 100;

const pages = new Set<LiveClient>();

export function hasLiveRoom(): boolean {
  return pages.size < MAX_LIVE;
}

/**
 * Streams the changes of a source until the client leaves or one of `signals` is aborted. A slow client gets
 * only the last state of each delivery, so that few changes wait in memory.
 */
export function createLiveStream(
  watch: Watch,
  signals: readonly (AbortSignal | undefined)[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let live: LiveClient | undefined;
  return new ReadableStream({
    start(controller) {
      live = new LiveClient(controller);
      live.begin(watch, signals);
    },
    pull: () => live?.flush(),
    cancel: () => live?.stop(),
  });
}

class LiveClient {
  readonly #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  /** Changed deliveries by key, in their last state. */
  readonly #waiting = new Map<string, InspectedSummary>();
  #isReload = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Functions that end what `begin` has begun. */
  readonly #endings: (() => void)[] = [];
  #state: "open" | "closed" = "open";

  constructor(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
    this.#controller = controller;
  }

  begin(watch: Watch, signals: readonly (AbortSignal | undefined)[]): void {
    pages.add(this);
    // The comment opens the stream at once, even behind servers that wait for the first byte.
    this.#send("retry: 1000\n: open\n\n");
    for (const signal of signals) {
      if (signal !== undefined) this.#endWith(signal);
      if (this.#state === "closed") return; // the listener of another signal would stay
    }
    this.#heartbeat = setInterval(() => {
      if (this.#isRead) this.#send("event: beat\ndata: 1\n\n");
    }, HEARTBEAT);
    (this.#heartbeat as { unref?: () => void }).unref?.(); // on some platforms it is a number
    this.#endings.push(watch((change) => this.#collect(change)));
  }

  /** Called when the client has read what was sent. */
  flush(): void {
    if (this.#pause !== undefined || this.#state === "closed") return;
    if (this.#waiting.size === 0 && !this.#isReload) return;
    if (!this.#isRead) return;
    const deliveries = [...this.#waiting.values()];
    const message: LiveMessage = { deliveries, isReload: this.#isReload };
    this.#waiting.clear();
    this.#isReload = false;
    this.#send(`data: ${JSON.stringify(message)}\n\n`);
  }

  /** Stops watching. The client has left, or its stream is closed next. */
  stop(): void {
    this.#state = "closed";
    pages.delete(this);
    clearTimeout(this.#pause);
    clearInterval(this.#heartbeat);
    for (const end of this.#endings.splice(0)) end();
  }

  /** True if the client has read what was sent before. */
  get #isRead(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  /** Ends the stream when the signal is aborted; at once if it is already. */
  #endWith(signal: AbortSignal): void {
    const end = (): void => this.#end();
    signal.addEventListener("abort", end);
    this.#endings.push(() => signal.removeEventListener("abort", end));
    if (signal.aborted) end();
  }

  /** Keeps a change for the next message. With too many of them, the page loads its list again instead. */
  #collect(change: InspectorChange): void {
    if (change === "reload" || this.#waiting.size >= MAX_WAITING) this.#isReload = true;
    else this.#waiting.set(change.key, change);
    if (this.#isReload) this.#waiting.clear();
    this.#pause ??= setTimeout(() => this.#resume(), MESSAGE_PAUSE);
  }

  #resume(): void {
    this.#pause = undefined;
    this.flush();
  }

  #end(): void {
    if (this.#state === "closed") return;
    this.stop();
    this.#controller.close();
  }

  #send(text: string): void {
    if (this.#state === "open") this.#controller.enqueue(new TextEncoder().encode(text));
  }
}

type Watch = (listener: (change: InspectorChange) => void) => () => void;
