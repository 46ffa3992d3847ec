/** Requests that only look like a platform's own, toolkits that only look like one, and leaving clients. */
import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import {
  catalog,
  createToolkit,
  headers as headerNames,
  payload,
  signature,
} from "../http/toolkit.js";
import { implementations } from "../http/implementations.js";
import { RawClient } from "../http/raw-client.js";
import { listen } from "../http/server.js";

const { event, delivery, signature: digest } = headerNames;

const headers = {
  "content-type": "application/json",
  [event]: "note",
  [delivery]: "id-1",
  [digest]: signature(payload),
};

/** What mocks pass: by its type, the middleware takes Node's own. */
const pass = (value: unknown): never => value as never;

describe("a request that is a bare emitter", () => {
  it("[C.12] is received", async () => {
    const { webhooks, received } = createToolkit();
    const [request, response] = [createBareRequest(), createBareResponse()];
    const handled = createNodeMiddleware(webhooks)(pass(request), pass(response));
    request.emit("data", Buffer.from(payload));
    request.emit("end");
    expect(await handled).toBe(true);
    expect([response.status, response.body]).toEqual([200, "ok\n"]);
    expect(received).toHaveLength(1);
    expect(request.eventNames()).toEqual([]);
  });

  it("[C.8] is given up when its body does not come", async () => {
    const { webhooks } = createToolkit();
    const [request, response] = [createBareRequest(), createBareResponse()];
    const middleware = createNodeMiddleware(webhooks, { timeout: 5 });
    expect(await middleware(pass(request), pass(response))).toBe(true);
    expect(response.status).toBe(408);
  });
});

describe("a response that cannot be written, and has nothing to destroy", () => {
  it("[C.16] ends the request all the same", async () => {
    const { webhooks, recorder } = createToolkit();
    const writeHead = () => {
      throw new Error("no socket");
    };
    const response = { ...createBareResponse(), writeHead };
    const request = Object.assign(createBareRequest(), { rawBody: payload });
    const handled = createNodeMiddleware(webhooks)(pass(request), pass(response));
    expect(await handled).toBe(true);
    await webhooks.drain();
    expect(recorder.text()).toEqual([
      "The answer to a delivery could not be written. Error: no socket",
    ]);
  });
});

describe.each(implementations)("a client that leaves the $name middleware", ({ create }) => {
  it("[C.10] is told of by log.debug alone", async () => {
    const { webhooks, recorder } = createToolkit();
    const server = await listen(create(webhooks));
    const client = new RawClient(server.port);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`POST ${catalog.path} HTTP/1.1`, "host: localhost", "content-length: 99"];
    await client.write([...head, ...lines, "", "{"].join("\r\n"));
    while (server.settled.length === 0) await new Promise(setImmediate);
    client.destroy();
    await Promise.all(server.settled);
    expect(recorder.entries).toEqual([
      {
        level: "debug",
        data: [
          'Delivery "id-1": REQUEST_ABORTED. The client disconnected before the body was complete.',
        ],
      },
    ]);
    await server.close();
  });
});

it("[C.10] a look-alike of a web request rejects with a type error when its client leaves", async () => {
  const { webhooks, recorder } = createToolkit();
  const request = {
    method: "POST",
    url: `http://localhost${catalog.path}`,
    headers: new Headers({ ...headers, "content-length": "99" }),
    bodyUsed: false,
    signal: AbortSignal.abort(),
    arrayBuffer: () => Promise.reject(new TypeError("terminated")),
  };
  await createWebMiddleware(webhooks)(request as unknown as Request);
  expect(recorder.entries.map(({ level }) => level)).toEqual(["debug"]);
});

describe("the header at fault", () => {
  it.each([
    [event, "", "HEADER_MISSING", `${event}: The header is missing or empty.`],
    [delivery, "a,b", "HEADER_REPEATED", `${delivery}: The header must be given once.`],
    [
      digest,
      "",
      "SIGNATURE_MISSING",
      `${digest}: The signature is missing; set a secret where the webhook is configured.`,
    ],
    [
      event,
      "note.created",
      "INVALID_EVENT_NAME",
      `${event}: The event name holds an action: give the event alone, because the action is read from the payload.`,
    ],
    ...["error", "*", "a*.b"].map((name) => [
      event,
      name,
      "INVALID_EVENT_NAME",
      `${event}: The event name is reserved for handlers: it is \`error\`, or holds a \`*\`.`,
    ]),
  ])("[C.5] %s: %j is named in the sentence of %s", async (name, value, code, error) => {
    const { webhooks, recorder } = createToolkit();
    const request = new Request(`http://localhost${catalog.path}`, {
      method: "POST",
      headers: { ...headers, [name]: value },
      body: payload,
    });
    const response = await createWebMiddleware(webhooks)(request);
    expect([response.status, await response.json()]).toEqual([400, { error, code }]);
    const id = request.headers.get(delivery);
    expect(recorder.text()).toEqual([
      `Delivery ${id === null || id === "" ? "without an id" : `"${id}"`}: ${code}. ${error}`,
    ]);
  });
});

describe("webhooks of another copy of the package", () => {
  it("[C.19] are taken, and their failures understood", async () => {
    const { webhooks, received } = createToolkit();
    vi.resetModules();
    const copy = await import("../../src/receive/middleware/web.js");
    expect(copy.createWebMiddleware).not.toBe(createWebMiddleware);
    const middleware = copy.createWebMiddleware(webhooks);
    const answer = async (extra: Record<string, string>) => {
      const init = { method: "POST", headers: { ...headers, ...extra }, body: payload };
      const response = await middleware(new Request(`http://localhost${catalog.path}`, init));
      return [response.status, await response.text()];
    };
    expect(await answer({})).toEqual([200, "ok\n"]);
    expect(received).toHaveLength(1);
    const [status, body] = await answer({ [digest]: signature("other") });
    expect([status, body]).toEqual([400, expect.stringContaining("SIGNATURE_MISMATCH")]);
    await webhooks.drain();
    expect((await answer({}))[0]).toBe(503);
  });
});

/** An emitter with what a request has to tell and nothing to resume, as mocks of requests are. */
function createBareRequest() {
  return Object.assign(new EventEmitter(), { method: "POST", url: catalog.path, headers });
}

/** As much of a response as is written to. */
function createBareResponse() {
  const response = {
    status: 0,
    body: "",
    headersSent: false,
    writableEnded: false,
    destroyed: false,
    shouldKeepAlive: true,
    writeHead: (status: number) => {
      response.status = status;
    },
    end: (body: string) => {
      response.body = body;
    },
  };
  return response;
}
