/** `createNodeMiddleware` in Express: mounted at paths, and before and after parsers of bodies. */
import express from "express";
import { describe, expect, it } from "vitest";
import {
  createNodeMiddleware,
  type NodeMiddlewareOptions,
} from "../../src/receive/middleware/node.js";
import { path } from "../http/requests.js";
import { createToolkit } from "../http/toolkit.js";
import { deliver, serve } from "./node-servers.js";

describe("createNodeMiddleware in Express", () => {
  it("[C.12] [C.1] serves its path and leaves the others to the application", async () => {
    const { port } = await serveApp((app, middleware) => app.use(middleware));
    expect((await deliver(port)).status).toBe(200);
    expect((await deliver(port, "/other")).status).toBe(418);
    expect((await deliver(port, path, { method: "PUT" })).status).toBe(405);
  });

  it.each<[string, NodeMiddlewareOptions, string]>([
    [path, {}, path],
    ["/hooks", {}, path],
    [path, { path: "/" }, path],
    ["/app", {}, `/app${path}`],
    ["/app", { path: "/inbox" }, "/app/inbox"],
  ])("[C.19] [C.17] serves mounted at %s with %o", async (mount, options, target) => {
    const { port } = await serveApp((app, middleware) => app.use(mount, middleware), options);
    expect((await deliver(port, target)).status).toBe(200);
    expect((await deliver(port, "/other")).status).toBe(418);
  });

  it("[C.11] answers 500 behind a parser, and the log says what to change", async () => {
    const { port, received, recorder } = await serveApp((app, middleware) =>
      app.use(express.json(), middleware),
    );
    const response = await deliver(port);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error:
        "The body was parsed before it was verified: put the middleware before any body parser, " +
        "or keep the bytes as `request.rawBody`.",
      code: "BODY_ALREADY_PARSED",
      delivery: "delivery-1",
    });
    expect(received).toEqual([]);
    expect(recorder.entries).toMatchObject([{ level: "error" }]);
    expect(recorder.text()[0]).toMatch(/delivery-1.*before any body parser.*rawBody/);
  });

  it("[C.15] takes what a parser has kept of the body", async () => {
    const verify = (request: object, _: unknown, bytes: Buffer) => {
      Object.assign(request, { rawBody: bytes });
    };
    const { port } = await serveApp((app, middleware) =>
      app.use(express.json({ verify }), middleware),
    );
    expect((await deliver(port)).status).toBe(200);
  });

  it.each([
    ["raw", express.raw({ type: "application/json" })],
    ["text", express.text({ type: "application/json" })],
    ["of another type", express.urlencoded()],
  ])("[C.15] serves behind a parser: %s", async (_, parser) => {
    const { port } = await serveApp((app, middleware) => app.use(parser, middleware));
    expect((await deliver(port)).status).toBe(200);
  });
});

/** Serves an application, which answers 418 to all that the middleware leaves to it. */
async function serveApp(
  use: (app: express.Express, middleware: express.RequestHandler) => void,
  options?: NodeMiddlewareOptions,
) {
  const toolkit = createToolkit();
  const app = express();
  use(app, createNodeMiddleware(toolkit.webhooks, options));
  app.use((_, response) => void response.status(418).end());
  return { ...toolkit, port: await serve(app) };
}
