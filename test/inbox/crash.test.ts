/** Workers that are killed again and again: they lose nothing, and repeat only what they were running. */
import { expect, it } from "vitest";
import { runCrashTest } from "../long/crash/run.js";
import { LEASE } from "../long/crash/setup.js";
import { ADDRESSES } from "./addresses.js";

/** `test/long/crash/main.ts` kills twenty times, with each store and number of workers. */
const KILLS = 3;

it.each(["sqlite", "postgres"] as const)(
  "[G.1] [G.7] [G.10] loses nothing in %s when workers are killed, and repeats only what they were running",
  async (store) => {
    const address = await ADDRESSES[store]();
    const test = { store, address, workers: 2, kills: KILLS, lease: LEASE };
    const result = await runCrashTest({ ...test, poison: "exit" });
    expect(result.violations).toEqual([]);
    expect(result.answered.size).toBeGreaterThan(20);
  },
);
