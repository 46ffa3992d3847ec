/** The options of the relay server, checked and with their defaults. */
import { sha256, isEqualText } from "#platform";
import {
  expectInteger,
  expectMethods,
  isText,
  quote,
  readOptions,
  unexpected,
} from "../../base/expect.js";
import type { OptionNames } from "../../base/nearest.js";
import { readLog } from "../../receive/webhooks/log.js";
import type { Log, SafeLog } from "../../receive/webhooks/types.js";
import type { DeliverySettings } from "./delivery.js";
import { openMemoryRelayStore } from "./memory-store.js";
import type { RelayStore } from "./store.js";

/** Options of {@link createRelayServer}. Times are milliseconds, sizes are bytes. */
export interface RelayServerOptions {
  /** Keeps the deliveries. Default: a store in memory with its default limits. */
  readonly store?: RelayStore | undefined;
  /**
   * Names of the channels. By default, every name that `createChannel` could have made is a channel, and no
   * other.
   */
  readonly channels?: readonly string[] | undefined;
  /** Needed to follow a channel, as `authorization: Bearer <token>`. Sending needs none. */
  readonly token?: string | undefined;
  /** Time between two signs of life on a quiet stream. Default: 5,000. */
  readonly heartbeat?: number | undefined;
  /** Largest body of a delivery. Default: 25 MiB. */
  readonly maxBodySize?: number | undefined;
  /**
   * Bytes of all bodies together that are being received and stored; from `maxBodySize`. Beyond them,
   * deliveries are answered with 503. Default: 256 MiB.
   */
  readonly maxBytesAtOnce?: number | undefined;
  /** Longest time for a body to arrive. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
  /** Time after which a follower that takes nothing is disconnected. Default: 60,000. */
  readonly stallTimeout?: number | undefined;
  /** Default: 5,000. */
  readonly maxFollowers?: number | undefined;
  /** Gets the errors of the store. Default: the console. */
  readonly log?: Log | undefined;
}

/** Checked options, with their defaults. */
export interface RelayServerSettings extends DeliverySettings {
  readonly store: RelayStore;
  readonly isChannel: (name: string) => boolean;
  readonly heartbeat: number;
  readonly stallTimeout: number;
  readonly maxFollowers: number;
  readonly maxBytesAtOnce: number;
  readonly log: SafeLog;
}

const MIB = 1024 * 1024;

const SERVER_OPTIONS: OptionNames<RelayServerOptions> = {
  store: true,
  channels: true,
  token: true,
  heartbeat: true,
  maxBodySize: true,
  maxBytesAtOnce: true,
  bodyTimeout: true,
  stallTimeout: true,
  maxFollowers: true,
  log: true,
};

/** Checks the options of {@link createRelayServer} and fills in the defaults. */
export function readRelayServerSettings(options: RelayServerOptions): RelayServerSettings {
  const checked = readOptions(options, "The options argument", "an object", SERVER_OPTIONS);
  const { store, channels, token, heartbeat = 5_000, bodyTimeout = 30_000 } = checked;
  const { stallTimeout = 60_000, maxFollowers = 5_000, maxBodySize = 25 * MIB } = checked;
  const size = expectInteger(maxBodySize, "`maxBodySize`");
  const { maxBytesAtOnce = Math.max(256 * MIB, size) } = checked;
  return {
    store: store === undefined ? openMemoryRelayStore() : expectRelayStore(store),
    isChannel: createChannelTest(channels),
    isAllowed: createTokenTest(token),
    token,
    heartbeat: expectInteger(heartbeat, "`heartbeat`"),
    maxBodySize: size,
    maxBytesAtOnce: expectInteger(maxBytesAtOnce, "`maxBytesAtOnce`", size),
    bodyTimeout: expectInteger(bodyTimeout, "`bodyTimeout`"),
    stallTimeout: expectInteger(stallTimeout, "`stallTimeout`"),
    maxFollowers: expectInteger(maxFollowers, "`maxFollowers`"),
    log: readLog(checked.log),
  };
}

const RELAY_STORE_METHODS = [
  "open",
  "append",
  "next",
  "previous",
  "readPiece",
  "state",
  "close",
] as const;

function expectRelayStore(store: unknown): RelayStore {
  const expected = "a store such as `openMemoryRelayStore()`";
  return expectMethods<RelayStore>(store, "`store`", RELAY_STORE_METHODS, expected);
}

/** Matches the names that `createChannel` makes. */
const RANDOM_NAME = /^[0-9a-f]{32}$/;

/** Matches names that a path contains without escapes. */
const LISTED_NAME = /^[\w.~-]{1,256}$/;

function createChannelTest(channels: readonly string[] | undefined): (name: string) => boolean {
  if (channels === undefined) return (name) => RANDOM_NAME.test(name);
  if (!Array.isArray(channels)) throw unexpected(channels, "`channels`", "an array of names");
  for (const name of channels as readonly unknown[]) {
    if (typeof name === "string" && LISTED_NAME.test(name) && !/^\.{1,2}$/.test(name)) continue;
    const expected = "1 to 256 letters, digits and `-._~`";
    if (!isText(name)) throw unexpected(name, "A name in `channels`", expected);
    throw new TypeError(`A name in \`channels\` is ${quote(name)}; expected ${expected}.`);
  }
  const names = new Set(channels);
  return (name) => names.has(name);
}

/** Compares digests in constant time, which reveals neither the token nor its length. */
function createTokenTest(token: unknown): (authorization: string | null) => boolean {
  if (token === undefined) return () => true;
  if (!isText(token) || !/^[\x21-\x7e]+$/.test(token)) {
    throw unexpected(token, "`token`", "text of visible ASCII characters");
  }
  const expected = sha256(`bearer ${token}`);
  return (authorization) => {
    const credentials = (authorization ?? "").replace(/^bearer +/i, "bearer ");
    return isEqualText(sha256(credentials), expected);
  };
}
