/** The code for bodies of requests, which a method without a body does not bring. */
import { addBody } from "../endpoint/body.js";
import { serializeBody } from "../endpoint/to-request.js";
import type { AddBody } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import { abandon } from "./response-body.js";

/** Code for requests with a body. */
export interface SentBody {
  /** Makes a body for `fetch`. */
  serialize(body: unknown, options: RequestOptions): NonNullable<RequestInit["body"]>;
  /** Sends a request whose body is a stream. */
  send(
    source: ReadableStream<unknown>,
    init: RequestInit,
    send: () => Promise<Response>,
  ): Promise<Response>;
}

/** Code that a method brings for its body. */
export interface MethodBody extends SentBody {
  /** Adds the body to a request that is built. */
  readonly add: AddBody;
}

/** The code for bodies of every kind that a route may declare. */
export const sentBody: MethodBody = {
  add: addBody,
  serialize: serializeBody,
  send: sendStream,
};

/**
 * Sends a request whose body is a stream, and cancels the stream when the request fails or is aborted:
 * platforms only stop reading, so that its source, such as a file, would stay open.
 */
export async function sendStream(
  source: ReadableStream<unknown>,
  init: RequestInit,
  send: () => Promise<Response>,
): Promise<Response> {
  const reader = source.getReader();
  let controller: ReadableStreamDefaultController | undefined;
  const stop = (reason: unknown): void => {
    controller?.error(reason); // a part must not look like the whole
    abandon({ cancel: () => reader.cancel(reason) });
  };
  const body = {
    start(startedController: ReadableStreamDefaultController): void {
      controller = startedController;
    },
    async pull(): Promise<void> {
      const { done, value } = await reader.read();
      if (done) controller?.close();
      else controller?.enqueue(value);
    },
    cancel: (reason: unknown): Promise<void> => reader.cancel(reason),
  };
  init.body = new ReadableStream(body, { highWaterMark: 0 });
  const { signal } = init;
  signal?.addEventListener("abort", () => stop(signal.reason), { once: true });
  try {
    return await send();
  } catch (error) {
    stop(error);
    throw error;
  }
}
