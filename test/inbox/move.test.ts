/** `moveDeliveries`: deliveries of one store go to another. */
import { expect, it, vi } from "vitest";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { moveDeliveries, READING } from "../../src/inbox/move.js";
import { arrive, commit, SETTINGS } from "./deliveries.js";
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

it("[G.8] moves fifty at a time, with texts that every store keeps", async () => {
  const [from, to] = [openMemoryStore(), openMemoryStore()];
  await from.open({ ...SETTINGS, clock: () => 0 });
  const odd = arrive("a\0", { name: "b\ud800", orderKey: "c\0" });
  const furtherArrivals = Array.from({ length: 60 }, (_, n) => arrive(String(n)));
  await commit(from, { arrivals: [odd, ...furtherArrivals] });
  const read = vi.spyOn(from, "export");
  const written = vi.spyOn(to, "restore");
  expect(await moveDeliveries(from, to)).toEqual({ found: 61, moved: 61 });
  expect(read.mock.calls).toEqual([
    [undefined, 50],
    ["50", 50],
    ["61", 50],
  ]);
  expect(written.mock.calls.map(([some]) => some.length)).toEqual([50, 11]);
  const moved = { id: "a\ufffd", name: "b\ufffd", orderKey: "c\ufffd", receivedAt: 0 };
  expect(await to.get("a\ufffd")).toMatchObject(moved);
  expect(await to.get("0")).toHaveProperty("orderKey", undefined);
});

it("[G.8] deletes nothing from a store that is only read, and forgets no id of the last week", async () => {
  const store = openMemoryStore();
  await store.open({ ...SETTINGS, clock: () => 0 });
  const { claimed } = await commit(store, { arrivals: [arrive("1"), arrive("2")], room: 2 });
  const outcomes = claimed.map(({ key, token }, index) => {
    return { key, token, end: index === 0 ? "dead" : "done", done: [], errors: [] } as const;
  });
  await commit(store, { outcomes });
  await store.open(READING);
  await store.prune();
  expect((await store.list({})).map(({ state }) => state)).toEqual(["done", "dead"]);
  expect(READING.dedupeFor).toBe(7 * 24 * 3_600_000);
  expect(READING.clock()).toBeCloseTo(Date.now(), -4);
});
