/** What every store must do. Each store has a test file that calls this with a harness of its own. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { InboxError } from "../../src/inbox/store.js";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory-store.js";
import { createToolkit } from "../http/toolkit.js";
import { arrive, commit, DAY, describeError, MINUTE, SECOND, SETTINGS } from "./deliveries.js";
import { deliver } from "./setup.js";
import type {
  Arrival,
  AttemptEnd,
  AttemptError,
  ClaimedDelivery,
  InboxStore,
  NoteChange,
  StoreBatch,
  StoreFilter,
  StoreSettings,
  StoredDelivery,
} from "../../src/inbox/store.js";

export { arrive, commit, DAY, describeError, HOUR, SETTINGS } from "./deliveries.js";

/** A new, empty place where stores keep their deliveries. */
export interface StoreHarness {
  /**
   * Opens a store on that place, as one process would. Called twice, the two stores share what they
   * keep. The clock of the settings is the harness's own.
   */
  open(settings?: Partial<StoreSettings>): Promise<InboxStore>;
  /** Lets time pass for all stores; a negative time sets the clock back. */
  elapse(milliseconds: number): Promise<void> | void;
  /** Removes everything. */
  close(): Promise<void> | void;
}

/** An element that must be there. */
export function at<Element>(list: readonly Element[], index: number): Element {
  const element = list[index];
  if (element === undefined) throw new Error(`There is no element ${index}.`);
  return element;
}

