/** Hands a delivery to the middleware of a toolkit or an inbox, as a request without a socket. */
import { isObject } from "../../src/base/values.js";
import type { InspectedHandler } from "../../src/inspector/types.js";
import { createNodeMiddleware, type NodeRequest } from "../../src/receive/middleware/node.js";
import { dispatch } from "../../src/receive/webhooks/dispatch/dispatch.js";
import {
  type DeliveryReceiver,
  findReceiver,
  type HandlerAccess,
  RECEIVER,
  type WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Handler, Participants } from "../../src/receive/webhooks/types.js";
import type { Answer } from "../../src/receive/webhooks/webhook-error.js";
import { toErrorDetails } from "../io/errors.js";
import type { RawDelivery } from "./deliveries/delivery.js";

/** Runs the middleware as a server would, so that the same rules and answers apply. */
export async function runMiddleware(
  webhooks: WebhooksInstance,
  delivery: RawDelivery,
): Promise<RunningResult> {
  const receiver = findReceiver(webhooks);
  const handlers: InspectedHandler[] = [];
  const verifyAndReceive = watchHandlers(webhooks, receiver, handlers);
  let processed: Promise<unknown> = Promise.resolve(undefined);
  const handling = { isOver: true }; // nothing runs for a refused delivery
  const watched: DeliveryReceiver = {
    ...receiver,
    verifyAndReceive: (received, ticket) => {
      /** Returns the error, with which `processed` resolves. */
      const noteEnd = (error?: unknown): unknown => {
        handling.isOver = true;
        return error;
      };
      handling.isOver = false;
      const result = verifyAndReceive(received, ticket);
      processed = result.then(() => noteEnd(), noteEnd);
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
  const isLate = !handling.isOver;
  return { answer, processed, isLate, error: isLate ? undefined : await processed, handlers };
}

/**
 * Returns `verifyAndReceive` of a toolkit, which notes each handler that has ended. An inbox calls no handlers
 * itself, and a class that has replaced the method may do so in its own way: theirs is returned as it is.
 */
function watchHandlers(
  webhooks: WebhooksInstance,
  receiver: DeliveryReceiver,
  ended: InspectedHandler[],
): DeliveryReceiver["verifyAndReceive"] {
  const { handlers, late } = receiver;
  if (handlers === undefined || late !== undefined || isReplaced(webhooks))
    return (delivery, ticket) => receiver.verifyAndReceive(delivery, ticket);
  return (delivery, ticket) =>
    handlers.verifyAndRun(
      delivery,
      (event, participants, release) =>
        dispatch(event, watchParticipants(participants, handlers, ended), release),
      ticket,
    );
}

/** True if more than the class of the runtime defines the method. */
function isReplaced(webhooks: WebhooksInstance): boolean {
  let count = 0;
  for (let holder: unknown = Object.getPrototypeOf(webhooks); isObject(holder);) {
    if (Object.hasOwn(holder, "verifyAndReceive")) count++;
    holder = Object.getPrototypeOf(holder);
  }
  return count !== 1;
}

function watchParticipants(
  participants: Participants,
  access: HandlerAccess,
  ended: InspectedHandler[],
): Participants {
  let count = 0;
  const watch = (handler: Handler): Handler => {
    const id = access.readId(handler) ?? (handler.name || `handler ${count + 1}`);
    count++;
    return watchHandler(handler, id, ended);
  };
  const { forAction, forEvent, forAny } = participants;
  return {
    ...participants,
    forAction: forAction.map(watch),
    forEvent: forEvent.map(watch),
    forAny: forAny.map(watch),
  };
}

function watchHandler(handler: Handler, id: string, ended: InspectedHandler[]): Handler {
  return (event) => {
    const start = performance.now();
    const note = (error?: InspectedHandler["error"]): void =>
      void ended.push({ id, duration: performance.now() - start, error });
    const fail = (thrown: unknown): never => {
      note(toErrorDetails(thrown));
      throw thrown;
    };
    try {
      const result = handler(event);
      if (result instanceof Promise) return result.then(() => note(), fail);
      note();
      return result;
    } catch (thrown) {
      return fail(thrown);
    }
  };
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
