/** The rules that every store of a relay keeps. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  formatPosition,
  readPosition,
  type NewDelivery,
  type RelayStore,
  type RelayStoreLimits,
} from "../../../src/relay/server/store.js";

export function describeStore(
  name: string,
  open: (limits?: RelayStoreLimits) => Promise<RelayStore>,
): void {
  describe(`the store ${name}`, () => {
    afterEach(() => void vi.useRealTimers());

    it("[D.12] returns the deliveries of each channel in order", async () => {
      const store = await open();
      for (const text of ["1", "2", "3"]) await store.append("a", createDelivery(text));
      await store.append("b", createDelivery("other", { head: '{"a":1}', encoding: "base64" }));
      expect(await readTexts(store, "a")).toEqual(["1", "2", "3"]);
      expect(await readTexts(store, "a", 2)).toEqual(["3"]);
      expect(await readTexts(store, "none")).toEqual([]);
      const kept = { position: 4, head: '{"a":1}', encoding: "base64", pieces: 2, size: 8 };
      expect(await store.next("b", 0)).toEqual(kept);
      expect(await store.state()).toMatchObject({ newest: 4, dropped: 0 });
    });

    it("[D.12] returns the deliveries of each channel backwards", async () => {
      const store = await open();
      for (const channel of ["a", "b", "a"]) await store.append(channel, createDelivery(channel));
      const positions = async (before: number) => (await store.previous("a", before))?.position;
      expect(await positions(Number.MAX_SAFE_INTEGER)).toBe(3);
      expect(await positions(3)).toBe(1);
      expect(await positions(1)).toBeUndefined();
      expect(await store.previous("none", 9)).toBeUndefined();
      expect(await store.previous("b", 9)).toEqual(await store.next("b", 0));
    });

    it("[D.12] lists channels that have deliveries, the one with the newest first", async () => {
      const store = await open({ maxBytes: 3_000 });
      expect(await store.channels()).toEqual([]);
      for (const channel of ["a", "b", "a", "c", "b"])
        await store.append(channel, createDelivery(channel));
      expect(await store.channels()).toEqual(["b", "c", "a"]);
      await store.append("d", createDelivery("x".repeat(1_700)));
      expect(await store.channels()).toEqual(["d", "b"]);
    });

    it("[D.12] returns pieces by their number", async () => {
      const store = await open();
      await store.append("a", createDelivery("one"));
      expect(new TextDecoder().decode(await store.readPiece(1, 1))).toBe("end");
      expect(await store.readPiece(1, 2)).toBeUndefined();
      expect(await store.readPiece(2, 0)).toBeUndefined();
    });

    it("[D.12] drops the oldest of all channels when there is too much", async () => {
      const store = await open({ maxBytes: 5_000 });
      const text = "x".repeat(900);
      for (let count = 0; count < 6; count++) {
        await store.append(count % 2 === 0 ? "a" : "b", createDelivery(`${count}${text}`));
      }
      expect(await store.state()).toMatchObject({ newest: 6, dropped: 3 });
      expect((await readTexts(store, "a")).map((each) => each[0])).toEqual(["4"]);
      expect((await readTexts(store, "b")).map((each) => each[0])).toEqual(["3", "5"]);
      expect(await store.readPiece(1, 0)).toBeUndefined();
    });

    it("[D.12] counts small deliveries, too", async () => {
      const store = await open({ maxBytes: 10_000 });
      for (let count = 0; count < 100; count++) await store.append("a", createDelivery(""));
      expect((await readTexts(store, "a")).length).toBeLessThan(20);
    });

    it("[D.12] refuses one delivery that is larger than everything", async () => {
      const store = await open({ maxBytes: 5_000 });
      await store.append("a", createDelivery("small"));
      await expect(store.append("a", createDelivery("x".repeat(6_000)))).rejects.toThrow(
        RangeError,
      );
      expect(await readTexts(store, "a")).toEqual(["small"]);
    });

    it("[D.12] drops what is too old", async () => {
      const store = await open({ keepFor: 10_000 });
      await store.append("a", createDelivery("old", { receivedAt: Date.now() - 20_000 }));
      expect(await readTexts(store, "a")).toEqual([]);
      await store.append("a", createDelivery("new"));
      expect(await readTexts(store, "a")).toEqual(["new"]);
      expect(await store.state()).toMatchObject({ newest: 2, dropped: 1 });
    });

    it("[D.12] keeps a delivery for `keepFor` to the millisecond", async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
      const store = await open({ keepFor: 10_000 });
      await store.append("a", createDelivery("old", { receivedAt: 990_000 }));
      await store.append("a", createDelivery("new"));
      expect(await store.state()).toMatchObject({ newest: 2, dropped: 0 });
      expect(await readTexts(store, "a")).toEqual(["old", "new"]);
      vi.setSystemTime(1_000_001);
      expect(await readTexts(store, "a")).toEqual(["new"]);
      expect(await store.state()).toMatchObject({ newest: 2, dropped: 1 });
    });

    it("[D.14] knows that a delivery is too old, also when nothing came after it", async () => {
      const store = await open({ keepFor: 10_000 });
      await store.append("a", createDelivery("1", { receivedAt: Date.now() - 9_900 }));
      await expect.poll(() => store.state()).toMatchObject({ newest: 1, dropped: 1 });
      expect(await store.readPiece(1, 0)).toBeUndefined();
    });

    it("[D.14] knows the ids that it has given, and no others", async () => {
      const store = await open();
      await store.append("a", createDelivery("one"));
      const state = await store.state();
      expect(readPosition(formatPosition(state.name, 1), state)).toBe(1);
      for (const id of ["", "1", "x-1", `${state.name}-2`, `${state.name}-x`, `${state.name}--1`])
        expect(readPosition(id, state)).toBeUndefined();
    });

    it.each([0, -1, 1.5, Number.NaN, "1"])("[D.12] refuses the limit %j", async (limit) => {
      // Callers without types pass anything.
      const untypedLimit = limit as number;
      await expect(open({ keepFor: untypedLimit })).rejects.toThrow(RangeError);
      await expect(open({ maxBytes: untypedLimit })).rejects.toThrow(RangeError);
    });
  });
}

/** A delivery whose body is a text and "end", in two pieces. */
export function createDelivery(text: string, fields: Partial<NewDelivery> = {}): NewDelivery {
  const pieces = [text, "end"].map((piece) => new TextEncoder().encode(piece));
  const size = text.length + 3;
  return { receivedAt: Date.now(), head: "{}", encoding: "text", pieces, size, ...fields };
}

/** The first piece of each delivery of a channel, in order. */
async function readTexts(store: RelayStore, channel: string, after = 0) {
  const texts: string[] = [];
  let next = await store.next(channel, after);
  while (next !== undefined) {
    texts.push(new TextDecoder().decode(await store.readPiece(next.position, 0)));
    next = await store.next(channel, next.position);
  }
  return texts;
}
