import type { SignatureKey } from "../signatures/scheme.js";
import {
  openDelivery,
  parsePayload,
  readDelivery,
  skimPayload,
  toEvent,
  type PayloadParser,
  type ReadDelivery,
} from "./delivery.js";
import { dispatch, type DispatchedEvent, type Handler, type Participants } from "./dispatch.js";
import {
  createNameTest,
  describeUnknownName,
  expectEventName,
  expectListenerName,
  hasAction,
} from "./event-names.js";
import {
  expectFunction,
  expectOptionalFunction,
  quoteDelivery,
  readOptions,
  unexpected,
} from "./expect.js";
import { Failures, type FailureHandler } from "./failures.js";
import { HandlerList, HandlerRegistry, NO_HANDLERS } from "./handlers.js";
import { readLog, type SafeLog } from "./log.js";
import { Admission, orAborted, RECEIVER, type DeliveryReceiver, type Ticket } from "./receiver.js";
import { SCHEME } from "./signature.js";
import type {
  DrainOptions,
  ErrorHandler,
  EventHandler,
  RawPayload,
  ReceivedDelivery,
  SignedDelivery,
  Unregister,
  WebhookCatalog,
  Webhooks as WebhooksOf,
  WebhooksOptions,
  WebhookTypes,
} from "./types.js";
import { describeInvalid, readValidation, type Validation } from "./validation.js";
import type { FailedEvent, WebhookAggregateError, WebhookErrorCode } from "./webhook-error.js";

export interface WebhooksConstructor<Types extends WebhookTypes> {
  /** @throws TypeError when a secret is not a non-empty string, or another option has the wrong type. */
  new <Transformed = unknown>(
    options: WebhooksOptions<Types, Transformed>,
  ): WebhooksOf<Types, Transformed>;
  readonly prototype: WebhooksOf<Types>;
}

/** Binds the toolkit to a hosting service: the result is the `Webhooks` class of its catalog. */
export function createWebhooks<Types extends WebhookTypes>(
  catalog: WebhookCatalog,
): WebhooksConstructor<Types> {
  const isKnown = createNameTest(catalog.eventNames); // one for all instances
  return class<Transformed = unknown> extends Webhooks<Types, Transformed> {
    static override readonly name = "Webhooks";

    constructor(options: WebhooksOptions<Types, Transformed>) {
      super(catalog, isKnown, options);
    }
  };
}

/** Signs, verifies, receives and dispatches the deliveries of a catalog's hosting service. */
export class Webhooks<Types extends WebhookTypes, Transformed = unknown> implements WebhooksOf<
  Types,
  Transformed
