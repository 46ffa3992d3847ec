/** The clocks and timers of an inbox: those that it makes, and those of the platform. */
import { spawnSync } from "node:child_process";
import { expect, it, vi } from "vitest";
import { createClock, PLATFORM } from "../../src/inbox/environment.js";

it.each<[string, steps: readonly (readonly [wall: number, elapsed: number, shown: number])[]]>([
  [
    "follows the wall clock",
    [
      [1_000, 0, 1_000],
      [1_250, 250, 1_250],
      [9_000, 260, 9_000],
    ],
  ],
  [
    "runs on when that is set back",
    [
      [1_000, 7, 1_000],
      [400, 17.5, 1_010],
      [450, 67, 1_059],
    ],
  ],
  [
    "waits for it after that",
    [
      [1_000, 7, 1_000],
      [990, 8, 1_001],
      [2_000, 1_018, 2_011],
    ],
  ],
])("[G.7] the clock of an inbox %s", (_, steps) => {
  let [wall, elapsed] = [0, 5];
  const clock = createClock(
    () => wall,
    () => elapsed,
  );
  for (const [nextWall, nextElapsed, shown] of steps) {
    [wall, elapsed] = [nextWall, nextElapsed];
    expect(clock()).toBe(shown);
  }
});

it("[G.7] the clock of leases is the wall clock where the runtime has none of the machine", () => {
  for (const runtime of ["bun", "deno"]) {
    const versions = { ...process.versions, [runtime]: "1.0.0" };
    vi.stubGlobal("process", Object.create(process, { versions: { value: versions } }));
    const before = PLATFORM.clock();
    const shown = PLATFORM.leaseClock();
    vi.unstubAllGlobals();
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(PLATFORM.clock());
  }
});

it("[G.7] a timer of the platform fires once, unless it is cancelled", async () => {
  const fired: string[] = [];
  const cancel = PLATFORM.setTimer(() => fired.push("cancelled"), 1);
  PLATFORM.defer(() => fired.push("deferred"));
  cancel();
  await new Promise<void>((resolve) => {
    PLATFORM.setTimer(() => {
      fired.push("timer");
      resolve();
    }, 5);
  });
  expect(fired).toEqual(["deferred", "timer"]);
});

it("[G.7] the clock of leases is the same in every process of the machine", () => {
  const before = PLATFORM.leaseClock();
  const program = "process.stdout.write(String(process.hrtime.bigint() / 1_000_000n))";
  const { stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  const after = PLATFORM.leaseClock();
  expect(Number(stdout)).toBeGreaterThanOrEqual(before);
  expect(Number(stdout)).toBeLessThanOrEqual(after);
});
