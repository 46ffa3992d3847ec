/** `generate` is killed while it writes: at three moments in a row, and at random ones. */
import { expect, it } from "vitest";
import { runKillTest } from "../long/kill/run.js";
import { bundleProgram } from "../programs/programs.js";
import { createRandom } from "../random.js";

/** When three runs, one after the other, are killed: numbers of files that each has written or renamed. */
const MOMENTS = {
  /** It has written its memo and 14 drafts, and renames the drafts. */
  firstWhileRenaming: 20,
  /** It has one file to change, whose draft is written. */
  secondBeforeRenaming: 3,
  /** It goes on with what the first has left. */
  thirdWhileRenaming: 14,
};

/** `test/long/kill/main.ts` kills 200 times, and with other seeds. */
const KILLS = 4;

it("finds the old or the new file after kills in a row, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const moments = Object.values(MOMENTS);
  const kills = moments.length;
  const result = await runKillTest({ program, moments });
  expect(result).toMatchObject({ killed: kills, withDrafts: kills, violations: [] });
  expect(result.mixed).toBe(kills); // new files of the first run beside old ones
});

it("finds the old or the new file wherever `generate` was killed, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const result = await runKillTest({ program, kills: KILLS, random: createRandom(7) });
  expect(result.violations).toEqual([]);
  expect(result.killed).toBeGreaterThan(0);
}, 300_000);
