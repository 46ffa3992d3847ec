/** Notes the handlers of a toolkit that have ended, for the report on a delivery: their times and errors. */
import { isObject } from "../../src/base/values.js";
import type { InspectedHandler } from "../../src/inspector/types.js";
import { dispatch, type Run } from "../../src/receive/webhooks/dispatch/dispatch.js";
import type {
  DeliveryReceiver,
  HandlerAccess,
  WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Handler, Participants } from "../../src/receive/webhooks/types.js";
import { toErrorDetails } from "../io/errors.js";

/**
 * Returns `verifyAndReceive` of a toolkit, which tells of each handler that has ended. A receiver that does not call
 * handlers in the way of the runtime is returned as it is.
 */
export function watchHandlers(
  webhooks: WebhooksInstance,
  receiver: DeliveryReceiver,
  onEnded: OnEnded,
): DeliveryReceiver["verifyAndReceive"] {
  const access = findWatchable(webhooks, receiver);
  if (access === undefined)
    return (delivery, ticket) => receiver.verifyAndReceive(delivery, ticket);
  const run: Run = (event, participants, release) =>
    dispatch(event, watchParticipants(participants, access, onEnded), release);
  return (delivery, ticket) => access.verifyAndRun(delivery, run, ticket);
}

/**
 * Finds the access to the handlers of a toolkit; `undefined` for an inbox, which calls no handlers itself, and for a
 * class that has replaced `verifyAndReceive`, since it may call them in its own way.
 */
function findWatchable(
  webhooks: WebhooksInstance,
  { handlers, late }: DeliveryReceiver,
): HandlerAccess | undefined {
  const isInbox = late !== undefined;
  return isInbox || isReplaced(webhooks) ? undefined : handlers;
}

/** True if more than the class of the runtime defines `verifyAndReceive`. */
function isReplaced(webhooks: WebhooksInstance): boolean {
  const definitions = listPrototypes(webhooks).filter((prototype) =>
    Object.hasOwn(prototype, "verifyAndReceive"),
  );
  return definitions.length !== 1;
}

/** Lists the prototypes of the class of a value, and of the classes that it extends. */
function listPrototypes(value: object): readonly object[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  return isObject(prototype) ? [prototype, ...listPrototypes(prototype)] : [];
}

function watchParticipants(
  participants: Participants,
  access: HandlerAccess,
  onEnded: OnEnded,
): Participants {
  let count = 0;
  const watch = (handler: Handler): Handler => {
    const id = access.readId(handler) ?? (handler.name || `handler ${count + 1}`);
    count++;
    return watchHandler(handler, id, onEnded);
  };
  const { forAction, forEvent, forAny } = participants;
  return {
    ...participants,
    forAction: forAction.map(watch),
    forEvent: forEvent.map(watch),
    forAny: forAny.map(watch),
  };
}

function watchHandler(handler: Handler, id: string, onEnded: OnEnded): Handler {
  return (event) => {
    const start = performance.now();
    const note = (error?: InspectedHandler["error"]): void =>
      onEnded({ id, duration: performance.now() - start, error });
    const noteAndThrow = (thrown: unknown): never => {
      note(toErrorDetails(thrown));
      throw thrown;
    };
    try {
      const result = handler(event);
      if (result instanceof Promise) return result.then(() => note(), noteAndThrow);
      note();
      return result;
    } catch (thrown) {
      return noteAndThrow(thrown);
    }
  };
}

/** Called with each handler that has ended. */
type OnEnded = (handler: InspectedHandler) => void;
