/** How a transport (a middleware, the relay client) reaches a toolkit. */
import type { Admission, Ticket } from "./admission.js";
import type { ChallengeResponder, FieldReader, WebhookCatalog, WebhookParts } from "./catalog.js";
import { unexpected } from "./expect.js";
import type { SafeLog } from "./log.js";

/** Everything that a transport knows of a toolkit. */
export interface DeliveryReceiver {
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly challenges: ChallengeResponder | undefined;
  readonly fields: FieldReader | undefined;
  readonly log: SafeLog;
  readonly admission: Admission;
  /** Whether a delivery must not have a name, as it means something other than an event. */
  readonly isReserved: (name: string) => boolean;
  /**
   * Rejects with a `WebhookAggregateError`, whose `code` and `status` tell the stage. Resolves with
   * the answer to a challenge.
   * @param delivery as the service's kind of toolkit takes it.
   * @param ticket of the request that brought the delivery, if it has one.
   */
  verifyAndReceive(delivery: unknown, ticket?: Ticket): Promise<unknown>;
}

/** A `Webhooks` instance, of this copy of the package or another one. */
export interface WebhooksInstance {
  verifyAndReceive(delivery: never): Promise<unknown>;
}

/**
 * The method of a `Webhooks` instance that returns its {@link DeliveryReceiver}. The symbol is
 * global: a program may have two copies of the package, and use the middleware of one with the
 * toolkit of the other.
 */
export const RECEIVER = /* @__PURE__ */ Symbol.for("typewire.receiver");

/** @throws TypeError for anything but a `Webhooks` instance. */
export function findReceiver(webhooks: unknown): DeliveryReceiver {
  // Anything but nothing has properties to read.
  const method = (webhooks ?? {}) as { readonly [RECEIVER]?: () => DeliveryReceiver };
  const receiver = method[RECEIVER]?.();
  if (receiver !== undefined) return receiver;
  const expected = "a Webhooks instance, such as `new Webhooks({ secret })`";
  throw unexpected(webhooks, "`webhooks`", expected);
}
