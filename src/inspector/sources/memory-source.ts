/** Source that keeps deliveries in memory, as `dev` does. */
import { checkOptionNames, type OptionNames } from "../../base/nearest.js";
import { expectKey } from "../api-error.js";
import { hasText } from "./match-terms.js";
import { Slices } from "./slices.js";
import { findError } from "../row-text.js";
import { summarizePayload } from "../summary.js";
import { MAX_PARSED_FOR_NAMES, parseJson } from "./payload.js";
import type {
  InspectedDelivery,
  InspectorChange,
  InspectorFilter,
  InspectorSource,
} from "../types.js";

const MEMORY_OPTIONS: OptionNames<MemorySourceOptions> = {
  title: true,
  target: true,
  describe: true,
  resend: true,
  send: true,
  events: true,
  sample: true,
  reconcile: true,
  modules: true,
  replay: true,
  maxCount: true,
  maxBytes: true,
};

const DEFAULT_COUNT = 10_000;
const DEFAULT_BYTES = 256 * 1024 * 1024;

/**
 * Creates a source in memory.
 * @example
 * const deliveries = createMemorySource({ title: "dev", send });
 * const key = deliveries.add({ id, event, receivedAt: Date.now(), outcome: "running", attempts: 1, body });
 * deliveries.update(key, { outcome: "done", duration: 12 });
 */
export function createMemorySource(options: MemorySourceOptions = {}): MemorySource {
  checkOptionNames(options, MEMORY_OPTIONS);
  const { maxCount = DEFAULT_COUNT, maxBytes = DEFAULT_BYTES, replay, ...sourceOptions } = options;
  const memory = new Memory(maxCount, maxBytes);
  return {
    ...sourceOptions,
    list: (filter) => memory.list(filter),
    get: (key) => Promise.resolve(memory.get(key)),
    watch: (listener) => memory.watch(listener),
    add: (delivery) => memory.add(delivery),
    update: (key, change) => memory.update(key, change),
    ...(replay !== undefined && {
      replay: async (which: InspectorFilter) => {
        const found = await memory.list(
          which.keys === undefined ? { outcome: "dead", ...which } : which,
        );
        const results = await Promise.allSettled(
          found.toReversed().map((delivery) => replay(delivery)),
        );
        return results.filter(({ status }) => status === "fulfilled").length;
      },
    }),
  };
}

class Memory {
  readonly #maxCount: number;
  readonly #maxBytes: number;
  /** By key, the oldest first. */
  readonly #kept = new Map<string, InspectedDelivery>();
  readonly #listeners = new Set<(change: InspectorChange) => void>();
  #bytes = 0;
  #last = 0;

  constructor(maxCount: number, maxBytes: number) {
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  add(newDelivery: NewDelivery): string {
    const key = String(++this.#last);
    const size = newDelivery.size ?? newDelivery.body?.length ?? 0;
    const delivery = withSummary({ ...newDelivery, key, size });
    this.#kept.set(key, delivery);
    this.#bytes += delivery.body?.length ?? 0;
    this.#notify(delivery);
    this.#drop();
    return key;
  }

  update(key: string, change: Partial<NewDelivery>): void {
    const before = this.#kept.get(key);
    if (before === undefined) return;
    const size = change.size ?? change.body?.length ?? before.size;
    const after = withSummary({ ...before, ...change, key, size }, before);
    this.#bytes += (after.body?.length ?? 0) - (before.body?.length ?? 0);
    this.#kept.set(key, after);
    this.#notify(after);
    this.#drop();
  }

  get(key: string): InspectedDelivery | undefined {
    return this.#kept.get(key);
  }

  async list(filter: InspectorFilter): Promise<readonly InspectedDelivery[]> {
    const { limit = Infinity, text, signal } = filter;
    const slices = new Slices();
    const before = expectKey(filter.before);
    const end = before === undefined ? Infinity : Number(before);
    const found: InspectedDelivery[] = [];
    // Keys are consecutive numbers, so those that may be kept are known.
    const newest = Math.min(this.#last, end - 1);
    const dropped = this.#last - this.#maxCount;
    for (let number = newest; number > dropped; number--) {
      if (found.length >= limit || number < 1) break;
      if (text !== undefined) await slices.pause(signal);
      const delivery = this.#kept.get(String(number));
      if (delivery !== undefined && isMatch(delivery, filter)) found.push(delivery);
    }
    return found;
  }

  watch(listener: (change: InspectorChange) => void): () => void {
    // Wrapped: a set holds a function once, but a listener may be passed twice.
    const wrapped = (change: InspectorChange): void => listener(change);
    this.#listeners.add(wrapped);
    return () => this.#listeners.delete(wrapped);
  }

  #notify(change: InspectorChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Drops the oldest deliveries while there are too many; never the last one. */
  #drop(): void {
    for (const [key, { body }] of this.#kept) {
      const isFull = this.#kept.size > this.#maxCount || this.#bytes > this.#maxBytes;
      if (!isFull || this.#kept.size === 1) return;
      this.#kept.delete(key);
      this.#bytes -= body?.length ?? 0;
    }
  }
}

/**
 * Adds the summary and the error that the row of a delivery shows.
 * @param before the delivery before a change.
 */
function withSummary(delivery: InspectedDelivery, before?: InspectedDelivery): InspectedDelivery {
  const { body, payload, event, size } = delivery;
  const isSame = before !== undefined && before.body === body && before.payload === payload;
  const parse = () => payload ?? (size > MAX_PARSED_FOR_NAMES ? undefined : parseJson(body));
  const summary = isSame ? before.summary : summarizePayload(parse(), event);
  return { ...delivery, summary, error: findError(delivery) };
}

/** True if a delivery matches the whole filter. Text is searched in its headers, its body and its payload. */
export function isMatch(delivery: InspectedDelivery, filter: InspectorFilter): boolean {
  const { since = -Infinity, until = Infinity, keys, text, hiddenHeaders } = filter;
  const isSame = (["event", "action", "outcome", "id"] as const).every(
    (name) => filter[name] === undefined || filter[name] === delivery[name],
  );
  const { receivedAt } = delivery;
  if (!isSame || receivedAt < since || receivedAt >= until) return false;
  if (keys?.includes(delivery.key) === false) return false;
  if (text === undefined) return true;
  const { body, payload, headers } = delivery;
  const shown = headers?.filter(([name]) => hiddenHeaders?.has(name.toLowerCase()) !== true);
  return hasText({ body, payload, headers: shown }, text);
}

// ---- Types

export interface MemorySourceOptions extends Partial<
  Omit<InspectorSource, "list" | "get" | "watch" | "replay">
> {
  /** Called with each delivery to handle again. */
  readonly replay?: ((delivery: InspectedDelivery) => Promise<unknown>) | undefined;
  /** Maximum number of deliveries; the oldest go first. Default: 10,000. */
  readonly maxCount?: number | undefined;
  /** Maximum size of all bodies together. Default: 256 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Source to which the program adds deliveries. */
export interface MemorySource extends InspectorSource {
  /** Adds a delivery, which becomes the newest. Returns its key. */
  add(delivery: NewDelivery): string;
  /** Changes a delivery: once it is handled, for example. Does nothing if it is not kept any more. */
  update(key: string, change: Partial<NewDelivery>): void;
}

export type NewDelivery = Omit<InspectedDelivery, "key" | "size"> & { readonly size?: number };
