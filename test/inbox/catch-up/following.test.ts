/** A list that is read again and again, with pauses that grow after failures. */
import { describe, expect, it } from "vitest";
import type { CatchUpOptions } from "../../../src/inbox/catch-up/types.js";
import { arrive, commit, HOUR, LEASE, MINUTE, SECOND } from "../deliveries.js";
import { holdNote, inPages, item, NOTE, NOW, openList } from "./open-list.js";

/** Between two readings of a list, by default. */
const EVERY = 5 * MINUTE;

/** A list is reserved for nine tenths of that time after it was read. */
const RESERVED = 0.9 * EVERY;

/** A worker that finds the list held when it starts asks again after this time; later, after a lease at most. */
const RETRY_AT_START = SECOND;

/** Name of the note that reserves the list for the worker that has read it. */
const REST = `${NOTE}/rest`;

describe("a list that is followed", () => {
  it.each<[when: string, options: Partial<CatchUpOptions>, seconds: readonly number[]]>([
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
    expect(await store.listNotes?.("", 10)).toEqual([NOTE, REST]);
    await environment.elapse(RESERVED - 1);
    expect(await holdNote(store, 0, REST)).toBeUndefined();
    await environment.elapse(1);
    expect(await holdNote(store, 0, REST)).toBe("");
  });

  it("[R.6] is read a second later when another worker has just started and not read it", async () => {
    const { feed, store, environment, asked } = await openList(inPages([[]]));
    await holdNote(store, RETRY_AT_START / 2);
    feed.follow();
    await environment.elapse(30 * SECOND);
    expect(toSeconds(asked)).toEqual([RETRY_AT_START / SECOND]);
  });

  it("[R.6] is read after the rest of another worker that has just started and read it", async () => {
    const { feed, store, environment, asked } = await openList(inPages([[]]));
    await holdNote(store, RETRY_AT_START / 2);
    feed.follow();
    await environment.elapse(RETRY_AT_START - 1);
    await holdNote(store, 20 * SECOND, REST);
    await environment.elapse(29 * SECOND);
    // The rest ends at 20.999 seconds, between the first and the second lease after the retry.
    expect(toSeconds(asked)).toEqual([(RETRY_AT_START + 2 * LEASE) / SECOND]);
  });

  it.each([
    {
      what: "every five seconds is tried again as often, while another worker holds it for a lease",
      every: 5 * SECOND,
      heldFor: LEASE,
      // The other worker takes it just before 5 seconds, so that the tries at 5, 10 and 15 seconds fail.
      reads: [0, 20 * SECOND],
    },
    {
      what: "every five minutes is tried again after a lease, when another worker holds it for less",
      every: EVERY,
      heldFor: 5 * SECOND,
      reads: [0, EVERY + LEASE],
    },
  ])("[R.6] $what", async ({ every, heldFor, reads }) => {
    const { feed, store, environment, asked } = await openList(inPages([[]]), {
      options: { every },
    });
    feed.follow();
    await environment.elapse(every - 1);
    await holdNote(store, heldFor);
    await environment.elapse(1 + 15 * SECOND);
    await feed.stop();
    expect(asked.map(({ at }) => at)).toEqual(reads);
  });

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
    const retryAfter = 400 * SECOND;
    thrown = { status: 429, headers: { "retry-after": String(retryAfter / SECOND) } };
    await environment.elapse(EVERY);
    expect(entries).toHaveLength(2);
    await environment.elapse(retryAfter - SECOND);
    expect(toSeconds(asked)).toEqual([0, 300, 600, 900]);
    thrown = undefined;
    await environment.elapse(SECOND);
    expect(asked.at(-1)?.at).toBe(3 * EVERY + retryAfter);
    expect(entries.slice(2)).toEqual([{ level: "info", data: ["The catch-up works again."] }]);
    await environment.elapse(EVERY);
    expect(entries).toHaveLength(3);
  });

  it("[R.7] goes on after the store has failed, which is told with its message alone", async () => {
    const { feed, store, environment, asked, entries } = await openList(inPages([[]]));
    const { changeNote } = store;
    store.changeNote = () => Promise.reject(new Error("locked"));
    feed.follow();
    await environment.elapse(SECOND);
    store.changeNote = changeNote;
    await environment.elapse(EVERY);
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
