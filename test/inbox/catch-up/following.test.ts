/** A list that is read again and again, with pauses that grow after failures. */
import { describe, expect, it } from "vitest";
import type { CatchUpOptions } from "../../../src/inbox/catch-up/types.js";
import { arrive, commit, HOUR, MINUTE, SECOND } from "../deliveries.js";
import { holdNote, inPages, item, NOTE, NOW, openList } from "./open-list.js";

describe("a list that is followed", () => {
  it.each<[string, Partial<CatchUpOptions>, readonly number[]]>([
    ["every five minutes", {}, [0, 300, 600, 900]],
    ["as often as it is told to", { every: "10m" }, [0, 600]],
    ["every half minute", { every: "30s" }, Array.from({ length: 31 }, (_, n) => n * 30)],
  ])("[R.6] is read %s", async (_, options, seconds) => {
    const { feed, environment, asked, text } = await openList(inPages([[]]), { options });
    feed.follow();
    await environment.elapse(900 * SECOND);
    expect(toSeconds(asked)).toEqual(seconds);
    expect(text()).toEqual([]);
    await feed.stop();
    await environment.elapse(HOUR);
    expect([toSeconds(asked).length, environment.countTimers()]).toEqual([seconds.length, 0]);
  });

  it("[R.2] is told of what was fetched", async () => {
    const { feed, store, environment, entries } = await openList(
      inPages([[item("a", 0), item("b", 0), item("c", 0)]]),
    );
    await commit(store, { arrivals: [arrive("b")] });
    feed.follow();
    await environment.elapse(0);
    const message =
      "The catch-up has fetched 2 deliveries that never arrived, 1 known, 1 requests.";
    expect(entries).toEqual([{ level: "info", data: [message] }]);
  });

  it("[R.6] rests for nine tenths of the time after one worker has read it", async () => {
    const { feed, store, environment } = await openList(inPages([[]]));
    feed.follow();
    await environment.elapse(0);
    const rest = `${NOTE}/rest`;
    expect(await store.listNotes?.("", 10)).toEqual([NOTE, rest]);
    await environment.elapse(270 * SECOND - 1);
    expect(await holdNote(store, 0, rest)).toBeUndefined();
    await environment.elapse(1);
    expect(await holdNote(store, 0, rest)).toBe("");
  });

  it("[R.6] is read a second later when another worker has just started, unless that has read it", async () => {
    for (const isRead of [false, true]) {
      const { feed, store, environment, asked } = await openList(inPages([[]]));
      await holdNote(store, 500);
      feed.follow();
      await environment.elapse(999);
      if (isRead) await holdNote(store, 20_000, `${NOTE}/rest`);
      await environment.elapse(29 * SECOND);
      // The rest of the other worker ends at 20.999 seconds. It is looked for after each lease of 12 seconds.
      expect(toSeconds(asked)).toEqual(isRead ? [25] : [1]);
    }
  });

  it.each([
    [5_000, 12_000, [0, 20]],
    [300_000, 5_000, [0, 312]],
  ])(
    "[R.6] every %i ms is tried again after a lease at the latest, while another worker holds it for %i ms",
    async (every, heldFor, seconds) => {
      const { feed, store, environment, asked } = await openList(inPages([[]]), {
        options: { every },
      });
      feed.follow();
      await environment.elapse(every - 1);
      await holdNote(store, heldFor);
      await environment.elapse(15_001);
      await feed.stop();
      expect(toSeconds(asked)).toEqual(seconds);
    },
  );

  it("[R.7] is told once that it fails, also if it is no error, and waits as long as it is asked to", async () => {
    let thrown: unknown = "down";
    const { feed, environment, asked, entries } = await openList(() => {
      if (thrown !== undefined) throw thrown;
      return { data: { items: [] }, date: NOW };
    });
    feed.follow();
    await environment.elapse(10 * MINUTE);
    expect(toSeconds(asked)).toEqual([0, 300, 600]);
    const [first, ...others] = entries;
    expect([first?.level, others]).toEqual(["error", []]);
    expect(first?.data[0]).toMatch(
      /^The catch-up failed, and is tried again\. GET \/log got no answer: down See https:\S+catch_up_failed$/,
    );
    expect(first?.data[1]).toMatchObject({ code: "CATCH_UP_FAILED", cause: "down" });
    thrown = { status: 429, headers: { "retry-after": "400" } };
    await environment.elapse(5 * MINUTE);
    expect(entries).toHaveLength(2);
    await environment.elapse(399 * SECOND);
    expect(toSeconds(asked)).toEqual([0, 300, 600, 900]);
    thrown = undefined;
    await environment.elapse(SECOND);
    expect(toSeconds(asked).at(-1)).toBe(1_300);
    expect(entries.slice(2)).toEqual([{ level: "info", data: ["The catch-up works again."] }]);
    await environment.elapse(5 * MINUTE);
    expect(entries).toHaveLength(3);
  });

  it("[R.7] goes on after the store has failed, which is told with its message alone", async () => {
    const { feed, store, environment, asked, entries } = await openList(inPages([[]]));
    const { changeNote } = store;
    store.changeNote = () => Promise.reject(new Error("locked"));
    feed.follow();
    await environment.elapse(SECOND);
    store.changeNote = changeNote;
    await environment.elapse(5 * MINUTE);
    expect(toSeconds(asked)).toEqual([300]);
    expect(entries.map(({ data }) => data[0])).toEqual([
      "The catch-up failed, and is tried again. locked",
      "The catch-up works again.",
    ]);
  });
});

function toSeconds(asked: readonly { readonly at: number }[]): readonly number[] {
  return asked.map(({ at }) => at / SECOND);
}
