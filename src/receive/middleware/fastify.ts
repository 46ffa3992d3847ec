/** The middleware for Fastify: a plugin that adds the route, and hands each request to the one for Node. */
import { readOptions } from "../../base/expect.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import { createNodeMiddleware, type NodeRequest, type NodeResponse } from "./node.js";
import { MIDDLEWARE_OPTIONS, readMiddlewareSettings, type MiddlewareOptions } from "./options.js";

export type FastifyPluginOptions = MiddlewareOptions;

/** Adds the route of deliveries to an application. */
export type FastifyPlugin = (app: FastifyScope) => Promise<void>;

/**
 * Receives deliveries in Fastify (contract, section C), at a route under the prefix of the plugin. A request
 * is answered before Fastify parses its body, so that the application can keep its parsers. The application's
 * `onRequest` hooks run before.
 * The signature does not cover the headers with the event name and the delivery id.
 * @example
 * await app.register(createFastifyPlugin(webhooks));
 * app.addHook("onClose", () => webhooks.drain({ signal: AbortSignal.timeout(20_000) }));
 * @throws TypeError if `webhooks` or an option has the wrong type.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createFastifyPlugin(
  webhooks: WebhooksInstance,
  options: FastifyPluginOptions = {},
): FastifyPlugin {
  const { receiver } = readMiddlewareSettings(webhooks, options);
  const { path = receiver.catalog.path } = readOptions(
    options,
    "The options argument",
    "an object",
    MIDDLEWARE_OPTIONS,
  );
  // Fastify would wait for a callback if the plugin returned no promise.
  return (app) => {
    const fullPath = path === "*" ? path : app.prefix.replace(/\/$/, "") + path;
    const middleware = createNodeMiddleware(webhooks, { ...options, path: fullPath });
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (await middleware(request.raw, reply.raw)) reply.hijack();
    };
    // The handler gets requests with another spelling of the path.
    const notFound = (_: unknown, reply: FastifyReply): void => void reply.callNotFound();
    for (const url of path === "*" ? [path] : listSpellings(path))
      app.all(url, { onRequest }, notFound);
    return Promise.resolve();
  };
}

/** Lists a path with and without a trailing slash. */
function listSpellings(path: string): readonly string[] {
  const base = path.replace(/\/$/, "");
  return base === "" ? ["/"] : [base, `${base}/`];
}

// ---- Fastify, as far as it is used

interface FastifyRequest {
  readonly raw: NodeRequest;
}

interface FastifyReply {
  readonly raw: NodeResponse;
  hijack(): unknown;
  callNotFound(): unknown;
}

/** Application as a plugin gets it. */
export interface FastifyScope {
  readonly prefix: string;
  all(
    url: string,
    options: { onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> },
    handler: (request: FastifyRequest, reply: FastifyReply) => void,
  ): unknown;
}
