/**
 * The relay server: takes a service's requests at `/<channel>` and sends each to all followers of that
 * channel. A follower that was away gets the ones that it missed.
 */
import { type AnswerCode, createResponse } from "./answers.js";
import { Bells } from "./bells.js";
import { createChannelView, type RelayChannel } from "./channel.js";
import { type BodyRoom, isDeliveryFault, receiveDelivery } from "./delivery.js";
import { findStart } from "./find-start.js";
import { streamChannel } from "./follow.js";
import {
  readRelayServerSettings,
  type RelayServerOptions,
  type RelayServerSettings,
} from "./options.js";
import { createRandomHex, type NewDelivery } from "./store.js";

/** Relay that stores deliveries, and streams them to the followers of their channel. */
export interface RelayServer {
  /**
   * Answers a request; never rejects. Needs no `this`, so that `export default relay` is a server on
   * Deno and Bun.
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Returns a view of a channel, for a page that shows it; `undefined` if there is no such channel. Checks
   * no token.
   */
  readonly channel: (name: string) => RelayChannel | undefined;
  /** Ends all streams, refuses further requests, and closes the store. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a relay (contract D.10–D.18). A request with a body to `/<channel>` is a delivery: it is
 * stored, then answered with 202. `GET /<channel>` is answered with a stream of server-sent events,
 * which `connectRelay` follows.
 * @example
 * const relay = createRelayServer({ store: openSqliteRelayStore("relay.db") });
 * createServer(createRelayListener(relay)).listen(8080);
 * @throws TypeError for an option of the wrong type, and for a channel whose name cannot be one.
 * @throws RangeError for a number that is out of range.
 */
export function createRelayServer(options: RelayServerOptions = {}): RelayServer {
  const server = new ChannelServer(readRelayServerSettings(options));
  return {
    fetch: (request) => server.answer(request),
    channel: (name) => server.channel(name),
    close: () => server.close(),
  };
}

/**
 * Creates the name of a channel: 128 random bits, as 32 hexadecimal digits. Anyone who knows the name can
 * send deliveries to the channel and, unless the relay asks for a token, follow it.
 * @example
 * const address = `https://relay.example/${createChannel()}`;
 */
export function createChannel(): string {
  return createRandomHex(16);
}

const DELIVERY_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

class ChannelServer {
  readonly #settings: RelayServerSettings;
  readonly #bells = new Bells();
  /** Bytes of all bodies that are being received and stored. */
  #bytesHeld = 0;
  #state: "open" | "closed" = "open";
  #opening: Promise<void> | undefined;

  constructor(settings: RelayServerSettings) {
    this.#settings = settings;
  }

  async answer(request: Request): Promise<Response> {
    try {
      return await this.#route(request);
    } catch (error) {
      this.#settings.log.error("relay server: the store failed", error);
      return createResponse("STORE_FAILED");
    }
  }

  channel(name: string): RelayChannel | undefined {
    if (!this.#settings.isChannel(name)) return undefined;
    const { store, log } = this.#settings;
    return createChannelView({
      name,
      store,
      log,
      open: () => this.#open(),
      append: (delivery) => this.#append(name, delivery),
      register: () => this.#bells.add(name, "page"),
      countFollowers: () => this.#bells.countFollowers(name),
    });
  }

  async close(): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#bells.endAll();
    await this.#opening?.catch(() => undefined);
    await this.#settings.store.close();
  }

  async #route(request: Request): Promise<Response> {
    if (this.#state === "closed") return createResponse("CLOSED");
    const target = readTarget(request.url);
    if (target === undefined || !this.#settings.isChannel(target.channel))
      return createResponse("NOT_FOUND");
    if (request.method === "GET") return this.#follow(request, target);
    if (DELIVERY_METHODS.has(request.method)) return this.#receive(request, target);
    return createResponse("METHOD_NOT_ALLOWED");
  }

  async #receive(request: Request, target: Target): Promise<Response> {
    let held = 0;
    const take = (bytes: number): boolean => {
      if (this.#bytesHeld + bytes > this.#settings.maxBytesAtOnce) return false;
      this.#bytesHeld += bytes;
      held += bytes;
      return true;
    };
    try {
      return createResponse(await this.#receiveWithin({ take }, request, target));
    } finally {
      this.#bytesHeld -= held;
    }
  }

  async #receiveWithin(
    room: BodyRoom,
    request: Request,
    { channel, path, query }: Target,
  ): Promise<AnswerCode> {
    const delivery = await receiveDelivery(request, { path, query }, this.#settings, room);
    if (isDeliveryFault(delivery)) return delivery;
    await this.#open();
    await this.#append(channel, delivery);
    return "STORED";
  }

  async #append(channel: string, delivery: NewDelivery): Promise<void> {
    await this.#settings.store.append(channel, delivery);
    this.#bells.ring(channel);
  }

  async #follow(request: Request, { channel, path, query }: Target): Promise<Response> {
    if (path !== "" || query !== "") return createResponse("NO_CHALLENGES");
    if (!this.#settings.isAllowed(request.headers.get("authorization")))
      return createResponse("UNAUTHORIZED");
    if (this.#bells.followers >= this.#settings.maxFollowers)
      return createResponse("TOO_MANY_FOLLOWERS");
    await this.#open();
    const bell = this.#bells.add(channel, "follower");
    try {
      const { store } = this.#settings;
      const start = await findStart(store, channel, request.headers.get("last-event-id"));
      const body = streamChannel({ channel, start, bell, ...this.#settings });
      return new Response(body, { headers: STREAM_HEADERS });
    } catch (error) {
      bell.end();
      throw error;
    }
  }

  /** Opens the store at the first request: some platforms allow no randomness and no files before. */
  #open(): Promise<void> {
    this.#opening ??= this.#settings.store.open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // Makes nginx, and proxies that follow its rules, pass on each event at once.
  "x-accel-buffering": "no",
  "x-content-type-options": "nosniff",
};

function readTarget(address: string): Target | undefined {
  const { pathname, search } = new URL(address);
  const [, channel, path = ""] = /^\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
  return channel === undefined ? undefined : { channel, path, query: search.slice(1) };
}

// ---- Types

/** Channel of a request, with the path below it and the query, which some services sign. */
interface Target {
  readonly channel: string;
  /** Empty, or begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}
