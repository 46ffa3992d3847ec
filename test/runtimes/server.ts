/** The server that the client is tested against. Where nothing else is said, it answers with what it got. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** Headers that a client of this project decides on; the others are of the runtime. */
const COMPARED = ["accept", "authorization", "content-type", "x-own"];

export function createLoopbackServer(): Server {
  /** Requests of each address so far. */
  const counts = new Map<string, number>();
  return createServer((request, response) => {
    const { url = "/" } = request;
    const count = (counts.get(url) ?? 0) + 1;
    counts.set(url, count);
    void answer(request, response, count);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
): Promise<void> {
  const body = await buffer(request);
  const { method, url = "/", headers } = request;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const sendJson = (status: number, value: unknown, ownHeaders: Record<string, string> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8", ...ownHeaders })
      .end(JSON.stringify(value));
  if (pathname === "/gone") response.writeHead(204).end();
  else if (pathname === "/zen")
    response.writeHead(200, { "content-type": "text/plain" }).end("Keep it simple. é😀");
  else if (pathname === "/refused") sendJson(422, { message: "The title is missing." });
  // Each runtime asks twice: its first request is told to come again.
  else if (pathname === "/flaky" && count % 2 === 1) sendJson(503, {}, { "retry-after": "0" });
  else if (pathname === "/user/repos") {
    const page = Number(searchParams.get("page") ?? "1");
    const next = `<http://${headers.host}/user/repos?per_page=2&page=${page + 1}>; rel="next"`;
    sendJson(200, [{ id: page * 10 }, { id: page * 10 + 1 }], page < 3 ? { link: next } : {});
  } else {
    const compared = COMPARED.map((name) => [name, headers[name]]);
    sendJson(200, { method, url, headers: compared, body: body.toString("hex") });
  }
}
