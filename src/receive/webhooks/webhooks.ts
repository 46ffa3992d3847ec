/**
 * Makes the class `Webhooks` of a service. The toolkit behind it admits a delivery, verifies it, prepares its payload and
 * runs its handlers.
 */
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import type { EquipEvent, Service, TimeOptions, WebhookParts } from "./service.js";
import type {
  DispatchedEvent,
  DrainOptions,
  ErrorHandler,
  EventHandler,
  HandlerOptions,
  ReceivedDelivery,
  SignedDelivery,
  Unregister,
  Webhooks,
  WebhooksKinds,
  WebhookTypes,
} from "./types.js";
import {
  type OptionsKinds,
  readSecrets,
  readValidation,
  type ResourceClient,
  type Validation,
  WEBHOOKS_OPTIONS,
  type WebhooksOptions,
} from "./options.js";
import { readLog } from "./log.js";
import type { PayloadValues } from "../../catalog/values.js";
import { copyOwn, expectOptionalFunction, readOptions, unexpected } from "../../base/expect.js";
import { isRawPayload } from "../signatures/readers.js";
import { findFormFault } from "../signatures/scheme.js";
import type {
  DeliveryContext,
  RawPayload,
  SignatureKey,
  SignContext,
} from "../signatures/types.js";
import { createReader, readDelivery, toEvent } from "./delivery.js";
import { Admission, orAborted, readDrainSignal, type Ticket } from "./admission.js";
import { type DeliveryReceiver, RECEIVER } from "./receiver.js";
import { DeliveryErrors } from "./dispatch/delivery-errors.js";
import { dispatch, type Run } from "./dispatch/dispatch.js";
import { Handlers } from "./dispatch/handlers.js";
import { expectValid } from "./dispatch/check-payload.js";
import { convertOrFail } from "./dispatch/convert-payload.js";
import { createNameTest, hasAction, isReservedName, keepWhole, splitAtDot } from "./event-names.js";
import type { DeliveryReader, KeyLookup, ReadDelivery, SignatureKeys } from "./reader.js";

/**
 * Binds the toolkit to a service. Returns the `Webhooks` class of its catalog.
 * @param parts Code that the service's deliveries need.
 */
export function bindWebhooks<
  Types extends WebhookTypes,
  Kind extends keyof WebhooksKinds<Types> = "named",
>(catalog: WebhookCatalog, parts: WebhookParts): WebhooksConstructor<Types, Kind> {
  const service = bindService(catalog, parts); // one for all instances
  class ServiceWebhooks<Transformed = unknown> extends Toolkit<Types, Transformed> {
    static override readonly name = "Webhooks";

    constructor(options: WebhooksOptions<Types, Transformed>) {
      super(service, options);
    }
  }
  // Kinds differ in what the scheme and the parts take and return, and the class only passes that on.
  return ServiceWebhooks as unknown as WebhooksConstructor<Types, Kind>;
}

/** Binds a catalog to its parts: how event names are split, and which ones are known. */
export function bindService(catalog: WebhookCatalog, sharedParts: WebhookParts): Service {
  const parts = copyOwn(sharedParts);
  const { action, delivery, event, eventNames } = copyOwn(catalog);
  const isListed = eventNames.length === 0 ? () => true : createNameTest(eventNames);
  return {
    catalog,
    event: copyOwn(event),
    delivery: delivery && copyOwn(delivery),
    parts,
    split: parts.splitName ?? (action === undefined ? keepWhole : splitAtDot),
    findKnown: (name) => (isListed(name) ? name : parts.matchName?.match(name)),
    actionKeys: action?.split(".") ?? [],
  };
}

const BOUND_METHODS = [
  "sign",
  "verify",
  "verifyAndReceive",
  "receive",
  "drain",
  "on",
  "onAny",
  "onError",
  "removeListener",
] as const;

/**
 * Signs, verifies, receives and dispatches the deliveries of a catalog's service.
 *
 * A ticket counts a delivery as in flight. {@link Run} releases it before the caller learns the outcome. A delivery that
 * is not run releases it where it ends: with the answer to a challenge, with an error, or when a lookup of its secret or
 * the preparation of its payload ends.
 */
