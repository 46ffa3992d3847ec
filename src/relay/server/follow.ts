/** The stream of one follower: first an announcement, then each delivery as a server-sent event. */
import { ANNOUNCEMENT, type Announcement } from "../announcement.js";
import type { Bell } from "./bell.js";
import { encodePiece } from "./body-pieces.js";
import { formatPosition, type KeptDelivery, type RelayStore } from "./store.js";

/**
 * Streams a channel to one follower (contract D.13–D.17). A follower has a cursor and no queue: the
 * next chunk is read from the store when the connection has taken the one before, so a follower that
 * does not read costs one chunk of memory.
 */
export function streamChannel(follower: Follower): ReadableStream<Uint8Array> {
  const { bell, stallTimeout } = follower;
  const encoder = new TextEncoder();
  const chunks = listChunks(follower);
  let stall: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(stall);
    bell.end();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stall);
        const chunk = await chunks.next();
        if (chunk.done === true) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(chunk.value));
        stall = setTimeout(() => {
          end();
          controller.error(new Error(`The follower took nothing for ${stallTimeout} ms.`));
        }, stallTimeout);
      },
      cancel: end,
    },
    // Nothing is read ahead: a chunk is made when the connection asks for it.
    { highWaterMark: 0 },
  );
}

/** Comment that a follower takes as a sign of life. */
const HEARTBEAT = ":\n\n";

async function* listChunks(follower: Follower): AsyncGenerator<string> {
  const { channel, start, bell, store, heartbeat } = follower;
  yield writeAnnouncement(start, heartbeat);
  /** Position of the delivery that was sent last, or a later one up to which the channel has none. */
  let position = start.after;
  /** Newest position of all channels before the channel is read. */
  let newestBefore = 0;
  while (!bell.hasEnded) {
    const delivery = await store.next(channel, position);
    const { name, newest, dropped } = await store.state();
    if (dropped > position) {
      // The follower must know that the store has dropped deliveries which it has not read.
      const gap: FollowerStart = { name, after: dropped, replay: "since", complete: false };
      yield writeAnnouncement(gap, heartbeat);
      position = dropped;
    } else if (delivery !== undefined) {
      yield* listEventChunks(start.name, delivery, store);
      ({ position } = delivery);
    } else {
      position = skipOtherChannels(position, newestBefore);
      if ((await bell.wait(heartbeat)) === "quiet") yield HEARTBEAT;
    }
    newestBefore = newest;
  }
}

/**
 * Skips the deliveries of other channels, once the channel was read and has none after the position: everything up to
 * the newest one before that read is of others. A later one may be of the channel, and have come after the read.
 */
function skipOtherChannels(position: number, newestBeforeRead: number): number {
  return Math.max(position, newestBeforeRead);
}

/**
 * Writes the first event, and the event that reports a gap. Thanks to its id, a follower that loses its
 * connection now misses nothing.
 */
function writeAnnouncement(start: FollowerStart, heartbeat: number): string {
  const { name, after, replay, complete } = start;
  const data: Announcement = { heartbeat, replay, complete };
  const id = formatPosition(name, after);
  return `event: ${ANNOUNCEMENT}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Writes a delivery piece by piece. Each piece is read from the store when it is needed: a delivery that a
 * slow follower kept would stay in memory after the store has dropped it.
 * @throws Error if the store drops the delivery meanwhile.
 */
async function* listEventChunks(
  name: string,
  { position, head, encoding, pieces }: KeptDelivery,
  store: RelayStore,
): AsyncGenerator<string> {
  const key = encoding === "text" ? "rawBody" : "rawBodyBase64";
  let text = `id: ${formatPosition(name, position)}\ndata: ${openForText(head, key)}`;
  for (let index = 0; index < pieces; index++) {
    const piece = await store.readPiece(position, index);
    if (piece === undefined) throw new Error("The delivery was dropped while it was sent.");
    yield text + encodePiece(piece, encoding);
    text = "";
  }
  yield `${text}"}\n\n`; // closes the text and the object
}

/** Leaves an object of JSON open in the text of a further member: `{"id":"a"}` as `{"id":"a","rawBody":"`. */
function openForText(object: string, key: string): string {
  return `${object.slice(0, -1)},"${key}":"`;
}

// ---- Types

/** Place in the store at which a follower begins. */
export interface FollowerStart extends Omit<Announcement, "heartbeat"> {
  /** Name of the store, which is a part of every id. */
  readonly name: string;
  /** Position of the delivery before the first one that is sent. */
  readonly after: number;
}

interface Follower {
  readonly channel: string;
  readonly start: FollowerStart;
  /** Rings for new deliveries; its end is the end of the stream. */
  readonly bell: Bell;
  readonly store: RelayStore;
  /** Milliseconds. */
  readonly heartbeat: number;
  /** Milliseconds that the follower's connection may take for one chunk. */
  readonly stallTimeout: number;
}
