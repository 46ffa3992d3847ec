import type { SentInit } from "./catalog.js";
import { abandon } from "./read-body.js";

/**
 * Sends a request whose body is a stream, and cancels the stream when the request fails or is aborted:
 * platforms only stop reading, so that its source, such as a file, would stay open.
 */
export async function sendStream(
  source: ReadableStream<unknown>,
  init: SentInit,
  send: () => Promise<Response>,
): Promise<Response> {
  const reader = source.getReader();
  let stop = (reason: unknown): void => abandon({ cancel: () => reader.cancel(reason) });
  const body = {
    start(controller: ReadableStreamDefaultController): void {
      const cancel = stop;
      stop = (reason) => {
        controller.error(reason); // a part must not look like the whole
        cancel(reason);
      };
    },
    async pull(controller: ReadableStreamDefaultController): Promise<void> {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
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
