import { expect, it } from "vitest";
import { runKillTest } from "../long/kill/run.js";
import { bundleProgram } from "../programs/programs.js";
import { createRandom } from "../random.js";

/** `npm run test:kill` kills 200 times, and with other seeds. */
const KILLS = 12;

it("finds the old or the new file wherever `generate` was killed, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const result = await runKillTest({ program, kills: KILLS, random: createRandom(7) });
  expect(result.violations).toEqual([]);
  expect(result.killed).toBeGreaterThan(0);
}, 300_000);
