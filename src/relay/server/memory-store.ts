/** Keeps the deliveries of a relay server in memory, and drops the oldest beyond the limits. */
import {
  countBytes,
  type CheckedLimits,
  createStoreName,
  expectLimits,
  expectRoom,
  MEMORY_LIMITS,
  type KeptDelivery,
  type NewDelivery,
  type RelayStore,
  type RelayStoreLimits,
  type StoreState,
} from "./store.js";

/**
 * Keeps deliveries in memory, until the process ends: by default for an hour, and 256 MiB of them.
 * @example
 * const relay = createRelayServer({ store: openMemoryRelayStore({ keepFor: 600_000 }) });
 * @throws RangeError for a limit that is not a positive integer.
 */
export function openMemoryRelayStore(limits: RelayStoreLimits = {}): RelayStore {
  return new MemoryRelayStore(expectLimits(limits, MEMORY_LIMITS));
}

class MemoryRelayStore implements RelayStore {
  readonly #keepFor: number;
  readonly #maxBytes: number;
  /** All deliveries by position, the oldest first. */
  readonly #entries = new Map<number, ChannelEntry>();
  /** Positions of each channel, the oldest first. */
  readonly #channels = new Map<string, number[]>();
  #name = "";
  #newest = 0;
  #dropped = 0;
  #bytes = 0;

  constructor({ keepFor, maxBytes }: CheckedLimits) {
    this.#keepFor = keepFor;
    this.#maxBytes = maxBytes;
  }

  async open(): Promise<void> {
    this.#name ||= createStoreName(); // kept when the store is opened again
    await Promise.resolve();
  }

  async append(channel: string, delivery: NewDelivery): Promise<void> {
    const bytes = expectRoom(delivery, this.#maxBytes);
    const position = ++this.#newest;
    this.#entries.set(position, { ...delivery, channel });
    this.#bytes += bytes;
    const positions = this.#channels.get(channel);
    if (positions === undefined) this.#channels.set(channel, [position]);
    else positions.push(position);
    this.#dropOld(delivery.receivedAt);
    await Promise.resolve();
  }

  next(channel: string, after: number): Promise<KeptDelivery | undefined> {
    const positions = this.#list(channel);
    return Promise.resolve(this.#find(positions[findAfter(positions, after)]));
  }

  previous(channel: string, before: number): Promise<KeptDelivery | undefined> {
    const positions = this.#list(channel);
    return Promise.resolve(this.#find(positions[findAfter(positions, before - 1) - 1]));
  }

  readPiece(position: number, index: number): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.#entries.get(position)?.pieces[index]);
  }

  channels(): Promise<readonly string[]> {
    this.#dropOld(Date.now());
    const newest = ([, positions]: readonly [string, readonly number[]]) => positions.at(-1) ?? 0;
    const sorted = [...this.#channels].sort((left, right) => newest(right) - newest(left));
    return Promise.resolve(sorted.map(([channel]) => channel));
  }

  state(): Promise<StoreState> {
    this.#dropOld(Date.now());
    return Promise.resolve({ name: this.#name, newest: this.#newest, dropped: this.#dropped });
  }

  async close(): Promise<void> {
    this.#entries.clear();
    this.#channels.clear();
    this.#bytes = 0;
    await Promise.resolve();
  }

  /** Lists the positions of a channel that are left once expired deliveries are dropped. */
  #list(channel: string): readonly number[] {
    this.#dropOld(Date.now());
    return this.#channels.get(channel) ?? [];
  }

  #find(position = 0): KeptDelivery | undefined {
    const entry = this.#entries.get(position);
    if (entry === undefined) return undefined;
    const { head, encoding, pieces, size } = entry;
    return { position, head, encoding, pieces: pieces.length, size };
  }

  /** Drops the oldest deliveries while they are expired, or too many bytes are kept. */
  #dropOld(now: number): void {
    for (const [position, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes && entry.receivedAt >= now - this.#keepFor) return;
      this.#entries.delete(position);
      this.#bytes -= countBytes(entry);
      this.#dropped = position;
      const positions = this.#channels.get(entry.channel);
      positions?.shift(); // the oldest of all is the oldest of its channel
      if (positions?.length === 0) this.#channels.delete(entry.channel);
    }
  }
}

/** Finds the index of the first position after another one, in ascending positions. */
function findAfter(positions: readonly number[], after: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface ChannelEntry extends NewDelivery {
  readonly channel: string;
}
