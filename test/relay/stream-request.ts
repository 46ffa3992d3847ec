/** A request for a stream of events without a server, and a reader of the stream. */
import type { FollowOptions, StreamReader } from "../../src/relay/stream.js";

/** Headers of an answer that is a stream. */
export const STREAM = { "content-type": "text/event-stream" };

/** @param answer gives the answer to each request. */
export function createRequest(
  answer: (url: URL, init: RequestInit) => Response | Promise<Response>,
  headers = new Headers(),
): FollowOptions {
  const url = new URL("http://relay.example/a/b?c=1");
  const send = async (input: unknown, init: RequestInit = {}) => answer(input as URL, init); // it follows URLs alone
  return { url, headers, fetch: send, maxMessageSize: 1_000 };
}

/** A reader that ignores what the test does not look at, and always has room. */
export function createReader(callbacks: Partial<StreamReader> = {}): StreamReader {
  return {
    onOpen: () => undefined,
    onEvent: () => undefined,
    onTooLarge: () => undefined,
    onId: () => undefined,
    onRetry: () => undefined,
    idleTimeout: () => 10_000,
    room: () => undefined,
    ...callbacks,
  };
}
