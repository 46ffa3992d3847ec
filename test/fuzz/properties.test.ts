/** The laws of `test/fuzz`, tried with a fixed seed. */
import { describe, it } from "vitest";
import { properties } from "./properties.js";

/** Always the same inputs, so that a run that fails fails again; `test/long/fuzz.ts` takes others. */
const seed = 20_260_101;

describe.each(Object.entries(properties))("fuzz: %s", (_, laws) => {
  it.each(laws.map((law) => [law.title, law] as const))("%s", (_title, law) => {
    law.run({ seed, numRuns: 200 });
  });
});
