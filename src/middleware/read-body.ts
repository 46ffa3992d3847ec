import type { WebhookErrorCode } from "../errors.js";
import type { RawPayload } from "../webhooks/types.js";
import type { Deadline } from "./deadline.js";

/** What a stream of bytes is read into. Calls after `end` or `abort` are ignored. */
export interface ByteSink {
  readonly chunk: (bytes: Uint8Array) => void;
  readonly end: () => void;
  /** The rest will never come. */
  readonly abort: () => void;
}

/**
 * Starts reading into a sink; what it returns stops that and takes every listener away. It is told
 * why the rest is not wanted, if it is not.
 */
export type ByteStream = (sink: ByteSink) => (failure?: BodyFailure) => void;

/** How a body reaches the middleware: whole, as a stream, or not at all as it was sent. */
export type BodySource =
  | { readonly kind: "raw"; readonly payload: RawPayload }
  | { readonly kind: "stream"; readonly stream: ByteStream }
  | { readonly kind: "spent" };

/** Why there is no body. */
export type BodyFailure = Extract<
  WebhookErrorCode,
  "PAYLOAD_TOO_LARGE" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED"
>;

export interface BodyBounds {
  /** In bytes. */
  readonly limit: number;
  readonly deadline: Deadline;
}

/**
 * Reads a stream to its end, within the limit and the deadline. Never rejects; once it has
 * resolved the stream is not listened to any more.
 */
export function readBody(
  stream: ByteStream,
  { limit, deadline }: BodyBounds,
): Promise<Uint8Array | BodyFailure> {
  return new Promise((resolve) => {
    const body = new ByteCollector();
    const reading: { outcome?: Uint8Array | BodyFailure; stop?: ReturnType<ByteStream> } = {};
    const stop = (): void =>
      reading.stop?.(typeof reading.outcome === "string" ? reading.outcome : undefined);
    const settle = (outcome: Uint8Array | BodyFailure): void => {
      if (reading.outcome !== undefined) return;
      reading.outcome = outcome;
      resolve(outcome);
      stop();
    };
    reading.stop = stream({
      chunk: (bytes) => {
        if (reading.outcome !== undefined) return;
        if (body.length + bytes.length > limit) settle("PAYLOAD_TOO_LARGE");
        else body.add(bytes);
      },
      end: () => settle(body.take()),
      abort: () => settle("REQUEST_ABORTED"),
    });
    deadline.onExpiry(() => settle("REQUEST_TIMEOUT"));
    if (reading.outcome !== undefined) stop(); // it was over before there was anything to stop
  });
}

/** Tells whether a body that is there already is over the limit, in bytes. */
export function isOversized(payload: RawPayload, limit: number): boolean {
  if (typeof payload !== "string") return payload.byteLength > limit;
  if (payload.length > limit) return true;
  // One UTF-16 unit is at most three bytes: only a text near the limit is worth encoding.
  return payload.length * 3 > limit && new TextEncoder().encode(payload).byteLength > limit;
}

/** The size of the blocks in which small pieces are copied together, in bytes. */
const BLOCK_SIZE = 16 * 1024;

const NO_BYTES = new Uint8Array(0);

/**
 * Large pieces are kept as they came until all are joined: a body costs its own size while it
 * arrives, however much is declared. Small ones are copied together, so that they do not add up.
 */
class ByteCollector {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  #block: Uint8Array = NO_BYTES;
  /** How far the block is filled, and how far it is among the pieces. */
  #filled = 0;
  #sealed = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#length === 0 || isWorthKeeping(chunk)) this.#keep(chunk);
    else this.#copy(chunk);
    this.#length += chunk.length;
  }

  take(): Uint8Array {
    this.#seal();
    const [first = NO_BYTES, ...others] = this.#pieces;
    return others.length === 0 ? first : joinPieces(this.#pieces, this.#length);
  }

  #keep(chunk: Uint8Array): void {
    this.#seal();
    this.#pieces.push(chunk);
  }

  #copy(chunk: Uint8Array): void {
    if (this.#filled + chunk.length > this.#block.length) {
      this.#seal();
      this.#block = new Uint8Array(Math.max(BLOCK_SIZE, chunk.length));
      this.#filled = this.#sealed = 0;
    }
    this.#block.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  #seal(): void {
    if (this.#filled === this.#sealed) return;
    this.#pieces.push(this.#block.subarray(this.#sealed, this.#filled));
    this.#sealed = this.#filled;
  }
}

/** A piece of a much larger buffer would keep all of that alive. */
function isWorthKeeping({ length, buffer }: Uint8Array): boolean {
  return length >= BLOCK_SIZE / 4 && length >= buffer.byteLength / 2;
}

function joinPieces(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
