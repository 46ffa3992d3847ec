/** Runs all laws and targets with new seeds; `test/long/fuzz.ts` starts it. */
import { watchCoverage } from "./coverage.js";
import { properties } from "./properties.js";
import type { Property } from "./property.js";
import { search } from "./search.js";
import { targets, type Target } from "./targets.js";

/** One round takes at most this, in milliseconds: half of it for the laws, half for the targets. */
const MAX_ROUND = 180_000;

const laws = Object.entries(properties).flatMap(([group, list]) =>
  list.map((law) => ({ title: `${group}: ${law.title}`, law })),
);

/** Runs every law and every target in turn with other seeds, until the time is over. */
async function main(minutes: number): Promise<void> {
  const end = performance.now() + minutes * 60_000;
  for (let round = 1; performance.now() < end - 100; round++) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const time = Math.min(MAX_ROUND, end - performance.now());
    console.log(`Round ${round}, seed ${seed}`);
    for (const { title, law } of laws) runLaw(title, law, seed, time / 2 / laws.length);
    for (const target of targets) await runTarget(target, seed, time / 2 / targets.length);
  }
}

/** The errors of fast-check have seed and path. */
function runLaw(title: string, law: Property, seed: number, time: number): void {
  const start = performance.now();
  try {
    law.run({ seed, numRuns: 1_000_000, interruptAfterTimeLimit: time });
  } catch (error) {
    throw new Error(title, { cause: error });
  }
  console.log(`  ${title} (${Math.round(performance.now() - start)} ms)`);
}

async function runTarget(target: Target, seed: number, time: number): Promise<void> {
  const coverage = watchCoverage(import.meta.url);
  try {
    const { inputs, blocks, corpus } = await search(
      target,
      coverage,
      seed,
      performance.now() + time,
    );
    console.log(
      `  ${target.title}: ${inputs} inputs, ${blocks} blocks reached, ${corpus} inputs kept`,
    );
  } finally {
    coverage.stop();
  }
}

await main(Number(process.argv[2]));
