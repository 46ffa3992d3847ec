import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
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
    standsAt: 4,
  },
  {
    job: "webhooks",
    module: "typewire/webhooks",
    peer: "@octokit/webhooks",
    atMost: 3,
    standsAt: 5.5,
  },
];

export const startupSuite: Suite = {
  name: "import",
  measure: (conditions) =>
    starts
      .filter(({ job }) => conditions.wants(job))
      .map((start) => measureStart(start, conditions.isQuick ? 20 : 60)),
};

/** Programs of one line, beside the benchmarks' own bundle: what they import is found from there. */
const folder = "bench/dist/startup";

/** The least that any import can take: a file that exports one constant. */
const least = "./least.mjs";

/** Processes alternate, so that whatever else the machine does falls on all of them. */
function measureStart({ job, module, peer, atMost, standsAt }: Start, rounds: number): Row {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${least}`, "export const least = 1;\n");
  const programs = ["", least, module, peer].map((imported, index) => {
    const path = `${folder}/program-${index}.mjs`;
    writeFileSync(path, imported === "" ? "" : `import "${imported}";\n`);
    return { path, samples: [] as number[] };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { path, samples } of programs) samples.push(timeProcess(path));
  }
  const [bare, ...others] = programs.map(({ samples }) => samples);
  const [one, own, other] = others.map((samples) => timeOver(bare ?? [], samples));
  const beside = { "one file with one constant": one ?? 0, [peer]: other ?? 0 };
  return { job, measure: "ms", figure: own ?? 0, atMost, standsAt, beside };
}

/** Of medians: the shortest runs differ by a millisecond from one measurement to the next. */
function timeOver(bare: readonly number[], samples: readonly number[]): number {
  return median(samples) - median(bare);
}

/** From the start of a process to its end, in milliseconds. */
function timeProcess(path: string): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [path]);
  if (status !== 0) throw new Error(`A process that runs ${path} failed`);
  return performance.now() - start;
}
