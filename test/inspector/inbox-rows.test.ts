/** Deliveries of an inbox, as rows of the list and one by one. */
import { describe, expect, it } from "vitest";
import type { InspectedAttempt } from "../../src/inspector/index.js";
import { describeError } from "../inbox/deliveries.js";
import { createFakeInbox, type Delivery, createRow } from "./fake-inbox.js";

describe("a row of an inbox", () => {
  const conflict = "Another body had arrived under this id.";
  const fetched = "Fetched by a catch-up: it never arrived, and was not signed.";
  const lost = (count: number) => `Processes that stopped while they handled it: ${count}.`;

  it.each<[changes: Partial<Delivery>, note: string | undefined]>([
    [{}, undefined],
    [{ isConflict: true }, conflict],
    [{ via: "catch-up" }, fetched],
    [{ losses: 1 }, lost(1)],
    [{ via: "catch-up", isConflict: true, losses: 2 }, `${fetched} ${conflict} ${lost(2)}`],
  ])("notes what is unusual about it: %j", async (changes, note) => {
    const { source } = createFakeInbox([createRow(1, changes)]);
    const plain = {
      key: "1",
      id: "id-1",
      event: "note",
      outcome: "done",
      receivedAt: 100,
      attempts: 1,
      size: 15,
      duration: 30,
      note,
    };
    expect(await source.list({ isBrief: true })).toEqual([{ ...plain, action: undefined }]);
    const whole = { ...plain, action: "a1", summary: "", error: undefined };
    expect(await source.list({})).toEqual([whole]);
  });

  it.each<[action: string | false | undefined, found: string | undefined]>([
    [undefined, "made"],
    ["action", "made"],
    ["data.kind", "paid"],
    ["data", undefined],
    ["data.none", undefined],
    [false, undefined],
  ])("has the action at the path %j", async (action, found) => {
    const body = new TextEncoder().encode('{"action":"made","data":{"kind":"paid"}}');
    const { source } = createFakeInbox([createRow(1, { body })], { action });
    expect((await source.list({}))[0]?.action).toBe(found);
  });

  it("is read with others up to 64 KiB at once, and not at all if it is larger", async () => {
    const sizes = [65_537, 40_000, 25_536, 1, 65_535, 1, 65_536];
    const rows = sizes.map((size, index) => createRow(index + 1, { size }));
    const { source, asked } = createFakeInbox(rows);
    expect((await source.list({})).map(({ action }) => action)).toEqual([
      undefined,
      ...rows.slice(1).map(({ key }) => `a${key}`),
    ]);
    expect(asked.slice(1)).toEqual(
      [["2", "3"], ["4", "5"], ["6"], ["7"]].map((keys) => ({
        call: "read",
        filter: { keys, limit: keys.length },
      })),
    );
  });

  it("has its line and its error", async () => {
    const body = new TextEncoder().encode('{"note":{"title":"Slow"}}');
    const errors = [describeError({ message: "no route" })];
    const { source } = createFakeInbox([createRow(1, { state: "dead", body, errors })]);
    expect(await source.list({})).toMatchObject([{ summary: "Slow", error: "no route" }]);
  });
});

describe("one delivery of an inbox", () => {
  it("has its body while that is kept, and the answer unless it was fetched", async () => {
    const { source, asked } = createFakeInbox([
      createRow(3),
      createRow(2, { body: new Uint8Array(0), size: 15 }),
      createRow(1, { via: "catch-up" }),
    ]);
    const stored = { status: 202, body: "accepted" };
    expect(await source.get("3")).toEqual({
      key: "3",
      id: "id-3",
      event: "note",
      action: "a3",
      outcome: "done",
      receivedAt: 100,
      attempts: 1,
      duration: 30,
      size: 15,
      note: undefined,
      summary: "",
      error: undefined,
      body: new TextEncoder().encode('{"action":"a3"}'),
      answer: stored,
      history: [{ attempt: 1, at: 130, handlers: [{ id: "log" }] }],
    });
    expect(asked).toEqual([{ call: "read", filter: { keys: ["3"], limit: 1 } }]);
    expect(await source.get("2")).toMatchObject({ body: undefined, answer: stored });
    expect(await source.get("1")).toMatchObject({ size: 15, answer: undefined });
  });

  const error = { message: "no connection", stack: "at x" };
  const mail = { id: "mail", error };
  const log = { id: "log" };
  /** Error of an attempt, as the inbox has it. */
  const failed = (attempt: number, handler = "mail") =>
    describeError({ attempt, handler, at: attempt * 10, ...error });
  /** Attempt, as the page shows it. */
  const attempt = (number: number, handlers: readonly object[], fields: object = {}) => {
    return { attempt: number, at: number * 10, handlers, ...fields };
  };

  it.each<[what: string, changes: Partial<Delivery>, history: readonly object[]]>([
    ["none", { state: "waiting", attempts: 0 }, []],
    ["one that succeeded", {}, [{ attempt: 1, at: 130, handlers: [log] }]],
    [
      "one that succeeded after two that failed",
      { attempts: 3, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail]), { attempt: 3, at: 130, handlers: [log] }],
    ],
    [
      "the last one, which failed and is done",
      { attempts: 2, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail, log])],
    ],
    [
      "one that succeeded after a replay",
      { attempts: 1, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail]), { attempt: 1, at: 130, handlers: [log] }],
    ],
    [
      "the last one, which is dead",
      { state: "dead", attempts: 2, errors: [failed(1), failed(2)] },
      [attempt(1, [mail]), attempt(2, [mail, log])],
    ],
    ["none, though it is dead", { state: "dead", attempts: 2 }, []],
    [
      "one that failed, and waits",
      { state: "waiting", attempts: 1, errors: [failed(1), failed(1, "print")] },
      [attempt(1, [mail, { id: "print", error }])],
    ],
    [
      "one that failed as a whole",
      { state: "running", attempts: 2, errors: [failed(1), failed(1, "")] },
      [attempt(1, [mail], { error })],
    ],
  ])("shows its attempts: %s", async (_, changes, history) => {
    const { source } = createFakeInbox([createRow(1, changes)]);
    const shown: readonly InspectedAttempt[] | undefined = (await source.get("1"))?.history;
    expect(shown).toEqual(history);
  });
});
