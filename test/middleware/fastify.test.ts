/** `createFastifyPlugin` beside the routes and parsers of an application. `contract.test.ts` has what all adapters do. */
import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { createFastifyPlugin } from "../../src/receive/middleware/fastify.js";
import { type HeaderChanges, headersOf, path } from "../http/requests.js";
import { createToolkit, payload } from "../http/toolkit.js";

describe("createFastifyPlugin", () => {
  it("[C.26] leaves the application's parsers and routes as they are", async () => {
    const { webhooks, received } = createToolkit();
    const app = fastify();
    const asked: string[] = [];
    app.addHook("onRequest", async ({ url }) => void asked.push(url));
    await app.register(createFastifyPlugin(webhooks));
    app.post("/json", (request) => ({ got: request.body }));
    expect((await app.inject(deliverTo(path))).body).toBe("ok\n");
    expect((await app.inject(deliverTo("/json"))).json()).toEqual({
      got: JSON.parse(payload) as unknown,
    });
    expect((await app.inject(deliverTo(path, { "x-acme-signature": "x" }))).statusCode).toBe(400);
    expect((await app.inject(deliverTo("/none"))).statusCode).toBe(404);
    expect(received).toHaveLength(1);
    expect(asked).toEqual([path, "/json", path, "/none"]);
  });

  it.each([
    ["/api", undefined, `/api${path}`],
    ["/api/", "/in", "/api/in"],
    ["/api", "*", "/api/any/path"],
    ["/", "/in", "/in"],
    ["/", "/in", "/in/"],
    ["/api", "/in/", "/api/in"],
    ["/api", "/in/", "/api/in/"],
  ])("[C.26] is mounted under the prefix %s, with the path %s", async (prefix, path, url) => {
    const { webhooks } = createToolkit();
    const app = fastify();
    await app.register(createFastifyPlugin(webhooks, path === undefined ? {} : { path }), {
      prefix,
    });
    expect((await app.inject(deliverTo(url))).statusCode).toBe(200);
    expect((await app.inject(deliverTo(`/other${url}`))).statusCode).toBe(404);
  });

  it("[C.26] leaves another spelling of its path to the application, without a second call", async () => {
    const { webhooks, received } = createToolkit();
    const app = fastify({ routerOptions: { caseSensitive: false } });
    app.setNotFoundHandler((_, reply) => reply.code(410).send("gone"));
    await app.register(createFastifyPlugin(webhooks, { path: "/in" }));
    expect((await app.inject(deliverTo("/in"))).statusCode).toBe(200);
    const other = await app.inject(deliverTo("/IN"));
    expect([other.statusCode, other.body]).toEqual([410, "gone"]);
    expect(received).toHaveLength(1);
  });

  it("[C.26] serves the root", async () => {
    const { webhooks } = createToolkit();
    const app = fastify();
    await app.register(createFastifyPlugin(webhooks, { path: "/" }));
    expect((await app.inject(deliverTo("/"))).statusCode).toBe(200);
    expect((await app.inject({ ...deliverTo("/"), method: "PUT" })).statusCode).toBe(405);
    expect((await app.inject(deliverTo("/in"))).statusCode).toBe(404);
  });

  it("[C.26] checks its options at once", () => {
    const { webhooks } = createToolkit();
    expect(() => createFastifyPlugin(webhooks, { path: "x" })).toThrow(TypeError);
    expect(() => createFastifyPlugin({} as never)).toThrow(TypeError);
  });
});

function deliverTo(url: string, changes: HeaderChanges = {}) {
  return { method: "POST", url, headers: headersOf(payload, changes), payload } as const;
}
