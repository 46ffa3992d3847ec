/** How a transport (a middleware, the relay client, an inbox) reaches a toolkit. */
import type { Admission, Ticket } from "./admission.js";
import type { WebhookCatalog, WebhookParts } from "./catalog.js";
import type { DispatchedEvent, Handler, Participants, Run } from "./dispatch.js";
import { unexpected } from "./expect.js";
import type { Answer } from "./http-answer.js";
import type { SafeLog } from "./log.js";
import type { DeliveryReader } from "./reader.js";

/** Everything that a transport knows of a toolkit. */
export interface DeliveryReceiver {
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly reader: DeliveryReader;
  readonly log: SafeLog;
  readonly admission: Admission;
  /** Whether a delivery must not have this name, because it means something other than an event. */
  readonly isReserved: (name: string) => boolean;
  /**
   * Rejects with a `WebhookAggregateError`, whose `code` and `status` tell the stage. Resolves with
   * the answer to a challenge.
   * @param delivery as the service's kind of toolkit takes it.
   * @param ticket of the request that brought the delivery, if it has one.
   */
  verifyAndReceive(delivery: unknown, ticket?: Ticket): Promise<unknown>;
  /** For an inbox. A toolkit of an older copy of the package does not have it. */
  readonly handlers?: HandlerAccess;
  /**
   * Set by an inbox, whose `verifyAndReceive` resolves with the answer to send. This answer is sent when
   * the time is up before it resolves.
   */
  readonly late?: Answer;
}

/** How an inbox verifies a delivery now and has it handled later. */
export interface HandlerAccess {
  /** As {@link DeliveryReceiver.verifyAndReceive}; `run` gets the verified event in place of the handlers. */
  verifyAndRun(delivery: unknown, run: Run, ticket?: Ticket): Promise<unknown>;
  /** Who takes part in an event that was verified before. */
  gather(event: DispatchedEvent): Participants;
  /** The payload in a body that was verified before; `undefined` when it holds none. */
  parse(body: Uint8Array): object | undefined;
  /** The id that a handler was registered with. */
  readId(handler: Handler): string | undefined;
}

/** A `Webhooks` instance or an inbox, of this copy of the package or another one. */
export interface WebhooksInstance {
  verifyAndReceive(delivery: never): Promise<unknown>;
}

/**
 * The method of a `Webhooks` instance that returns its {@link DeliveryReceiver}. The symbol is
 * global: a program may have two copies of the package, and use the middleware of one with the
 * toolkit of the other.
 */
export const RECEIVER = /* @__PURE__ */ Symbol.for("typewire.receiver");

/** @throws TypeError for anything but a `Webhooks` instance or an inbox. */
export function findReceiver(webhooks: unknown): DeliveryReceiver {
  // Anything but nothing has properties to read.
  const method = (webhooks ?? {}) as { readonly [RECEIVER]?: () => DeliveryReceiver };
  const receiver = method[RECEIVER]?.();
  if (receiver !== undefined) return receiver;
  const expected = "a Webhooks instance, such as `new Webhooks({ secret })`";
  throw unexpected(webhooks, "`webhooks`", expected);
}
