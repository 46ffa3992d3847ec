/**
 * Unfinished deliveries in memory, which workers share: a worker claims one that is due, for the time of a lease, and
 * renews the lease while it works. Then the delivery is done, dead, or waits again.
 */
import { queueAgain, toClaimed, type Entry } from "./memory-entry.js";
import type { MemoryNotes } from "./memory-notes.js";
import type {
  AttemptError,
  Backlog,
  Claim,
  ClaimLimits,
  LostDelivery,
  Outcome,
  StoreResult,
  StoreSettings,
} from "../store.js";
import { describeEnd, describeLoss, type EndChange } from "../store-rules/attempt-ends.js";
import type { Clocks } from "../store-rules/values.js";

export class MemoryQueue {
  readonly #notes: MemoryNotes;
  /** Deliveries that wait or run, by key, the oldest first. */
  #unfinished = new Map<string, Entry>();

  /** @param notes gets a note about each delivery that becomes dead, if the settings ask for it. */
  constructor(notes: MemoryNotes) {
    this.#notes = notes;
  }

  /** Adds the newest delivery, which waits. */
  add(entry: Entry): void {
    this.#unfinished.set(String(entry.sequence), entry);
  }

  /** Makes finished deliveries wait again. Returns their number. */
  replay(found: readonly Entry[], now: number): number {
    const finished = found.filter(({ state }) => state === "done" || state === "dead");
    for (const entry of finished) queueAgain(entry, now);
    const unfinished = [...this.#unfinished.values(), ...finished];
    unfinished.sort((a, b) => a.sequence - b.sequence);
    this.#unfinished = new Map(unfinished.map((entry) => [String(entry.sequence), entry]));
    return finished.length;
  }

  countDue(now: number): Backlog {
    const backlog = { waiting: 0, oldest: 0 };
    for (const { state, dueAt } of this.#unfinished.values()) {
      if (state !== "waiting" || dueAt > now) continue;
      backlog.waiting++;
      backlog.oldest = Math.max(backlog.oldest, now - dueAt);
    }
    return backlog;
  }

  // ---- Claims and their leases

  /** Claims deliveries that are due, the longest due first. */
  claim(
    { room, from }: ClaimLimits,
    { lease }: StoreSettings,
    { now, leaseNow }: Clocks,
  ): Pick<StoreResult, "claimed" | "isSuspectDue"> {
    if (room === 0) return { claimed: [], isSuspectDue: false };
    const due = this.#findDue(now);
    const claimed = due[from].slice(0, room);
    for (const entry of claimed) {
      entry.state = "running";
      entry.attempts++;
      entry.claims++;
      entry.leaseUntil = leaseNow + lease;
      entry.lease = lease;
    }
    const isSuspectDue = due.suspects.some(({ state }) => state === "waiting");
    return { claimed: claimed.map(toClaimed), isSuspectDue };
  }

  /**
   * Finds deliveries that may be claimed, the longest due first: of each key, the oldest unfinished one
   * while none is running. Suspects are claimed apart (contract G.10).
   */
  #findDue(now: number): Readonly<Record<ClaimLimits["from"], readonly Entry[]>> {
    const unfinished = [...this.#unfinished.values()];
    const running = unfinished.filter(({ state }) => state === "running");
    const busyKeys = new Set(running.map(({ arrival }) => arrival.orderKey));
    const due: Entry[] = [];
    for (const entry of unfinished) {
      const { orderKey } = entry.arrival;
      if (entry.state === "running" || (orderKey !== undefined && busyKeys.has(orderKey))) continue;
      busyKeys.add(orderKey); // later ones with the key wait, even if this one is not due yet
      if (entry.dueAt <= now) due.push(entry);
    }
    due.sort((a, b) => a.dueAt - b.dueAt);
    return {
      ordinary: due.filter(({ losses }) => losses === 0),
      suspects: due.filter(({ losses }) => losses > 0),
      none: [],
    };
  }

  /** Renews the lease of a claim. Returns false if the claim was taken over. */
  renew(claim: Claim, { lease }: StoreSettings, { leaseNow }: Clocks): boolean {
    const entry = this.#findClaimed(claim);
    if (entry === undefined) return false;
    entry.leaseUntil = leaseNow + lease;
    entry.lease = lease;
    return true;
  }

  #findClaimed({ key, token }: Claim): Entry | undefined {
    const entry = this.#unfinished.get(key);
    return entry?.state === "running" && entry.claims === Number(token) ? entry : undefined;
  }

  // ---- Ends of attempts

  /** Records an outcome. Returns false if its claim was taken over. */
  record({ end, done, errors, ...claim }: Outcome, settings: StoreSettings, now: number): boolean {
    const entry = this.#findClaimed(claim);
    if (entry === undefined) return false;
    entry.done = done;
    this.#end(entry, describeEnd(end), errors, settings, now);
    return true;
  }

  /** Takes back the deliveries of workers whose lease is over. */
  takeBackLost(settings: StoreSettings, { now, leaseNow }: Clocks): readonly LostDelivery[] {
    const lost: LostDelivery[] = [];
    for (const entry of this.#unfinished.values()) {
      if (entry.state !== "running") continue;
      shortenLease(entry, leaseNow);
      if (entry.leaseUntil > leaseNow) continue;
      const { id, name } = entry.arrival;
      const { attempts, losses } = entry;
      const loss = describeLoss({ id, name, attempts, losses }, settings, now);
      this.#end(entry, loss.change, [loss.error], settings, now);
      lost.push(loss.report);
    }
    return lost;
  }

  #end(
    entry: Entry,
    change: EndChange,
    errors: readonly AttemptError[],
    { notesDead }: StoreSettings,
    now: number,
  ): void {
    entry.errors = [...entry.errors, ...errors];
    entry.attempts -= change.uncounted;
    entry.losses += change.lost;
    entry.state = change.state;
    entry.dueAt = now + change.wait;
    if (change.state === "waiting") return;
    const key = String(entry.sequence);
    entry.finishedAt = now;
    this.#unfinished.delete(key);
    if (change.state === "dead" && notesDead === true) this.#notes.addDead(key);
  }

  // ---- Clocks that were set back

  /** Shortens waits and leases that are longer than possible, because a clock was set back. */
  shortenWaits({ longestDelay }: StoreSettings, { now, leaseNow }: Clocks): void {
    for (const entry of this.#unfinished.values()) {
      if (entry.state === "running") {
        shortenLease(entry, leaseNow);
        continue;
      }
      const isNew = entry.attempts + entry.losses === 0;
      entry.dueAt = Math.min(entry.dueAt, isNew ? now : now + longestDelay);
    }
  }
}

function shortenLease(entry: Entry, leaseNow: number): void {
  entry.leaseUntil = Math.min(entry.leaseUntil, leaseNow + entry.lease);
}
