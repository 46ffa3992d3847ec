/** `onStore`: tells that the store of an inbox has begun to fail. */
import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import { SECOND } from "../deliveries.js";
import { deliver, setUp } from "../setup.js";

describe("[R.8] onStore", () => {
  it("is called once when the store begins to fail, and again after it has worked", async () => {
    const store = openMemoryStore();
    const { commit } = store;
    const alerts: unknown[] = [];
    const { inbox, environment } = setUp({
      store,
      log: {},
      onStore: (error) => void alerts.push(error),
    });
    await inbox.start();
    for (let round = 0; round < 2; round++) {
      const error = new Error(`down ${round}`);
      store.commit = () => Promise.reject(error);
      for (let n = 0; n < 3; n++) {
        await expect(deliver(inbox, { id: String(n) })).rejects.toMatchObject({
          code: "STORE_UNAVAILABLE",
        });
      }
      await environment.elapse(10 * SECOND);
      expect(alerts).toHaveLength(round + 1);
      expect(alerts.at(-1)).toBe(error);
      store.commit = commit;
      await deliver(inbox, { id: `after ${round}` });
      await environment.elapse(10 * SECOND);
    }
  });
});
