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

/** Starts reading into a sink; what it returns stops that and takes every listener away. */
export type ByteStream = (sink: ByteSink) => () => void;

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
  /** The length that the sender declared, in bytes; `NaN` when it declared none. */
  readonly declared: number;
  readonly deadline: Deadline;
}

/**
 * Reads a stream to its end, within the limit and the deadline. Never rejects; once it has
 * resolved the stream is not listened to any more.
 */
export function readBody(
  stream: ByteStream,
  { limit, declared, deadline }: BodyBounds,
): Promise<Uint8Array | BodyFailure> {
  return new Promise((resolve) => {
    const body = new ByteCollector(declared, limit);
    const reading: { isDone: boolean; stop?: () => void } = { isDone: false };
    const settle = (outcome: Uint8Array | BodyFailure): void => {
      if (reading.isDone) return;
      reading.isDone = true;
      resolve(outcome);
      reading.stop?.();
    };
    reading.stop = stream({
      chunk: (bytes) => {
        if (reading.isDone) return;
        if (body.length + bytes.length > limit) settle("PAYLOAD_TOO_LARGE");
        else body.add(bytes);
      },
      end: () => settle(body.take()),
      abort: () => settle("REQUEST_ABORTED"),
    });
    deadline.onExpiry(() => settle("REQUEST_TIMEOUT"));
    if (reading.isDone) reading.stop(); // it was over before there was anything to stop
  });
}

/** Tells whether a body that is there already is over the limit, in bytes. */
export function isOversized(payload: RawPayload, limit: number): boolean {
  if (typeof payload !== "string") return payload.byteLength > limit;
  if (payload.length > limit) return true;
  // One UTF-16 unit is at most three bytes: only a text near the limit is worth encoding.
  return payload.length * 3 > limit && new TextEncoder().encode(payload).byteLength > limit;
}

/** One piece is passed on as it is; several are copied together, so that tiny ones do not add up. */
class ByteCollector {
  readonly #declared: number;
  readonly #limit: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  constructor(declared: number, limit: number) {
    this.#declared = declared;
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    if (this.#length === 0) {
      this.#bytes = chunk;
    } else {
      this.#reserve(this.#length + chunk.length);
      this.#bytes.set(chunk, this.#length);
    }
    this.#length += chunk.length;
  }

  take(): Uint8Array {
    return this.#length === this.#bytes.length
      ? this.#bytes
      : this.#bytes.subarray(0, this.#length);
  }

  /** Doubles up to the declared length, which is never trusted before the bytes are there. */
  #reserve(needed: number): void {
    if (needed <= this.#bytes.length) return;
    const most = needed <= this.#declared ? this.#declared : this.#limit;
    const room = Math.min(needed * 2, most);
    const bytes = new Uint8Array(room);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}
