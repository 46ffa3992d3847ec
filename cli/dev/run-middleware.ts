/** Hands a delivery to the middleware of a toolkit or an inbox, as a request without a socket. */
import type { InspectedHandler } from "../../src/inspector/types.js";
import { createNodeMiddleware, type NodeRequest } from "../../src/receive/middleware/node.js";
import {
  type DeliveryReceiver,
  findReceiver,
  RECEIVER,
  type WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../src/receive/webhooks/webhook-error.js";
import type { RawDelivery } from "./deliveries/delivery.js";
import { watchHandlers } from "./watch-handlers.js";

/** Runs the middleware as a server would, so that the same rules and answers apply. */
export async function runMiddleware(
  webhooks: WebhooksInstance,
  delivery: RawDelivery,
): Promise<RunningResult> {
  const receiver = findReceiver(webhooks);
  const handlers: InspectedHandler[] = [];
  const verifyAndReceive = watchHandlers(webhooks, receiver, handlers);
  const work = new Work();
  const watched: DeliveryReceiver = {
    ...receiver,
    verifyAndReceive: (received, ticket) => work.follow(verifyAndReceive(received, ticket)),
  };
  // An instance is known by this method alone.
  const instance = { [RECEIVER]: () => watched } as unknown as WebhooksInstance;
  const silent = {}; // the report says the same
  const middleware = createNodeMiddleware(instance, { log: silent });
  const answer = await new Promise<Answer>((resolve) => {
    const response = createResponse(resolve);
    void middleware(createRequest(delivery, receiver.catalog.path), response);
  });
  const isLate = !work.isOver;
  const error = isLate ? undefined : await work.processed;
  return { answer, processed: work.processed, isLate, error, handlers };
}

/** The work of a toolkit on a delivery. There is none for one that the middleware refuses by itself. */
class Work {
  isOver = true;
  /** Resolves when the work is over, with its error or `undefined`. */
  processed: Promise<unknown> = Promise.resolve(undefined);

  follow<Result>(work: Promise<Result>): Promise<Result> {
    const end = (error?: unknown): unknown => {
      this.isOver = true;
      return error;
    };
    this.isOver = false;
    this.processed = work.then(() => end(), end);
    return work;
  }
}

function createRequest({ method, url, headers, body }: RawDelivery, path: string): NodeRequest {
  const request = {
    method,
    url: path,
    originalUrl: url,
    headers: {},
    rawHeaders: headers.flat(),
    rawBody: body,
    complete: true,
    destroyed: false,
    readableEnded: true,
    readableFlowing: null,
    readableEncoding: null,
    on: () => request,
    off: () => request,
    resume: () => request,
  };
  return request;
}

function createResponse(onEnd: (answer: Answer) => void) {
  let head: Pick<Answer, "status" | "headers"> = { status: 500, headers: {} };
  return {
    headersSent: false,
    writableEnded: false,
    destroyed: false,
    shouldKeepAlive: true,
    writeHead: (status: number, headers: Record<string, string>) => (head = { status, headers }),
    write: () => true,
    end: (body = "") => onEnd({ ...head, body }),
    destroy: () => onEnd({ ...head, body: "" }),
  };
}

// ---- Types

export interface MiddlewareResult {
  readonly answer: Answer;
  /** True if handlers still run after the answer. */
  readonly isLate: boolean;
  /** The error with which the toolkit rejected. */
  readonly error: unknown;
  /** Handlers that have ended so far. None of an inbox, which calls them later. */
  readonly handlers: readonly InspectedHandler[];
}

/** Result at the time of the answer. */
interface RunningResult extends MiddlewareResult {
  /** Resolves when all handlers are done, with the error of the toolkit or `undefined`. */
  readonly processed: Promise<unknown>;
}
