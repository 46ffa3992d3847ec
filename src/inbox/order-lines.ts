/** Deliveries that are handled one after the other, for the store in memory. */

/** What stands in a line; the lowest sequence number is the oldest. */
interface Member {
  readonly sequence: number;
}

interface Line<Entry> {
  /** Neither done nor dead, the oldest first. */
  readonly open: Entry[];
  running: Entry | undefined;
  /** The one that may be claimed. */
  offered: Entry | undefined;
}

export interface LineEvents<Entry> {
  /** Called for an entry that may be claimed from now on. */
  readonly offer: (entry: Entry) => void;
  /** Called for an entry that was offered, and must wait after all. */
  readonly withdraw: (entry: Entry) => void;
}

/** Lets one entry of each line run at a time. An entry without a key stands in no line. */
export interface Lines<Entry> {
  enter(entry: Entry, key: string | undefined): void;
  start(entry: Entry, key: string | undefined): void;
  /** The entry waits again. */
  stop(entry: Entry, key: string | undefined): void;
  /** The entry is finished. */
  leave(entry: Entry, key: string | undefined): void;
}

export function createLines<Entry extends Member>(events: LineEvents<Entry>): Lines<Entry> {
  return new OrderLines(events);
}

class OrderLines<Entry extends Member> implements Lines<Entry> {
  readonly #events: LineEvents<Entry>;
  readonly #lines = new Map<string, Line<Entry>>();

  constructor(events: LineEvents<Entry>) {
    this.#events = events;
  }

  enter(entry: Entry, key: string | undefined): void {
    if (key === undefined) {
      this.#events.offer(entry);
      return;
    }
    let line = this.#lines.get(key);
    if (line === undefined)
      this.#lines.set(key, (line = { open: [], running: undefined, offered: undefined }));
    const index = line.open.findLastIndex(({ sequence }) => sequence < entry.sequence);
    line.open.splice(index + 1, 0, entry);
    this.#offerNext(line);
  }

  start(entry: Entry, key: string | undefined): void {
    const line = this.#find(key);
    if (line === undefined) return;
    line.running = entry;
    line.offered = undefined;
  }

  stop(entry: Entry, key: string | undefined): void {
    const line = this.#find(key);
    if (line === undefined) {
      this.#events.offer(entry);
      return;
    }
    line.running = undefined;
    this.#offerNext(line);
  }

  leave(entry: Entry, key: string | undefined): void {
    const line = this.#find(key);
    if (key === undefined || line === undefined) return;
    line.running = undefined;
    line.open.splice(line.open.indexOf(entry), 1);
    if (line.open.length === 0) this.#lines.delete(key);
    else this.#offerNext(line);
  }

  #find(key: string | undefined): Line<Entry> | undefined {
    return key === undefined ? undefined : this.#lines.get(key);
  }

  #offerNext(line: Line<Entry>): void {
    const next = line.running === undefined ? line.open[0] : undefined;
    if (line.offered === next) return;
    if (line.offered !== undefined) this.#events.withdraw(line.offered);
    if (next !== undefined) this.#events.offer(next);
    line.offered = next;
  }
}
