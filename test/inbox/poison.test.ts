/** Deliveries that end the process of their worker. */
import { describe, expect, it } from "vitest";
import { runCrashTest } from "../long/crash/run.js";
import type { PoisonKind } from "../long/crash/setup.js";
import { isRest } from "../sample.js";
import { ADDRESSES } from "./addresses.js";

describe("a delivery that ends its process", () => {
  const poisons: readonly PoisonKind[] = ["exit", "kill", "memory", "loop", "throw"];
  // Another store sees the same: a lease that ends at once with the process, or while a thread is blocked.
  const poisonsInPostgres: readonly PoisonKind[] = isRest ? ["kill", "loop"] : poisons;
  const cases = [
    ...poisons.map((poison) => ({ poison, store: "sqlite" as const })),
    ...poisonsInPostgres.map((poison) => ({ poison, store: "postgres" as const })),
  ];

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
