/** The client of a relay: connects, reads the stream, and connects again until it is closed. */
import { encodeEventId, type StreamEvent } from "../base/event-stream.js";
import type { WebhooksInstance } from "../receive/webhooks/receiver.js";
import { ignore } from "../receive/webhooks/dispatch/thenables.js";
import { ANNOUNCEMENT, type Announcement, readAnnouncement } from "./announcement.js";
import { Deliveries } from "./deliveries.js";
import { isRetried, RelayError, toRelayError } from "./errors.js";
import { followStream, type StreamReader } from "./stream.js";
import { parseMessage } from "./message.js";
import {
  readRelaySettings,
  type RelayOptions,
  type RelaySettings,
  type RelayState,
} from "./options.js";
import { Backoff } from "./backoff.js";
import { Lifetime } from "./lifetime.js";

/** Connection to a relay. */
export interface RelayConnection {
  readonly state: RelayState;
  /** Id of the last event; the empty string before the first one. Its delivery may still be handled. */
  readonly lastEventId: string;
  /**
   * Resolves at the first connection. If that fails for a reason that will not go away
   * (`RELAY_REFUSED`, `RELAY_NOT_A_STREAM`, `RELAY_REDIRECTED` or `RELAY_GONE`), the client gives up:
   * `ready` rejects with a {@link RelayError}, and `closed` resolves. After any other error the
   * client tries again, and `ready` stays pending. If the client is closed before the first
   * connection, `ready` rejects with `RELAY_CLOSED`.
   */
  readonly ready: Promise<void>;
  /** Resolves once the connection is closed for good, for any reason; never rejects. */
  readonly closed: Promise<void>;
  /**
   * Stops at once: no further delivery is started, and forwarding is aborted. Resolves when the
   * connection holds no socket and no timer. It does not wait for running handlers, which continue,
   * so that a handler may wait for `close()`.
   */
  close(): Promise<void>;
}

/**
 * Follows a webhook relay's server-sent event stream and hands each delivery to the toolkit
 * (contract D.1–D.7). It is meant for development on a machine that the service itself cannot reach.
 *
 * Connects again after an error, until it is closed or the relay answers 410. Before the first
 * connection, more errors are final: see {@link RelayConnection.ready}. Messages that are not
 * deliveries are logged and skipped. At most 20 deliveries are handled at once; the stream is not read
 * further until one of them is done.
 * @example
 * const relay = connectRelay(webhooks, { url: "https://relay.example/my-channel" });
 * await relay.ready;
 * process.once("SIGINT", () => void relay.close());
 * await relay.closed;
 * @throws TypeError for an argument or an option of the wrong type, for an address that is not
 * http(s) or holds credentials, and for headers that cannot be sent.
 * @throws RangeError for a time, a size or a count that is out of range.
 */
export function connectRelay(webhooks: WebhooksInstance, options: RelayOptions): RelayConnection {
  const settings = readRelaySettings(webhooks, options);
  const relay = new Relay(settings);
  const { signal } = settings;
  const close = (): void => void relay.close();
  signal?.addEventListener("abort", close, { once: true });
  void relay.closed.then(() => signal?.removeEventListener("abort", close));
  if (signal?.aborted === true) close();
  return relay;
}

const DEFAULT_IDLE_TIMEOUT = 60_000;
/** Longest idle timeout that a relay can ask for: it could be silent for ever otherwise. */
const MAX_IDLE_TIMEOUT = 600_000;
/** Least time for the answer of a relay that sends signs of life more often. */
const CONNECT_TIMEOUT = 10_000;

const REPLAYS_ALL =
  "the relay does not know the last delivery that came from it. It sends all that it keeps, which may " +
  "repeat some, and others may be missing.";
const INCOMPLETE =
  "the relay no longer keeps all deliveries since the last one that came; some may be missing.";

class Relay implements RelayConnection {
  readonly closed: Promise<void>;
  readonly #ready = createDeferred();
  readonly #settings: RelaySettings;
  readonly #lifetime = new Lifetime();
  readonly #deliveries: Deliveries;
  readonly #backoff: Backoff;
  readonly #reader: StreamReader;
  #state: RelayState = "connecting";
  /** As `encodeEventId` returns it: each character is one byte of the id in UTF-8, as `fetch` sends headers. */
  #lastEventId: string;
  #lastError: RelayError | undefined;
  #openedAt: number | undefined;
  #announcement: Announcement | undefined;
  #hasBeenConnected = false;