class Toolkit<Types extends WebhookTypes, Transformed = unknown> implements Webhooks<
  Types,
  Transformed
> {
  /** Set by the constructor, because bundlers cannot drop a class whose body computes a name. */
  declare [RECEIVER]: () => DeliveryReceiver;
  readonly #service: Service;
  readonly #reader: DeliveryReader;
  readonly #keys: SignatureKeys | KeyLookup;
  readonly #validation: Validation | undefined;
  /** For a service with values that JSON does not have. */
  readonly #values: PayloadValues | undefined;
  /** For a service with events that carry only the id of a resource. */
  readonly #equip: EquipEvent | undefined;
  readonly #handlers: Handlers;
  readonly #admission = new Admission();

  constructor(service: Service, options: WebhooksOptions<Types, Transformed>) {
    const { parts } = service;
    const checked = readOptions(
      options,
      "The argument of `new Webhooks()`",
      "an object with a `secret`",
      WEBHOOKS_OPTIONS,
    );
    const { secret, additionalSecrets = [], challengeToken } = checked;
    this.#service = service;
    this.#keys = readSecrets(parts.scheme, secret, additionalSecrets);
    const plain = createReader(parts.scheme, parts.body);
    const key = typeof this.#keys === "function" ? undefined : this.#keys[0];
    const withChallenges = parts.challenge?.(plain, key, challengeToken) ?? plain;
    // The part checks the options of time.
    this.#reader =
      parts.fields?.(withChallenges, service, checked as TimeOptions) ?? withChallenges;
    const transform = expectOptionalFunction(checked.transform, "`transform`");
    this.#handlers = new Handlers(service, readLog(checked.log), transform);
    this.#validation = readValidation(checked.validation);
    this.#values = parts.values?.();
    this.#equip = readClient(parts, checked.client);
    this[RECEIVER] = () => this.#toReceiver();
    // A method may be used without its instance, as in `const { verify } = webhooks`.
    for (const name of BOUND_METHODS) this[name] = this[name].bind(this) as never; // its type stays the same
  }

  /** The receiver calls the public `verifyAndReceive`, which a subclass may override. */
  #toReceiver(): DeliveryReceiver {
    const { catalog, parts, split } = this.#service;
    return {
      catalog,
      parts,
      reader: this.#reader,
      looksUpSecrets: typeof this.#keys === "function",
      log: this.#handlers.log,
      admission: this.#admission,
      isReserved: (name) => isReservedName(name, split),
      sign: (payload, context) => this.sign(payload, context),
      // Its properties depend on the service's kind.
      verifyAndReceive: (delivery, ticket) =>
        this.verifyAndReceive(delivery as SignedDelivery<Types>, ticket),
      handlers: {
        verifyAndRun: (delivery, run, ticket) => this.#verifyAndRun(delivery, run, ticket),
        receive: (delivery, run) => this.#receiveAndRun(delivery, run),
        gather: (event) => this.#handlers.gather(event),
        parse: this.#reader.parse,
        convert: (event, body) => this.#convert(event, body),
        equip: (event, signal) => this.#addFetch(event, signal),
        readId: (handler) => this.#handlers.readId(handler),
      },
    };
  }

  // ---- Signatures

  /** Returns text for services of this kind. */
  sign(eventPayload: RawPayload, context?: SignContext): string {
    return this.#reader.sign(expectKeys(this.#keys), eventPayload, context) as string;
  }

  verify(eventPayload: RawPayload, signature: string, context?: DeliveryContext): boolean {
    return this.#reader.verify(expectKeys(this.#keys), eventPayload, signature, context);
  }

  // ---- Handlers

  on(eventName: Names, handler: AnyFunction, options?: HandlerOptions): Unregister {
    return this.#handlers.on(eventName, handler, options);
  }

  onAny(handler: EventHandler<Types["event"]>, options?: HandlerOptions): Unregister {
    return this.#handlers.onAny(handler, options);
  }

  onError(handler: ErrorHandler<Types>): Unregister {
    return this.#handlers.onError(handler);
  }

  removeListener(eventName: Names, handler: AnyFunction): void {
    this.#handlers.removeListener(eventName, handler);
  }

  // ---- Deliveries

  /** @param requestTicket Passed by the receiver, for a delivery that a request brought. */
  verifyAndReceive(delivery: SignedDelivery<Types>, requestTicket?: Ticket): Promise<void> {
    // Only a service with challenges has answers, and the type of its toolkit says so.
    return this.#verifyAndRun(delivery, dispatch, requestTicket) as Promise<void>;
  }

  receive(delivery: ReceivedDelivery<Types>): Promise<void> {
    return this.#receiveAndRun(delivery, dispatch);
  }

  async drain(options: DrainOptions = {}): Promise<void> {
    const signal = readDrainSignal(options);
    const idle = this.#admission.close();
    return signal === undefined ? idle : orAborted(idle, signal);
  }

  /** Runs a delivery that needs no signature. */
  #receiveAndRun(delivery: object, run: Run): Promise<void> {
    let ticket: Ticket | undefined;
    try {
      const event = toEvent(readDelivery(delivery));
      ticket = this.#admission.enter();
      this.#expectAdmitted(event, ticket);
      return this.#process(event, ticket, run);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  /** Resolves with the answer to a challenge. */
  #verifyAndRun(delivery: unknown, run: Run, requestTicket?: Ticket): Promise<unknown> {
    const keys = this.#keys;
    let ticket: Ticket | undefined;
    try {
      const read = this.#reader.read(delivery);
      ticket = this.#admission.enter(requestTicket);
      this.#expectAdmitted(read, ticket);
      if (typeof keys !== "function") return this.#openAndRun(read, keys, run, ticket);
      const lookedUp = { ...(delivery as object), ...read };
      return this.#lookUpAndRun(keys, lookedUp, run, ticket, requestTicket);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  /** @throws WebhookAggregateError if the toolkit drains, or for a name with an action. */
  #expectAdmitted(delivery: Named, ticket: Ticket | undefined): asserts ticket is Ticket {
    if (ticket === undefined) throw this.#errorsOf(delivery).add("DRAINING").toError();
    if (hasAction(delivery.name, this.#service.split))
      throw this.#errorsOf(delivery).add("INVALID_EVENT_NAME").toError();
  }

  /**
   * Marks the ticket while the secret is looked up: a middleware whose time is up then refuses the request, and releases
   * its ticket.
   */
  async #lookUpAndRun(
    lookup: KeyLookup,
    delivery: ReadDelivery,
    run: Run,
    ticket: Ticket,
    requestTicket = ticket,
  ): Promise<unknown> {
    try {
      requestTicket.isLookingUp = true;
      const keys = await this.#findKeys(lookup, delivery);
      requestTicket.isLookingUp = false;
      if (!requestTicket.isHeld) return undefined; // refused meanwhile
      return await this.#openAndRun(delivery, keys, run, ticket);
    } finally {
      ticket.release();
    }
  }

  /** @throws WebhookAggregateError if there is no secret, or the lookup fails. */
  async #findKeys(lookup: KeyLookup, delivery: ReadDelivery): Promise<readonly SignatureKey[]> {
    const { payload, signature } = delivery;
    // A payload that is not raw, or a malformed signature, is refused with any key.
    const formFault = findFormFault(this.#reader.scheme, signature);
    if (!isRawPayload(payload) || formFault !== undefined) return [];
    const keys = await lookup(delivery).catch((thrown: unknown) => {
      throw this.#errorsOf(delivery).addThrown("SECRET_LOOKUP_FAILED", thrown).toError();
    });
    if (keys === undefined) throw this.#errorsOf(delivery).add("SECRET_NOT_FOUND").toError();
    return keys;
  }

  #openAndRun(
    delivery: ReadDelivery,
    keys: readonly SignatureKey[],
    run: Run,
    ticket: Ticket,
  ): Promise<unknown> {
    const isHandled =
      run !== dispatch || this.#validation !== undefined || this.#handlers.has(delivery.name);
    const opened = this.#reader.open(delivery, keys, isHandled);
    if (opened.kind === "event") return this.#process(opened.event, ticket, run, delivery.payload);
    if (opened.kind === "refused") throw this.#errorsOf(opened).add(opened.code).toError();
    ticket.release();
    return Promise.resolve(opened.answer);
  }

  /**
   * Starts the handlers in this tick, unless the payload is validated or converted. Only known events have
   * a schema.
   * @param raw The body; absent for a payload that the caller has parsed.
   */
  #process(event: DispatchedEvent, ticket: Ticket, run: Run, raw?: unknown): Promise<void> {
    const known = (this.#validation ?? this.#values) && this.#service.findKnown(event.name);
    if (known !== undefined) return this.#prepareAndRun(event, known, ticket, run, raw);
    return run(this.#addFetch(event), this.#handlers.gather(event), ticket) ?? Promise.resolve();
  }

  /** Validates the payload before its values are converted. */
  async #prepareAndRun(
    event: DispatchedEvent,
    known: string,
    ticket: Ticket,
    run: Run,
    raw: unknown,
  ): Promise<void> {
    try {
      if (this.#validation !== undefined)
        await expectValid(this.#validation, event, known, this.#handlers);
      const converted = (await this.#convert(event, raw)) ?? event;
      return await run(this.#addFetch(converted), this.#handlers.gather(converted), ticket);
    } finally {
      ticket.release();
    }
  }

  /** Returns nothing for a service without values. */
  #convert(event: DispatchedEvent, raw: unknown): Promise<DispatchedEvent> | undefined {
    return this.#values && convertOrFail(this.#values, this.#service, event, raw, this.#handlers);
  }

  /** Returns the event itself if it has no resource. */
  #addFetch(event: DispatchedEvent, signal?: AbortSignal): DispatchedEvent {
    if (this.#equip === undefined) return event;
    return this.#equip(this.#service.findKnown(event.name) ?? event.name, event, signal);
  }

  /** The errors of a delivery that was not verified, or has no payload that can be parsed. */
  #errorsOf({ id, name }: Named): DeliveryErrors {
    return new DeliveryErrors({ id, name, payload: undefined }, this.#handlers);
  }
}

/** @throws TypeError for anything but a client, and for a client that no event needs. */
function readClient(
  { resources }: WebhookParts,
  client: ResourceClient | undefined,
): EquipEvent | undefined {
  if (resources !== undefined || client === undefined) return resources?.(client);
  throw unexpected(client, "`client`", "none, as no event of the service has a resource to fetch");
}

/** @throws TypeError if the secret is looked up for each delivery. */
function expectKeys(keys: SignatureKeys | KeyLookup): SignatureKeys {
  if (typeof keys !== "function") return keys;
  throw unexpected(keys, "`secret`", "a secret, to sign or verify alone");
}

// ---- Types

/** @typeParam Kind of the deliveries that the service sends. */
export interface WebhooksConstructor<
  Types extends WebhookTypes,
  Kind extends keyof WebhooksKinds<Types> = "named",
> {
  /**
   * Creates a toolkit.
   * @example
   * const webhooks = new Webhooks({ secret });
   * webhooks.on("issues.opened", ({ payload }) => notify(payload));
   * createServer(createNodeMiddleware(webhooks)).listen(3000);
   * @throws TypeError if a secret is not one of the service's, or another option has the wrong type.
   */
  new <Transformed = unknown>(
    options: OptionsKinds<Types, Transformed>[Kind],
  ): WebhooksKinds<Types, Transformed>[Kind];
  readonly prototype: WebhooksKinds<Types>[Kind];
}

/** Parts of a delivery by which an error names it. */
type Named = Pick<ReadDelivery, "id" | "name">;

type Names = string | readonly string[];

type AnyFunction = (...parameters: never[]) => unknown;
