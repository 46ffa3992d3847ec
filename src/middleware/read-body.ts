import { ignore } from "../webhooks/thenable.js";
import type { RawPayload } from "../webhooks/types.js";
import type { WebhookErrorCode } from "../webhooks/webhook-error.js";

/** What a stream of bytes is read into. Calls after `end` or `abort` are ignored. */
export interface ByteSink {
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** The rest will never come. */
  abort(): void;
  /** Somebody else has read it. */
  spend(): void;
}

/**
 * Starts reading into a sink. Returns a function that stops reading and removes every listener; it
 * gets the reason when the rest is not wanted.
 */
export type ByteStream = (sink: ByteSink) => (failure?: BodyFailure) => void;

/** How a body reaches the middleware: whole, as a stream, or already read by somebody else. */
export type BodySource =
  | { readonly kind: "raw"; readonly payload: RawPayload }
  | { readonly kind: "stream"; readonly stream: ByteStream }
  | { readonly kind: "spent" };

/** Why there is no body. */
export type BodyFailure = Extract<
  WebhookErrorCode,
  "PAYLOAD_TOO_LARGE" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED" | "BODY_ALREADY_PARSED"
>;

export type BodyOutcome = Uint8Array | BodyFailure;

/** Stops reading a body that has not arrived whole. */
export type GiveUp = (failure: BodyFailure) => void;

/**
 * Reads a stream to its end, or until it is longer than `limit` bytes. `settle` is called once,
 * after every listener was removed, and possibly before this returns. Throws what the stream
 * throws when reading begins.
 */
export function readBody(
  stream: ByteStream,
  limit: number,
  settle: (outcome: BodyOutcome) => void,
): GiveUp {
  const reading = new Reading(limit, settle);
  reading.begin(stream);
  return (failure) => reading.settle(failure);
}

class Reading implements ByteSink {
  readonly #limit: number;
  readonly #body = new ByteCollector();
  #settle: (outcome: BodyOutcome) => void;
  #isSettled = false;
  #stop: ReturnType<ByteStream> | undefined;
  /** An outcome from before the stream returned its function to stop. */
  #early: BodyOutcome | undefined;

  constructor(limit: number, settle: (outcome: BodyOutcome) => void) {
    this.#limit = limit;
    this.#settle = settle;
  }

  begin(stream: ByteStream): void {
    this.#stop = stream(this);
    if (this.#early !== undefined) this.#finish(this.#stop, this.#early);
    this.#early = undefined;
  }

  chunk(bytes: Uint8Array): void {
    if (this.#isSettled) return;
    if (this.#body.length + bytes.length > this.#limit) this.settle("PAYLOAD_TOO_LARGE");
    else this.#body.add(bytes);
  }

  end(): void {
    if (!this.#isSettled) this.settle(this.#body.take());
  }

  abort(): void {
    this.settle("REQUEST_ABORTED");
  }

  spend(): void {
    this.settle("BODY_ALREADY_PARSED");
  }

  settle(outcome: BodyOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (this.#stop === undefined) this.#early = outcome;
    else this.#finish(this.#stop, outcome);
  }

  /** A stream may keep this object for long: from now on it holds nothing of the body. */
  #finish(stop: ReturnType<ByteStream>, outcome: BodyOutcome): void {
    const settle = this.#settle;
    this.#settle = this.#stop = ignore;
    this.#body.drop();
    stop(typeof outcome === "string" ? outcome : undefined);
    settle(outcome);
  }
}

/** Tells whether a body that has arrived whole is over the limit, in bytes. */
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
  #pieces: Uint8Array[] = [];
  #length = 0;
  #block: Uint8Array = NO_BYTES;
  /** How much of the block is filled, and how much of it is already among the pieces. */
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
    const [first = NO_BYTES] = this.#pieces;
    return this.#pieces.length <= 1 ? first : joinPieces(this.#pieces, this.#length);
  }

  /** Lets go of the bytes. */
  drop(): void {
    this.#pieces = [];
    this.#block = NO_BYTES;
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
