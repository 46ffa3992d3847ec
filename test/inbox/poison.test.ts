import { describe, expect, it } from "vitest";
import { runCrashTest } from "../long/crash/run.js";
import type { PoisonKind } from "../long/crash/setup.js";
import { ADDRESSES } from "./addresses.js";

describe("a delivery that ends its process", () => {
  const ends: readonly PoisonKind[] = ["exit", "kill", "memory", "loop", "throw"];
  const cases = ends.flatMap((poison) =>
    (["sqlite", "postgres"] as const).map((store) => ({ poison, store })),
  );

  it.each(cases)(
    "[G.10] by $poison is dead in $store, and those that were handled beside it are done",
    async ({ poison, store }) => {
      const address = await ADDRESSES[store]();
      const test = { store, address, workers: 1, kills: 0, lease: 2_000 };
      const result = await runCrashTest({ ...test, poison });
      expect(result.violations).toEqual([]);
      expect(result.crashes).toBe(4); // the first beside others, and three alone
      expect(result.answered.size).toBeGreaterThan(30);
    },
  );
});
