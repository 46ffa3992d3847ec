import type { RequestFault } from "../webhooks/service.js";
import { ignore } from "../webhooks/dispatch.js";
import type { RawPayload } from "../signatures/types.js";
import type { WebhookErrorCode } from "../webhooks/webhook-error.js";

/** Target of a stream of bytes. It ignores all calls once it has ended or failed. */
export interface ByteSink {
  /**
   * Stops reading and removes every listener. The stream sets it before it reads.
   * @param code Reason not to read the rest.
   */
  stop: (code?: BodyFaultCode) => void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** Ends the body early: the rest will not come, or is not wanted. */
  fail(code: BodyFaultCode): void;
}

/** Starts reading into a sink. */
export type ByteStream = (sink: ByteSink) => void;

/** Body of a request: whole, a stream, or the reason for its absence. */
export type BodySource = RawPayload | ByteStream | BodyFault;

/** Reasons for a missing body. */
export type BodyFaultCode = Extract<
  WebhookErrorCode,
  "PAYLOAD_TOO_LARGE" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED" | "BODY_ALREADY_PARSED"
>;

export interface BodyFault extends RequestFault {
  readonly code: BodyFaultCode;
}

/** Fault of a body that other code has read already. */
export const SPENT_BODY: BodyFault = { code: "BODY_ALREADY_PARSED" };

const NO_BYTES = new Uint8Array(0);

/**
 * Reads a stream to its end, or until it is longer than `limit` bytes. `settle` is called once, after
 * every listener was removed.
 *
 * Nearly all bodies are one piece, which is not copied. Others are copied into one buffer that grows by
 * half, so that many small pieces take linear time. A large `content-length` reserves no memory.
 */
export class BodyReader implements ByteSink {
  stop: ByteSink["stop"] = ignore;
  #settle: (outcome: Uint8Array | BodyFault) => void;
  #limit: number;
  #bytes: Uint8Array = NO_BYTES;
  #length = 0;

  constructor(limit: number, settle: (outcome: Uint8Array | BodyFault) => void) {
    this.#limit = limit;
    this.#settle = settle;
  }

  chunk(bytes: Uint8Array): void {
    const start = this.#length;
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.fail("PAYLOAD_TOO_LARGE");
    else if (start === 0) this.#bytes = bytes;
    else this.#append(bytes, start);
  }

  end(): void {
    const isFull = this.#bytes.length === this.#length;
    this.#finish(isFull ? this.#bytes : this.#bytes.subarray(0, this.#length));
  }

  fail(code: BodyFaultCode): void {
    this.#finish({ code }, code);
  }

  #append(bytes: Uint8Array, start: number): void {
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 1.5 * start));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, start);
  }

  /** Drops the reference to the body, because a stream may keep this object for a long time. */
  #finish(outcome: Uint8Array | BodyFault, code?: BodyFaultCode): void {
    const { stop } = this;
    const settle = this.#settle;
    this.#settle = this.stop = ignore;
    this.#bytes = NO_BYTES;
    this.#limit = -1;
    stop(code);
    settle(outcome);
  }
}

/** True for a whole body over the limit, in bytes. */
export function isOversized(payload: RawPayload, limit: number): boolean {
  if (typeof payload !== "string") return payload.byteLength > limit;
  if (payload.length > limit) return true;
  // A UTF-16 unit takes at most three bytes, so a short text needs no encoding.
  return payload.length * 3 > limit && new TextEncoder().encode(payload).byteLength > limit;
}
