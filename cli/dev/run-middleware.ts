/** Hands a delivery to the middleware of a toolkit or an inbox, as a request without a socket. */
import { createNodeMiddleware, type NodeRequest } from "../../src/receive/middleware/node.js";
import {
  type DeliveryReceiver,
  RECEIVER,
  type WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../src/receive/webhooks/webhook-error.js";
import type { RawDelivery } from "./delivery.js";

export interface MiddlewareResult {
  readonly answer: Answer;
  /** True if handlers still run after the answer. */
  readonly isLate: boolean;
  /** The error with which the toolkit rejected. */
  readonly error: unknown;
}

/** Result at the time of the answer. */
interface RunningResult extends MiddlewareResult {
  /** Resolves when all handlers are done, with the error of the toolkit or `undefined`. */
  readonly processed: Promise<unknown>;
}

/** Runs the middleware as a server would, so that the same rules and answers apply. */
export async function runMiddleware(
  receiver: DeliveryReceiver,
  delivery: RawDelivery,
): Promise<RunningResult> {
  let processed: Promise<unknown> = Promise.resolve(undefined);
  const state = { isOver: true };
  const watched: DeliveryReceiver = {
    ...receiver,
    verifyAndReceive: (delivery, ticket) => {
      state.isOver = false;
      const result = receiver.verifyAndReceive(delivery, ticket);
      processed = result.then(
        () => void (state.isOver = true),
        (error: unknown) => ((state.isOver = true), error),
      );
      return result;
    },
  };
  // An instance is known by this method alone.
  const instance = { [RECEIVER]: () => watched } as unknown as WebhooksInstance;
  const silent = {}; // the report says the same
  const middleware = createNodeMiddleware(instance, { log: silent });
  const answer = await new Promise<Answer>((resolve) => {
    const response = createResponse(resolve);
    void middleware(createRequest(delivery, receiver.catalog.path), response);
  });
  const isLate = !state.isOver;
  return { answer, processed, isLate, error: isLate ? undefined : await processed };
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
