/** Notes that workers share, in memory. */
import { DEAD_NOTE, type NoteChange, UNTOLD } from "../store.js";

export class MemoryNotes {
  readonly #notes = new Map<string, Note>();

  /** Takes or changes a note, as `changeNote` of a store does. */
  change({ name, holder, lease, text }: NoteChange, leaseNow: number): string | undefined {
    const note = this.#notes.get(name);
    if (note !== undefined && note.holder !== holder && isHeld(note, leaseNow)) return undefined;
    const before = note?.text ?? "";
    if (text === null) this.#notes.delete(name);
    else this.#notes.set(name, { text: text ?? before, holder, until: leaseNow + lease, lease });
    return before;
  }

  list(prefix: string, limit: number): readonly string[] {
    const names = [...this.#notes.keys()].filter((name) => name.startsWith(prefix));
    return names.sort().slice(0, limit);
  }

  /** Notes a delivery that has just become dead. */
  addDead(key: string): void {
    this.#notes.set(`${DEAD_NOTE}${key}`, { text: UNTOLD, holder: "", until: 0, lease: 0 });
  }
}

/** True for a lease that is not over. One that ends later than possible was given before the clock was set back. */
function isHeld({ until, lease }: Note, leaseNow: number): boolean {
  const left = until - leaseNow;
  return left > 0 && left <= lease;
}

/** Text that inboxes on the same store share. */
interface Note {
  readonly text: string;
  readonly holder: string;
  /** End of the lease. */
  readonly until: number;
  readonly lease: number;
}
