/** Passes deliveries on to another receiver, byte for byte. */
import { describeConnectionError } from "../../codegen/files/system-errors.js";
import type { Answer } from "../../src/webhooks/webhook-error.js";
import type { RawDelivery } from "./delivery.js";

export type Forward = (delivery: RawDelivery) => Promise<ForwardResult>;

export interface ForwardResult {
  readonly target: string;
  /** Status of the target's answer; `undefined` if there was none. */
  readonly status: number | undefined;
  /** What the target did, after its name. */
  readonly text: string;
  /** Answer for the service. */
  readonly answer: Answer;
}

/** Headers that belong to a connection; the next one has its own. */
const CONNECTION_HEADERS =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|proxy-.*)$/i;

/** In milliseconds. */
const TIMEOUT = 30_000;

/** Characters of an answer that are shown. */
const MAX_SHOWN = 60;

export function createForward(target: URL, send: typeof fetch): Forward {
  return async ({ method, headers, body }) => {
    const given = { target: target.origin };
    try {
      const sent = new Headers();
      for (const [name, value] of headers)
        if (!CONNECTION_HEADERS.test(name)) sent.append(name, value);
      const response = await send(target, {
        ...{ method, headers: sent, redirect: "manual" },
        body: method === "GET" || method === "HEAD" ? null : new Uint8Array(body),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const text = await response.text();
      const { status } = response;
      const type = response.headers.get("content-type") ?? "text/plain; charset=utf-8";
      const answer = { status, headers: { "content-type": type }, body: text };
      const [line = ""] = text.trim().split("\n");
      const shown = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
      const said = `answered ${status}${shown === "" ? "" : `: ${shown.replace(/\.$/, "")}`}`;
      return { ...given, status, text: said, answer };
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      const why = isLate
        ? "did not answer in time"
        : `cannot be reached (${describeConnectionError(error)})`;
      const body = "The target of --forward gave no answer.\n";
      const answer = { status: 502, headers: { "content-type": "text/plain" }, body };
      return { ...given, status: undefined, text: why, answer };
    }
  };
}
