/**
 * Interface between a relay and its store. Positions of deliveries count from 1 over all channels, and are
 * never used again. `test/relay/server/store-contract.ts` tests every store.
 */
import { describeKind } from "../../base/values.js";
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";

/** Keeps deliveries until they are too old, or too many. */
export interface RelayStore {
  /** Called before everything else, and again if it has failed. */
  open(): Promise<void>;

  /** Resolves once the delivery is stored as durably as the store promises. */
  append(channel: string, delivery: NewDelivery): Promise<void>;

  /** Returns the oldest delivery of a channel after a position. */
  next(channel: string, after: number): Promise<KeptDelivery | undefined>;

  /** Returns the newest delivery of a channel before a position. */
  previous(channel: string, before: number): Promise<KeptDelivery | undefined>;

  /** Returns a part of a body; `undefined` if the delivery was dropped. */
  readPiece(position: number, index: number): Promise<Uint8Array | undefined>;

  /** Lists the channels that have deliveries, the one with the newest delivery first. */
  channels(): Promise<readonly string[]>;

  /** Drops expired deliveries, and returns the state after that. */
  state(): Promise<StoreState>;

  close(): Promise<void>;
}

/** Delivery as a relay has received it. */
export interface NewDelivery {
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Everything but the body, as a JSON object. */
  readonly head: string;
  readonly encoding: BodyEncoding;
  /** The body, cut so that the pieces can be encoded one by one. */
  readonly pieces: readonly Uint8Array[];
  /** Bytes of the body. */
  readonly size: number;
}

/** Encoding of a body in JSON: as text if its bytes are UTF-8, otherwise in base64. */
export type BodyEncoding = "text" | "base64";

/** Delivery without its body. */
export interface KeptDelivery {
  readonly position: number;
  readonly head: string;
  readonly encoding: BodyEncoding;
  /** Number of pieces of the body. */
  readonly pieces: number;
  /** Bytes of the body. */
  readonly size: number;
}

export interface StoreState {
  /** Letters and digits. Ids of events contain it, so that ids of another store are recognized. */
  readonly name: string;
  /** Highest position so far; 0 if there is none. */
  readonly newest: number;
  /** Highest position that was dropped; 0 if there is none. */
  readonly dropped: number;
}

/** Limits of a store. Beyond them, the oldest deliveries are dropped. */
export interface RelayStoreLimits {
  /** Milliseconds. */
  readonly keepFor?: number | undefined;
  /** Bytes of all deliveries together. */
  readonly maxBytes?: number | undefined;
}

/** Bytes of a delivery besides its body and its head, roughly. */
const OVERHEAD = 512;

export function countBytes({ head, size }: Pick<NewDelivery, "head" | "size">): number {
  return OVERHEAD + head.length + size;
}

/**
 * Counts the bytes of a new delivery.
 * @throws RangeError if it is larger than the whole store may be.
 */
export function expectRoom(delivery: NewDelivery, maxBytes: number): number {
  const bytes = countBytes(delivery);
  if (bytes <= maxBytes) return bytes;
  throw new RangeError(`The delivery has ${bytes} bytes; expected at most ${maxBytes}.`);
}

/** Limits with their defaults. */
export type CheckedLimits = { readonly [Name in keyof RelayStoreLimits]-?: number };

const HOUR = 3_600_000;
const MIB = 1024 * 1024;

/** Limits of a store in memory. */
export const MEMORY_LIMITS: CheckedLimits = { keepFor: HOUR, maxBytes: 256 * MIB };

/** Limits of a store on a disk. */
export const DISK_LIMITS: CheckedLimits = { keepFor: 72 * HOUR, maxBytes: 2048 * MIB };

const LIMIT_NAMES: OptionNames<RelayStoreLimits> = { keepFor: true, maxBytes: true };

/**
 * Checks the limits of a store, and fills in its defaults.
 * @throws RangeError for a limit that is not a positive integer.
 */
export function expectLimits(limits: RelayStoreLimits, defaults: CheckedLimits): CheckedLimits {
  checkOptionNames(limits, LIMIT_NAMES);
  return {
    keepFor: expectLimit(limits.keepFor ?? defaults.keepFor, "`keepFor`"),
    maxBytes: expectLimit(limits.maxBytes ?? defaults.maxBytes, "`maxBytes`"),
  };
}

function expectLimit(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  const got = typeof value === "number" ? value : describeKind(value);
  throw new RangeError(`${what} is ${got}; expected a positive integer.`);
}

export function createStoreName(): string {
  return createRandomHex(8);
}

/** Returns `count` random bytes as hexadecimal digits. */
export function createRandomHex(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes the id of an event. */
export function formatPosition(name: string, position: number): string {
  return `${name}-${position}`;
}

/** Parses the id of an event; `undefined` for an id that this store has not made. */
export function readPosition(id: string, { name, newest }: StoreState): number | undefined {
  const [, store, digits] = /^(\w+)-(\d{1,15})$/.exec(id) ?? [];
  const position = Number(digits);
  return store === name && position <= newest ? position : undefined;
}
