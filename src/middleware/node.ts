import type { IncomingHttpHeaders } from "node:http";
import type { DeliveryReceiver } from "../webhooks/types.js";
import type { SafeLog } from "../log.js";
import type { Work } from "../webhooks/intake.js";
import type { Answer } from "./answer.js";
import { serve } from "./handle.js";
import type { Exchange } from "./handle.js";
import { isPastLast, send } from "./node-answer.js";
import { takeBody } from "./node-body.js";
import { createSharedDeadlines } from "./node-deadline.js";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest, NodeResponse } from "./node-exchange.js";
import { findHeader, joinValues, readDistinctHeaders } from "./node-headers.js";
import { readSettings } from "./options.js";
import type { MiddlewareOptions } from "./options.js";
import type { PathMatcher } from "./path.js";
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
 * Receives deliveries on Node's HTTP/1 and HTTP/2 servers (specification, section C). Mounted
 * under a path of an application, `path` is compared with the URL as the client sent it
 * (`originalUrl`) and as it is seen from there (`url`): either may match.
 * The event name and the delivery id are headers that the signature does not cover.
 * @throws TypeError for webhooks, a path or a function that is none.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createNodeMiddleware(
  webhooks: DeliveryReceiver,
  options: NodeMiddlewareOptions = {},
): NodeMiddleware {
  const settings = readSettings(webhooks, options, createSharedDeadlines);
  return (request, response, next) =>
    new Promise((resolve) => {
      if (isOwn(settings.isOwnPath, request)) {
        const exchange = new NodeExchange(request, response, settings.log, resolve);
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

class NodeExchange implements Exchange {
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #log: SafeLog;
  readonly #done: (isHandled: true) => void;
  /** When they tell all that was sent. */
  readonly #headers: IncomingHttpHeaders | undefined;

  constructor(
    request: NodeRequest,
    response: NodeResponse,
    log: SafeLog,
    done: (isHandled: true) => void,
  ) {
    this.#request = request;
    this.#response = response;
    this.#log = log;
    this.#done = done;
    this.#headers = readDistinctHeaders(request);
  }

  get method(): string {
    return this.#request.method ?? "";
  }

  header(name: string): string | undefined {
    const headers = this.#headers;
    return headers === undefined ? findHeader(this.#request, name) : joinValues(headers[name]);
  }

  takeBody(): BodySource {
    return takeBody(this.#request);
  }

  send(answer: Answer | undefined): Work {
    const pending = answer && this.#write(answer);
    if (pending === undefined) this.#done(true);
    return pending?.then(() => this.#done(true));
  }

  /** For a request that cannot be answered. */
  drop(): void {
    this.#request.resume();
    this.#done(true);
  }

  #write(answer: Answer): Work {
    try {
      return send(this.#request, this.#response, answer)?.catch((error: unknown) =>
        this.#giveUp(error),
      );
    } catch (error) {
      this.#giveUp(error);
      return undefined;
    }
  }

  #giveUp(error: unknown): void {
    this.#log.error("The answer to a delivery could not be written.", error);
    this.#response.destroy();
  }
}
