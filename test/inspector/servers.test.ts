/** The inspector behind servers of Node, and frameworks of the web. */
import { EventEmitter, once } from "node:events";
import { request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import { Readable } from "node:stream";
import express from "express";
import { Hono } from "hono";
import { describe, expect, it, onTestFinished } from "vitest";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  createNodeInspector,
  type InspectorSource,
} from "../../src/inspector/index.js";
import { close, listen } from "./browser.js";
import { createDelivery, createSource } from "./sample-source.js";
import { TOKEN } from "./ask.js";

describe("an inspector", () => {
  it("is answered on Node", async () => {
    const { source: memorySource } = createSource();
    const inspector = createNodeInspector(memorySource);
    const { port, origin } = await serve((request, response) => {
      void inspector(request, response).then((isOwn) => isOwn || response.writeHead(404).end());
    });
    expect(await get(port, "/inspector/")).toBe(200);
    expect(await get(port, "/inspector/", { host: "evil.example" })).toBe(403);
    expect(await get(port, "/inspector/", { host: "a b" })).toBe(403);
    expect(await get(port, "//inspector/")).toBe(200);
    expect(await get(port, "/other")).toBe(404);
    expect((await fetch(`${origin}/inspector`)).url).toBe(`${origin}/inspector/`);
    const head = await fetch(`${origin}/inspector/`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("stops following the source when the client leaves", async () => {
    const { source: memorySource } = createSource();
    let watching = 0;
    const watch: InspectorSource["watch"] = (listener) => {
      watching++;
      const stop = memorySource.watch(listener);
      return () => {
        watching--;
        stop();
      };
    };
    const inspector = createNodeInspector({ ...memorySource, watch });
    const { origin } = await serve((request, response) => void inspector(request, response));
    const left = new AbortController();
    const { body } = await fetch(`${origin}/inspector/api/live`, { signal: left.signal });
    await body?.getReader().read();
    expect(watching).toBe(1);
    left.abort();
    await expect.poll(() => watching).toBe(0);
  });

  it.each<[what: string, happen: (response: EventEmitter & { destroyed: boolean }) => void]>([
    ["has read", (response) => response.emit("drain")],
    ["has gone", (response) => response.emit("close")],
  ])("waits for a slow client until it %s", async (_, happen) => {
    const { request, response, calls } = createExchange("GET");
    const handled = createNodeInspector(createSource().source)(request, response);
    await expect.poll(() => response.listenerCount("drain")).toBe(1);
    expect(calls).toEqual(["200", "write"]);
    happen(response);
    expect(await handled).toBe(true);
    expect(calls).toEqual(["200", "write", "end"]);
    expect(response.listenerCount("drain")).toBe(0);
    expect(response.listenerCount("close")).toBeLessThan(2); // its own, which ends searches
  });

  it("does not wait for a client that has gone before", async () => {
    const { request, response, calls } = createExchange("GET");
    const leave = () => {
      response.destroyed = true;
      calls.push("write");
      return false;
    };
    const inspector = createNodeInspector(createSource().source);
    expect(await inspector(request, Object.assign(response, { write: leave }))).toBe(true);
    expect(calls).toEqual(["200", "write", "end"]);
  });

  it.each(["CONNECT", "TRACE", "TRACK", "trace", "GET X", "X GET", "DELETE"])(
    "allows no method %j",
    async (method) => {
      const { request, response, calls } = createExchange(method);
      response.on("newListener", (event) => {
        if (event === "drain") queueMicrotask(() => response.emit("drain"));
      });
      expect(await createNodeInspector(createSource().source)(request, response)).toBe(true);
      expect(calls).toEqual(["405", "write", "end"]);
    },
  );

  it("is mounted in Express, under a path and behind a parser", async () => {
    const { source: memorySource, replayed } = createSource();
    memorySource.add(createDelivery({ outcome: "dead" }));
    const options = { isReadOnly: false, token: TOKEN, path: "/admin/inspector" } as const;
    const app = express();
    app.post(
      "/echo",
      createNodeInspector(memorySource, options),
      express.text(),
      (request, response) => {
        response.send(request.body);
      },
    );
    app.use(express.json());
    app.use("/admin", createNodeInspector(memorySource, options));
    app.use((_, response) => void response.status(418).end());
    const { origin } = await serve(app);
    expect((await fetch(`${origin}/admin/inspector/`)).status).toBe(200);
    expect((await fetch(`${origin}/inspector/`)).status).toBe(418);
    const replay = await fetch(`${origin}/admin/inspector/api/replay`, {
      method: "POST",
      headers: { "content-type": "application/json", [TOKEN_HEADER]: TOKEN },
      body: JSON.stringify({ outcome: "dead" }),
    });
    expect(await replay.json()).toEqual({ count: 1 });
    expect(replayed).toHaveLength(1);
    const headers = { "content-type": "text/plain" };
    const echo = await fetch(`${origin}/echo`, { method: "POST", headers, body: "still mine" });
    expect(await echo.text()).toBe("still mine");
  });

  it("is mounted in Hono", async () => {
    const { source: memorySource } = createSource();
    const app = new Hono();
    const inspector = createInspector(memorySource, {
      authorize: (request) => request.headers.has("cookie"),
    });
    app.all("/inspector/*", ({ req }) => inspector(req.raw));
    const headers = { cookie: "session=1" };
    expect((await app.request("https://app.example/inspector/", { headers })).status).toBe(200);
    expect((await app.request("https://app.example/inspector/")).status).toBe(403);
  });
});

/** Listens until the test has ended. */
async function serve(listener: RequestListener) {
  const listening = await listen(listener);
  onTestFinished(async () => void (await close(listening.server)));
  return listening;
}

/** Sends a GET for any host, which `fetch` does not; returns the status of the answer. */
async function get(port: number, path: string, headers = {}): Promise<number> {
  const sent = httpRequest({ port, host: "127.0.0.1", path, headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

/** A request and a response of Node, whose events are the test's. The client is slow: each write waits. */
function createExchange(method: string) {
  const request = Object.assign(Readable.from([]), {
    method,
    url: "/inspector/",
    headers: { host: "localhost" },
    socket: { remoteAddress: "127.0.0.1" },
  });
  const calls: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writeHead: (status: number) => void calls.push(String(status)),
    write: () => {
      calls.push("write");
      return false;
    },
    end: () => void calls.push("end"),
    destroy: () => void calls.push("destroy"),
  });
  return { request, response, calls };
}