/** @param create makes a new harness for each test. */
export function describeStore(name: string, create: () => Promise<StoreHarness> | StoreHarness) {
  describe(name, () => {
    let harness: StoreHarness;
    let store: InboxStore;

    beforeEach(async () => {
      harness = await create();
      store = await harness.open();
    });

    afterEach(async () => {
      await store.close();
      await harness.close();
    });

    const write = (...arrivals: readonly Arrival[]) => commit(store, { arrivals });
    const claim = async (room = 1, from = store) => (await commit(from, { room })).claimed;
    const claimIds = async (room = 100) => (await claim(room)).map(({ id }) => id);
    const end = async (
      { key, token, done }: ClaimedDelivery,
      how: AttemptEnd,
      changes: { done?: readonly string[]; errors?: readonly AttemptError[] } = {},
    ) => {
      const outcome = { key, token, end: how, done, errors: [], ...changes };
      return (await commit(store, { outcomes: [outcome] })).outcomes[0];
    };
    const endFrom = (from: InboxStore, claimed: readonly ClaimedDelivery[]) =>
      commit(from, {
        outcomes: claimed.map(({ key, token }) => {
          return { key, token, end: "done" as const, done: [], errors: [] };
        }),
      });
    const claimOne = async () => {
      const [claimed] = await claim();
      if (claimed === undefined) throw new Error("Nothing is due.");
      return claimed;
    };
    const takeSuspect = async () => (await commit(store, { room: 1, from: "suspects" })).claimed[0];
    /** One whose lease is over is taken back first, and then waits for a second for each loss. */
    const claimSuspect = async () => {
      const found = await takeSuspect();
      if (found !== undefined) return found;
      await harness.elapse(2 * SECOND);
      return at(
        [await takeSuspect()].filter((one) => one !== undefined),
        0,
      );
    };
    const expectStored = async (id: string): Promise<StoredDelivery> => {
      const stored = await store.get(id);
      if (stored === undefined) throw new Error(`${id} is not stored.`);
      return stored;
    };

    it("[G.9] writes and counts nothing while it is not open, with the same error", async () => {
      await store.close();
      const calls = [
        commit(store),
        write(arrive("1")),
        store.stats(),
        store.replay({}),
        store.prune(),
        store.restore([]),
      ];
      for (const result of await Promise.allSettled(calls)) {
        const error = { code: "CLOSED", message: "The store is not open." };
        expect(result).toMatchObject({ status: "rejected", reason: error });
        expect(result).toHaveProperty("reason", expect.any(InboxError));
      }
    });

    it.each([0, 1])("answers an empty batch with room for %i", async (room) => {
      const nothing = { renewals: [], outcomes: [], arrivals: [], claimed: [], lost: [] };
      expect(await commit(store, { room })).toEqual({ ...nothing, isSuspectDue: false });
    });

    describe("all that it knows of a delivery", () => {
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      const show = async (id: string) => {
        const { body, ...stored } = await expectStored(id);
        const [summary] = await store.list({ id });
        const { digest: _, done: __, errors: ___, ...others } = stored;
        expect(summary).toEqual(others);
        return { ...stored, body: text(body) };
      };

      it.each([
        ["without an order key", arrive("1", { name: "push" })],
        [
          "that was fetched, with one",
          { ...arrive("1", { orderKey: "a" }), via: "catch-up" as const },
        ],
      ])("[G.5] is shown at each of its states, %s", async (_, arrival) => {
        const { id, name, digest, body, orderKey, via } = arrival;
        await write(arrival);
        const { receivedAt, key, ...waiting } = await show("1");
        const fixed = { id, name, digest, orderKey, via, body: text(body) };
        const counts = { attempts: 0, losses: 0, done: [], errors: [] };
        const known = { ...fixed, ...counts, size: 10, isConflict: false };
        expect(waiting).toEqual({ ...known, state: "waiting", dueAt: receivedAt });

        const claimed = await claimOne();
        expect({ ...claimed, body: text(claimed.body) }).toEqual({
          ...{ id, name, via, key, receivedAt, body: text(body), attempt: 1, losses: 0, done: [] },
          token: expect.any(String) as unknown,
        });
        const same = { ...known, key, receivedAt };
        expect(await show("1")).toEqual({ ...same, state: "running", attempts: 1 });

        const errors = [describeError({ stack: "s" }), describeError({ handler: "log" })];
        await end(claimed, { retryAfter: MINUTE }, { done: ["log", "mail"], errors });
        const history = { done: ["log", "mail"], errors };
        const retry = await show("1");
        const time = expect.any(Number) as unknown;
        expect(retry).toEqual({
          ...{ ...same, ...history, state: "waiting", attempts: 1, dueAt: time },
        });
        expect(retry.dueAt).toBeGreaterThanOrEqual(receivedAt + MINUTE);

        await harness.elapse(MINUTE);
        const again = await claimOne();
        expect(again).toMatchObject({ attempt: 2, done: ["log", "mail"], via });
        await end(again, "dead", { done: ["log"], errors: [describeError({ attempt: 2 })] });
        const received = (await show("1")).receivedAt; // a store may keep times by moving them
        const all = [...errors, describeError({ attempt: 2 })];
        const finished = { ...same, receivedAt: received, done: ["log"], errors: all };
        const dead = await show("1");
        expect(dead).toEqual({ ...finished, state: "dead", attempts: 2, finishedAt: time });
        expect(dead.finishedAt).toBeGreaterThanOrEqual(received + MINUTE);

        expect(await store.replay({ id: "1" })).toBe(1);
        const replayed = await show("1");
        expect(replayed).toEqual({ ...finished, state: "waiting", dueAt: time });
        expect(replayed.dueAt).toBeGreaterThanOrEqual(dead.finishedAt ?? Infinity);

        await end(await claimOne(), "done", { done: ["log", "mail"] });
        const done = { ...finished, done: ["log", "mail"], attempts: 1, finishedAt: time };
        expect(await show("1")).toEqual({ ...done, state: "done" });
        expect(await store.replay({ id: "1" })).toBe(1);
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
        expect((await write(arrive("1"), arrive("2"))).arrivals).toEqual([
          "duplicate",
          "duplicate",
        ]);
        expect(await claim(10)).toEqual([]);
      });

      it("[G.4] knows it again in another process", async () => {
        const other = await harness.open();
        await write(arrive("1"));
        expect((await commit(other, { arrivals: [arrive("1")] })).arrivals).toEqual(["duplicate"]);
        await other.close();
      });

      it("[G.4] forgets it after `dedupeFor`", async () => {
        await write(arrive("1"));
        await end(await claimOne(), "done");
        await harness.elapse(SETTINGS.dedupeFor - MINUTE);
        expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
        await harness.elapse(2 * MINUTE);
        expect((await write(arrive("1"))).arrivals).toEqual(["new"]);
        expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
        expect(await claimIds()).toEqual(["1"]);
      });

      it("[G.4] keeps another body under the same id, and says so", async () => {
        const { arrivals } = await write(arrive("1"), arrive("1", { text: "{}" }));
        expect(arrivals).toEqual(["new", "conflict"]);
        expect((await write(arrive("1", { text: "[]" }))).arrivals).toEqual(["conflict"]);
        expect((await write(arrive("1", { text: "{}" }))).arrivals).toEqual(["duplicate"]);
        expect((await claim(10)).map(({ body }) => new TextDecoder().decode(body))).toEqual([
          '{"id":"1"}',
          "{}",
          "[]",
        ]);
        const listed = await store.list({ id: "1" });
        expect(listed.map(({ isConflict }) => isConflict)).toEqual([true, true, false]);
        expect(new TextDecoder().decode((await expectStored("1")).body)).toBe("[]");
      });

      it.each([
        ["text outside ASCII", "größe-✓-𝒳"],
        ["quotes", "'; drop table deliveries; --\"`$1"],
        ["names of objects", "__proto__"],
        ["a long text", "x".repeat(1_000)],
      ])("[G.3] takes %s for an id, a name and a key", async (_, text) => {
        await write(arrive(text, { name: text, orderKey: text, text: `"${text}"` }));
        const { id, name, orderKey, body } = await expectStored(text);
        expect([id, name, orderKey, new TextDecoder().decode(body)]).toEqual([
          text,
          text,
          text,
          `"${text}"`,
        ]);
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
        const inbox = createInbox({ webhooks, store });
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

    it.each(["", "x", "-1", "1.5", "1e3", "0x10", " 1", "9".repeat(30), "\0"])(
      "[G.5] refuses a page that begins at %j",
      async (before) => {
        await expect(store.list({ before })).rejects.toThrow(
          /^`before` is ".*"; expected the `key` of a delivery\.$/,
        );
        await expect(store.replay({ before })).rejects.toThrow(/^`before` is/);
      },
    );

    describe("claims", () => {
      it("[G.6] gives out what has arrived in the same batch, up to `room`, the oldest first", async () => {
        const arrivals = ["1", "2", "3", "4"].map((id) => arrive(id));
        const { claimed } = await commit(store, { arrivals, room: 3 });
        expect(claimed.map(({ id }) => id)).toEqual(["1", "2", "3"]);
        expect(await claimIds()).toEqual(["4"]);
        expect(await claimIds()).toEqual([]);
      });

      it("[G.7] gives each delivery to one process", async () => {
        const other = await harness.open();
        await write(...Array.from({ length: 40 }, (_, index) => arrive(String(index))));
        const atOnce = await Promise.all([claim(10), claim(10, other)]);
        const later = await Promise.all([claim(20, other), claim(20)]);
        const ids = [...atOnce, ...later].flat().map(({ id }) => Number(id));
        expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
        await other.close();
      });

      it("[G.7] gives a delivery to another one when the lease is over, and notes it", async () => {
        await write(arrive("1"));
        const lost = await claimOne();
        await harness.elapse(SETTINGS.lease - 5 * SECOND);
        expect(await claim()).toEqual([]);
        await harness.elapse(6 * SECOND);
        const taken = await claimSuspect();
        expect(taken).toMatchObject({ id: "1", attempt: 1, losses: 1, key: lost.key });
        expect(taken.token).not.toBe(lost.token);
        expect(await end(lost, "done")).toBe(false);
        expect(await end(taken, "done")).toBe(true);
        const { state, errors } = await expectStored("1");
        expect(state).toBe("done");
        expect(errors).toEqual([
          expect.objectContaining({
            attempt: 1,
            handler: "",
            message: expect.stringMatching(/stopped.*beside/),
          }),
        ]);
      });
    });

    it("[G.7] takes a delivery back when its lease is over, to the millisecond", async () => {
      await write(arrive("1"), arrive("2"));
      await claim(2);
      await harness.elapse(SETTINGS.lease);
      const { lost, claimed } = await commit(store, { room: 5 });
      expect(lost.map(({ id }) => id).toSorted()).toEqual(["1", "2"]);
      expect(claimed).toEqual([]);
    });

    it("[G.6] gives out first what is due first, and none with a key whose first is not due", async () => {
      await write(arrive("1", { orderKey: "a" }), arrive("2"), arrive("3", { orderKey: "a" }));
      const [first, second] = await claim(2);
      if (!first || !second) throw new Error("Nothing is due.");
      await end(first, { retryAfter: 3 * SECOND });
      await end(second, { retryAfter: 2 * SECOND });
      await write(arrive("4"));
      await harness.elapse(SECOND);
      await write(arrive("5"));
      expect(await claimIds(1)).toEqual(["4"]);
      await harness.elapse(3 * SECOND);
      expect(await claimIds()).toEqual(["5", "2", "1"]);
    });

    describe("renewals", () => {
      const renew = async (claims: readonly ClaimedDelivery[], from = store) =>
        (await commit(from, { renewals: claims, room: 1, from: "none" })).renewals;

      it("[G.7] keeps a delivery for as long as its claim is renewed", async () => {
        const other = await harness.open();
        await write(arrive("1"), arrive("2", { orderKey: "a" }), arrive("3"));
        const claimed = await claim(2);
        for (let time = 0; time < 3 * SETTINGS.lease; time += SETTINGS.lease / 2) {
          await harness.elapse(SETTINGS.lease / 2);
          expect(await renew(claimed)).toEqual([true, true]);
          const { claimed: taken, lost } = await commit(other, { room: 1 });
          expect([taken.map(({ id }) => id), lost]).toEqual([time === 0 ? ["3"] : [], []]);
          if (time === 0) await endFrom(other, taken);
        }
        for (const one of claimed) expect(await end(one, "done")).toBe(true);
        await other.close();
      });

      it("[G.7] brings back a lease that is over, if nobody has taken over, also before a takeover in the same batch", async () => {
        await write(arrive("1"));
        const claimed = await claimOne();
        await harness.elapse(10 * SETTINGS.lease);
        expect(await renew([claimed])).toEqual([true]);
        expect(await end(claimed, "done")).toBe(true);
        expect(await expectStored("1")).toMatchObject({ state: "done", losses: 0, errors: [] });
      });

      it("[G.7] tells that a claim is not valid any more", async () => {
        await write(arrive("1"), arrive("2"), arrive("3"));
        const [lost, done, kept] = await claim(3);
        if (!lost || !done || !kept) throw new Error("Nothing is due.");
        await end(done, "done");
        await harness.elapse(SETTINGS.lease + SECOND);
        await renew([kept]);
        await harness.elapse(2 * SECOND);
        expect(await renew([lost, done, kept, { ...kept, key: "999999" }])).toEqual([
          false,
          false,
          true,
          false,
        ]);
        const again = await claimSuspect();
        expect(again).toMatchObject({ id: "1", losses: 1 });
        expect(await renew([lost, again])).toEqual([false, true]);
      });

      it("[G.7] is either renewed or taken over when both happen at once", async () => {
        const other = await harness.open();
        const ids = ["1", "2", "3", "4", "5"];
        await write(...ids.map((id) => arrive(id, { orderKey: id })));
        const claimed = await claim(5);
        await harness.elapse(SETTINGS.lease + SECOND);
        const [valid, { lost }] = await Promise.all([
          commit(store, { renewals: claimed }).then(({ renewals }) => renewals),
          commit(other, { room: 1, from: "none" }),
        ]);
        const kept = claimed.filter((_, index) => valid[index]).map(({ id }) => id);
        expect([...kept, ...lost.map(({ id }) => id)].toSorted()).toEqual(ids);
        await other.close();
      });
    });

    describe("suspects", () => {
      /** As a process does that ended under way. Returns when the delivery waits again. */
      const lose = async (from: StoreBatch["from"]) => {
        const { claimed } = await commit(store, { room: 10, from });
        await harness.elapse(SETTINGS.lease + SECOND);
        await commit(store, { room: 1, from: "suspects" });
        return claimed;
      };
      const dueSuspect = async () => (await commit(store, { room: 1 })).isSuspectDue;

      it("[G.10] waits after a worker was lost, is announced, and is claimed only by itself", async () => {
        await write(arrive("1"), arrive("2"));
        await lose("ordinary");
        const { dueAt = 0, attempts, losses } = await expectStored("1");
        expect({ attempts, losses }).toEqual({ attempts: 0, losses: 1 });
        expect(dueAt).toBeGreaterThan((await expectStored("1")).receivedAt + SETTINGS.lease);
        expect(await dueSuspect()).toBe(false);
        await harness.elapse(2 * SECOND);
        expect(await dueSuspect()).toBe(true);
        await write(arrive("3"));
        const asked = await commit(store, { room: 1, from: "none" });
        expect(asked).toMatchObject({ claimed: [], isSuspectDue: true, lost: [] });
        expect(await claimIds()).toEqual(["3"]);
        const { claimed, isSuspectDue } = await commit(store, { room: 1, from: "suspects" });
        expect(claimed.map(({ id }) => id)).toEqual(["1"]);
        expect(isSuspectDue).toBe(true);
        const next = await commit(store, { room: 1, from: "suspects" });
        expect(next.claimed.map(({ id }) => id)).toEqual(["2"]);
        expect(next.isSuspectDue).toBe(false);
      });

      it("[G.10] is announced when it is the only one", async () => {
        await write(arrive("1"));
        await lose("ordinary");
        await harness.elapse(2 * SECOND);
        expect(await dueSuspect()).toBe(true);
      });

      it("[G.10] counts what is lost by itself, and says so", async () => {
        await write(arrive("1"));
        await lose("ordinary");
        for (let losses = 1; losses < 3; losses++) {
          await harness.elapse(losses * 2 * SECOND);
          expect(await lose("suspects")).toMatchObject([{ attempt: losses, losses }]);
        }
        const stored = await expectStored("1");
        expect(stored).toMatchObject({ state: "waiting", attempts: 2, losses: 3 });
        expect(stored.errors.map(({ attempt, message }) => [attempt, message])).toEqual([
          [1, expect.stringMatching(/may have been handled beside it/)],
          [1, expect.stringMatching(/no other delivery/)],
          [2, expect.stringMatching(/no other delivery/)],
        ]);
      });

      it("[G.10] is reported with what becomes of it, once", async () => {
        const other = await harness.open();
        await write(arrive("1", { name: "push" }));
        await claimOne();
        await harness.elapse(SETTINGS.lease + SECOND);
        const batches = [store, other].map((each) => commit(each, { room: 1, from: "none" }));
        const lost = (await Promise.all(batches)).flatMap((result) => result.lost);
        const message = expect.stringMatching(/may have been handled beside it/) as string;
        const report = { id: "1", name: "push", attempt: 1, losses: 1, wait: SECOND, message };
        expect(lost).toEqual([report]);
        await other.close();
      });

      it("[G.10] is dead once it has ended enough processes by itself, and alone after a replay", async () => {
        await write(arrive("1", { orderKey: "a" }), arrive("2", { orderKey: "a" }));
        await lose("ordinary");
        for (let losses = 1; losses < 4; losses++) {
          await harness.elapse(losses * 2 * SECOND);
          await lose("suspects");
        }
        const dead = await expectStored("1");
        expect(dead).toMatchObject({ state: "dead", attempts: 3, losses: 4, dueAt: undefined });
        expect(at(dead.errors, 3).message).toMatch(/no other delivery/);
        await end(await claimOne(), "done");
        expect(await store.replay({ id: "1" })).toBe(1);
        expect(await claimIds()).toEqual([]);
        expect(await claimSuspect()).toMatchObject({ id: "1", attempt: 1, losses: 1 });
      });

      it("[G.10] stays one through a retry, a drain and a move, and is none when it was done before a replay", async () => {
        await write(arrive("1"));
        await lose("ordinary");
        await harness.elapse(2 * SECOND);
        await end(await claimSuspect(), { retryAfter: SECOND });
        await harness.elapse(2 * SECOND);
        expect(await claimIds()).toEqual([]);
        await end(await claimSuspect(), "released");
        const other = await harness.open();
        await other.restore(
          (await store.export(undefined, 10)).map((one) => ({ ...one, id: "2" })),
        );
        await other.close();
        expect(await expectStored("2")).toMatchObject({ losses: 1 });
        await end(await claimSuspect(), "done");
        await end(await claimSuspect(), "dead");
        expect(await store.replay({ id: "1" })).toBe(1);
        expect(await claimOne()).toMatchObject({ id: "1", attempt: 1, losses: 0 });
      });

      it("[G.10] [G.6] holds the later deliveries of its key", async () => {
        await write(arrive("1", { orderKey: "a" }), arrive("2", { orderKey: "a" }));
        await lose("ordinary");
        await harness.elapse(2 * SECOND);
        expect(await claimIds()).toEqual([]);
        await end(await claimSuspect(), "done");
        expect(await claimIds()).toEqual(["2"]);
      });

      it("[G.10] does not wait for longer than it may when the clock was set back", async () => {
        await write(arrive("1"));
        await lose("ordinary");
        await harness.elapse(-2 * DAY);
        await store.prune();
        await harness.elapse(SETTINGS.longestDelay + SECOND);
        expect((await claimSuspect()).id).toBe("1");
      });
    });

    describe("outcomes", () => {
      it("[G.5] keeps a done delivery, with its handlers", async () => {
        await write(arrive("1"));
        expect(await end(await claimOne(), "done", { done: ["mail", "note/1"] })).toBe(true);
        expect(await claim()).toEqual([]);
        expect(await expectStored("1")).toMatchObject({
          state: "done",
          attempts: 1,
          done: ["mail", "note/1"],
          errors: [],
          dueAt: undefined,
          size: 10,
        });
      });

      it("[G.5] makes it wait before a retry, and hands out what was done before", async () => {
        await write(arrive("1"));
        const error = describeError({ stack: "Error: no connection\n  at mail.ts" });
        const changes = { done: ["log"], errors: [error] };
        expect(await end(await claimOne(), { retryAfter: MINUTE }, changes)).toBe(true);
        const { state, dueAt, receivedAt } = await expectStored("1");
        expect(state).toBe("waiting");
        expect((dueAt ?? 0) - receivedAt).toBeGreaterThanOrEqual(MINUTE);
        await harness.elapse(50 * SECOND);
        expect(await claim()).toEqual([]);
        await harness.elapse(11 * SECOND);
        expect(await claimOne()).toMatchObject({ attempt: 2, done: ["log"] });
        expect((await expectStored("1")).errors).toEqual([error]);
      });

      it("[G.5] hands a retry out behind what was due before", async () => {
        await write(arrive("1"), arrive("2"));
        await end(await claimOne(), { retryAfter: SECOND });
        await harness.elapse(2 * SECOND);
        expect(await claimIds()).toEqual(["2", "1"]);
      });

      it("[G.5] keeps a dead delivery with the errors of every attempt", async () => {
        await write(arrive("1"));
        const errors = [1, 2, 3].map((attempt) => describeError({ attempt }));
        for (const error of errors) {
          const how: AttemptEnd = error.attempt === 3 ? "dead" : { retryAfter: 0 };
          await end(await claimOne(), how, { errors: [error] });
          await harness.elapse(1);
        }
        expect(await claim()).toEqual([]);
        const dead = await expectStored("1");
        expect(dead).toMatchObject({ state: "dead", attempts: 3, errors });
        expect(await store.read({ state: "dead", limit: 1 })).toEqual([dead]);
        expect(await store.read({ before: dead.key })).toEqual([]);
      });

      it("[G.7] does not count an attempt that was given back", async () => {
        await write(arrive("1"));
        const released = await claimOne();
        expect(await end(released, "released", { done: ["log"] })).toBe(true);
        const again = await claimOne();
        expect(again).toMatchObject({ attempt: 1, done: ["log"] });
        expect(again.token).not.toBe(released.token);
        expect(await end(released, "done")).toBe(false);
        expect((await expectStored("1")).state).toBe("running");
      });

      it("[G.7] counts each claim once", async () => {
        await write(arrive("1"));
        const claimed = await claimOne();
        expect(await end(claimed, "done")).toBe(true);
        expect(await end(claimed, "dead")).toBe(false);
        expect(await end({ ...claimed, key: "999999" }, "done")).toBe(false);
        expect((await expectStored("1")).state).toBe("done");
      });
    });

    describe("order", () => {
      const line = (...ids: readonly string[]) => ids.map((id) => arrive(id, { orderKey: "a" }));

      it("[G.6] gives out the deliveries of a key one after the other", async () => {
        await write(...line("1", "2"), arrive("x"), arrive("y", { orderKey: "b" }));
        await write(...line("3"));
        const claimed = await claim(10);
        expect(claimed.map(({ id }) => id)).toEqual(["1", "x", "y"]);
        expect(await claim(10)).toEqual([]);
        await end(at(claimed, 0), "done");
        const second = await claimOne();
        expect(second.id).toBe("2");
        await end(second, "dead");
        expect(await claimIds()).toEqual(["3"]);
      });

      it("[G.6] does so across processes, and while one waits for a retry", async () => {
        const other = await harness.open();
        await write(...line("1", "2"));
        const first = await claimOne();
        expect(await claim(10, other)).toEqual([]);
        await end(first, { retryAfter: MINUTE });
        expect(await claim(10, other)).toEqual([]);
        await harness.elapse(MINUTE + SECOND);
        const [again] = await claim(10, other);
        expect(again).toMatchObject({ id: "1", attempt: 2 });
        expect(await claim(10)).toEqual([]);
        await other.close();
      });

      it("[G.6] holds when a worker was lost, or gave back", async () => {
        await write(...line("1", "2"));
        await end(await claimOne(), "released");
        expect(await claimIds()).toEqual(["1"]);
        await harness.elapse(SETTINGS.lease + SECOND);
        expect(await claimIds()).toEqual([]);
        expect((await claimSuspect()).id).toBe("1");
      });

      it("[G.6] puts a replayed delivery before the newer ones of its key, none beside another", async () => {
        await write(...line("1", "2", "3"));
        await end(await claimOne(), "dead");
        const second = await claimOne();
        expect(await store.replay({ id: "1" })).toBe(1);
        expect(await claim(10)).toEqual([]);
        await end(second, "done");
        const replayed = await claimOne();
        expect(replayed.id).toBe("1");
        await end(replayed, "done");
        expect(await claimIds()).toEqual(["3"]);
      });

      it("[G.6] takes a long line apart quickly", async () => {
        const ids = Array.from({ length: 300 }, (_, index) => String(index));
        await write(...line(...ids));
        const seen: string[] = [];
        let { claimed } = await commit(store, { room: 10 });
        while (claimed.length > 0) {
          seen.push(...claimed.map(({ id }) => id));
          const outcomes = claimed.map(({ key, token }) => ({
            key,
            token,
            end: "done" as const,
            done: [],
            errors: [],
          }));
          ({ claimed } = await commit(store, { outcomes, room: 10 }));
        }
        expect(seen).toEqual(ids);
      });
    });

    describe("reading", () => {
      beforeEach(async () => {
        await write(arrive("1"), arrive("2", { name: "push" }), arrive("3"), arrive("4"));
        const claimed = await claim(3);
        await end(at(claimed, 0), "done");
        await end(at(claimed, 1), "dead", { errors: [describeError()] });
      });

      it("[G.5] lists by state, name, id, time and page, the newest first", async () => {
        const ids = async (filter: Parameters<InboxStore["list"]>[0]) =>
          (await store.list(filter)).map(({ id }) => id);
        expect(await ids({})).toEqual(["4", "3", "2", "1"]);
        expect(await ids({ state: "dead" })).toEqual(["2"]);
        expect(await ids({ state: "running" })).toEqual(["3"]);
        expect(await ids({ name: "note" })).toEqual(["4", "3", "1"]);
        expect(await ids({ name: "note", state: "waiting" })).toEqual(["4"]);
        expect(await ids({ id: "3" })).toEqual(["3"]);
        expect(await ids({ id: "5" })).toEqual([]);
        const page = await store.list({ limit: 2 });
        expect(page.map(({ id }) => id)).toEqual(["4", "3"]);
        expect(await ids({ before: at(page, 1).key })).toEqual(["2", "1"]);
        const newest = at(page, 0).receivedAt;
        expect(await ids({ since: newest + 1 })).toEqual([]);
        expect(await ids({ until: newest + 1, limit: 1 })).toEqual(["4"]);
        await harness.elapse(MINUTE);
        await write(arrive("5"));
        const { receivedAt } = await expectStored("5");
        expect(await ids({ since: receivedAt })).toEqual(["5"]);
        expect(await ids({ until: receivedAt, limit: 1 })).toEqual(["4"]);
      });

      it("[G.5] counts", async () => {
        const { oldestWaiting, ...counts } = await store.stats();
        expect(counts).toEqual({ waiting: 1, running: 1, done: 1, dead: 1 });
        expect(oldestWaiting).toBeGreaterThanOrEqual(0);
        await harness.elapse(MINUTE);
        expect((await store.stats()).oldestWaiting).toBeGreaterThanOrEqual(MINUTE);
      });

      it("[G.5] counts those that are held, and measures from the oldest that waits", async () => {
        await end(await claimOne(), "done"); // the fourth
        await write(arrive("5", { orderKey: "a" }));
        await harness.elapse(20 * SECOND);
        await write(arrive("6", { orderKey: "a" }), arrive("7", { orderKey: "a" }));
        const { oldestWaiting, ...counts } = await store.stats();
        expect(counts).toEqual({ waiting: 3, running: 1, done: 2, dead: 1 });
        expect(Math.floor(oldestWaiting / SECOND)).toBe(20);
        await end(await claimOne(), "done");
        expect((await store.stats()).oldestWaiting).toBeLessThan(10 * SECOND);
        await harness.elapse(-DAY);
        expect((await store.stats()).oldestWaiting).toBe(0);
        await harness.elapse(DAY);
        for (let count = 0; count < 2; count++) await end(await claimOne(), "done");
        expect(await store.stats()).toEqual({
          ...{ waiting: 0, running: 1, done: 5, dead: 1, oldestWaiting: 0 },
        });
      });

      it("[G.5] finds nothing for an id that has not arrived", async () => {
        expect(await store.get("toString")).toBeUndefined();
        expect(await store.replay({ id: "toString" })).toBe(0);
      });
    });

    describe("reading by keys and text", () => {
      const ids = async (filter: StoreFilter) => (await store.list(filter)).map(({ id }) => id);

      it("finds the deliveries of keys, and nothing for a text that is no key", async () => {
        await write(arrive("1"), arrive("2"), arrive("3"));
        const [third, , first] = await store.list({});
        const keys = [first?.key ?? "", third?.key ?? "", "no key", "9999999"];
        expect(await ids({ keys })).toEqual(["3", "1"]);
        expect(await ids({ keys: [] })).toEqual([]);
        expect(await ids({ keys, limit: 1 })).toEqual(["3"]);
        expect(await ids({ keys, before: third?.key })).toEqual(["1"]);
        expect(await ids({ text: '"id"', before: third?.key, limit: 1 })).toEqual(["2"]);
        expect(await ids({ text: '"id"', id: "1" })).toEqual(["1"]);
        expect((await store.read({ keys, name: "other" })).length).toBe(0);
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
        await expect(store.list(filter)).rejects.toBe(reason);
        await expect(store.read(filter)).rejects.toBe(reason);
        await expect(store.replay(filter)).rejects.toBe(reason);
      });

      it("[G.8] replays those alone that match", async () => {
        await write(...["1", "2", "3"].map((id) => arrive(id)));
        for (const one of await claim(3)) await end(one, "dead");
        const key = at(await store.list({ id: "2" }), 0).key;
        expect(await store.replay({ keys: [key] })).toBe(1);
        expect(await store.replay({ text: '"id":"3"' })).toBe(1);
        expect(await ids({ state: "dead" })).toEqual(["1"]);
      });
    });

    describe("replay", () => {
      it("[G.5] begins anew with the handlers that failed", async () => {
        await write(arrive("1"));
        const errors = [describeError()];
        await end(await claimOne(), "dead", { done: ["log"], errors });
        expect(await store.replay({ id: "1" })).toBe(1);
        expect(await claimOne()).toMatchObject({ id: "1", attempt: 1, done: ["log"] });
        expect((await expectStored("1")).errors).toEqual(errors);
      });

      it("[G.5] begins anew with all handlers of a done one", async () => {
        await write(arrive("1"));
        await end(await claimOne(), "done", { done: ["log"] });
        expect(await store.replay({ id: "1" })).toBe(1);
        expect(await claimOne()).toMatchObject({ attempt: 1, done: [] });
      });

      it("[G.5] takes a filter, and leaves what is not finished", async () => {
        const names = ["push", "note", "push", "push"];
        await write(...names.map((name, index) => arrive(String(index), { name })));
        const claimed = await claim(3);
        for (const one of claimed) await end(one, "dead");
        expect(await store.replay({ state: "dead", name: "push" })).toBe(2);
        expect(await store.replay({ name: "push" })).toBe(0);
        expect((await claimIds()).toSorted()).toEqual(["0", "2", "3"]);
      });

      it.each([undefined, "line"])(
        "[G.5] counts once when it is called several times at once, with the key %s",
        async (orderKey) => {
          const other = await harness.open();
          await write(arrive("1", { orderKey }));
          await end(await claimOne(), "dead");
          const calls = [store, other, store].map((each) => each.replay({ id: "1" }));
          const [counts, ...claims] = await Promise.all([
            Promise.all(calls),
            claim(10),
            claim(10, other),
          ]);
          expect(counts.toSorted()).toEqual([0, 0, 1]);
          const later = await claim(10);
          expect([...claims.flat(), ...later].map(({ id, attempt }) => [id, attempt])).toEqual([
            ["1", 1],
          ]);
          await other.close();
        },
      );

      it("[G.5] takes the newest first up to a limit", async () => {
        await write(arrive("1"), arrive("2"), arrive("3"));
        for (const one of await claim(3)) await end(one, "dead");
        expect(await store.replay({ limit: 2 })).toBe(2);
        expect((await claimIds()).toSorted()).toEqual(["2", "3"]);
      });
    });

    it("[G.2] does several things at once", async () => {
      await write(arrive("1"), arrive("2"));
      for (const one of await claim(2)) await end(one, "dead");
      const [one, two, , { arrivals }] = await Promise.all([
        store.replay({ id: "1" }),
        store.replay({ id: "2" }),
        store.prune(),
        write(arrive("3")),
        store.stats(),
      ]);
      expect([one, two, arrivals]).toEqual([1, 1, ["new"]]);
      expect((await claimIds()).toSorted()).toEqual(["1", "2", "3"]);
    });

    describe("retention", () => {
      const pruneAll = async () => {
        while (await store.prune());
      };

      it("[G.8] deletes what was done `keepFor` ago and dead `keepDeadFor` ago, nothing else", async () => {
        await write(arrive("done"), arrive("dead"), arrive("running"), arrive("waiting"));
        const claimed = await claim(3);
        await end(at(claimed, 0), "done");
        await end(at(claimed, 1), "dead");
        const ids = async () => (await store.list({})).map(({ id }) => id);
        await harness.elapse(SETTINGS.keepFor - MINUTE);
        await pruneAll();
        expect(await ids()).toEqual(["waiting", "running", "dead", "done"]);
        await harness.elapse(2 * MINUTE);
        await pruneAll();
        expect(await ids()).toEqual(["waiting", "running", "dead"]);
        expect(await store.get("done")).toBeUndefined();
        await harness.elapse(SETTINGS.keepDeadFor);
        await pruneAll();
        expect(await ids()).toEqual(["waiting", "running"]);
      });

      it("[G.8] knows a deleted delivery again within `dedupeFor`", async () => {
        await write(arrive("1"));
        await end(await claimOne(), "done");
        await harness.elapse(SETTINGS.keepFor + MINUTE);
        await pruneAll();
        expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
        expect((await write(arrive("1", { text: "{}" }))).arrivals).toEqual(["conflict"]);
        await harness.elapse(SETTINGS.dedupeFor);
        await pruneAll();
        expect((await write(arrive("1"))).arrivals).not.toEqual(["duplicate"]);
      });

      it("[G.8] [R.4] forgets an id `dedupeFor` ago, once no delivery has it", async () => {
        await write(arrive("done"), arrive("waiting"));
        await end(await claimOne(), "done");
        const known = async () => [...((await store.findKnown?.(["done", "waiting"])) ?? [])];
        await harness.elapse(SETTINGS.dedupeFor - MINUTE);
        await pruneAll();
        expect((await known()).toSorted()).toEqual(["done", "waiting"]);
        await harness.elapse(2 * MINUTE);
        await pruneAll();
        expect(await known()).toEqual(["waiting"]);
      });

      it("[G.8] says that there is no more to delete", async () => {
        expect(await store.prune()).toBe(false);
        await write(arrive("1"));
        await end(await claimOne(), "done");
        await harness.elapse(SETTINGS.keepFor + MINUTE);
        expect(await store.prune()).toBe(false);
        expect(await store.list({})).toEqual([]);
      });
    });

    describe("moving", () => {
      it("[G.8] passes everything on, and takes it once", async () => {
        const texts = ["done", "dead", "running", "waiting", "retry"];
        await write(...texts.map((id) => arrive(id, { orderKey: `key of ${id}` })));
        const claimed = await claim(3);
        await end(at(claimed, 0), "done", { done: ["log"] });
        await end(at(claimed, 1), "dead", { errors: [describeError()] });
        const other = await create();
        const target = await other.open();
        const first = await store.export(undefined, 3);
        const second = await store.export(first.at(-1)?.key, 10);
        expect([...first, ...second].map(({ id }) => id)).toEqual(texts);
        expect(await store.export(second.at(-1)?.key, 10)).toEqual([]);
        expect(await target.restore(first)).toBe(3);
        expect(await target.restore([...first, ...second])).toBe(2);
        const without = ({ key: _, ...others }: StoredDelivery) => others;
        const kept = await target.export(undefined, 10);
        for (const index of [0, 1]) {
          expect(without(at(kept, index))).toEqual(without(at(first, index)));
        }
        expect(at(kept, 2)).toMatchObject({ id: "running", state: "waiting" });
        expect(
          (await commit(target, { arrivals: texts.map((id) => arrive(id, {})) })).arrivals,
        ).toEqual(texts.map(() => "duplicate"));
        const { claimed: moved } = await commit(target, { room: 10 });
        expect(moved.map(({ id }) => id)).toEqual(["running", "waiting", "retry"]);
        await target.close();
        await other.close();
      });

      it("[G.8] keeps all of what waits, of a conflict and of what was lost", async () => {
        await write(arrive("1"), arrive("1", { text: "{}" }), arrive("2"));
        const retried = at(await claim(3), 2);
        const errors = [describeError(), describeError({ handler: "log" })];
        await end(retried, { retryAfter: MINUTE }, { done: ["log"], errors });
        await harness.elapse(SETTINGS.lease + SECOND);
        await commit(store, { room: 1, from: "none" }); // takes back the others
        const moved = await store.export(undefined, 10);
        expect(moved.map(({ losses, isConflict }) => [losses, isConflict])).toEqual([
          ...[[1, false], [1, true], [0, false]], // prettier-ignore
        ]);
        const other = await create();
        const target = await other.open();
        await write(arrive("3"));
        expect(await target.restore(moved)).toBe(3);
        const without = ({ key: _, ...others }: StoredDelivery) => others;
        expect((await target.export(undefined, 10)).map(without)).toEqual(moved.map(without));
        await target.close();
        await other.close();
      });

      it("[G.8] is passed on in pieces, from any of them", async () => {
        await write(arrive("1"), arrive("2"), arrive("3"));
        const ids = async (after: string | undefined, limit: number) =>
          (await store.export(after, limit)).map(({ id }) => id);
        const [first, second] = await store.export(undefined, 2);
        expect([first?.id, second?.id]).toEqual(["1", "2"]);
        expect(await ids(first?.key, 1)).toEqual(["2"]);
        expect(await ids(second?.key, 5)).toEqual(["3"]);
        expect(await store.restore([])).toBe(0);
      });

      it("[G.6] keeps the order of a key", async () => {
        await write(...["1", "2", "3"].map((id) => arrive(id, { orderKey: "a" })));
        await claimOne();
        const other = await create();
        const target = await other.open();
        await target.restore(await store.export(undefined, 10));
        const { claimed } = await commit(target, { room: 10 });
        expect(claimed.map(({ id }) => id)).toEqual(["1"]);
        await target.close();
        await other.close();
      });
    });

    describe("deliveries that were fetched", () => {
      const fetched = (id: string, text: string): Arrival => ({
        ...arrive(id, { text }),
        via: "catch-up",
      });

      it("[R.3] are marked, in every answer", async () => {
        await write(fetched("1", "{}"), arrive("2"));
        const [two, one] = await store.list({});
        expect([one?.via, two?.via]).toEqual(["catch-up", undefined]);
        expect((await expectStored("1")).via).toBe("catch-up");
        expect((await claim(2)).map(({ via }) => via)).toEqual(["catch-up", undefined]);
      });

      it("[R.3] are marked after a move", async () => {
        await write(fetched("1", "{}"));
        const target = openMemoryStore();
        await target.open({ ...SETTINGS, clock: Date.now });
        await target.restore(await store.export(undefined, 10));
        expect((await target.get("1"))?.via).toBe("catch-up");
        await store.restore([{ ...(await expectStored("1")), id: "2" }]);
        expect((await expectStored("2")).via).toBe("catch-up");
      });

      it.each(["one batch", "two batches"])(
        "[R.4] are compared by their id alone, in %s",
        async (how) => {
          const pairs = [
            [arrive("1"), fetched("1", '{"other":"bytes"}')],
            [fetched("2", "{}"), arrive("2")],
            [fetched("3", "{}"), fetched("3", '{"later":true}')],
          ];
          for (const pair of pairs) {
            const batches = how === "one batch" ? [pair] : pair.map((one) => [one]);
            const results: unknown[] = [];
            for (const batch of batches) results.push(...(await write(...batch)).arrivals);
            expect(results).toEqual(["new", "duplicate"]);
          }
          expect(await claimIds()).toEqual(["1", "2", "3"]);
        },
      );

      it("[R.4] leave the comparison of those that were sent as it is", async () => {
        const sent = [arrive("1"), arrive("1", { text: "other" }), arrive("1")];
        expect((await write(...sent)).arrivals).toEqual(["new", "conflict", "duplicate"]);
        expect((await write(fetched("1", "third"))).arrivals).toEqual(["duplicate"]);
      });

      it("[R.4] are new again once the memory of ids is over", async () => {
        await write(arrive("1"));
        await harness.elapse(SETTINGS.dedupeFor + DAY);
        expect((await write(fetched("1", "other"))).arrivals).not.toEqual(["duplicate"]);
        expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
      });

      it("[R.4] are known by those that have arrived, done or not, kept or forgotten", async () => {
        await write(arrive("1"), arrive("2"), fetched("3", "{}"), arrive('with " and é'));
        const [first] = await claim();
        if (first !== undefined) await end(first, "done");
        await harness.elapse(SETTINGS.keepFor + DAY);
        while (await store.prune());
        const known = await store.findKnown?.(["1", "2", "3", "4", 'with " and é']);
        expect([...(known ?? [])].toSorted()).toEqual(["1", "2", "3", 'with " and é']);
        expect(await store.findKnown?.([])).toEqual(new Set());
      });
    });

    describe("notes", () => {
      const change = (holder: string, changes: Partial<NoteChange> = {}, from = store) =>
        from.changeNote?.({ name: "note", holder, lease: 10 * SECOND, ...changes });

      it("[R.6] are held by one at a time, until the lease is over or let go", async () => {
        expect(await change("a", { text: "one" })).toBe("");
        expect(await change("b")).toBeUndefined();
        await harness.elapse(8 * SECOND);
        expect(await change("a")).toBe("one"); // renewed
        await harness.elapse(8 * SECOND);
        expect(await change("b")).toBeUndefined();
        await harness.elapse(3 * SECOND);
        expect(await change("b", { text: "two" })).toBe("one");
        expect(await change("a", { text: "late" })).toBeUndefined();
        expect(await change("b", { lease: 0 })).toBe("two");
        expect(await change("a", { text: "three" })).toBe("two");
      });

      it("[R.6] are shared by stores, and taken by one of those that ask at once", async () => {
        const other = await harness.open();
        for (let round = 0; round < 20; round++) {
          const name = `note ${round}`;
          const ask = (holder: string, from = store) => change(holder, { name }, from);
          const answers = await Promise.all([ask("a"), ask("b", other), ask("c"), ask("d", other)]);
          expect(answers.filter((text) => text !== undefined)).toEqual([""]);
        }
        await other.close();
      });

      it("[R.6] are listed by the begin of their name, and deleted", async () => {
        for (const name of ["b/2", "a/1", "b/1", "b"]) await change("a", { name, text: "x" });
        expect(await store.listNotes?.("b/", 10)).toEqual(["b/1", "b/2"]);
        expect(await store.listNotes?.("b/", 1)).toEqual(["b/1"]);
        await change("a", { name: "b/1", text: null });
        expect(await store.listNotes?.("", 10)).toEqual(["a/1", "b", "b/2"]);
        expect(await change("z", { name: "b/1" })).toBe("");
      });

      it("[R.6] are free again at the end of their lease, and keep their text", async () => {
        expect(await change("a", { text: "one", lease: 5 * SECOND })).toBe("");
        expect(await change("a")).toBe("one"); // the lease is longer from now on
        await harness.elapse(9 * SECOND);
        expect(await change("b")).toBeUndefined();
        await harness.elapse(SECOND);
        expect(await change("b")).toBe("one");
        expect(await change("b", { text: "" })).toBe("one");
        expect(await change("b", { text: null })).toBe("");
        expect(await store.listNotes?.("", 10)).toEqual([]);
      });

      it("[R.6] survive a clock that was set back", async () => {
        await change("a", { lease: SECOND });
        await harness.elapse(-DAY);
        expect(await change("b", { lease: SECOND })).toBe("");
      });

      it("[R.8] are written for each delivery that becomes dead, if that is wanted", async () => {
        await write(arrive("1"));
        await end(await claimOne(), "dead");
        expect(await store.listNotes?.("", 10)).toEqual([]);
        await store.close();
        store = await harness.open({ notesDead: true });
        await write(arrive("2"), arrive("3"), arrive("4"));
        const [two, three, four] = await claim(3);
        if (two) await end(two, "dead");
        if (three) await end(three, "done");
        if (four) await end(four, { retryAfter: 0 });
        const { key } = await expectStored("2");
        expect(await store.listNotes?.("dead/", 10)).toEqual([`dead/${key}`]);
        expect(await change("a", { name: `dead/${key}` })).toBe("untold");
      });

      it("[R.8] are written for a delivery whose worker was lost too often", async () => {
        await store.close();
        store = await harness.open({ notesDead: true, waitAfterLoss: () => undefined });
        await write(arrive("1"));
        await claim();
        await harness.elapse(SETTINGS.lease + SECOND);
        expect((await commit(store, { room: 1 })).lost).toHaveLength(1);
        expect(await store.listNotes?.("dead/", 10)).toHaveLength(1);
      });
    });

    describe("the backlog", () => {
      it("[R.8] is what is due and not begun, and how long the first is", async () => {
        expect(await store.countDue?.()).toEqual({ waiting: 0, oldest: 0 });
        await write(arrive("1"), arrive("2"), arrive("3"));
        await end(await claimOne(), { retryAfter: DAY });
        await claimOne();
        await harness.elapse(MINUTE);
        const { waiting = 0, oldest = 0 } = (await store.countDue?.()) ?? {};
        expect(waiting).toBe(1);
        expect(Math.round(oldest / SECOND)).toBe(60);
        await write(arrive("4"));
        const later = await store.countDue?.();
        expect(later?.waiting).toBe(2); // what has just arrived is due
        expect(Math.round((later?.oldest ?? 0) / SECOND)).toBe(60);
      });
    });

    describe("opening and closing", () => {
      it("[G.1] [G.2] finds everything again", async () => {
        await write(arrive("1"), arrive("2"));
        await end(await claimOne(), { retryAfter: MINUTE }, { errors: [describeError()] });
        await store.close();
        store = await harness.open();
        expect((await write(arrive("1"))).arrivals).toEqual(["duplicate"]);
        expect(await claimIds()).toEqual(["2"]);
        expect((await expectStored("1")).errors).toHaveLength(1);
      });

      it("[G.9] takes nothing once it is closed, and closes twice", async () => {
        await store.close();
        await store.close();
        await expect(write(arrive("1"))).rejects.toThrow();
        store = await harness.open();
        expect((await write(arrive("1"))).arrivals).toEqual(["new"]);
      });
    });

    describe("a clock that was set back", () => {
      it("[G.9] delays the takeover from a lost worker by one lease, before anything is pruned", async () => {
        await write(arrive("lost"));
        await claimOne();
        await harness.elapse(-2 * DAY);
        expect(await claimIds()).toEqual([]);
        await harness.elapse(SETTINGS.lease - 5 * SECOND);
        expect(await claimIds()).toEqual([]);
        await harness.elapse(6 * SECOND);
        expect((await claimSuspect()).id).toBe("lost");
      });

      it("[G.9] delays nothing once the store was pruned", async () => {
        await write(arrive("lost"), arrive("1"));
        const { lease } = SETTINGS;
        await claimOne();
        await harness.elapse(-2 * DAY);
        await store.prune();
        expect(await claimIds()).toEqual(["1"]);
        await harness.elapse(lease + SECOND);
        expect(await claimIds()).toEqual([]);
        const ids = [(await claimSuspect()).id, (await claimSuspect()).id];
        expect(ids.toSorted()).toEqual(["1", "lost"]);
      });
    });
  });
}

/** Settings that each process has for itself. A store in memory has those of the last one. */
export function describeProcesses(
  name: string,
  create: () => Promise<StoreHarness> | StoreHarness,
) {
  it(`[G.7] keeps a lease as long as its process has set it, in ${name}`, async () => {
    const harness = await create();
    const store = await harness.open();
    const other = await harness.open({ lease: 2 * SECOND });
    const { claimed } = await commit(store, { arrivals: [arrive("1")], room: 1 });
    for (let time = 0; time < 2; time++) {
      await harness.elapse(SETTINGS.lease - 10 * SECOND);
      await other.prune();
      expect((await commit(other, { room: 1 })).lost).toEqual([]);
      expect((await commit(store, { renewals: claimed })).renewals).toEqual([true]);
    }
    await harness.elapse(-DAY);
    await other.prune();
    await harness.elapse(SETTINGS.lease - 10 * SECOND);
    expect((await commit(other, { room: 1 })).lost).toEqual([]);
    await harness.elapse(12 * SECOND);
    expect((await commit(other, { room: 1 })).lost).toMatchObject([{ id: "1" }]);
    for (const each of [store, other]) await each.close();
    await harness.close();
  });
}
