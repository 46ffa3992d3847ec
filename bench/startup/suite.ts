import { spawnSync } from "node:child_process";
import type { Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";
import { rotate } from "../harness/rotate.js";
import { createPrograms, type Program } from "./programs.js";

/** Milliseconds over the import of a package with one constant. */
const limits: Readonly<Record<string, number>> = { endpoint: 1.5, webhooks: 2.5, root: 4 };

export const startupSuite: Suite = {
  name: "import",
  async measure(conditions) {
    const wanted = Object.keys(limits).filter((job) => conditions.wants(job));
    if (wanted.length === 0) return [];
    const programs = await createPrograms();
    const over = measureOver(programs, conditions.isQuick ? 25 : 60);
    return wanted.map((job): Row => {
      const peer = programs.find(({ name }) => name === job)?.peer;
      const beside: Record<string, number> = {};
      for (const name of [peer, `${peer}, one file`]) {
        const figure = over.get(name ?? "");
        if (name !== undefined && figure !== undefined) beside[name] = figure;
      }
      return {
        job,
        measure: "ms",
        figure: over.get(job) ?? Number.NaN,
        atMost: limits[job],
        beside,
      };
    });
  },
};

/**
 * How much longer each program takes than the first one: the median over rounds of the differences
 * within a round. Programs take turns, so that whatever else the machine does falls on all of them.
 */
function measureOver(programs: readonly Program[], rounds: number): ReadonlyMap<string, number> {
  const differences = new Map(programs.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map(
      rotate(programs, round).map(({ name, path }) => [name, timeImport(path)]),
    );
    const least = times.get(programs[0]?.name ?? "") ?? Number.NaN;
    for (const [name, time] of times) differences.get(name)?.push(time - least);
  }
  return new Map([...differences].map(([name, values]) => [name, median(values)]));
}

/** The import of a program in a process of its own, in milliseconds. */
function timeImport(path: string): number {
  const { status, stdout } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`A process that runs ${path} failed.`);
  return Number(stdout);
}
