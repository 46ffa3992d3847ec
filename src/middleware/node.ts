import type { Answer } from "../webhooks/http-answer.js";
import type { SafeLog } from "../webhooks/log.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import { serve, type Exchange } from "./handle.js";
import {
  asPlatformRequest,
  findHeader,
  readRawHeaders,
  resume,
  takeBody,
  type NodeRequest,
} from "./node-request.js";
import { isPastLast, send, type NodeResponse } from "./node-response.js";
import { readSettings, type MiddlewareOptions, type PathMatcher } from "./options.js";
import type { BodySource } from "./read-body.js";

export type NodeMiddlewareOptions = MiddlewareOptions;

/**
 * A request handler for Node's HTTP servers, and for Express. Resolves with `false` when the
 * request is for another path: the response is untouched then, and `next` is called when given.
 */
export type NodeMiddleware = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/**
 * Receives deliveries on Node's HTTP/1 and HTTP/2 servers (contract, section C). Mounted under a
 * path of an application, it matches when `path` is the URL as the client sent it (`originalUrl`)
 * or as it is seen from there (`url`).
 * The signature does not cover the headers with the event name and the delivery id.
 * @throws TypeError when `webhooks` or an option has the wrong type.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createNodeMiddleware(
  webhooks: WebhooksInstance,
  options: NodeMiddlewareOptions = {},
): NodeMiddleware {
  const settings = readSettings(webhooks, options);
  return (request, response, next) =>
    new Promise((resolve) => {
      if (!isOwn(settings.isOwnPath, request)) {
        if (typeof next === "function") next();
        resolve(false);
      } else if (isPastLast(request)) {
        resume(request);
        resolve(true);
      } else {
        serve(settings, new NodeExchange(request, response, settings.log, resolve));
      }
    });
}

function isOwn(isOwnPath: PathMatcher, request: NodeRequest): boolean {
  const { originalUrl } = asPlatformRequest(request);
  return (
    isOwnPath(request.url ?? "") || (typeof originalUrl === "string" && isOwnPath(originalUrl))
  );
}

class NodeExchange implements Exchange {
  readonly request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #log: SafeLog;
  readonly #resolve: (isHandled: true) => void;
  readonly #rawHeaders: readonly string[];

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    log: SafeLog,
    resolve: (isHandled: true) => void,
  ) {
    this.request = request;
    this.#response = response;
    this.#log = log;
    this.#resolve = resolve;
    this.#rawHeaders = readRawHeaders(request);
  }

  get method(): string {
    return this.request.method ?? "";
  }

  get(name: string): string | null {
    return findHeader(this.#rawHeaders, name);
  }

  takeBody(): BodySource {
    return takeBody(this.request);
  }

  async send(answer: Answer | undefined): Promise<void> {
    try {
      if (answer !== undefined) await send(this.request, this.#response, answer);
    } catch (error) {
      this.#log.error("The answer to a delivery could not be written.", error);
      (this.#response as Partial<NodeResponse>).destroy?.(); // look-alikes may lack it
    }
    this.#resolve(true);
  }
}
