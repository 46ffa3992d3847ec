/** `generate` is killed while it writes. */
import { expect, it } from "vitest";
import { runKillTest } from "../long/kill/run.js";
import { bundleProgram } from "../programs/programs.js";

/** Operations after which the run is killed: it has written its memo and 14 drafts, and renames them. */
const MOMENTS = [20];

/** `kill.long.test.ts` kills at other moments and at random ones, and `test/long/kill/main.ts` 200 times. */
it("finds the old or the new file after a kill while `generate` writes, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const kills = MOMENTS.length;
  const random = () => 0.5; // the folder stays
  const result = await runKillTest({ program, kills, random, moments: MOMENTS });
  expect(result).toMatchObject({ killed: kills, withDrafts: kills, violations: [] });
  expect(result.mixed).toBe(kills); // new files of the first run beside old ones
});
