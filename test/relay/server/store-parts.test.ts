/** Parts that stores of a relay share: ids, limits, and the end. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { SqlRelayStore } from "../../../src/relay/server/sql-store.js";
import {
  countBytes,
  createRandomHex,
  createStoreName,
  DISK_LIMITS,
  expectLimits,
  expectRoom,
  formatPosition,
  MEMORY_LIMITS,
  readPosition,
} from "../../../src/relay/server/store.js";
import { createDelivery } from "./store-contract.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("ids of events", () => {
  const state = { name: "ab12", newest: 7, dropped: 2 };
  it.each<[id: string, position: number | undefined]>([
    [formatPosition("ab12", 7), 7],
    ["ab12-0", 0],
    ["ab12-1", 1],
    ["ab12-8", undefined],
    ["ab12-000000000000007", 7],
    ["ab12-0000000000000007", undefined],
    ["other-1", undefined],
    ["xab12-1", undefined],
    ["!ab12-1", undefined],
    ["ab12-1x", undefined],
    ["ab12-1-1", undefined],
    ["ab12-", undefined],
    ["-1", undefined],
  ])("[D.14] %j is the position %j", (id, position) => {
    expect(readPosition(id, state)).toBe(position);
  });

  it("[D.11] and channels are made of random bytes, each as two digits", () => {
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as Uint8Array).set([0, 1, 0xff]);
      return array;
    });
    expect(createRandomHex(4)).toBe("0001ff00");
    expect(createStoreName()).toBe("0001ff0000000000");
  });
});

describe("limits of a store", () => {
  it("[D.12] have defaults", () => {
    const GIB = 1024 ** 3;
    expect(expectLimits({}, MEMORY_LIMITS)).toEqual({ keepFor: 3_600_000, maxBytes: GIB / 4 });
    expect(expectLimits({}, DISK_LIMITS)).toEqual({ keepFor: 259_200_000, maxBytes: 2 * GIB });
    expect(expectLimits({ keepFor: 1, maxBytes: 2 }, DISK_LIMITS)).toEqual({
      keepFor: 1,
      maxBytes: 2,
    });
  });

  it.each<[limits: object, message: string]>([
    [{ keepFor: 0 }, "`keepFor` is 0; expected a positive integer."],
    [{ maxBytes: 1.5 }, "`maxBytes` is 1.5; expected a positive integer."],
    [{ maxBytes: 2 ** 53 }, "`maxBytes` is 9007199254740992; expected a positive integer."],
    [{ keepFor: "1" }, "`keepFor` is a string; expected a positive integer."],
  ])("[D.12] are checked: %j", (limits, message) => {
    expect(() => expectLimits(limits, DISK_LIMITS)).toThrow(new RangeError(message));
  });

  it("[D.12] count the head, the body and 512 bytes of each delivery", () => {
    const delivery = createDelivery("abc", { head: "12345" });
    expect(countBytes(delivery)).toBe(512 + 5 + 6);
    expect(expectRoom(delivery, 523)).toBe(523);
    const message = "The delivery has 523 bytes; expected at most 522.";
    expect(() => expectRoom(delivery, 522)).toThrow(new RangeError(message));
  });
});

it("[D.12] a store in memory keeps its name, and forgets its deliveries when it is closed", async () => {
  const store = openMemoryRelayStore();
  await store.open();
  const { name } = await store.state();
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  await store.append("a", createDelivery("one"));
  await store.open();
  expect((await store.state()).name).toBe(name);
  await store.close();
  expect([await store.next("a", 0), await store.readPiece(1, 0), await store.channels()]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

it("[D.12] a store whose tables cannot be made closes its database before it says so", async () => {
  const calls: string[] = [];
  const database = {
    all: () => [],
    run: () => {
      throw new Error("no room");
    },
    transact: <Result>(work: () => Result) => work(),
    close: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      calls.push("closed");
    },
  };
  const store = new SqlRelayStore(() => Promise.resolve(database), { keepFor: 1, maxBytes: 1 });
  await expect(store.open().finally(() => calls.push("refused"))).rejects.toThrow("no room");
  expect(calls).toEqual(["closed", "refused"]);
});
