/** One connection to a relay: requests the stream, and reads its body to the end. Ends it when nothing arrives. */
import { createEventReader, type EventSink } from "../base/event-stream.js";
import { ignore } from "../receive/webhooks/dispatch/thenables.js";
import { RelayError } from "./errors.js";
import type { Lifetime } from "./lifetime.js";
import { requestStreamBody, type StreamRequest } from "./stream-request.js";

/**
 * Makes one connection and reads it until the server ends it. Once the promise settles, the
 * connection holds no socket and no timer.
 * @throws RelayError if the answer is not an event stream, or nothing arrives for too long; otherwise
 * the error of `fetch`.
 */
export async function followStream(
  options: FollowOptions,
  lastEventId: string,
  reader: StreamReader,
  lifetime: Lifetime,
): Promise<void> {
  const connection = new AbortController();
  const { signal } = connection;
  const unregister = lifetime.onEnd(() => connection.abort());
  const silence = new SilenceTimer(() => reader.idleTimeout(), connection);
  try {
    silence.start();
    const body = await requestStreamBody(options, lastEventId, signal);
    silence.stop();
    signal.throwIfAborted();
    reader.onOpen();
    const feed = createEventReader(options.maxMessageSize, reader);
    await readStream(body, { feed, room: () => reader.room(), silence, signal });
    signal.throwIfAborted();
  } catch (error) {
    // After an abort, the error says only that; the reason of the signal has the cause.
    throw signal.aborted ? signal.reason : error;
  } finally {
    silence.stop();
    unregister();
    connection.abort();
  }
}

/** Lateness of a timer after the process was suspended, in milliseconds. */
const SUSPENDED_LATENESS = 1_000;

/** Time to read what has arrived while the process was suspended, in milliseconds. */
const CATCH_UP_TIME = 500;

/**
 * Aborts a connection that is silent for too long. If the timer fires much too late, the process was
 * suspended, not the relay: what has arrived meanwhile is read first.
 */
class SilenceTimer {
  readonly #readTimeout: () => number;
  readonly #connection: AbortController;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readTimeout: () => number, connection: AbortController) {
    this.#readTimeout = readTimeout;
    this.#connection = connection;
  }

  start(): void {
    const timeout = this.#readTimeout();
    const due = performance.now() + timeout;
    this.#timer = setTimeout(() => {
      const lateness = performance.now() - due;
      if (lateness < SUSPENDED_LATENESS) this.#expire(timeout);
      else this.#timer = setTimeout(() => this.#expire(timeout), CATCH_UP_TIME);
    }, timeout);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #expire(timeout: number): void {
    const message = `The relay was silent for ${timeout} ms.`;
    this.#connection.abort(new RelayError("RELAY_SILENT", message));
  }
}

async function readStream(body: ReadableStream<Uint8Array>, reading: ReadContext): Promise<void> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  // Ends a pending read even if the body does not follow the signal.
  reading.signal.addEventListener("abort", () => void source.cancel().catch(ignore), {
    once: true,
  });
  while (await readChunk(source, decoder, reading));
}

/**
 * Reads one chunk; returns false at the end. It is a function of its own, so that the chunk is freed before
 * the next read: a loop would keep it in a variable while it waits.
 */
async function readChunk(
  source: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  { feed, room, silence, signal }: ReadContext,
): Promise<boolean> {
  silence.start();
  const chunk = await source.read();
  silence.stop(); // The wait for handlers below is not the server's silence.
  if (chunk.done) return false;
  for (const piece of split(decoder.decode(chunk.value, { stream: true }))) {
    if (signal.aborted) return false;
    feed(piece);
    await room();
  }
  return true;
}

/** Characters that are read at once. Fewer events then pile up before the next check for room. */
const PIECE_LENGTH = 16 * 1024;

function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    yield text.slice(start, start + PIECE_LENGTH);
  }
}

// ---- Types

export interface FollowOptions extends StreamRequest {
  /** Characters. */
  readonly maxMessageSize: number;
}

export interface StreamReader extends EventSink {
  onOpen(): void;
  /** Milliseconds without a byte after which the connection is dropped (contract D.2). */
  idleTimeout(): number;
  /** Resolves when there is room for another event; `undefined` if there is room now. */
  room(): Promise<void> | undefined;
}

interface ReadContext {
  readonly feed: (text: string) => void;
  readonly room: () => Promise<void> | undefined;
  readonly silence: SilenceTimer;
  readonly signal: AbortSignal;
}
