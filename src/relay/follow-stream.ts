import { createEventParser, type EventSink } from "./event-parser.js";
import { ignore, type Lifetime } from "./lifetime.js";
import { discard, openStream, StreamError, type StreamRequest } from "./open-stream.js";

export interface StreamOptions extends StreamRequest {
  /** Milliseconds without a byte after which the connection is given up. */
  readonly idleTimeout: number;
  /** Characters. */
  readonly maxMessageSize: number;
}

export interface StreamReader extends EventSink {
  onOpen(): void;
  /** What to wait for before reading on; `undefined` for nothing. */
  room(): Promise<void> | undefined;
}

/** `gone` is the server's wish that nobody reconnects (HTML standard, section 9.2.3: status 204). */
export type StreamEnd = "ended" | "gone";

/**
 * Makes one connection and reads it to its end. Nothing of it is left when the promise settles.
 * @throws StreamError when the answer is no event stream, or the stream falls silent.
 */
export async function followEventStream(
  options: StreamOptions,
  lastEventId: string,
  reader: StreamReader,
  lifetime: Lifetime,
): Promise<StreamEnd> {
  const connection = new AbortController();
  const { signal } = connection;
  const forget = lifetime.onEnd(() => connection.abort());
  const silence = createSilenceTimer(options.idleTimeout, connection);
  try {
    silence.start();
    const response = await openStream(options, lastEventId, signal);
    silence.stop();
    signal.throwIfAborted();
    if (response.status === 204) return "gone";
    const body = readBody(response);
    reader.onOpen();
    await readEvents(
      body,
      createEventParser(options.maxMessageSize, reader),
      reader,
      silence,
      signal,
    );
    signal.throwIfAborted();
    return "ended";
  } catch (error) {
    // Once aborted, whatever was thrown is only how the abort showed.
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

function createSilenceTimer(timeout: number, connection: AbortController): SilenceTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expire = (): void =>
    connection.abort(new StreamError(`the relay was silent for ${timeout} ms`));
  return {
    start: () => (timer = setTimeout(expire, timeout)),
    stop: () => clearTimeout(timer),
  };
}

function readBody(response: Response): ReadableStream<Uint8Array> {
  const problem = findProblem(response);
  if (problem === undefined && response.body !== null) return response.body;
  discard(response);
  throw new StreamError(`the relay answered ${problem ?? "without a body"}`);
}

function findProblem(response: Response): string | undefined {
  if (response.status !== 200) return `with status ${response.status}, expected 200`;
  const type = response.headers.get("content-type") ?? "";
  const essence = type.split(";", 1)[0]?.trim().toLowerCase();
  if (essence === "text/event-stream") return undefined;
  return `with content type ${JSON.stringify(type.slice(0, 80))}, expected text/event-stream`;
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  feed: (text: string) => void,
  reader: StreamReader,
  silence: SilenceTimer,
  signal: AbortSignal,
): Promise<void> {
  const source = body.getReader();
  const decoder = new TextDecoder();
  // Frees a pending read even where the body does not follow the signal.
  signal.addEventListener("abort", () => void source.cancel().catch(ignore), { once: true });
  for (;;) {
    silence.start();
    const chunk = await source.read();
    // Time spent on waiting for handlers is no silence of the server's.
    silence.stop();
    if (chunk.done) return;
    for (const piece of split(decoder.decode(chunk.value, { stream: true }))) {
      if (signal.aborted) return;
      feed(piece);
      await reader.room();
    }
  }
}

/** Bounds how many events can be waiting between two looks at the room that is left. */
const pieceLength = 16 * 1024;

function* split(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    yield text.slice(start, start + pieceLength);
  }
}
