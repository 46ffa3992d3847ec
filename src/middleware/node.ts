import type { IncomingHttpHeaders } from "node:http";
import type { SafeLog } from "../webhooks/log.js";
import type { WebhooksInstance } from "../webhooks/receiver.js";
import type { Answer } from "./answer.js";
import { createSharedDeadlines } from "./deadline.js";
import { serve, type Exchange } from "./handle.js";
import {
  asPlatformRequest,
  findHeader,
  joinValues,
  readDistinctHeaders,
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
  const settings = readSettings(webhooks, options, createSharedDeadlines);
  return (request, response, next) =>
    new Promise((resolve) => {
      if (isOwn(settings.isOwnPath, request)) {
        const exchange = new NodeExchange({ request, response, log: settings.log, done: resolve });
        if (isPastLast(request)) exchange.drop();
        else serve(settings, exchange);
      } else {
        if (typeof next === "function") next();
        resolve(false);
      }
    });
}

function isOwn(isOwnPath: PathMatcher, request: NodeRequest): boolean {
  const { originalUrl } = asPlatformRequest(request);
  return (
    isOwnPath(request.url ?? "") || (typeof originalUrl === "string" && isOwnPath(originalUrl))
  );
}

/** One request and its response, on the way through the middleware. */
interface Call {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly log: SafeLog;
  readonly done: (isHandled: true) => void;
}

class NodeExchange implements Exchange {
  /** `undefined` once the answer is sent, so that handlers that still run do not keep the request. */
  #call: Call | undefined;
  /** The parsed headers, if none was repeated. */
  #headers: IncomingHttpHeaders | undefined;

  constructor(call: Call) {
    this.#call = call;
    this.#headers = readDistinctHeaders(call.request);
  }

  get method(): string {
    return this.#call?.request.method ?? "";
  }

  get(name: string): string | null {
    const headers = this.#headers;
    if (headers !== undefined) return joinValues(headers[name]) ?? null;
    return (this.#call && findHeader(this.#call.request, name)) ?? null;
  }

  readUrl(): string {
    if (this.#call === undefined) return "";
    const { url = "" } = this.#call.request;
    const { originalUrl = url, socket } = asPlatformRequest(this.#call.request);
    const host = this.get("host") ?? this.get(":authority") ?? "";
    return `http${socket?.encrypted ? "s" : ""}://${host}${String(originalUrl)}`;
  }

  takeBody(): BodySource {
    return this.#call === undefined ? { kind: "spent" } : takeBody(this.#call.request);
  }

  send(answer: Answer | undefined): Promise<void> | undefined {
    const call = this.#release();
    const pending = call && answer && write(call, answer);
    if (pending === undefined) call?.done(true);
    return pending?.then(() => call?.done(true));
  }

  /** For a request that cannot be answered. */
  drop(): void {
    const call = this.#release();
    if (call === undefined) return;
    resume(call.request);
    call.done(true);
  }

  #release(): Call | undefined {
    const call = this.#call;
    this.#call = this.#headers = undefined;
    return call;
  }
}

function write(call: Call, answer: Answer): Promise<void> | undefined {
  const giveUp = (error: unknown): void => {
    call.log.error("The answer to a delivery could not be written.", error);
    call.response.destroy();
  };
  try {
    return send(call.request, call.response, answer)?.catch(giveUp);
  } catch (error) {
    giveUp(error);
    return undefined;
  }
}
