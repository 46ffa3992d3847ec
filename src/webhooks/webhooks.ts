import type { FailedEvent, WebhookAggregateError } from "../webhook-error.js";
import { createSafeLog } from "../log.js";
import type { SafeLog } from "../log.js";
import type { HmacKey } from "#platform";
import { orAborted } from "./abortable.js";
import type { WebhookCatalog } from "./catalog.js";
import { openDelivery, readDelivery, toEvent } from "./deliveries.js";
import type { DeliveryNames, ReadDelivery, RefusalCode } from "./deliveries.js";
import { dispatch } from "./dispatch.js";
import type { DispatchedEvent, Handler, Participants } from "./dispatch.js";
import {
  createNameTest,
  describeUnknownName,
  expectEventName,
  expectListenerName,
} from "./event-names.js";
import { expectFunction, expectOptionalFunction, unexpected } from "./expect.js";
import { Failures } from "./failures.js";
import type { FailureHandler } from "./failures.js";
import { HandlerList, HandlerRegistry, NO_HANDLERS } from "./handlers.js";
import { createIntake } from "./intake.js";
import type { Work } from "./intake.js";
import { parsePayload, skimPayload } from "./payload.js";
import type { PayloadParser } from "./payload.js";
import { quoteDelivery } from "./quote.js";
import { createSigningKey, signWith, verifyWith } from "./signature.js";
import { describeInvalid, readValidation } from "./validation.js";
import type { PayloadVerdict, Validation } from "./validation.js";
import type {
  DrainOptions,
  ErrorHandler,
  EventHandler,
  RawPayload,
  ReceivedDelivery,
  SignedDelivery,
  Unregister,
  Webhooks,
  WebhooksOptions,
  WebhookTypes,
} from "./types.js";

export interface WebhooksConstructor<Types extends WebhookTypes> {
  /** @throws TypeError when a secret is not a string that is not empty, or another option is not as typed. */
  new <Transformed = unknown>(
    options: WebhooksOptions<Types, Transformed>,
  ): Webhooks<Types, Transformed>;
  readonly prototype: Webhooks<Types>;
}

