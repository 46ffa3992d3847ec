/** Errors in streams of items, over real sockets. */
import { describe, expect, it } from "vitest";
import { errorOf } from "./error-of.js";
import { json, reply, reset, startServer, type Step } from "./server.js";
import { begin, createStreamingClient, play, SSE } from "./streaming-service.js";
import { ONE, TWO, cut, drain } from "./stream-items.js";

const server = startServer();
const connect = (options: Parameters<typeof createStreamingClient>[0] = {}) =>
  createStreamingClient({ baseUrl: server.url, retry: 0, ...options });

describe("[I.7] an error in a stream", () => {
  it.each<[title: string, steps: Step, message: string, more: object]>([
    [
      "an event of that name",
      play([ONE, 'event: error\ndata: {"error":{"message":"Overloaded."}}\n\n', TWO]),
      '"POST /chats" got status 200, and then an error: Overloaded.',
      { code: "STREAM_ERROR", status: 200, data: { error: { message: "Overloaded." } } },
    ],
    [
      "an event of that name that is no JSON",
      play([`${ONE}event: error\ndata: Overloaded.\n\n`]),
      '"POST /chats" got status 200, and then an error.',
      { code: "STREAM_ERROR", data: "Overloaded." },
    ],
    [
      "an item with the property of errors",
      play([`${ONE}data: {"error":{"message":"Too long"}}\n\n${TWO}`]),
      '"POST /chats" got status 200, and then an error: Too long.',
      { code: "STREAM_ERROR", requestId: "r1", attempts: 1 },
    ],
    [
      "an item that is not JSON",
      play([ONE, "data: <html>\n\n"]),
      '"POST /chats" got status 200, and its body is not JSON.',
      { code: "INVALID_BODY", data: "<html>" },
    ],
  ])("is %s; what came before is kept", async (_title, step, message, more) => {
    server.play(step);
    const { items, error } = await drain(connect().stream("POST /chats"));
    expect(items).toEqual([{ id: 1 }]);
    expect(error).toMatchObject({ name: "ResponseError", message, ...more });
  });

  it("closes the connection", async () => {
    let isClosed = false;
    server.play((response) => {
      response.once("close", () => (isClosed = true));
      response.writeHead(200, { "content-type": SSE });
      response.write(`${ONE}data: {"error":{"message":"Too long"}}\n\n${TWO}`);
    });
    const { error } = await drain(connect().stream("POST /chats"));
    expect(error).toMatchObject({ code: "STREAM_ERROR" });
    await expect.poll(() => isClosed).toBe(true);
  });

  it("is a body of another type", async () => {
    server.play(reply(200, { "content-type": "text/html" }, "<html>"));
    expect((await drain(connect().stream("GET /changes"))).error).toMatchObject({
      code: "INVALID_BODY",
      message: '"GET /changes" got status 200, and its body is no stream.',
    });
  });

  it("shows no credentials", async () => {
    server.play(play(['event: error\ndata: {"message":"bad secret-token-1"}\n\n']));
    const { error } = await drain(connect({ auth: "secret-token-1" }).stream("GET /changes"));
    expect(`${JSON.stringify(error)} ${error?.message ?? ""}`).not.toContain("secret-token-1");
  });

  it.each<[title: string, step: Step, error: object]>([
    ["a status", json({ message: "No such chat" }, 404), { status: 404, code: "STATUS" }],
    ["no response", reset, { name: "ConnectionError", attempts: 1 }],
  ])("before it begins is that of a request: %s", async (_title, step, expected) => {
    server.play(step);
    const stream = connect().stream("GET /changes");
    expect(await errorOf(stream.response())).toMatchObject(expected);
    expect((await drain(stream)).error).toMatchObject(expected);
    expect(server.arrivals).toHaveLength(1);
  });

  it("is a lost connection; what came before is kept", async () => {
    server.play(begin(`${ONE}${TWO}data: {"id`, cut));
    const { items, error } = await drain(connect({ retry: 2 }).stream("GET /changes"));
    expect(items).toEqual([{ id: 1 }, { id: 2 }]);
    expect(error).toMatchObject({
      name: "ConnectionError",
      message: expect.stringMatching(/^"GET \/changes" got a part of its response/) as string,
    });
    expect(server.arrivals).toHaveLength(1);
  });

  it("is a request that cannot be built", async () => {
    const { error } = await drain(connect().stream("GET /changes", { baseUrl: "ftp://x" }));
    expect(error).toMatchObject({ name: "EndpointError" });
  });
});
