/** Deliveries that arrive: all that is kept of them, duplicates, and text of any kind. */
import { describe, expect, it } from "vitest";
import { createInbox } from "../../../src/inbox/inbox.js";
import { createToolkit } from "../../http/toolkit.js";
import { arrive, at, commit, describeError, MINUTE, SETTINGS } from "../deliveries.js";
import { deliver } from "../setup.js";
import type { StoreTest } from "./store-test.js";

export function describeArrivals(test: StoreTest) {
  const { expectStored, write, claimOne, end, claim, claimIds } = test;

  describe("all that is known of a delivery", () => {
    /** The stored delivery with its body as text. The store lists the same, without what only it knows. */
    const show = async (id: string) => {
      const { body, ...stored } = await expectStored(id);
      const [summary] = await test.store.list({ id });
      const { digest: _, done: __, errors: ___, ...others } = stored;
      expect(summary).toEqual(others);
      return { ...stored, body: decode(body) };
    };

    it.each([
      ["without an order key", arrive("1", { name: "push" })],
      [
        "that was fetched, with one",
        { ...arrive("1", { orderKey: "a" }), via: "catch-up" as const },
      ],
    ])("[G.5] is shown at each of its states, %s", async (_, arrival) => {
      const { id, name, digest, body, orderKey, via } = arrival;
      // It waits.
      await write(arrival);
      const { receivedAt, key, ...waiting } = await show("1");
      const fixed = { id, name, digest, orderKey, via, body: decode(body) };
      const counts = { attempts: 0, losses: 0, done: [], errors: [] };
      const known = { ...fixed, ...counts, size: 10, isConflict: false };
      expect(waiting).toEqual({ ...known, state: "waiting", dueAt: receivedAt });

      // It runs.
      const claimed = await claimOne();
      expect({ ...claimed, body: decode(claimed.body) }).toEqual({
        id,
        name,
        via,
        key,
        receivedAt,
        body: decode(body),
        attempt: 1,
        losses: 0,
        done: [],
        token: expect.any(String) as unknown,
      });
      const same = { ...known, key, receivedAt };
      expect(await show("1")).toEqual({ ...same, state: "running", attempts: 1 });

      // It has failed, and waits for its retry.
      const errors = [describeError({ stack: "s" }), describeError({ handler: "log" })];
      await end(claimed, { retryAfter: MINUTE }, { done: ["log", "mail"], errors });
      const history = { done: ["log", "mail"], errors };
      const retry = await show("1");
      const time = expect.any(Number) as unknown;
      expect(retry).toEqual({
        ...same,
        ...history,
        state: "waiting",
        attempts: 1,
        dueAt: time,
      });
      expect(retry.dueAt).toBeGreaterThanOrEqual(receivedAt + MINUTE);

      // It has failed again, and is dead.
      await test.harness.elapse(MINUTE);
      const again = await claimOne();
      expect(again).toMatchObject({ attempt: 2, done: ["log", "mail"], via });
      await end(again, "dead", { done: ["log"], errors: [describeError({ attempt: 2 })] });
      const received = (await show("1")).receivedAt; // a store may keep times by moving them
      const all = [...errors, describeError({ attempt: 2 })];
      const finished = { ...same, receivedAt: received, done: ["log"], errors: all };
      const dead = await show("1");
      expect(dead).toEqual({ ...finished, state: "dead", attempts: 2, finishedAt: time });
      expect(dead.finishedAt).toBeGreaterThanOrEqual(received + MINUTE);

      // It is replayed.
      expect(await test.store.replay({ id: "1" })).toBe(1);
      const replayed = await show("1");
      expect(replayed).toEqual({ ...finished, state: "waiting", dueAt: time });
      expect(replayed.dueAt).toBeGreaterThanOrEqual(dead.finishedAt ?? Infinity);

      // It is done, and replayed with all of its handlers.
      await end(await claimOne(), "done", { done: ["log", "mail"] });
      const done = { ...finished, done: ["log", "mail"], attempts: 1, finishedAt: time };
      expect(await show("1")).toEqual({ ...done, state: "done" });
      expect(await test.store.replay({ id: "1" })).toBe(1);
      expect(await show("1")).toEqual({ ...finished, done: [], state: "waiting", dueAt: time });
    });
  });

  describe("arrivals", () => {
    it("[G.3] keeps the bytes as they came", async () => {
      const bytes = Uint8Array.from({ length: 512 }, (_, index) => index);
      const big = new Uint8Array(25 * 1024 * 1024).fill(7).fill(0, 1_000, 2_000);
      await write(arrive("1", { body: bytes }), arrive("2", { body: big }));
      const claimed = await claim(2);
      expect(claimed.map(({ id, name, attempt, done }) => ({ id, name, attempt, done }))).toEqual(
        ["1", "2"].map((id) => ({ id, name: "note", attempt: 1, done: [] })),
      );
      expect(Buffer.compare(at(claimed, 0).body, bytes)).toBe(0);
      expect(Buffer.compare(at(claimed, 1).body, big)).toBe(0);
      expect(Buffer.compare((await expectStored("2")).body, big)).toBe(0);
    });

    it("[G.3] keeps a body without bytes", async () => {
      // The encoder's bytes have no memory, which `node:sqlite` of Node 22 takes for NULL.
      await write(arrive("1", { body: new TextEncoder().encode("") }));
      expect(at(await claim(), 0).body).toHaveLength(0);
    });

    it("[G.3] keeps them when the caller uses its buffer again, and passes out copies", async () => {
      const body = Uint8Array.of(1, 2, 3);
      await write(arrive("1", { body }));
      body.fill(0);
      const [claimed] = await claim();
      expect([...(claimed?.body ?? [])]).toEqual([1, 2, 3]);
      (await expectStored("1")).body.fill(0);
      expect([...(await expectStored("1")).body]).toEqual([1, 2, 3]);
    });

    it("[G.4] knows an id with its body again, within a batch and beyond", async () => {
      const { arrivals } = await write(arrive("1"), arrive("2"), arrive("1"));
      expect(arrivals).toEqual(["new", "new", "duplicate"]);
      expect((await write(arrive("2"))).arrivals).toEqual(["duplicate"]);
      const claimed = await claim(10);
      expect(claimed).toHaveLength(2);
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      for (const one of claimed) await end(one, "done");
      expect((await write(arrive("1"), arrive("2"))).arrivals).toEqual(["duplicate", "duplicate"]);
      expect(await claim(10)).toEqual([]);
    });

    it("[G.4] knows it again in another process", async () => {
      const other = await test.harness.open();
      await write(arrive("1"));
      expect((await commit(other, { arrivals: [arrive("1")] })).arrivals).toEqual(["duplicate"]);
      await other.close();
    });

    it("[G.4] forgets it after `dedupeFor`", async () => {
      await write(arrive("1"));
      await end(await claimOne(), "done");
      await test.harness.elapse(SETTINGS.dedupeFor - MINUTE);
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      await test.harness.elapse(2 * MINUTE);
      expect((await write(arrive("1"))).arrivals).toEqual(["new"]);
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      expect(await claimIds()).toEqual(["1"]);
    });

    it("[G.4] keeps another body under the same id, and says so", async () => {
      const { arrivals } = await write(arrive("1"), arrive("1", { text: "{}" }));
      expect(arrivals).toEqual(["new", "conflict"]);
      expect((await write(arrive("1", { text: "[]" }))).arrivals).toEqual(["conflict"]);
      expect((await write(arrive("1", { text: "{}" }))).arrivals).toEqual(["duplicate"]);
      expect((await claim(10)).map(({ body }) => decode(body))).toEqual(['{"id":"1"}', "{}", "[]"]);
      const listed = await test.store.list({ id: "1" });
      expect(listed.map(({ isConflict }) => isConflict)).toEqual([true, true, false]);
      expect(decode((await expectStored("1")).body)).toBe("[]");
    });

    it("[G.4] says so of the first body as well, if it comes again after `dedupeFor`", async () => {
      await write(arrive("1"));
      await test.harness.elapse(SETTINGS.dedupeFor - MINUTE);
      expect((await write(arrive("1", { text: "{}" }))).arrivals).toEqual(["conflict"]);
      await test.harness.elapse(2 * MINUTE);
      expect((await write(arrive("1"))).arrivals).toEqual(["conflict"]);
      expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
    });

    it.each([
      ["text outside ASCII", "größe-✓-𝒳"],
      ["quotes", "'; drop table deliveries; --\"`$1"],
      ["names of objects", "__proto__"],
      ["a long text", "x".repeat(1_000)],
    ])("[G.3] takes %s for an id, a name and a key", async (_, text) => {
      await write(arrive(text, { name: text, orderKey: text, text: `"${text}"` }));
      const { id, name, orderKey, body } = await expectStored(text);
      expect([id, name, orderKey, decode(body)]).toEqual([text, text, text, `"${text}"`]);
      await end(await claimOne(), "done", { done: [text] });
      expect((await expectStored(text)).done).toEqual([text]);
    });
  });

  describe("text that an engine may not keep", () => {
    it.each([
      ["NUL", "a\0b", "a\ufffdb"],
      ["half a surrogate pair", "a\ud800", "a\ufffd"],
      ["the other half", "\udc00b", "\ufffdb"],
    ])("[G.4] is known again in an id: %s", async (_, id, stored) => {
      const { webhooks, recorder } = createToolkit();
      const inbox = createInbox({ webhooks, store: test.store });
      await deliver(inbox, { id });
      await deliver(inbox, { id });
      expect(recorder.entries.map(({ level }) => level)).toEqual(["info"]);
      expect(await inbox.list({ id })).toMatchObject([{ id: stored }]);
      expect(await inbox.get(id)).toMatchObject({ id: stored, state: "waiting" });
      expect(await inbox.replay(id)).toBe(0);
      expect(await inbox.list({ name: "no\0te" })).toEqual([]);
      await inbox.drain();
    });
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