/** Binds the toolkit to a hosting service: the result is the `Webhooks` class of its catalog. */
export function createWebhooks<Types extends WebhookTypes>(
  catalog: WebhookCatalog,
): WebhooksConstructor<Types> {
  const isKnown = createNameTest(catalog.eventNames);

  class BoundWebhooks<Transformed = unknown> implements Webhooks<Types, Transformed> {
    static readonly name = "Webhooks";
    readonly #keys: readonly [HmacKey, ...HmacKey[]];
    readonly #transform: Handler | undefined;
    readonly #log: SafeLog;
    readonly #validation: Validation | undefined;
    readonly #named = new HandlerRegistry<Handler>();
    readonly #any = new HandlerList<Handler>();
    readonly #errors = new HandlerList<FailureHandler>();
    readonly #warnedNames = new Set<string>();
    readonly #intake = createIntake(this);

    constructor(options: WebhooksOptions<Types, Transformed>) {
      const { secret, additionalSecrets = [], transform, log, validation } = expectOptions(options);
      this.#keys = createKeys(secret, additionalSecrets);
      this.#transform = expectOptionalFunction(transform, "`transform`");
      this.#log = createSafeLog(log);
      this.#validation = readValidation(validation);
      bindMethods(this, BoundWebhooks.prototype);
    }

    get catalog(): WebhookCatalog {
      return catalog;
    }

    get log(): SafeLog {
      return this.#log;
    }

    sign(eventPayload: RawPayload): string {
      return signWith(this.#keys[0], eventPayload);
    }

    verify(eventPayload: RawPayload, signature: string): boolean {
      return verifyWith(this.#keys, eventPayload, signature);
    }

    verifyAndReceive(delivery: SignedDelivery<Types>): Promise<void> {
      try {
        return this.#accept(this.#open(this.#admit(delivery)));
      } catch (error) {
        return Promise.reject(error);
      }
    }

    receive(delivery: ReceivedDelivery<Types>): Promise<void> {
      try {
        return this.#accept(toEvent(this.#admit(delivery)));
      } catch (error) {
        return Promise.reject(error);
      }
    }

    #admit(delivery: unknown): ReadDelivery {
      const read = readDelivery(delivery);
      if (this.#intake.admits()) return read;
      throw this.#refuse(read, "DRAINING");
    }

    async drain({ signal }: DrainOptions = {}): Promise<void> {
      expectSignal(signal);
      const idle = this.#intake.close();
      return signal === undefined ? idle : orAborted(idle, signal);
    }

    on(eventName: string | readonly string[], handler: AnyFunction): Unregister {
      const names = readNames(eventName, expectEventName);
      const expected = expectHandler(handler);
      for (const name of names) this.#warnOfUnknown(name);
      const removals = names.map((name) => this.#named.add(name, expected));
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

    #removeNewest(name: string, handler: Handler): void {
      if (name === "*") this.#any.removeNewest(handler);
      else if (name === "error") this.#errors.removeNewest(handler);
      else this.#named.removeNewest(name, handler);
    }

    #open(read: ReadDelivery): DispatchedEvent {
      const { id, name } = read;
      const payload = openDelivery(read, this.#keys, this.#chooseParser(name));
      if (typeof payload === "string") throw this.#refuse(read, payload);
      return { id, name, payload };
    }

    /** Parsing is most of the work of a delivery, and is left out where nobody would notice. */
    #chooseParser(name: string): PayloadParser {
      const isHeard = this.#named.has(name) || !this.#any.isEmpty || !this.#errors.isEmpty;
      return isHeard || this.#findValidation(name) !== undefined ? parsePayload : skimPayload;
    }

    /** Nothing is known of an unknown event. */
    #findValidation(name: string): Validation | undefined {
      return isKnown(name) ? this.#validation : undefined;
    }

    /** Without validation the handlers start in this tick. */
    #accept(event: DispatchedEvent): Promise<void> {
      const validation = this.#findValidation(event.name);
      return validation === undefined
        ? (this.#dispatch(event) ?? Promise.resolve())
        : this.#validate(event, validation);
    }

    async #validate(event: DispatchedEvent, validation: Validation): Promise<void> {
      this.#intake.enter();
      try {
        await this.#expectValid(event, validation);
        await this.#dispatch(event);
      } finally {
        this.#intake.leave();
      }
    }

    async #expectValid(event: DispatchedEvent, validation: Validation): Promise<void> {
      const verdict = await this.#judge(event, validation);
      if (verdict.valid) return;
      const message = describeInvalid(event, verdict);
      const options = { cause: verdict.errors };
      if (validation.isRefusing)
        throw this.#collect(event).add("INVALID_PAYLOAD", message, options).toError();
      this.#log.warn(message);
    }

    /** A validator that fails itself is no fault of the payload, unless nothing else may pass. */
    async #judge(event: DispatchedEvent, validation: Validation): Promise<PayloadVerdict> {
      try {
        return await validation.validate(event.name, event.payload);
      } catch (thrown) {
        if (validation.isRefusing)
          throw this.#collect(event).addThrown("HANDLER_FAILED", thrown).toError();
        this.#log.error(
          `The validation of ${quoteDelivery(event)} failed; its handlers run.`,
          thrown,
        );
        return { valid: true };
      }
    }

    #dispatch(event: DispatchedEvent): Work {
      const participants = this.#gatherParticipants(event);
      this.#intake.enter();
      return dispatch(event, participants);
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
        onEnd: this.#intake.leave,
      };
    }

    /** A payload that was not verified or not understood is handed to nobody. */
    #refuse({ id, name }: DeliveryNames, code: RefusalCode): WebhookAggregateError {
      return this.#collect({ id, name, payload: undefined }).add(code).toError();
    }

    #collect(event: FailedEvent): Failures {
      return new Failures(event, { forErrors: this.#errors.handlers, log: this.#log });
    }

    #warnOfUnknown(name: string): void {
      if (isKnown(name) || this.#warnedNames.has(name)) return;
      this.#warnedNames.add(name);
      this.#log.warn(describeUnknownName(name, catalog.eventNames));
    }
  }

  return BoundWebhooks;
}

type AnyFunction = (...parameters: never[]) => unknown;

/** So that they may be taken off their instance, as in `const { verify } = webhooks`. */
function bindMethods(webhooks: object, prototype: object): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method: unknown = Reflect.get(webhooks, name);
    if (typeof method !== "function" || name === "constructor") continue;
    Reflect.set(webhooks, name, method.bind(webhooks));
  }
}

function expectOptions<Options>(options: Options): Options {
  if (typeof options === "object" && options !== null) return options;
  throw unexpected(options, "the options", "an object with a `secret`");
}

function createKeys(secret: unknown, additional: unknown): [HmacKey, ...HmacKey[]] {
  if (!Array.isArray(additional)) {
    throw unexpected(additional, "`additionalSecrets`", "an array of secrets");
  }
  return [createSigningKey(secret), ...Array.from(additional, createSigningKey)];
}

function expectHandler(handler: unknown): Handler {
  return expectFunction(handler, "a handler");
}

function expectSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw unexpected(signal, "`signal`", "an AbortSignal");
}

/** One name or several, copied: the caller's array may change while it is read. */
function readNames(names: unknown, expect: (name: unknown) => string): readonly string[] {
  const list = Array.isArray(names) ? Array.from<unknown>(names) : [names];
  if (list.length > 0) return list.map((name) => expect(name));
  throw unexpected(names, "the event names", "at least one");
}

function readAction(payload: object): string | undefined {
  const { action } = payload as { action?: unknown }; // any object may be asked for the key
  return typeof action === "string" ? action : undefined;
}
