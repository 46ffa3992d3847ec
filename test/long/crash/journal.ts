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
 * @param stoodStill processes that stood still for longer than a lease. What one of them was about to begin may have
 * been handled by another one meanwhile, and later deliveries of its line, too.
 */
export function judge(
  entries: readonly Entry[],
  answered: ReadonlySet<string>,
  lost: ReadonlyMap<string, number>,
  stoodStill: ReadonlySet<number> = new Set(),
): Verdict {
  const starts = new Map<string, number[]>(); // by which processes
  const ended = new Set<string>();
  const late = new Map<string, number>();
  const latestOfLine = new Map<string, { number: number; id: string }>();
  const violations: string[] = [];
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
    if (stoodStill.has(pid) && ended.has(id)) continue;
    const [, line, number] = /^(line-\d+)-(\d+)$/.exec(id) ?? [];
    if (line === undefined) continue;
    const latest = latestOfLine.get(line);
    if (
      latest !== undefined &&
      latest.id !== id &&
      !(ended.has(latest.id) && latest.number < Number(number))
    ) {
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
