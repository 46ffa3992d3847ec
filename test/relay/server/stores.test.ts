/** The contract of the stores of a relay, and what is special about each. */
import { expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { openSqliteRelayStore } from "../../../src/relay/server/sqlite-store.js";
import { cleanUp, createFile } from "./setup.js";
import { createDelivery, describeStore } from "./store-contract.js";

describeStore("in memory", async (limits) => {
  const store = openMemoryRelayStore(limits);
  await store.open();
  return store;
});

describeStore("in SQLite", async (limits) => {
  const store = openSqliteRelayStore(createFile(), limits);
  await store.open();
  cleanUp(() => store.close());
  return store;
});

it("[D.12] SQLite: keeps deliveries, positions and ids when it is opened again", async () => {
  const file = createFile();
  const first = openSqliteRelayStore(file);
  await first.open();
  await first.append("a", createDelivery("one"));
  const before = await first.state();
  await first.close();
  const second = openSqliteRelayStore(file, { maxBytes: 600 });
  await second.open();
  cleanUp(() => second.close());
  expect(await second.state()).toEqual(before);
  expect(await second.next("a", 0)).toMatchObject({ position: 1 });
  await second.append("a", createDelivery("two"));
  expect(await second.state()).toEqual({ ...before, newest: 2, dropped: 1 });
});

it("[D.12] in memory: each store has a name of its own", async () => {
  const stores = [openMemoryRelayStore(), openMemoryRelayStore()];
  for (const store of stores) await store.open();
  const [one, two] = await Promise.all(stores.map((store) => store.state()));
  expect(one?.name).not.toBe(two?.name);
});

it.each([":memory:", "", 7, null])("[D.12] SQLite: refuses the file %j", (file) => {
  expect(() => openSqliteRelayStore(file as string)).toThrow(TypeError);
});
