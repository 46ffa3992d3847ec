/** The toolkit behind the class `Webhooks`: verifies a delivery, validates it and runs its handlers. */
import type { PayloadValues } from "../../catalog/values.js";
import type { WebhookCatalog } from "../../catalog/webhooks.js";
import { expectOptionalFunction, readOptions, unexpected } from "../../base/expect.js";
import type { OptionNames } from "../../base/option-names.js";
import { isRawPayload } from "../signatures/raw-data.js";
import { matchSignature } from "../signatures/scheme.js";
import type {
  DeliveryContext,
  RawPayload,
  SignatureKey,
  SignContext,
} from "../signatures/types.js";
import { createReader, readDelivery, toEvent } from "./delivery.js";
import { readSecrets } from "./secrets.js";
import { DeliveryErrors } from "./dispatch/delivery-errors.js";
import { Admission, orAborted, readDrainSignal, type Ticket } from "./dispatch/admission.js";
import { convertOrFail, expectValid } from "./prepare-payload.js";
import type { DeliveryReader, KeyLookup, ReadDelivery, SignatureKeys } from "./reader.js";
import { dispatch, type Run } from "./dispatch/dispatch.js";
import { bindService, hasAction, isReservedName } from "./event-names.js";
import { Handlers } from "./dispatch/handlers.js";
import { readLog } from "./log.js";
import { RECEIVER, type DeliveryReceiver } from "./receiver.js";
import type { EquipEvent, Service, TimeOptions, WebhookParts } from "./service.js";
import type {
  DispatchedEvent,
  HeaderWebhooksOptions,
  DrainOptions,
  ErrorHandler,
  EventHandler,
  HandlerOptions,
  OptionsKinds,
  ReceivedDelivery,
  ResourceClient,
  SignedDelivery,
  Unregister,
  Webhooks as WebhooksOf,
  WebhooksKinds,
  WebhooksOptions,
  WebhookTypes,
} from "./types.js";
import { readValidation, type Validation } from "./validation.js";
import type { FailedEvent, WebhookAggregateError, WebhookErrorCode } from "./webhook-error.js";

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

/**
 * Binds the toolkit to a service. Returns the `Webhooks` class of its catalog.
 * @param parts Code that the service's deliveries need.
 */
export function bindWebhooks<
  Types extends WebhookTypes,
  Kind extends keyof WebhooksKinds<Types> = "named",
>(catalog: WebhookCatalog, parts: WebhookParts): WebhooksConstructor<Types, Kind> {
  const service = bindService(catalog, parts); // one for all instances
  class ServiceWebhooks<Transformed = unknown> extends Webhooks<Types, Transformed> {
    static override readonly name = "Webhooks";

    constructor(options: WebhooksOptions<Types, Transformed>) {
      super(service, options);
    }
  }
  // Kinds differ in what the scheme and the parts take and return, and the class only passes that on.
  return ServiceWebhooks as unknown as WebhooksConstructor<Types, Kind>;
}

/** Names of all options. */
export const WEBHOOKS_OPTIONS: OptionNames<HeaderWebhooksOptions<WebhookTypes>> = {
  secret: true,
  additionalSecrets: true,
  transform: true,
  log: true,
  validation: true,
  challengeToken: true,
  client: true,
  tolerance: true,
  now: true,
};

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

/** Signs, verifies, receives and dispatches the deliveries of a catalog's service. */
export class Webhooks<Types extends WebhookTypes, Transformed = unknown> implements WebhooksOf<
  Types,
  Transformed
