/** A request for a stream of events, whose answers a test gives without a server. */
export const ignore = () => undefined;
export const STREAM = { "content-type": "text/event-stream" };

/** @param answer gives the answer to each request. */
export function createRequest(
  answer: (url: URL, init: RequestInit) => Response | Promise<Response>,
  headers = new Headers(),
) {
  const url = new URL("http://relay.example/a/b?c=1");
  const send = (input: unknown, init: RequestInit = {}) =>
    Promise.resolve().then(() => answer(input as URL, init)); // it follows URLs alone
  return { url, headers, fetch: send as typeof fetch, maxMessageSize: 1_000 };
}
