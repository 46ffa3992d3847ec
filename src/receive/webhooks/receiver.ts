/**
 * The seam between a toolkit and its transports (middlewares, the relay client and an inbox), and the count of the
 * deliveries that have passed it, for which `drain` waits.
 */
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import type { RawPayload, SignContext } from "../signatures/types.js";
import { expectSignal, readOptions, unexpected } from "../../base/expect.js";
import type { Run } from "./dispatch/dispatch.js";
import type { DeliveryReader } from "./reader.js";
import type { WebhookParts } from "./service.js";
import type { DispatchedEvent, DrainOptions, Handler, Participants, SafeLog } from "./types.js";
import type { Answer } from "./webhook-error.js";

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

// ---- Requests and deliveries in flight, for which `drain` waits

/** Count of what is in flight. Once closed, it admits nothing more. */
export class Admission {
  #count = 0;
  /** Resolves when nothing is in flight; `undefined` while the admission is open. */
  #idle: Promise<void> | undefined;
  #resolveIdle: (() => void) | undefined;

  get isOpen(): boolean {
    return this.#idle === undefined;
  }

  /**
   * Admits a request or a delivery; returns `undefined` if closed.
   * @param requestTicket Ticket of the delivery's request. While it is held, the delivery is admitted even after
   * closing.
   */
  enter(requestTicket?: Ticket): Ticket | undefined {
    const isOfRequest = requestTicket instanceof Ticket && requestTicket.isHeld;
    if (!this.isOpen && !isOfRequest) return undefined;
    this.#count++;
    return new Ticket(this);
  }

  /** Called once by each ticket. */
  leave(): void {
    this.#count--;
    if (this.#count === 0) this.#resolveIdle?.();
  }

  /** Closes the admission. Returns the same promise each time, which resolves when nothing is in flight. */
  close(): Promise<void> {
    this.#idle ??= new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#resolveIdle = resolve;
    });
    return this.#idle;
  }
}

/** Counts one request or delivery as in flight, until it is released. */
export class Ticket {
  #admission: Admission | undefined;
  /** True while a secret is looked up: the delivery is not verified yet. */
  isLookingUp = false;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  get isHeld(): boolean {
    return this.#admission !== undefined;
  }

  /** Releasing it again does nothing. */
  release(): void {
    const admission = this.#admission;
    this.#admission = undefined;
    admission?.leave();
  }
}

/**
 * Reads the options of `drain` (contract B.27). A string counts as no options, because Node calls a listener of SIGTERM
 * with the name of that signal.
 * @throws TypeError for a misspelt option, and for a `signal` that is no `AbortSignal`.
 */
export function readDrainSignal(options: DrainOptions | string): DrainOptions["signal"] {
  if (typeof options === "string") return undefined;
  const { signal } = readOptions(options, "The options argument", "an object", { signal: true });
  expectSignal(signal);
  return signal;
}

/**
 * Settles as the promise does, or rejects with the signal's reason if the signal is aborted first. Leaves no
 * listener behind.
 */
export function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    void promise.then(resolve, reject).then(() => signal.removeEventListener("abort", abort));
  });
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
