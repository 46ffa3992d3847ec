/** Requests and responses that only look like those of a platform, and toolkits of another copy of the package. */
import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { headersOf } from "../http/requests.js";
import { catalog, createToolkit, payload, signature } from "../http/toolkit.js";

const headers = headersOf();

describe("a request that is a bare emitter", () => {
  it("[C.12] is received", async () => {
    const { webhooks, received } = createToolkit();
    const [request, response] = [createBareRequest(), createBareResponse()];
    const handled = createNodeMiddleware(webhooks)(request as never, response as never);
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
    expect(await middleware(request as never, response as never)).toBe(true);
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
    const handled = createNodeMiddleware(webhooks)(request as never, response as never);
    expect(await handled).toBe(true);
    await webhooks.drain();
    expect(recorder.text()).toEqual([
      "The answer to a delivery could not be written. Error: no socket",
    ]);
  });
});

it("[C.10] a look-alike of a web request whose client leaves is logged for debugging alone", async () => {
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

describe("webhooks of another copy of the package", () => {
  it("[C.19] are taken, and their failures understood", async () => {
    const { webhooks, received } = createToolkit();
    vi.resetModules();
    const copy = await import("../../src/receive/middleware/web.js");
    expect(copy.createWebMiddleware).not.toBe(createWebMiddleware);
    const middleware = copy.createWebMiddleware(webhooks);
    const deliver = async (changes: Record<string, string>) => {
      const init = { method: "POST", headers: { ...headers, ...changes }, body: payload };
      const response = await middleware(new Request(`http://localhost${catalog.path}`, init));
      return [response.status, await response.text()];
    };
    expect(await deliver({})).toEqual([200, "ok\n"]);
    expect(received).toHaveLength(1);
    const [status, body] = await deliver({ "x-acme-signature": signature("other") });
    expect([status, body]).toEqual([400, expect.stringContaining("SIGNATURE_MISMATCH")]);
    await webhooks.drain();
    expect((await deliver({}))[0]).toBe(503);
  });
});

/** An emitter with the properties of a request, and without its methods, as mocks of requests are. */
function createBareRequest() {
  return Object.assign(new EventEmitter(), { method: "POST", url: catalog.path, headers });
}

/** The part of a response that the middleware uses. */
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
