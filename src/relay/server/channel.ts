/** A channel as the program sees it that runs the relay server: lists, watches and repeats its deliveries. */
import type { SafeLog } from "../../receive/webhooks/types.js";
import type { Bell } from "./bell.js";
import { joinBytes } from "./delivery.js";
import type { KeptDelivery, NewDelivery, RelayStore } from "./store.js";

/** Creates the view of a channel over the store and the followers of its server. */
export function createChannelView(parts: ChannelParts): RelayChannel {
  const { name, store, open, append, register, countFollowers, log } = parts;
  const findKept = async (key: string): Promise<KeptDelivery | undefined> => {
    await open();
    const position = readKey(key);
    const kept = await store.next(name, position - 1);
    return kept?.position === position ? kept : undefined;
  };
  return {
    name,
    previous: async (key) => {
      await open();
      const before = key === undefined ? Number.MAX_SAFE_INTEGER : readKey(key);
      const kept = await store.previous(name, before);
      return kept && toChannelDelivery(kept);
    },
    find: async (key) => {
      const kept = await findKept(key);
      return kept && toChannelDelivery(kept);
    },
    readBody: async (key) => {
      const kept = await findKept(key);
      const pieces = kept && (await readBodyPieces(store, kept));
      return pieces && joinBytes(pieces);
    },
    watch: (listener) => {
      const bell = register();
      watchChannel(parts, bell, listener).catch((error: unknown) => {
        bell.end();
        log.error("relay server: a channel cannot be watched", error);
      });
      return () => bell.end();
    },
    repeat: async (key) => {
      const kept = await findKept(key);
      const pieces = kept && (await readBodyPieces(store, kept));
      if (kept === undefined || pieces === undefined) return undefined;
      const { encoding, size } = kept;
      const receivedAt = Date.now();
      const head = JSON.stringify({ ...readHead(kept), receivedAt });
      await append({ receivedAt, head, encoding, pieces, size });
      return countFollowers();
    },
  };
}

/** Milliseconds after which the store is read again, even if no bell has rung. */
const LONGEST_WAIT = 60_000;

async function watchChannel(
  { name, store, open }: ChannelParts,
  bell: Bell,
  listener: (delivery: ChannelDelivery) => unknown,
): Promise<void> {
  await open();
  let { newest: position } = await store.state();
  while (!bell.hasEnded) {
    const next = await store.next(name, position);
    if (next === undefined) {
      await bell.wait(LONGEST_WAIT);
      continue;
    }
    ({ position } = next);
    await listener(toChannelDelivery(next));
  }
}

/** Parses a key. Any other text becomes 0, the position of no delivery. */
function readKey(key: string): number {
  return /^\d{1,15}$/.test(key) ? Number(key) : 0;
}

function toChannelDelivery(kept: KeptDelivery): ChannelDelivery {
  return { ...readHead(kept), key: String(kept.position), size: kept.size };
}

export function readHead({ head }: KeptDelivery): KeptHead {
  return JSON.parse(head) as KeptHead; // as `receiveDelivery` wrote it
}

/** Returns `undefined` if the store drops the delivery meanwhile. */
async function readBodyPieces(
  store: RelayStore,
  { position, pieces: count }: KeptDelivery,
): Promise<readonly Uint8Array[] | undefined> {
  const pieces: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const piece = await store.readPiece(position, index);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  return pieces;
}

// ---- Types

/**
 * View of one channel of a relay (contract D.19), which `createRelaySource` of `typewire-inspector` shows
 * on a page. Only `repeat` changes anything.
 */
export interface RelayChannel {
  readonly name: string;
  /** Returns the newest delivery before the one with this key; by default, the newest of all. */
  previous(key?: string): Promise<ChannelDelivery | undefined>;
  /** Returns a delivery; `undefined` if the channel does not have it any more. */
  find(key: string): Promise<ChannelDelivery | undefined>;
  /** Returns the bytes of a body; `undefined` if the channel does not have it any more. */
  readBody(key: string): Promise<Uint8Array | undefined>;
  /** Calls back for each new delivery, one after the other, until the returned function is called. */
  watch(listener: (delivery: ChannelDelivery) => unknown): () => void;
  /**
   * Stores a delivery once more, so that all followers get it again. Resolves with their number;
   * `undefined` if the channel does not have it any more.
   */
  repeat(key: string): Promise<number | undefined>;
}

/** Delivery without its body. */
export interface ChannelDelivery extends KeptHead {
  readonly key: string;
  /** Bytes of the body. */
  readonly size: number;
}

interface KeptHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path below the channel: empty, or begins with a slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** Parts of the server that a channel needs. */
interface ChannelParts {
  readonly name: string;
  readonly store: RelayStore;
  readonly log: SafeLog;
  readonly open: () => Promise<void>;
  readonly append: (delivery: NewDelivery) => Promise<void>;
  readonly register: () => Bell;
  readonly countFollowers: () => number;
}
