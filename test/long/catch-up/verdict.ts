/** The journal of the workers, and the verdict on a run. */
import { readFileSync } from "node:fs";
import { countLeast, type LyingService } from "../../inbox/catch-up/lying-service.js";
import type { Fleet } from "./fleet.js";
import type { Lists } from "./lists.js";

/** Reads the journal that the workers write. */
export function readJournal(path: string): Journal {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const select = (name: string) => lines.filter((line) => line.startsWith(`${name} `));
  const handled = lines
    .filter((line) => /^w\d+ /.test(line))
    .map((line) => line.split(" "))
    .map(([worker = "", id = "", via = ""]) => ({ worker, id, via }));
  return { handled, dead: select("dead").length, errors: select("error") };
}

/** Tells for a line of a log if it reports a refusal with a status. */
export function tellsOf(status: number): (line: string) => boolean {
  return (line) => line.includes(`status ${status}`);
}

/** Judges a run: nothing lost, nothing handled twice without a kill, each refusal told, and few requests. */
export function judge(
  { handled, dead, errors }: Journal,
  service: LyingService,
  { lists, fleet, arrived }: Witnesses,
  expected: Expected,
): { readonly isGood: boolean; readonly facts: Readonly<Record<string, string | number>> } {
  const workersOf = new Map<string, string[]>();
  for (const { worker, id } of handled) workersOf.set(id, [...(workersOf.get(id) ?? []), worker]);
  const lost = service.sent.filter(({ id }) => !workersOf.has(id)).length;
  const twice = [...workersOf.values()].filter((each) => each.length > 1);
  const wrong = twice.filter((each) =>
    each.slice(0, -1).some((worker) => !fleet.killed.has(worker)),
  );
  const missing = expected.count - arrived.size;
  const requests = service.answered.pages + service.answered.payloads;
  const least = countLeast(service, missing, lists.newItems);
  const told = expected.refusals.filter((status) => errors.some(tellsOf(status)));
  const isGood =
    lost + wrong.length + dead === 0 &&
    fleet.killed.size === expected.kills &&
    told.length === expected.refusals.length &&
    requests <= 2 * least;
  return {
    isGood,
    facts: {
      sent: service.sent.length,
      "never arrived": missing,
      kills: fleet.killed.size,
      "lost in the end": lost,
      "handled again after a kill": twice.length - wrong.length,
      "handled twice without": wrong.length,
      dead,
      fetched: handled.filter(({ via }) => via === "catch-up").length,
      "listed before they arrived": [...lists.listedFirst].filter((id) => arrived.has(id)).length,
      "readings of a list that grew meanwhile": `${lists.grown()} of ${lists.newItems.length}`,
      "refusals told": told.join(" "),
      "requests refused": service.refused,
      requests,
      "least possible": least,
      ratio: (requests / least).toFixed(2),
    },
  };
}

interface Journal {
  readonly handled: readonly {
    readonly worker: string;
    readonly id: string;
    readonly via: string;
  }[];
  readonly dead: number;
  /** What the logs tell of failures. */
  readonly errors: readonly string[];
}

interface Witnesses {
  readonly lists: Lists;
  readonly fleet: Fleet;
  readonly arrived: ReadonlySet<string>;
}

interface Expected {
  readonly count: number;
  readonly kills: number;
  /** Statuses of the refusals that a log has to tell. */
  readonly refusals: readonly number[];
}
