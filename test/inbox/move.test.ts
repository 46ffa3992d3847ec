import { expect, it } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory-store.js";
import { moveDeliveries } from "../../src/inbox/move.js";
import { deliver, setUp } from "./setup.js";
import { settle } from "./environment.js";

it("[G.8] moves everything to another store, and nothing when it is repeated", async () => {
  const { webhooks, inbox, store } = setUp({ retries: { limit: 0 } });
  webhooks.on("note", ({ id }) => {
    if (id.endsWith("7")) throw new Error("seven");
  });
  await inbox.start();
  for (let index = 0; index < 120; index++) await deliver(inbox, { id: String(index) });
  await settle();
  const target = openMemoryStore();
  expect(await moveDeliveries(store, target)).toEqual({ found: 120, moved: 120 });
  expect(await moveDeliveries(store, target)).toEqual({ found: 120, moved: 0 });
  expect(await target.stats()).toEqual(await store.stats());
  expect(await target.get("17")).toMatchObject({ state: "dead", errors: [{ message: "seven" }] });
  const { inbox: other } = setUp({ store: target });
  await deliver(other, { id: "3" });
  expect(await other.stats()).toMatchObject({ done: 108, dead: 12, waiting: 0 });
});
