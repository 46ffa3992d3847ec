/** The journal that handlers write, and its verdict: nothing lost, out of order, or handled twice without a reason. */
import { POISON } from "./setup.js";

/**
 * Lines that handlers have written: which deliveries were begun and ended, by which process, in order, and
 * which ended after their deadline, because the process stood still.
 */
export interface Entry {
  readonly what: string;
  readonly id: string;
  readonly pid: number;
}

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

export interface Verdict {
  readonly handled: number;
  /** Handled again because a worker was killed under way, or was without its store for longer than the lease. */
  readonly again: number;
  /** Handled for longer than the deadline, so that they may have been handled again. */
  readonly late: number;
  /** Broken promises, a line for each. */
  readonly violations: readonly string[];
}

/**
 * @param lost how often a worker of each delivery was lost while it was running.
 * @param stoodStill how often each process stood still for longer than its lease. Between its look at the lease and the
 * first line of a handler, a process may be stopped: that one handler, for each stop, begins late, and others may have
 * handled its delivery and later ones of its line meanwhile (contract G.7).
 */
export function judge(
  entries: readonly Entry[],
  answered: ReadonlySet<string>,
  lost: ReadonlyMap<string, number>,
  stoodStill: ReadonlyMap<number, number> = new Map(),
): Verdict {
  const starts = new Map<string, number[]>(); // by which processes
  const ended = new Set<string>();
  const late = new Map<string, number>();
  const latestOfLine = new Map<string, { number: number; id: string }>();
  const violations: string[] = [];
  const begunLate = new Map<number, number>(); // by which processes
  for (const { what, id, pid } of entries) {
    if (what === "end") {
      ended.add(id);
      continue;
    }
    if (what === "late") {
      late.set(id, (late.get(id) ?? 0) + 1);
      continue;
    }
    starts.set(id, [...(starts.get(id) ?? []), pid]);
    const [, line, number] = /^(line-\d+)-(\d+)$/.exec(id) ?? [];
    if (line === undefined) continue;
    const latest = latestOfLine.get(line);
    if (
      latest !== undefined &&
      latest.id !== id &&
      !(ended.has(latest.id) && latest.number < Number(number))
    ) {
      const late = (begunLate.get(pid) ?? 0) + 1;
      if (ended.has(id) && late <= (stoodStill.get(pid) ?? 0)) {
        begunLate.set(pid, late);
        continue;
      }
      violations.push(`${id} began out of order, after ${latest.id}`);
    }
    latestOfLine.set(line, { number: Number(number), id });
  }
  for (const id of answered) {
    if (!ended.has(id) && id !== POISON) violations.push(`${id} was answered, and never handled`);
  }
  let again = 0;
  for (const [id, pids] of starts) {
    again += pids.length - 1;
    const most = 1 + (lost.get(id) ?? 0) + (late.get(id) ?? 0);
    if (pids.length <= most) continue;
    violations.push(`${id} was handled by ${pids.join(", ")}; allowed are ${most} times`);
  }
  return { handled: ended.size, again, late: late.size, violations };
}
