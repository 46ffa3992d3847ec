/** The seam between a toolkit and its transports: middlewares, the relay client and an inbox. */
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import type { RawPayload, SignContext } from "../signatures/types.js";
import { unexpected } from "../../base/expect.js";
import type { Admission, Ticket } from "./admission.js";
import type { Run } from "./dispatch/dispatch.js";
import type { DeliveryReader } from "./reader.js";
import type { WebhookParts } from "./service.js";
import type { DispatchedEvent, Handler, Participants, SafeLog } from "./types.js";
import type { Answer } from "./http-answer.js";

/**
 * Key of the method of a `Webhooks` instance that returns its {@link DeliveryReceiver}. The symbol is
 * global: a program may have two copies of the package, and use the middleware of one with the
 * toolkit of the other.
 */
export const RECEIVER = /* @__PURE__ */ Symbol.for("typewire.receiver");

/**
 * Returns the receiver of a toolkit or an inbox.
 * @throws TypeError for any other value.
 */
export function findReceiver(webhooks: unknown): DeliveryReceiver {
  // Every value but `null` and `undefined` has properties to read.
  const holder = (webhooks ?? {}) as { readonly [RECEIVER]?: () => DeliveryReceiver };
  const receiver = holder[RECEIVER]?.();
  if (receiver !== undefined) return receiver;
  const expected = "a Webhooks instance, such as `new Webhooks({ secret })`";
  throw unexpected(webhooks, "`webhooks`", expected);
}

// ---- Types

/** A `Webhooks` instance or an inbox, of this copy of the package or another one. */
export interface WebhooksInstance {
  verifyAndReceive(delivery: never): Promise<unknown>;
}

/** Toolkit as a transport sees it. */
export interface DeliveryReceiver {
  readonly catalog: WebhookCatalog;
  readonly parts: WebhookParts;
  readonly reader: DeliveryReader;
  /** True if a function finds the secrets. It gets the headers and the URL of a request, too. */
  readonly looksUpSecrets: boolean;
  readonly log: SafeLog;
  readonly admission: Admission;
  /** True for a name that no delivery may have, such as `error` or a name with an action. */
  readonly isReserved: (name: string) => boolean;
  /**
   * Verifies a delivery and runs its handlers. Rejects with a `WebhookAggregateError`, whose `code` and
   * `status` name the stage that failed. Resolves with the answer to a challenge.
   * @param delivery Argument of the public `verifyAndReceive` of this kind of toolkit.
   * @param ticket Ticket of the request with the delivery, if there is one.
   */
  verifyAndReceive(delivery: unknown, ticket?: Ticket): Promise<unknown>;
  /**
   * Set by a tool that shows deliveries. A relay then calls it in place of `verifyAndReceive`, with all
   * headers of the delivery.
   */
  receiveRelayed?(relayed: object): Promise<unknown>;
  /**
   * The public `sign` of the toolkit, for a tool that sends samples: a text, or the headers where more than
   * the body is signed. A toolkit of an older copy of the package lacks it.
   */
  readonly sign?: (
    payload: RawPayload,
    context?: SignContext,
  ) => string | Readonly<Record<string, string>>;
  /** For an inbox. A toolkit of an older copy of the package lacks it. */
  readonly handlers?: HandlerAccess;
  /**
   * Answer to a request whose time is up before `verifyAndReceive` resolves. Only an inbox has one; a middleware
   * answers with 202 for any other toolkit.
   */
  readonly late?: Answer;
}

/** Access for an inbox, which verifies a delivery now and runs its handlers later. */
export interface HandlerAccess {
  /** Verifies as {@link DeliveryReceiver.verifyAndReceive} does, then calls `run` in place of the handlers. */
  verifyAndRun(delivery: unknown, run: Run, ticket?: Ticket): Promise<unknown>;
  /**
   * Checks a delivery that needs no signature as {@link DeliveryReceiver.verifyAndReceive} does, then calls `run`
   * in place of the handlers. A toolkit of an older copy of the package lacks it.
   */
  receive?(delivery: object, run: Run): Promise<void>;
  /** Lists the participants of an event that was verified before. */
  gather(event: DispatchedEvent): Participants;
  /** Parses a body that was verified before; `undefined` if it holds no payload. */
  parse(body: Uint8Array): object | undefined;
  /**
   * Converts the values in the payload of an event. Returns `undefined` for a service without such values.
   * A toolkit of an older copy of the package lacks it.
   */
  convert?(event: DispatchedEvent, body: Uint8Array): Promise<DispatchedEvent> | undefined;
  /**
   * Adds `fetch` to an event with a resource, for one attempt to handle it. A toolkit of an older copy of the package
   * lacks it.
   * @param signal Aborted at the end of the attempt.
   */
  equip?(event: DispatchedEvent, signal: AbortSignal): DispatchedEvent;
  /** Returns the id that a handler was registered with. */
  readId(handler: Handler): string | undefined;
}
