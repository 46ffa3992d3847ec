/** The contract of stores, in memory. */
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { SETTINGS } from "./deliveries.js";
import { describeStore } from "./store-contract.js";

describeStore("the store in memory", () => {
  const store = openMemoryStore();
  let now = Date.UTC(2026, 0, 1);
  return {
    open: async (settings) => {
      await store.open({ ...SETTINGS, clock: () => now, ...settings });
      // A handle of its own: what closes is the process, not what it shares.
      return store;
    },
    elapse: (milliseconds) => {
      now += milliseconds;
    },
    close: () => store.close(),
  };
});
