/** Reading: filters, pages, and the search for a text. */
import { beforeEach, describe, expect, it } from "vitest";
import { arrive, at, DAY, describeError, MINUTE, SECOND } from "../deliveries.js";
import type { InboxStore, StoreFilter } from "../../../src/inbox/store.js";
import type { StoreTest } from "./store-test.js";

export function describeReading(test: StoreTest) {
  const { write, claim, end, expectStored, claimOne } = test;

  it.each(["", "x", "-1", "1.5", "1e3", "0x10", " 1", "9".repeat(30), "\0"])(
    "[G.5] refuses a page that begins at %j",
    async (before) => {
      await expect(test.store.list({ before })).rejects.toThrow(
        /^`before` is ".*"; expected the `key` of a delivery\.$/,
      );
      await expect(test.store.replay({ before })).rejects.toThrow(/^`before` is/);
    },
  );

  describe("reading", () => {
    beforeEach(async () => {
      await write(arrive("1"), arrive("2", { name: "push" }), arrive("3"), arrive("4"));
      const claimed = await claim(3);
      await end(at(claimed, 0), "done");
      await end(at(claimed, 1), "dead", { errors: [describeError()] });
    });

    it("[G.5] lists by state, name, id, time and page, the newest first", async () => {
      const ids = async (filter: Parameters<InboxStore["list"]>[0]) =>
        (await test.store.list(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(["4", "3", "2", "1"]);
      expect(await ids({ state: "dead" })).toEqual(["2"]);
      expect(await ids({ state: "running" })).toEqual(["3"]);
      expect(await ids({ name: "note" })).toEqual(["4", "3", "1"]);
      expect(await ids({ name: "note", state: "waiting" })).toEqual(["4"]);
      expect(await ids({ id: "3" })).toEqual(["3"]);
      expect(await ids({ id: "5" })).toEqual([]);
      const page = await test.store.list({ limit: 2 });
      expect(page.map(({ id }) => id)).toEqual(["4", "3"]);
      expect(await ids({ before: at(page, 1).key })).toEqual(["2", "1"]);
      const newest = at(page, 0).receivedAt;
      expect(await ids({ since: newest + 1 })).toEqual([]);
      expect(await ids({ until: newest + 1, limit: 1 })).toEqual(["4"]);
      await test.harness.elapse(MINUTE);
      await write(arrive("5"));
      const { receivedAt } = await expectStored("5");
      expect(await ids({ since: receivedAt })).toEqual(["5"]);
      expect(await ids({ until: receivedAt, limit: 1 })).toEqual(["4"]);
    });

    it("[G.5] counts", async () => {
      const { oldestWaiting, ...counts } = await test.store.stats();
      expect(counts).toEqual({ waiting: 1, running: 1, done: 1, dead: 1 });
      expect(oldestWaiting).toBeGreaterThanOrEqual(0);
      await test.harness.elapse(MINUTE);
      expect((await test.store.stats()).oldestWaiting).toBeGreaterThanOrEqual(MINUTE);
    });

    it("[G.5] counts those that are held, and measures from the oldest that waits", async () => {
      await end(await claimOne(), "done"); // the fourth
      await write(arrive("5", { orderKey: "a" }));
      await test.harness.elapse(20 * SECOND);
      await write(arrive("6", { orderKey: "a" }), arrive("7", { orderKey: "a" }));
      const { oldestWaiting, ...counts } = await test.store.stats();
      expect(counts).toEqual({ waiting: 3, running: 1, done: 2, dead: 1 });
      expect(Math.floor(oldestWaiting / SECOND)).toBe(20);
      await end(await claimOne(), "done");
      expect((await test.store.stats()).oldestWaiting).toBeLessThan(10 * SECOND);
      await test.harness.elapse(-DAY);
      expect((await test.store.stats()).oldestWaiting).toBe(0);
      await test.harness.elapse(DAY);
      for (let count = 0; count < 2; count++) await end(await claimOne(), "done");
      expect(await test.store.stats()).toEqual({
        waiting: 0,
        running: 1,
        done: 5,
        dead: 1,
        oldestWaiting: 0,
      });
    });

    it("[G.5] finds nothing for an id that has not arrived", async () => {
      expect(await test.store.get("toString")).toBeUndefined();
      expect(await test.store.replay({ id: "toString" })).toBe(0);
    });
  });

  describe("reading by keys and text", () => {
    const ids = async (filter: StoreFilter) => (await test.store.list(filter)).map(({ id }) => id);

    it("finds the deliveries of keys, and nothing for a text that is no key", async () => {
      await write(arrive("1"), arrive("2"), arrive("3"));
      const [third, , first] = await test.store.list({});
      const keys = [first?.key ?? "", third?.key ?? "", "no key", "9999999"];
      expect(await ids({ keys })).toEqual(["3", "1"]);
      expect(await ids({ keys: [] })).toEqual([]);
      expect(await ids({ keys, limit: 1 })).toEqual(["3"]);
      expect(await ids({ keys, before: third?.key })).toEqual(["1"]);
      expect(await ids({ text: '"id"', before: third?.key, limit: 1 })).toEqual(["2"]);
      expect(await ids({ text: '"id"', id: "1" })).toEqual(["1"]);
      expect((await test.store.read({ keys, name: "other" })).length).toBe(0);
    });

    it("finds text in bodies of any bytes, ASCII letters in either case", async () => {
      await write(
        arrive("json", { text: '{"title":"Über \\\\ 100 % of_it"}' }),
        arrive("form", { text: "title=Hello+World" }),
        arrive("bytes", { body: Uint8Array.of(0xff, 0xfe, 0x41, 0x42, 0x80) }),
        arrive("empty", { body: new Uint8Array() }),
      );
      expect(await ids({ text: "TITLE" })).toEqual(["form", "json"]);
      expect(await ids({ text: "hello+w" })).toEqual(["form"]);
      expect(await ids({ text: "Über" })).toEqual(["json"]);
      expect(await ids({ text: "über" })).toEqual([]);
      expect(await ids({ text: "100 % of_it" })).toEqual(["json"]);
      expect(await ids({ text: "%" })).toEqual(["json"]);
      expect(await ids({ text: "\\\\" })).toEqual(["json"]);
      expect(await ids({ text: "ab" })).toEqual(["bytes"]);
      expect(await ids({ text: "title", limit: 1 })).toEqual(["form"]);
      expect(await ids({ text: "nowhere" })).toEqual([]);
    });

    it("[G.12] ends with the reason of the signal", async () => {
      await write(arrive("1"));
      const reason = new Error("gone");
      const filter = { text: "1", signal: AbortSignal.abort(reason) };
      await expect(test.store.list(filter)).rejects.toBe(reason);
      await expect(test.store.read(filter)).rejects.toBe(reason);
      await expect(test.store.replay(filter)).rejects.toBe(reason);
    });

    it("[G.8] replays those alone that match", async () => {
      await write(...["1", "2", "3"].map((id) => arrive(id)));
      for (const one of await claim(3)) await end(one, "dead");
      const key = at(await test.store.list({ id: "2" }), 0).key;
      expect(await test.store.replay({ keys: [key] })).toBe(1);
      expect(await test.store.replay({ text: '"id":"3"' })).toBe(1);
      expect(await ids({ state: "dead" })).toEqual(["1"]);
    });
  });
}
