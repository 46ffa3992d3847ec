/** The relay as a Cloudflare Worker: one Durable Object takes all requests, and keeps deliveries in its SQLite. */
import type { SqlValue } from "../../inbox/sqlite/engine-differences.js";
import type { RelayServerOptions } from "./options.js";
import { createRelayServer, type RelayServer } from "./relay-server.js";
import { type RelayDatabase, SqlRelayStore } from "./sql-store.js";
import {
  type CheckedLimits,
  DISK_LIMITS,
  expectLimits,
  type NewDelivery,
  type RelayStore,
  type RelayStoreLimits,
} from "./store.js";

const MIB = 1024 * 1024;

/** An object has 128 MB of memory. A body takes twice its bytes while it is received. */
const MAX_BYTES_AT_ONCE = 32 * MIB;

/** A follower that reads slowly takes up to 100 kB of this memory. */
const MAX_FOLLOWERS = 500;

/**
 * Creates the two exports of a relay on Cloudflare: the class of the Durable Object that keeps deliveries, and the
 * worker that passes all requests to one object of it, through the binding `RELAY`. It is one object for all
 * channels, because an object is paid for as long as anybody follows it.
 * @param configure returns the options, of the variables and secrets that the worker has.
 * @example
 * const { Relay, worker } = createRelayWorker<Env>((env) => ({ token: env.RELAY_TOKEN }));
 * export { Relay, worker as default };
 */
export function createRelayWorker<Bindings extends RelayBindings = RelayBindings>(
  configure: (bindings: Bindings) => RelayWorkerOptions = () => ({}),
): RelayWorker<Bindings> {
  class Relay implements RelayObject {
    readonly #store: DurableRelayStore;
    readonly #relay: RelayServer;

    constructor({ storage }: RelayObjectContext, bindings: Bindings) {
      const { keepFor, maxBytes, ...options } = configure(bindings);
      this.#store = openDurableRelayStore(storage, { keepFor, maxBytes });
      const { maxFollowers = MAX_FOLLOWERS, maxBodySize } = options;
      const { maxBytesAtOnce = Math.max(MAX_BYTES_AT_ONCE, maxBodySize ?? 0) } = options;
      const store = this.#store;
      this.#relay = createRelayServer({ ...options, store, maxFollowers, maxBytesAtOnce });
    }

    fetch(request: Request): Promise<Response> {
      return this.#relay.fetch(request);
    }

    alarm(): Promise<void> {
      return this.#store.alarm();
    }
  }
  const worker = {
    fetch: async (request: Request, { RELAY }: Bindings): Promise<Response> =>
      RELAY.get(RELAY.idFromName("relay")).fetch(request),
  };
  return { Relay, worker };
}

/**
 * Keeps deliveries in the SQLite of a Durable Object, by default for three days, and 2 GiB of them. The object
 * calls `alarm()` of the store in its own.
 * @param storage `ctx.storage` of an object whose class is in `new_sqlite_classes`.
 * @throws RangeError for a limit that is not a positive integer.
 */
export function openDurableRelayStore(
  storage: DurableStorage,
  limits: RelayStoreLimits = {},
): DurableRelayStore {
  return new DurableStore(storage, expectLimits(limits, DISK_LIMITS));
}

const HOUR = 3_600_000;

/** Deletes expired deliveries by an alarm, so that an object that nobody asks anything gets empty. */
class DurableStore extends SqlRelayStore implements DurableRelayStore {
  readonly #storage: DurableStorage;
  readonly #limits: CheckedLimits;
  #alarm: "none" | "set" = "none";

  constructor(storage: DurableStorage, limits: CheckedLimits) {
    super(() => Promise.resolve(openDatabase(storage)), limits);
    this.#storage = storage;
    this.#limits = limits;
  }

  override async open(): Promise<void> {
    await super.open();
    this.#alarm = (await this.#storage.getAlarm()) === null ? "none" : "set";
    await this.#setAlarm();
  }

  override async append(channel: string, delivery: NewDelivery): Promise<void> {
    await super.append(channel, delivery);
    await this.#setAlarm();
  }

  async alarm(): Promise<void> {
    await super.open(); // the alarm may have started the object
    this.dropExpired();
    this.#alarm = "none"; // it has gone off
    await this.#setAlarm();
  }

  /** One alarm for all that expires within an hour: each one is paid for. */
  async #setAlarm(): Promise<void> {
    const oldest = this.findOldest();
    if (this.#alarm === "set" || oldest === undefined) return;
    this.#alarm = "set";
    const { keepFor } = this.#limits;
    await this.#storage.setAlarm(oldest + keepFor + Math.min(keepFor, HOUR));
  }
}

function openDatabase(storage: DurableStorage): RelayDatabase {
  const { sql } = storage;
  const all = (query: string, ...values: readonly SqlValue[]) =>
    sql.exec(query, ...values.map(toBinding)).toArray();
  return {
    all,
    run: (query, ...values) => void all(query, ...values),
    transact: (work) => storage.transactionSync(work),
    close: () => Promise.resolve(), // the platform closes it with the object
  };
}

function toBinding(value: SqlValue): SqlBinding {
  return value instanceof Uint8Array ? value.slice().buffer : value;
}

// ---- Types

/** Options of {@link createRelayWorker}: those of a relay, and the limits of its store. */
export interface RelayWorkerOptions extends Omit<RelayServerOptions, "store">, RelayStoreLimits {}

/** Exports of a relay's worker. */
export interface RelayWorker<Bindings> {
  /** Class of the Durable Object. Export it by the name that `wrangler.jsonc` has in `class_name`. */
  readonly Relay: new (context: RelayObjectContext, bindings: Bindings) => RelayObject;
  /** Default export of the module. */
  readonly worker: {
    readonly fetch: (request: Request, bindings: Bindings) => Promise<Response>;
  };
}

/** Durable Object that is a relay. */
export interface RelayObject {
  fetch(request: Request): Promise<Response>;
  alarm(): Promise<void>;
}

/** Bindings of a relay's worker; others are for its options. */
export interface RelayBindings {
  readonly RELAY: {
    idFromName(name: string): object;
    get(id: object): { fetch(request: Request): Promise<Response> };
  };
}

/** State of a Durable Object, as far as a relay uses it. */
export interface RelayObjectContext {
  readonly storage: DurableStorage;
}

/** Storage of a Durable Object, as far as a relay uses it. */
export interface DurableStorage {
  readonly sql: {
    exec(query: string, ...bindings: SqlBinding[]): { toArray(): Record<string, unknown>[] };
  };
  transactionSync<Result>(work: () => Result): Result;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

type SqlBinding = string | number | null | ArrayBuffer;

/** Store in a Durable Object. */
export interface DurableRelayStore extends RelayStore {
  /** Deletes what has expired. Call it in `alarm()` of the object: the store sets the alarms. */
  alarm(): Promise<void>;
}
