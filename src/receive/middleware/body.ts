/** The body of a request: whole, a stream that is read up to a size, or the reason for its absence. */
import type { RawPayload } from "../signatures/types.js";
import type { RequestFault } from "../webhooks/reader.js";
import type { WebhookErrorCode } from "../webhooks/webhook-error.js";

/**
 * Reads a stream to its end, or until it is longer than `limit` bytes. `settle` is called once, after
 * every listener was removed.
 *
 * Nearly all bodies are one piece, which is not copied. Others are copied into one buffer that grows by
 * half, so that many small pieces take linear time. A large `content-length` reserves no memory.
 */
export class BodyReader implements ByteSink {
  readonly #limit: number;
  #state: ReaderState;
  #bytes: Uint8Array = NO_BYTES;
  #length = 0;

  constructor(limit: number, settle: Settle) {
    this.#limit = limit;
    this.#state = { kind: "reading", settle, stop: undefined };
  }

  onStop(stop: StopReading): void {
    if (this.#state.kind === "reading") this.#state.stop = stop;
  }

  chunk(bytes: Uint8Array): void {
    if (this.#state.kind === "done") return;
    const start = this.#length;
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.fail("PAYLOAD_TOO_LARGE");
    else if (start === 0) this.#bytes = bytes;
    else this.#append(bytes, start);
  }

  end(): void {
    const isFull = this.#bytes.length === this.#length;
    const payload = isFull ? this.#bytes : this.#bytes.subarray(0, this.#length);
    this.#finish({ kind: "whole", payload });
  }

  fail(code: BodyFaultCode): void {
    this.#finish({ kind: "fault", code }, code);
  }

  #append(bytes: Uint8Array, start: number): void {
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 1.5 * start));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, start);
  }

  /** Drops the references to the body, because a stream may keep this object for a long time. */
  #finish(outcome: WholeBody | BodyFault, code?: BodyFaultCode): void {
    if (this.#state.kind === "done") return;
    const { settle, stop } = this.#state;
    this.#state = DONE;
    this.#bytes = NO_BYTES;
    stop?.(code);
    settle(outcome);
  }
}

const NO_BYTES = new Uint8Array(0);

const DONE = { kind: "done" } as const;

/** True for a whole body over the limit, in bytes. */
export function isOversized(payload: RawPayload, limit: number): boolean {
  if (typeof payload !== "string") return payload.byteLength > limit;
  if (payload.length > limit) return true;
  // A UTF-16 unit takes at most three bytes, so a short text needs no encoding.
  return payload.length * 3 > limit && new TextEncoder().encode(payload).byteLength > limit;
}

/** Fault of a body that other code has read already. */
export const SPENT_BODY: BodyFault = { kind: "fault", code: "BODY_ALREADY_PARSED" };

// ---- Types

/** Body of a request: whole, a stream, or the reason for its absence. */
export type BodySource =
  WholeBody | { readonly kind: "stream"; readonly start: ByteStream } | BodyFault;

export interface WholeBody {
  readonly kind: "whole";
  readonly payload: RawPayload;
}

export interface BodyFault extends RequestFault {
  readonly kind: "fault";
  readonly code: BodyFaultCode;
}

/** Reasons for a missing body. */
type BodyFaultCode = Extract<
  WebhookErrorCode,
  "PAYLOAD_TOO_LARGE" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED" | "BODY_ALREADY_PARSED"
>;

/** Starts reading into a sink. */
export type ByteStream = (sink: ByteSink) => void;

/** Target of a stream of bytes. It ignores all calls once it has ended or failed. */
export interface ByteSink {
  /** Sets the function that stops reading. The stream sets it before it reads. */
  onStop(stop: StopReading): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** Ends the body early: the rest will not come, or is not wanted. */
  fail(code: BodyFaultCode): void;
}

/**
 * Stops reading and removes every listener.
 * @param code Reason not to read the rest.
 */
type StopReading = (code?: BodyFaultCode) => void;

type ReaderState =
  | { readonly kind: "reading"; readonly settle: Settle; stop: StopReading | undefined }
  | typeof DONE;

type Settle = (outcome: WholeBody | BodyFault) => void;
