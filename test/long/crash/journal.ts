/** The journal that handlers write, and its verdict: nothing lost, out of order, or handled twice without a reason. */
import { POISON } from "./setup.js";

export function parseJournal(text: string): readonly Entry[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [what = "", id = "", pid] = line.split(" ");
      return { what, id, pid: Number(pid) };
    });
}

/** The ids whose latest handling was begun by a process. */
export function findBegunBy(entries: readonly Entry[], pid: number): ReadonlySet<string> {
  const latest = new Map(
    entries.flatMap((entry) => (entry.what === "start" ? [[entry.id, entry.pid]] : [])),
  );
  return new Set([...latest].flatMap(([id, by]) => (by === pid ? [id] : [])));
}

/**
 * Judges the entries of a journal, which are in the order of time.
 * @param lost how often a worker of each delivery was lost while it was running.
 * @param stoodStill how often each process stood still for longer than its lease. It may do so after it has looked at
 * the lease, and before its handler writes the first line. That handler begins late: meanwhile others may have handled
 * its delivery, and later ones of its line (contract G.7).
 */
export function judge(
  entries: readonly Entry[],
  answered: ReadonlySet<string>,
  lost: ReadonlyMap<string, number>,
  stoodStill: ReadonlyMap<number, number> = new Map(),
): Verdict {
  const starts = new Map<string, number[]>(); // the processes that began each delivery
  const late = new Map<string, number>();
  const order = new OrderOfLines(stoodStill);
  const violations: string[] = [];
  for (const entry of entries) {
    const { what, id, pid } = entry;
    if (what === "end") order.end(id);
    else if (what === "late") late.set(id, (late.get(id) ?? 0) + 1);
    else {
      starts.set(id, [...(starts.get(id) ?? []), pid]);
      const latest = order.begin(entry);
      if (latest !== undefined) violations.push(`${id} began out of order, after ${latest}`);
    }
  }
  for (const id of answered) {
    if (!order.ended.has(id) && id !== POISON)
      violations.push(`${id} was answered, and never handled`);
  }
  let again = 0;
  for (const [id, pids] of starts) {
    again += pids.length - 1;
    const most = 1 + (lost.get(id) ?? 0) + (late.get(id) ?? 0);
    if (pids.length <= most) continue;
    violations.push(`${id} was handled by ${pids.join(", ")}; allowed are ${most} times`);
  }
  return { handled: order.ended.size, again, late: late.size, violations };
}

/**
 * The order of each line: a delivery begins after the one before it has ended, or again if it has begun already. One
 * that begins late although another process has ended it is excused, once for each time that its process stood still.
 */
class OrderOfLines {
  /** Deliveries that have ended so far. */
  readonly ended = new Set<string>();
  readonly #stoodStill: ReadonlyMap<number, number>;
  /** The delivery of each line that began last. */
  readonly #latest = new Map<string, Place & { readonly id: string }>();
  /** Numbers of the late begins that each process was excused. */
  readonly #excused = new Map<number, number>();

  constructor(stoodStill: ReadonlyMap<number, number>) {
    this.#stoodStill = stoodStill;
  }

  end(id: string): void {
    this.ended.add(id);
  }

  /** Notes that a delivery begins. Returns the latest one of its line if it may not begin after that. */
  begin({ id, pid }: Entry): string | undefined {
    const place = readPlace(id);
    if (place === undefined) return undefined; // deliveries without a line have no order
    const latest = this.#latest.get(place.line);
    const isInOrder =
      latest === undefined ||
      latest.id === id ||
      (this.ended.has(latest.id) && latest.number < place.number);
    if (!isInOrder && this.#excuse(id, pid)) return undefined;
    this.#latest.set(place.line, { ...place, id });
    return isInOrder ? undefined : latest.id;
  }

  #excuse(id: string, pid: number): boolean {
    const count = (this.#excused.get(pid) ?? 0) + 1;
    if (!this.ended.has(id) || count > (this.#stoodStill.get(pid) ?? 0)) return false;
    this.#excused.set(pid, count);
    return true;
  }
}

/** Reads the place that an id tells: number 7 of `line-2` for `line-2-7`. */
function readPlace(id: string): Place | undefined {
  const [, line, number] = /^(line-\d+)-(\d+)$/.exec(id) ?? [];
  return line === undefined ? undefined : { line, number: Number(number) };
}

/** The place of a delivery in its line. */
interface Place {
  readonly line: string;
  readonly number: number;
}

export interface Verdict {
  readonly handled: number;
  /** Handled again because a worker was killed under way, or was without its store for longer than the lease. */
  readonly again: number;
  /** Handled for longer than the deadline, so that they may have been handled again. */
  readonly late: number;
  /** Broken promises, a line for each. */
  readonly violations: readonly string[];
}

/** A line that a handler has written: a delivery began (`start`), ended (`end`), or ended after its deadline (`late`). */
export interface Entry {
  readonly what: string;
  readonly id: string;
  readonly pid: number;
}
