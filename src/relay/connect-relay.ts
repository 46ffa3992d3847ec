import { createSafeLog, type SafeLog } from "../webhooks/log.js";
import {
  findReceiver,
  type DeliveryReceiver,
  type WebhooksInstance,
} from "../webhooks/receiver.js";
import { Backoff } from "./backoff.js";
import type { RelayConnection, RelayState } from "./connection.js";
import { deliver } from "./deliver.js";
import { describeFailure } from "./describe-failure.js";
import type { StreamEvent } from "./event-parser.js";
import { followEventStream, type StreamReader } from "./event-stream.js";
import { Flights } from "./flights.js";
import { forwardDelivery } from "./forward.js";
import { ignore, Lifetime } from "./lifetime.js";
import { parseMessage, type RelayedDelivery } from "./message.js";
import { isSendableEventId } from "./open-stream.js";
import { readOptions, type RelayOptions, type RelaySettings } from "./options.js";

export type { RelayConnection, RelayState } from "./connection.js";
export type { RelayOptions } from "./options.js";

const maxInFlight = 20;

/**
 * Follows a webhook relay's server-sent event stream and hands each delivery to the toolkit
 * (specification, section D). Meant for development: deliveries reach a machine that the hosting
 * side cannot. Reconnects until closed, or until the relay answers 204.
 *
 * ```ts
 * const relay = connectRelay(webhooks, { url: "https://relay.example/my-channel" });
 * await relay.ready;
 * process.once("SIGINT", () => void relay.close());
 * await relay.closed;
 * ```
 *
 * What is not a delivery is logged and skipped. At most 20 deliveries are in flight; until one
 * of them is done, the stream is not read on.
 * @throws TypeError for an address that is not http(s) or holds credentials.
 * @throws RangeError for a time or size out of its range.
 */
export function connectRelay(webhooks: WebhooksInstance, options: RelayOptions): RelayConnection {
  const receiver = findReceiver(webhooks);
  const settings = readOptions(options);
  const log = options.log === undefined ? receiver.log : createSafeLog(options.log);
  const relay = new Relay(receiver, settings, log, options.onStateChange);
  const close = (): void => void relay.close();
  options.signal?.addEventListener("abort", close, { once: true });
  void relay.closed.then(() => options.signal?.removeEventListener("abort", close));
  if (options.signal?.aborted === true) close();
  return relay;
}

class Relay implements RelayConnection {
  readonly ready: Promise<void>;
  readonly closed: Promise<void>;
  readonly #webhooks: DeliveryReceiver;
  readonly #settings: RelaySettings;
  readonly #log: SafeLog;
  readonly #onStateChange: RelayOptions["onStateChange"];
  readonly #lifetime = new Lifetime();
  readonly #flights = new Flights(maxInFlight);
  readonly #forwards = new Set<Promise<void>>();
  readonly #backoff: Backoff;
  readonly #reader: StreamReader;
  #state: RelayState = "connecting";
  #lastEventId = "";
  #openedAt: number | undefined;
  #resolveReady: () => void = ignore;

  constructor(
    webhooks: DeliveryReceiver,
    settings: RelaySettings,
    log: SafeLog,
    onStateChange: RelayOptions["onStateChange"],
  ) {
    this.#webhooks = webhooks;
    this.#settings = settings;
    this.#log = log;
    this.#onStateChange = onStateChange;
    this.#backoff = new Backoff(settings);
    this.#reader = this.#createReader();
    this.closed = this.#run();
    this.ready = this.#awaitReady();
  }

  get state(): RelayState {
    return this.#state;
  }

  close(): Promise<void> {
    this.#lifetime.end();
    this.#flights.clear();
    return this.closed;
  }

  /** Settled by the first connection or by the end, whichever comes first. */
  #awaitReady(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      this.#resolveReady = resolve;
      const reason = new Error("The relay was closed before it was connected.");
      void this.closed.then(() => reject(reason));
    });
    ready.catch(ignore); // Whoever does not await it shall not hear of an unhandled rejection.
    return ready;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // `close()` in the same tick comes before the first request.
    while (!this.#lifetime.hasEnded()) await this.#connectOnce();
    await Promise.all(this.#forwards);
    this.#enter("closed");
  }

  async #connectOnce(): Promise<void> {
    const reason = await this.#follow();
    if (this.#lifetime.hasEnded()) return;
    this.#enter("connecting");
    const delay = Math.round(this.#backoff.next());
    this.#log.warn(`relay: ${reason}; connecting again in ${delay} ms`);
    await this.#lifetime.sleep(delay);
  }

  /** Why the connection is over. */
  async #follow(): Promise<string> {
    this.#openedAt = undefined;
    try {
      const end = await followEventStream(
        this.#settings,
        this.#lastEventId,
        this.#reader,
        this.#lifetime,
      );
      if (end === "gone") this.#retire();
      return "the relay ended the stream";
    } catch (error) {
      return describeFailure(error);
    } finally {
      this.#settleBackoff();
    }
  }

  #settleBackoff(): void {
    if (this.#openedAt !== undefined) this.#backoff.settle(performance.now() - this.#openedAt);
  }

  #retire(): void {
    this.#log.warn("relay: answered 204, which asks not to connect again; closed");
    void this.close();
  }

  #createReader(): StreamReader {
    return {
      onOpen: () => this.#open(),
      onEvent: (event) => this.#receive(event),
      onSkipped: (id) => this.#skip(id),
      onRetry: (delay) => this.#backoff.suggest(delay),
      room: () => this.#flights.room(),
    };
  }

  #open(): void {
    this.#openedAt = performance.now();
    this.#log.info(`relay: connected to ${this.#settings.url.origin}`);
    this.#enter("open");
    this.#resolveReady();
  }

  #receive({ event = "message", id, data }: StreamEvent): void {
    this.#remember(id);
    if (event !== "message" || this.#lifetime.hasEnded()) return;
    const message = parseMessage(data, this.#webhooks.catalog.relay);
    if ("problem" in message) this.#log.warn(`relay: message skipped: ${message.problem}`);
    else this.#flights.add(() => this.#handle(message));
  }

  #skip(id: string | undefined): void {
    this.#remember(id);
    const limit = this.#settings.maxMessageSize;
    this.#log.warn(`relay: message skipped: it is larger than ${limit} characters`);
  }

  #remember(id: string | undefined): void {
    if (id !== undefined && isSendableEventId(id)) this.#lastEventId = id;
  }

  async #handle(delivery: RelayedDelivery): Promise<void> {
    const authentic = await deliver(this.#webhooks, delivery, this.#log);
    if (authentic && this.#settings.forwardTo !== undefined && !this.#lifetime.hasEnded()) {
      await this.#forward(this.#settings.forwardTo, delivery);
    }
  }

  async #forward(target: URL, delivery: RelayedDelivery): Promise<void> {
    const headerNames = this.#webhooks.catalog.headers;
    const options = { ...this.#settings, headerNames, log: this.#log };
    const forward = forwardDelivery(target, delivery, options, this.#lifetime);
    this.#forwards.add(forward);
    await forward;
    this.#forwards.delete(forward);
  }

  #enter(state: RelayState): void {
    if (state === this.#state) return;
    this.#state = state;
    void this.#notify(state);
  }

  async #notify(state: RelayState): Promise<void> {
    try {
      await this.#onStateChange?.(state);
    } catch (error) {
      this.#log.error("relay: onStateChange failed", error);
    }
  }
}
