/** Notes the handlers of a toolkit that have ended, for the report on a delivery: their times and errors. */
import { isObject } from "../../src/base/values.js";
import type { InspectedHandler } from "../../src/inspector/types.js";
import { dispatch } from "../../src/receive/webhooks/dispatch/dispatch.js";
import type {
  DeliveryReceiver,
  HandlerAccess,
  WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Handler, Participants } from "../../src/receive/webhooks/types.js";
import { toErrorDetails } from "../io/errors.js";

/**
 * Returns `verifyAndReceive` of a toolkit, which notes each handler that has ended. An inbox calls no handlers
 * itself, and a class that has replaced the method may do so in its own way: theirs is returned as it is.
 */
export function watchHandlers(
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
  let definitions = 0;
  let prototype: unknown = Object.getPrototypeOf(webhooks);
  while (isObject(prototype)) {
    if (Object.hasOwn(prototype, "verifyAndReceive")) definitions++;
    prototype = Object.getPrototypeOf(prototype);
  }
  return definitions !== 1;
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
