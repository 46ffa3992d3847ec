import { createEventReader, type EventSink } from "../streams/event-stream.js";
import { ignore } from "../webhooks/shortcuts.js";
import { RelayError } from "./errors.js";
import { openStream, type StreamRequest } from "./open-stream.js";
import type { Lifetime } from "./scheduling.js";

export interface StreamOptions extends StreamRequest {
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

/**
 * Makes one connection and reads it until the server ends it. Once the promise settles, the
 * connection holds no socket and no timer.
 * @throws RelayError if the answer is not an event stream, or nothing arrives for too long; otherwise
 * the error of `fetch`.
 */
export async function followStream(
  options: StreamOptions,
  lastEventId: string,
  reader: StreamReader,
  lifetime: Lifetime,
): Promise<void> {
  const connection = new AbortController();
  const { signal } = connection;
  const forget = lifetime.onEnd(() => connection.abort());
  const silence = createSilenceTimer(() => reader.idleTimeout(), connection);
  try {
    silence.start();
    const body = await openStream(options, lastEventId, signal);
    silence.stop();
    signal.throwIfAborted();
    reader.onOpen();
    const feed = createEventReader(options.maxMessageSize, reader);
    await readStream(body, { feed, room: () => reader.room(), silence, signal });
    signal.throwIfAborted();
  } catch (error) {
    // After an abort, the error only reports the abort; the reason has the cause.
    throw signal.aborted ? signal.reason : error;
  } finally {
    silence.stop();
    forget();
    connection.abort();
  }
}

interface SilenceTimer {
  start(): void;
  stop(): void;
}

/**
 * Aborts a connection that is silent for too long. If the timer fires much too late, the process was
 * suspended, not the relay: what has arrived meanwhile is read first.
 */
function createSilenceTimer(readTimeout: () => number, connection: AbortController): SilenceTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (timeout: number, expire: (lateness: number) => void): void => {
    const due = performance.now() + timeout;
    timer = setTimeout(() => expire(performance.now() - due), timeout);
  };
  return {
    start() {
      const timeout = readTimeout();
      const expire = (): void =>
        connection.abort(new RelayError("RELAY_SILENT", `The relay was silent for ${timeout} ms.`));
      start(timeout, (lateness) => {
        if (lateness < STOPPED) expire();
        else start(CATCH_UP, expire);
      });
    },
    stop: () => clearTimeout(timer),
  };
}

/** Lateness of a timer after the process was suspended, in milliseconds. */
const STOPPED = 1_000;

/** Time to read what has arrived while the process was suspended, in milliseconds. */
const CATCH_UP = 500;

interface Reading {
  readonly feed: (text: string) => void;
  readonly room: () => Promise<void> | undefined;
  readonly silence: SilenceTimer;
  readonly signal: AbortSignal;
}

async function readStream(body: ReadableStream<Uint8Array>, reading: Reading): Promise<void> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  // Ends a pending read even if the body does not follow the signal.
  reading.signal.addEventListener("abort", () => void source.cancel().catch(ignore), {
    once: true,
  });
  while (await readChunk(source, decoder, reading));
}

/**
 * Reads one chunk; returns false at the end. A function of its own, because a suspended
 * function keeps its variables: in a loop, the last chunk would stay in memory during the next read.
 */
async function readChunk(
  source: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  { feed, room, silence, signal }: Reading,
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

/** Limits the events that can pile up before the next check for room. */
const PIECE_LENGTH = 16 * 1024;

function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    yield text.slice(start, start + PIECE_LENGTH);
  }
}
