import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import type { Row, Suite } from "../harness/job.js";
import { median } from "../harness/median.js";

interface Start {
  readonly job: string;
  readonly module: string;
  readonly peer: string;
  /** In milliseconds over a process that imports nothing. */
  readonly atMost: number;
  /** In the last table. */
  readonly standsAt: number;
}

const starts: readonly Start[] = [
  {
    job: "endpoint",
    module: "typewire/endpoint",
    peer: "@octokit/endpoint",
    atMost: 2,
    standsAt: 7,
  },
  {
    job: "webhooks",
    module: "typewire/webhooks",
    peer: "@octokit/webhooks",
    atMost: 3,
    standsAt: 9,
  },
];

export const startupSuite: Suite = {
  name: "import",
  measure: (conditions) =>
    starts
      .filter(({ job }) => conditions.wants(job))
      .map((start) => measureStart(start, conditions.isQuick ? 10 : 40)),
};

/** The least that any package can take: a file that exports one constant. */
const leastModule = `${pathToFileURL(tmpdir()).href}/typewire-least-module.mjs`;

/** Processes alternate, so that whatever else the machine does falls on all of them. */
function measureStart({ job, module, peer, atMost, standsAt }: Start, rounds: number): Row {
  writeFileSync(new URL(leastModule), "export const least = 1;\n");
  const [bare, least, own, other]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(timeProcess(""));
    least.push(timeProcess(`import "${leastModule}";`));
    own.push(timeProcess(`import "${module}";`));
    other.push(timeProcess(`import "${peer}";`));
  }
  const over = (samples: readonly number[]): number =>
    Math.min(median(samples) - median(bare), Math.min(...samples) - Math.min(...bare));
  rmSync(new URL(leastModule));
  const beside = { "one empty file": over(least), [peer]: over(other) };
  return { job, measure: "ms", figure: over(own), atMost, standsAt, beside };
}

/** From the start of a process to its end, in milliseconds. */
function timeProcess(source: string): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", source]);
  if (status !== 0) throw new Error(`A process that runs ${JSON.stringify(source)} failed`);
  return performance.now() - start;
}
