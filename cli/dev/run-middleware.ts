/** Hands a delivery to the middleware of a toolkit or an inbox, as a request without a socket. */
import type { InspectedHandler } from "../../src/inspector/types.js";
import { createNodeMiddleware } from "../../src/receive/middleware/node.js";
import { findReceiver, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../src/receive/webhooks/http-answer.js";
import type { RawDelivery } from "./deliveries/delivery.js";
import { createInstance, createRequest, createResponse } from "./stand-ins.js";
import { watchHandlers } from "./watch-handlers.js";

/** Runs the middleware as a server would, so that the same rules and answers apply. */
export async function runMiddleware(
  webhooks: WebhooksInstance,
  delivery: RawDelivery,
): Promise<RunningResult> {
  const receiver = findReceiver(webhooks);
  const handlers: InspectedHandler[] = [];
  const verifyAndReceive = watchHandlers(webhooks, receiver, (ended) => void handlers.push(ended));
  const work = new Work();
  const watched = createInstance({
    ...receiver,
    verifyAndReceive: (received, ticket) => work.follow(verifyAndReceive(received, ticket)),
  });
  const silent = {}; // the report says the same
  const middleware = createNodeMiddleware(watched, { log: silent });
  const answer = await new Promise<Answer>((resolve) => {
    const response = createResponse(resolve);
    void middleware(createRequest(delivery, receiver.catalog.path), response);
  });
  const isLate = !work.isOver;
  const error = isLate ? undefined : await work.processed;
  return { answer, processed: work.processed, isLate, error, handlers };
}

/**
 * The work of a toolkit on a delivery. It begins when the middleware calls the toolkit, and ends when that settles.
 * A delivery that the middleware refuses by itself makes no work: it counts as over from the start.
 */
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
