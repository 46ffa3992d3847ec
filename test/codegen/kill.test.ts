/** `generate` is killed while it writes. */
import { expect, it } from "vitest";
import { runKillTest } from "../long/kill/run.js";
import { bundleProgram } from "../programs/programs.js";

/** In files that the run has written or renamed: it has written its memo and 14 drafts, and renames them. */
const WHILE_RENAMING = 20;

/** `kill.long.test.ts` kills at other moments and at random ones, and `test/long/kill/main.ts` 200 times. */
it("finds the old or the new file after a kill while `generate` writes, and finishes in the next run", async () => {
  const program = await bundleProgram("cli/bin.ts");
  const result = await runKillTest({ program, moments: [WHILE_RENAMING] });
  expect(result).toMatchObject({ killed: 1, withDrafts: 1, violations: [] });
  expect(result.mixed).toBe(1); // new files of the run beside old ones
});