  constructor(settings: RelaySettings) {
    this.#settings = settings;
    this.#lastEventId = settings.lastEventId;
    this.#deliveries = new Deliveries(settings, this.#lifetime);
    this.#backoff = new Backoff(settings);
    this.#reader = this.#createReader();
    this.ready.catch(ignore); // A rejection that is not awaited must not end the process.
    this.closed = this.#run();
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get state(): RelayState {
    return this.#state;
  }

  get lastEventId(): string {
    const bytes = Uint8Array.from(this.#lastEventId, (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes); // the inverse of `encodeEventId`
  }

  close(): Promise<void> {
    this.#lifetime.end();
    return this.closed;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // Lets `close()` in the same tick prevent the first request.
    while (!this.#lifetime.hasEnded()) await this.#connectOnce();
    await this.#deliveries.forwarded();
    this.#enter("closed");
    if (!this.#hasBeenConnected) this.#ready.reject(this.#createClosedError());
  }

  async #connectOnce(): Promise<void> {
    const error = await this.#follow();
    if (this.#lifetime.hasEnded()) return;
    this.#lastError = error;
    if (isRetried(error, this.#hasBeenConnected)) await this.#wait(error);
    else this.#giveUp(error);
  }

  /** Connects, reads the stream to its end, and returns the reason for the end. */
  async #follow(): Promise<RelayError> {
    this.#openedAt = undefined;
    try {
      await followStream(this.#settings, this.#lastEventId, this.#reader, this.#lifetime);
      return new RelayError("RELAY_ENDED", "The relay ended the stream.");
    } catch (error) {
      return toRelayError(error);
    } finally {
      this.#settleBackoff();
    }
  }

  #settleBackoff(): void {
    if (this.#openedAt !== undefined) this.#backoff.settle(performance.now() - this.#openedAt);
  }

  async #wait({ code, message }: RelayError): Promise<void> {
    this.#enter("connecting");
    const delay = Math.round(this.#backoff.next());
    this.#settings.log.warn(`relay: ${code}: ${message} Connecting again in ${delay} ms.`);
    await this.#lifetime.sleep(delay);
  }

  #giveUp(error: RelayError): void {
    this.#settings.log.error(`relay: ${error.code}: ${error.message} Closed.`);
    this.#ready.reject(error);
    void this.close();
  }

  #createClosedError(): RelayError {
    const message = "The relay was closed before it was connected.";
    const cause = this.#lastError;
    return new RelayError("RELAY_CLOSED", message, cause === undefined ? {} : { cause });
  }

  #createReader(): StreamReader {
    return {
      onOpen: () => this.#open(),
      idleTimeout: () => this.#readIdleTimeout(),
      onEvent: (event) => this.#receive(event),
      onTooLarge: () => this.#skip(),
      onId: (id) => this.#remember(id),
      onRetry: (delay) => this.#backoff.suggest(delay),
      room: () => this.#deliveries.room(),
    };
  }

  #open(): void {
    this.#openedAt = performance.now();
    const { log, url } = this.#settings;
    // A warning, because the loss of the connection was logged as one.
    if (this.#hasBeenConnected) log.warn(`relay: connected again to ${url.origin}`);
    else log.info(`relay: connected to ${url.origin}`);
    this.#hasBeenConnected = true;
    this.#enter("open");
    this.#ready.resolve();
  }

  /** Allows one missed sign of life, unless the option `idleTimeout` is set (contract D.2). */
  #readIdleTimeout(): number {
    const { idleTimeout } = this.#settings;
    if (idleTimeout !== undefined || this.#announcement === undefined)
      return idleTimeout ?? DEFAULT_IDLE_TIMEOUT;
    const announced = Math.min(2 * this.#announcement.heartbeat, MAX_IDLE_TIMEOUT);
    return this.#state === "open" ? announced : Math.max(announced, CONNECT_TIMEOUT);
  }

  #announce(data: string): void {
    const announcement = readAnnouncement(data);
    if (announcement === undefined) return;
    this.#announcement = announcement;
    const { log } = this.#settings;
    if (announcement.replay === "all") log.warn(`relay: ${REPLAYS_ALL}`);
    else if (!announcement.complete) log.warn(`relay: ${INCOMPLETE}`);
  }

  #receive({ event = "message", data }: StreamEvent): void {
    if (event === ANNOUNCEMENT) this.#announce(data);
    if (event !== "message") return;
    const message = parseMessage(data, this.#settings.source);
    if (message.kind === "delivery") this.#deliveries.add(message.delivery);
    else this.#settings.log.warn(`relay: message skipped: ${message.fault}`);
  }

  #skip(): void {
    const { log, maxMessageSize } = this.#settings;
    log.warn(`relay: message skipped: it is larger than ${maxMessageSize} characters`);
  }

  #remember(id: string): void {
    this.#lastEventId = encodeEventId(id) ?? this.#lastEventId;
    this.#deliveries.pass(id);
  }

  #enter(state: RelayState): void {
    if (state === this.#state) return;
    this.#state = state;
    void this.#notify(state);
  }

  async #notify(state: RelayState): Promise<void> {
    try {
      await this.#settings.onStateChange?.(state);
    } catch (error) {
      this.#settings.log.error("relay: onStateChange failed", error);
    }
  }
}

/**
 * Creates a promise with the functions that settle it. `Promise.withResolvers` is newer than the oldest Node that is
 * supported.
 */
export function createDeferred(): Deferred {
  let resolve!: Deferred["resolve"];
  let reject!: Deferred["reject"];
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}
