/** Search for text in bodies, in slices: nothing waits long for one of them, and each may be the last. */
import type { StoreFilter } from "./store.js";

/** Deliveries of one page. */
const PAGE_SIZE = 1_000;

/** Milliseconds that a slice may take: the next one is smaller after a longer one. */
const SLICE_TIME = 50;
/** Bytes of the bodies of a slice. */
const FIRST_BYTES = 1024 * 1024;
const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** Searches for the text of a filter. Returns a filter without text, for the deliveries that match now. */
export async function replaceText(store: SearchedStore, filter: StoreFilter): Promise<StoreFilter> {
  if (filter.text === undefined) return filter;
  const keys = await searchText(store, filter);
  return { ...filter, text: undefined, before: undefined, keys };
}

/**
 * Finds the deliveries that match a filter with text, the newest first. Reads at least one body in a slice.
 * @param clock milliseconds.
 * @returns their keys.
 * @throws the reason of `filter.signal` when that is aborted, after the slice that runs.
 */
export async function searchText(
  store: SearchedStore,
  filter: StoreFilter,
  clock: () => number = () => performance.now(),
): Promise<readonly string[]> {
  const { text = "", limit = Infinity, signal, ...criteria } = filter;
  const found: string[] = [];
  let { before } = filter;
  let maxBytes = FIRST_BYTES;
  for (;;) {
    signal?.throwIfAborted();
    const page = await store.list({ ...criteria, before, limit: PAGE_SIZE });
    for (let start = 0; start < page.length;) {
      signal?.throwIfAborted();
      const keys = takeSlice(page, start, maxBytes);
      start += keys.length;
      const begin = clock();
      const matching = new Set(await store.match(keys, text));
      maxBytes = adaptBytes(maxBytes, clock() - begin);
      found.push(...keys.filter((key) => matching.has(key)));
      if (found.length >= limit) return found.slice(0, limit);
    }
    if (page.length < PAGE_SIZE) return found;
    before = page.at(-1)?.key;
  }
}

/** Takes the keys of the next slice: at least one, and as many as fit. */
function takeSlice(
  page: readonly SearchedDelivery[],
  start: number,
  maxBytes: number,
): readonly string[] {
  const keys: string[] = [];
  let bytes = 0;
  for (const { key, size } of page.slice(start)) {
    bytes += size;
    if (keys.length > 0 && bytes > maxBytes) break;
    keys.push(key);
  }
  return keys;
}

/** @param time milliseconds that the last slice took. */
function adaptBytes(bytes: number, time: number): number {
  if (time > SLICE_TIME) return Math.max(MIN_BYTES, bytes / 2);
  return time < SLICE_TIME / 2 ? Math.min(MAX_BYTES, bytes * 2) : bytes;
}

// ---- Types

/** Statements of a store, on a connection that nothing else uses. */
export interface SearchedStore {
  /** Lists deliveries that match a filter without text, the newest first. Reads no body. */
  list(filter: StoreFilter): Promise<readonly SearchedDelivery[]>;
  /** Returns those of the keys whose bodies contain the text, in any order. */
  match(keys: readonly string[], text: string): Promise<readonly string[]>;
}

export interface SearchedDelivery {
  readonly key: string;
  /** Size of the body, in bytes. */
  readonly size: number;
}