> {
  /** Set by the constructor: a bundler cannot drop a class whose body computes a name. */
  declare [RECEIVER]: () => DeliveryReceiver;
  readonly #catalog: WebhookCatalog;
  readonly #isKnown: (name: string) => boolean;
  readonly #keys: readonly [SignatureKey, ...SignatureKey[]];
  readonly #transform: Handler | undefined;
  readonly #log: SafeLog;
  readonly #validation: Validation | undefined;
  readonly #named = new HandlerRegistry<Handler>();
  readonly #any = new HandlerList<Handler>();
  readonly #errors = new HandlerList<FailureHandler>();
  readonly #warnedNames = new Set<string>();
  readonly #admission = new Admission();

  constructor(
    catalog: WebhookCatalog,
    isKnown: (name: string) => boolean,
    options: WebhooksOptions<Types, Transformed>,
  ) {
    const {
      secret,
      additionalSecrets = [],
      transform,
      log,
      validation,
    } = readOptions(options, "The argument of `new Webhooks()`", "an object with a `secret`");
    this.#catalog = catalog;
    this.#isKnown = isKnown;
    this.#keys = createKeys(secret, additionalSecrets);
    this.#transform = expectOptionalFunction(transform, "`transform`");
    this.#log = readLog(log);
    this.#validation = readValidation(validation);
    this[RECEIVER] = () => this.#toReceiver();
    // So that methods can be taken off their instance, as in `const { verify } = webhooks`.
    this.sign = this.sign.bind(this);
    this.verify = this.verify.bind(this);
    this.verifyAndReceive = this.verifyAndReceive.bind(this);
    this.receive = this.receive.bind(this);
    this.drain = this.drain.bind(this);
    this.on = this.on.bind(this);
    this.onAny = this.onAny.bind(this);
    this.onError = this.onError.bind(this);
    this.removeListener = this.removeListener.bind(this);
  }

  sign(eventPayload: RawPayload): string {
    return SCHEME.sign(this.#keys, eventPayload);
  }

  verify(eventPayload: RawPayload, signature: string): boolean {
    return SCHEME.verify(this.#keys, eventPayload, signature);
  }

  verifyAndReceive(delivery: SignedDelivery<Types>, holder?: Ticket): Promise<void> {
    let ticket: Ticket | undefined;
    try {
      const read = readDelivery(delivery);
      ticket = this.#admit(read, holder);
      return this.#process(this.#open(read), ticket);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  receive(delivery: ReceivedDelivery<Types>): Promise<void> {
    let ticket: Ticket | undefined;
    try {
      const read = readDelivery(delivery);
      const event = toEvent(read);
      ticket = this.#admit(read);
      return this.#process(event, ticket);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  async drain({ signal }: DrainOptions = {}): Promise<void> {
    expectSignal(signal);
    const idle = this.#admission.close();
    return signal === undefined ? idle : orAborted(idle, signal);
  }

  on(eventName: string | readonly string[], handler: AnyFunction): Unregister {
    if (typeof eventName === "string") {
      return this.#register(expectEventName(eventName), expectHandler(handler));
    }
    const names = readNames(eventName, expectEventName);
    const expected = expectHandler(handler);
    const removals = names.map((name) => this.#register(name, expected));
    return () => {
      for (const remove of removals) remove();
    };
  }

  onAny(handler: EventHandler<Types["event"]>): Unregister {
    return this.#any.add(expectHandler(handler));
  }

  onError(handler: ErrorHandler<Types>): Unregister {
    return this.#errors.add(expectHandler(handler));
  }

  removeListener(eventName: string | readonly string[], handler: AnyFunction): void {
    const names = readNames(eventName, expectListenerName);
    const expected = expectHandler(handler);
    for (const name of names) this.#removeNewest(name, expected);
  }

  /** Calls the public method, which a subclass may override. */
  #toReceiver(): DeliveryReceiver {
    return {
      catalog: this.#catalog,
      log: this.#log,
      admission: this.#admission,
      verifyAndReceive: (delivery, ticket) =>
        this.verifyAndReceive(delivery as SignedDelivery<Types>, ticket), // any string is a name
    };
  }

  #removeNewest(name: string, handler: Handler): void {
    if (name === "*") this.#any.removeNewest(handler);
    else if (name === "error") this.#errors.removeNewest(handler);
    else this.#named.removeNewest(name, handler);
  }

  /** @throws WebhookAggregateError when the toolkit drains, or the name holds an action. */
  #admit(read: ReadDelivery, holder?: Ticket): Ticket {
    const ticket = this.#admission.enter(holder);
    if (ticket === undefined) throw this.#refuse(read, "DRAINING");
    if (!hasAction(read.name)) return ticket;
    ticket.release();
    throw this.#refuse(read, "INVALID_EVENT_NAME");
  }

  #open(read: ReadDelivery): DispatchedEvent {
    const { id, name } = read;
    const payload = openDelivery(read, this.#keys, this.#chooseParser(name));
    if (typeof payload === "string") throw this.#refuse(read, payload);
    return { id, name, payload };
  }

  /** Parsing is most of the work of a delivery, so it is skipped when nobody would see the payload. */
  #chooseParser(name: string): PayloadParser {
    const isHeard = this.#named.has(name) || !this.#any.isEmpty || !this.#errors.isEmpty;
    return isHeard || this.#findValidation(name) !== undefined ? parsePayload : skimPayload;
  }

  /** Only known events have a schema. */
  #findValidation(name: string): Validation | undefined {
    return this.#validation !== undefined && this.#isKnown(name) ? this.#validation : undefined;
  }

  /** Without validation the handlers start in this tick. */
  #process(event: DispatchedEvent, ticket: Ticket): Promise<void> {
    const validation = this.#findValidation(event.name);
    if (validation !== undefined) return this.#validate(event, ticket, validation);
    return dispatch(event, this.#gatherParticipants(event), ticket) ?? Promise.resolve();
  }

  async #validate(event: DispatchedEvent, ticket: Ticket, validation: Validation): Promise<void> {
    try {
      await this.#expectValid(event, validation);
      await dispatch(event, this.#gatherParticipants(event), ticket);
    } finally {
      ticket.release();
    }
  }

  /** When the validator itself fails, the delivery fails only if invalid payloads do. */
  async #expectValid(event: DispatchedEvent, { validate, onInvalid }: Validation): Promise<void> {
    let verdict;
    try {
      verdict = await validate(event.name, event.payload);
    } catch (thrown) {
      if (onInvalid === "throw")
        throw this.#collect(event).addThrown("HANDLER_FAILED", thrown).toError();
      const message = `The validation of ${quoteDelivery(event)} failed; its handlers run.`;
      this.#log.error(message, thrown);
      return;
    }
    if (verdict.valid || onInvalid === "ignore") return;
    const message = describeInvalid(event, verdict);
    if (onInvalid === "warn") this.#log.warn(message);
    else
      throw this.#collect(event)
        .add("INVALID_PAYLOAD", message, { cause: verdict.errors })
        .toError();
  }

  #gatherParticipants({ name, payload }: DispatchedEvent): Participants {
    const action = readAction(payload);
    return {
      forAction: action === undefined ? NO_HANDLERS : this.#named.get(name, action),
      forEvent: this.#named.get(name),
      forAny: this.#any.handlers,
      forErrors: this.#errors.handlers,
      transform: this.#transform,
      log: this.#log,
    };
  }

  /** The event has no payload: it was not verified, or cannot be parsed. */
  #refuse({ id, name }: ReadDelivery, code: WebhookErrorCode): WebhookAggregateError {
    return this.#collect({ id, name, payload: undefined }).add(code).toError();
  }

  #collect(event: FailedEvent): Failures {
    return new Failures(event, { forErrors: this.#errors.handlers, log: this.#log });
  }

  #register(name: string, handler: Handler): Unregister {
    if (!this.#isKnown(name) && !this.#warnedNames.has(name)) {
      this.#warnedNames.add(name);
      this.#log.warn(describeUnknownName(name, this.#catalog.eventNames));
    }
    return this.#named.add(name, handler);
  }
}

type AnyFunction = (...parameters: never[]) => unknown;

function createKeys(secret: unknown, additional: unknown): [SignatureKey, ...SignatureKey[]] {
  if (!Array.isArray(additional)) {
    throw unexpected(additional, "`additionalSecrets`", "an array of secrets");
  }
  return [secret, ...(additional as unknown[])].map((one) => SCHEME.createKey(one)) as [
    SignatureKey,
  ];
}

function expectHandler(handler: unknown): Handler {
  return expectFunction(handler, "The handler");
}

function expectSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw unexpected(signal, "`signal`", "an AbortSignal");
}

/** One name or several, copied: the caller's array may change while it is read. */
function readNames(names: unknown, expect: (name: unknown) => string): readonly string[] {
  if (!Array.isArray(names)) return [expect(names)];
  if (names.length === 0) throw new TypeError("The array of event names is empty; expected names.");
  return Array.from<unknown, string>(names, (name) => expect(name));
}

function readAction(payload: object): string | undefined {
  // Only an own property: an inherited one was not signed.
  const action: unknown = Object.hasOwn(payload, "action") && Reflect.get(payload, "action");
  return typeof action === "string" ? action : undefined;
}
