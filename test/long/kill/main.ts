/**
 * Kills `generate` at random moments, and fails unless each file is then the old or the new one, and
 * a run to the end finishes what was interrupted. `--kills 200 --seed 1` are the defaults.
 */
import { parseArgs } from "node:util";
import { createRandom } from "../../random.js";
import { bundleProgram } from "../../programs/programs.js";
import { runKillTest } from "./run.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
});
const random = createRandom(Number(values.seed));
const result = await runKillTest({
  program: await bundleProgram("cli/bin.ts"),
  kills: Number(values.kills),
  random,
});
const { killed, mixed, withDrafts, violations } = result;
console.log(
  `${values.kills} runs with the seed ${values.seed}: ${killed} killed before their end, ` +
    `${mixed} left old files beside new ones, ${withDrafts} left drafts, ` +
    `${violations.length} violations`,
);
for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
process.exitCode = violations.length > 0 ? 1 : 0;
