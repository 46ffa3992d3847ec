/** `generate` is killed while it writes: at three moments in a row, and at random ones. */
import { expect, it } from "vitest";
import { runKillTest } from "../long/kill/run.js";
import { bundleProgram } from "../programs/programs.js";
import { createRandom } from "../random.js";

/**
 * Operations after which each run is killed. The first run writes its memo and 14 drafts, and is killed while it renames them. The next has one file
 * to change, and is killed before it renames that; the last, which goes on with the first, while it renames.
 */
const MOMENTS = [20, 3, 14];

/** `test/long/kill/main.ts` kills 200 times, and with other seeds. */
const KILLS = 4;

it("finds the old or the new file after kills in a row, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const kills = MOMENTS.length;
  const random = () => 0.5; // the folder stays, and only the last run is finished
  const result = await runKillTest({ program, kills, random, moments: MOMENTS });
  expect(result).toMatchObject({ killed: kills, withDrafts: kills, violations: [] });
  expect(result.mixed).toBe(kills); // new files of the first run beside old ones
});

it("finds the old or the new file wherever `generate` was killed, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const result = await runKillTest({ program, kills: KILLS, random: createRandom(7) });
  expect(result.violations).toEqual([]);
  expect(result.killed).toBeGreaterThan(0);
}, 300_000);
