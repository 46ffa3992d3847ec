/** Passes deliveries on to another receiver, byte for byte. */
import { setTimeout as delay } from "node:timers/promises";
import { describeConnectionError } from "../../../codegen/files/system-errors.js";
import { Backoff } from "../../../src/relay/backoff.js";
import { DOWN_STATUSES } from "../../../src/relay/forward.js";
import type { Answer } from "../../../src/receive/webhooks/http-answer.js";
import type { RawDelivery } from "./delivery.js";

/** Headers that belong to a connection; the next one has its own. */
const CONNECTION_HEADERS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*)$/i;

/** Milliseconds until the target has to answer. */
const TIMEOUT = 30_000;

/** Characters of an answer that are shown. */
const MAX_ANSWER_LENGTH = 60;

/** Attempts at a target that is down, and the pauses between them, as `connectRelay` has them by default. */
const ATTEMPTS = 5;
const PAUSES = { minRetryDelay: 1_000, maxRetryDelay: 30_000 };

export function createForward(target: URL, send: typeof fetch): Forward {
  return async (delivery) => {
    const backoff = new Backoff(PAUSES);
    for (let attempt = 1; ; attempt++) {
      const result = await forward(target, delivery, send);
      const isTriedAgain = delivery.isRelayed === true && result.isDown && attempt < ATTEMPTS;
      if (!isTriedAgain)
        return attempt === 1 ? result : { ...result, text: `${result.text} (attempt ${attempt})` };
      await delay(backoff.next(), undefined, { ref: false }); // does not keep the process alive
    }
  };
}

async function forward(
  target: URL,
  { method, headers, body }: RawDelivery,
  send: typeof fetch,
): Promise<ForwardResult> {
  const result = { target: target.origin };
  try {
    const sent = new Headers();
    for (const [name, value] of headers)
      if (!CONNECTION_HEADERS.test(name)) sent.append(name, value);
    const response = await send(target, {
      method,
      headers: sent,
      redirect: "manual",
      body: method === "GET" || method === "HEAD" ? null : new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await response.text();
    const { status } = response;
    const type = response.headers.get("content-type") ?? "text/plain; charset=utf-8";
    const answer = { status, headers: { "content-type": type }, body: text };
    const outcome = `answered ${status}${describeAnswer(response.headers, text)}`;
    return { ...result, status, isDown: DOWN_STATUSES.has(status), text: outcome, answer };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const why = isLate
      ? "did not answer in time"
      : `cannot be reached (${describeConnectionError(error)})`;
    const body = "The target of --forward gave no answer.\n";
    const answer = { status: 502, headers: { "content-type": "text/plain" }, body };
    // A late target may still handle the delivery.
    return { ...result, status: undefined, isDown: !isLate, text: why, answer };
  }
}

function describeAnswer(headers: Headers, text: string): string {
  const location = headers.get("location");
  if (location !== null) return `, a redirect to ${location}, which is not followed`;
  const [line = ""] = text.trim().split("\n");
  const shown = line.length > MAX_ANSWER_LENGTH ? `${line.slice(0, MAX_ANSWER_LENGTH - 1)}…` : line;
  return shown === "" ? "" : `: ${shown.replace(/\.$/, "")}`;
}

/** Describes the answer of the target in a sentence. */
export function describeTarget({ target, text }: ForwardResult): string {
  return `Forwarded: ${target} ${text}.`;
}

// ---- Types

/** Forwards a delivery. Retries one from a relay while the target is down, since no service sends it again. */
export type Forward = (delivery: RawDelivery) => Promise<ForwardResult>;

export interface ForwardResult {
  readonly target: string;
  /** Status of the target's answer; `undefined` if there was none. */
  readonly status: number | undefined;
  /** True if the target did not get the delivery, and may be up again soon. */
  readonly isDown: boolean;
  /** The answer of the target in words, to be shown after its name. */
  readonly text: string;
  /** Answer for the service. */
  readonly answer: Answer;
}