> {
  /** Set by the constructor, because bundlers cannot drop a class whose body computes a name. */
  declare [RECEIVER]: () => DeliveryReceiver;
  readonly #service: Service;
  readonly #reader: DeliveryReader;
  readonly #keys: SignatureKeys | KeyLookup;
  readonly #validation: Validation | undefined;
  readonly #values: PayloadValues | undefined;
  readonly #equip: EquipEvent | undefined;
  readonly #handlers: Handlers;
  readonly #admission = new Admission();

  constructor(service: Service, options: WebhooksOptions<Types, Transformed>) {
    const { parts } = service;
    const read = readOptions(
      options,
      "The argument of `new Webhooks()`",
      "an object with a `secret`",
      WEBHOOKS_OPTIONS,
    );
    const { secret, additionalSecrets = [] } = read;
    this.#service = service;
    this.#keys = readSecrets(parts.scheme, secret, additionalSecrets);
    const plain = createReader(parts.scheme, parts.body);
    const key = typeof this.#keys === "function" ? undefined : this.#keys[0];
    const withChallenges = parts.challenge?.(plain, key, read.challengeToken) ?? plain;
    // The part checks the options of time.
    this.#reader = parts.fields?.(withChallenges, service, read as TimeOptions) ?? withChallenges;
    const transform = expectOptionalFunction(read.transform, "`transform`");
    this.#handlers = new Handlers(service, readLog(read.log), transform);
    this.#validation = readValidation(read.validation);
    this.#values = parts.values?.();
    this.#equip = readClient(parts, read.client);
    this[RECEIVER] = () => this.#toReceiver();
    // A method may be used without its instance, as in `const { verify } = webhooks`.
    for (const name of BOUND_METHODS) this[name] = this[name].bind(this) as never; // its type stays the same
  }

  /** Returns text for services of this kind. */
  sign(eventPayload: RawPayload, context?: SignContext): string {
    return this.#reader.sign(expectKeys(this.#keys), eventPayload, context) as string;
  }

  verify(eventPayload: RawPayload, signature: string, context?: DeliveryContext): boolean {
    return this.#reader.verify(expectKeys(this.#keys), eventPayload, signature, context);
  }

  verifyAndReceive(delivery: SignedDelivery<Types>, holder?: Ticket): Promise<void> {
    // Only a service with challenges has answers, and the type of its toolkit says so.
    return this.#verifyAndRun(delivery, dispatch, holder) as Promise<void>;
  }

  /** Resolves with the answer to a challenge. */
  #verifyAndRun(delivery: unknown, run: Run, holder?: Ticket): Promise<unknown> {
    let ticket: Ticket | undefined;
    try {
      const read = this.#reader.read(delivery);
      ticket = this.#admit(read, holder);
      const keys = this.#keys;
      if (typeof keys !== "function") return this.#openAndRun(read, keys, run, ticket);
      return this.#lookUpAndRun(keys, { ...(delivery as object), ...read }, run, ticket, holder);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  /**
   * @param holder Marked while the secret is looked up. If it is released before, the delivery is dropped.
   */
  #lookUpAndRun(
    lookup: KeyLookup,
    delivery: ReadDelivery,
    run: Run,
    ticket: Ticket,
    holder = ticket,
  ): Promise<unknown> {
    holder.isLookingUp = true;
    return this.#findKeys(lookup, delivery)
      .then((keys) => {
        holder.isLookingUp = false;
        if (holder.isHeld) return this.#openAndRun(delivery, keys, run, ticket);
        return undefined;
      })
      .finally(() => ticket.release());
  }

  /** @throws WebhookAggregateError if there is no secret, or the lookup fails. */
  async #findKeys(lookup: KeyLookup, delivery: ReadDelivery): Promise<readonly SignatureKey[]> {
    const { id, name, payload, signature } = delivery;
    // A payload that is not raw, or a malformed signature, is refused with any key.
    const match = matchSignature(this.#reader.scheme, signature);
    if (!isRawPayload(payload) || typeof match === "string") return [];
    const keys = await lookup(delivery).catch((thrown: unknown) => {
      const errors = this.#collect({ id, name, payload: undefined });
      throw errors.addThrown("SECRET_LOOKUP_FAILED", thrown).toError();
    });
    if (keys === undefined) throw this.#refuse(delivery, "SECRET_NOT_FOUND");
    return keys;
  }

  #openAndRun(
    read: ReadDelivery,
    keys: readonly SignatureKey[],
    run: Run,
    ticket: Ticket,
  ): Promise<unknown> {
    const isSeen =
      run !== dispatch || this.#validation !== undefined || this.#handlers.has(read.name);
    const opened = this.#reader.open(read, keys, isSeen);
    if (opened.kind === "event") return this.#process(opened.event, ticket, run, read.payload);
    if (opened.kind === "refused") throw this.#refuse(opened, opened.code);
    ticket.release();
    return Promise.resolve(opened.answer);
  }

  receive(delivery: ReceivedDelivery<Types>): Promise<void> {
    return this.#receiveAndRun(delivery, dispatch);
  }

  #receiveAndRun(delivery: object, run: Run): Promise<void> {
    let ticket: Ticket | undefined;
    try {
      const event = toEvent(readDelivery(delivery));
      ticket = this.#admit(event);
      return this.#process(event, ticket, run);
    } catch (error) {
      ticket?.release();
      return Promise.reject(error);
    }
  }

  async drain(options: DrainOptions = {}): Promise<void> {
    const signal = readDrainSignal(options);
    const idle = this.#admission.close();
    return signal === undefined ? idle : orAborted(idle, signal);
  }

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

  /** @throws WebhookAggregateError if the toolkit drains, or the name holds an action. */
  #admit(read: Pick<ReadDelivery, "id" | "name">, holder?: Ticket): Ticket {
    const ticket = this.#admission.enter(holder);
    if (ticket === undefined) throw this.#refuse(read, "DRAINING");
    if (!hasAction(read.name, this.#service.split)) return ticket;
    ticket.release();
    throw this.#refuse(read, "INVALID_EVENT_NAME");
  }

  /**
   * Starts the handlers in this tick, unless the payload is validated or converted. Only known events have
   * a schema.
   * @param raw The body; absent for a payload that the caller has parsed.
   */
  #process(event: DispatchedEvent, ticket: Ticket, run: Run, raw?: unknown): Promise<void> {
    const known = (this.#validation ?? this.#values) && this.#service.findKnown(event.name);
    if (known !== undefined) return this.#prepare(event, known, ticket, run, raw);
    return run(this.#addFetch(event), this.#handlers.gather(event), ticket) ?? Promise.resolve();
  }

  /** Returns the event itself if it has no resource. */
  #addFetch(event: DispatchedEvent, signal?: AbortSignal): DispatchedEvent {
    if (this.#equip === undefined) return event;
    return this.#equip(this.#service.findKnown(event.name) ?? event.name, event, signal);
  }

  /** Validates the payload before its values are converted. */
  async #prepare(
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

  /** Creates the error of a delivery that was not verified, or has no payload that can be parsed. */
  #refuse(
    { id, name }: Pick<ReadDelivery, "id" | "name">,
    code: WebhookErrorCode,
  ): WebhookAggregateError {
    return this.#collect({ id, name, payload: undefined }).add(code).toError();
  }

  #collect(event: FailedEvent): DeliveryErrors {
    return new DeliveryErrors(event, this.#handlers);
  }
}

/** @throws TypeError for a client that is none, or that no event needs. */
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

type Names = string | readonly string[];

type AnyFunction = (...parameters: never[]) => unknown;
