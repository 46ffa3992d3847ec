/** Follows the state of deliveries that the inbox of an entry has stored. */
import {
  createInboxSource,
  type InspectableInbox,
} from "../../src/inspector/sources/inbox-source.js";
import type { InspectedDelivery, InspectorSource } from "../../src/inspector/types.js";

/** Milliseconds between two looks at deliveries that are not finished. */
const POLL_PAUSE = 200;

export class StoredDeliveries {
  readonly #source: InspectorSource;
  /** Deliveries that are not finished, by the key of the page. */
  readonly #followed = new Map<string, Followed>();
  #state: "open" | "closed" = "open";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(inbox: InspectableInbox) {
    this.#source = createInboxSource(inbox, { action: false });
  }

  /** Follows a delivery that the inbox has stored. */
  async follow(delivery: HandedOver): Promise<void> {
    const stored = await this.#find(delivery);
    if (stored === undefined) {
      delivery.onChange({ delivery: undefined, endedAttempt: undefined, isDuplicate: false });
      return;
    }
    const isDuplicate = stored.receivedAt < delivery.receivedAt;
    const endedBefore = isDuplicate ? countEnded(stored) : 0;
    const storedKey = stored.key;
    this.#begin({ ...delivery, storedKey, isDuplicate, lastState: undefined, endedBefore });
  }

  /** Makes the inbox handle a delivery again, and follows it. */
  async replay(delivery: HandedOver): Promise<void> {
    const stored = await this.#find(delivery);
    const count = stored && (await this.#source.replay?.({ keys: [stored.key] }));
    if (stored === undefined || !count)
      throw new Error("The inbox has no finished delivery of this kind to replay.");
    this.#begin({
      ...delivery,
      storedKey: stored.key,
      isDuplicate: false,
      lastState: undefined,
      endedBefore: 0,
    });
  }

  /** Stops following. Returns the unfinished deliveries, for the inbox of a newer entry. */
  close(): readonly HandedOver[] {
    this.#state = "closed";
    clearTimeout(this.#timer);
    return [...this.#followed.values()];
  }

  /** Finds the newest delivery with the id, or with the body if the service sends no ids. */
  async #find({ id, body }: HandedOver): Promise<InspectedDelivery | undefined> {
    const [withId] = id === "" ? [] : await this.#source.list({ id, limit: 1, isBrief: true });
    if (withId !== undefined) return this.#source.get(withId.key);
    const newest = await this.#source.list({ limit: MAX_COMPARED, isBrief: true });
    for (const { key, size } of newest) {
      if (size !== body.length) continue;
      const stored = await this.#source.get(key);
      if (stored?.body && Buffer.compare(stored.body, body) === 0) return stored;
    }
    return undefined;
  }

  #begin(followed: Followed): void {
    this.#followed.set(followed.key, followed);
    this.#schedule(0);
  }

  #schedule(pause: number): void {
    clearTimeout(this.#timer);
    if (this.#followed.size === 0 || this.#state === "closed") return;
    this.#timer = setTimeout(() => {
      this.#look()
        .catch(() => undefined) // the next look tries again
        .finally(() => this.#schedule(POLL_PAUSE));
    }, pause);
  }

  /** Looks at all followed deliveries, and reports those whose state has changed. */
  async #look(): Promise<void> {
    const deliveries = [...this.#followed.values()];
    const keys = deliveries.map(({ storedKey }) => storedKey);
    const rows = await this.#source.list({ keys, limit: keys.length, isBrief: true });
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const followed of deliveries) {
      const row = byKey.get(followed.storedKey);
      if (row !== undefined && isSameState(row, followed.lastState)) continue;
      this.#note(followed, row && (await this.#source.get(row.key)));
    }
  }

  /** Reports the present state of a delivery, and stops following one that is finished or gone. */
  #note(followed: Followed, delivery: InspectedDelivery | undefined): void {
    const { key, onChange, isDuplicate, endedBefore } = followed;
    // A later call has replaced it, or nothing is followed any more.
    if (this.#state === "closed" || this.#followed.get(key) !== followed) return;
    if (delivery === undefined) {
      this.#followed.delete(key);
      onChange({ delivery, isDuplicate, endedAttempt: undefined });
      return;
    }
    const ended = countEnded(delivery);
    const { outcome, attempts } = delivery;
    const isFinished = outcome === "done" || outcome === "dead";
    if (isFinished) this.#followed.delete(key);
    else {
      const lastState = { outcome, attempts };
      this.#followed.set(key, { ...followed, lastState, endedBefore: ended });
    }
    onChange({ delivery, isDuplicate, endedAttempt: ended > endedBefore ? ended : undefined });
  }
}

/** The most stored deliveries whose bodies are compared with the body of a delivery without an id. */
const MAX_COMPARED = 50;

/** Counts the attempts that have ended. The last one of a delivery that is handled now has not. */
function countEnded({ outcome, attempts }: InspectedDelivery): number {
  return outcome === "running" ? attempts - 1 : attempts;
}

function isSameState(row: DeliveryState, last: DeliveryState | undefined): boolean {
  return row.outcome === last?.outcome && row.attempts === last.attempts;
}

// ---- Types

/** A delivery that `dev` has handed to an inbox. */
export interface HandedOver {
  /** Identifies the delivery on the page. */
  readonly key: string;
  readonly id: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  /** Called after each change of its state in the inbox, until it is done or dead. */
  readonly onChange: (stored: Stored) => void;
}

/** State of a delivery in the inbox. */
export interface Stored {
  /** Its record in the inbox; `undefined` if the inbox no longer has it. */
  readonly delivery: InspectedDelivery | undefined;
  /** Number of the attempt that has ended since the last call; `undefined` if none has. */
  readonly endedAttempt: number | undefined;
  /** True for a delivery that the inbox already had: it is not handled again. */
  readonly isDuplicate: boolean;
}

interface Followed extends HandedOver {
  /** Key of the delivery in the inbox. */
  readonly storedKey: string;
  readonly isDuplicate: boolean;
  /** At the last look; `undefined` before the first one. */
  readonly lastState: DeliveryState | undefined;
  /** Number of attempts that had ended at the last look. */
  readonly endedBefore: number;
}

/** Tells of any change, because each step of a delivery in the inbox changes one of the two. */
type DeliveryState = Pick<InspectedDelivery, "outcome" | "attempts">;
