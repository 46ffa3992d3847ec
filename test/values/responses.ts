/** Responses with values, for the tests of what a client makes of them. */

export const GET = "GET /things/{id}";
export const TIME = "2026-03-01T10:20:30.5Z";

/** An integer that a number cannot hold. */
export const MAXIMUM = "9007199254740993";

/** Returns a `fetch` that answers each request with a text of JSON. */
export function answerWith(text: string, status = 200): () => Promise<Response> {
  const headers = { "content-type": "application/json" };
  return () => Promise.resolve(new Response(text, { status, headers }));
}
