/** Decisions that all stores share. */
import { describe, expect, it } from "vitest";
import type { AttemptEnd } from "../../src/inbox/store.js";
import {
  describeEnd,
  describeLoss,
  describeOutcome,
} from "../../src/inbox/store-rules/attempt-ends.js";
import { recordArrival, type KnownBodies } from "../../src/inbox/store-rules/duplicates.js";
import {
  findDeadlines,
  isStorable,
  lowerAscii,
  readClocks,
  readCursor,
  readKeys,
  toStorable,
} from "../../src/inbox/store-rules/values.js";
import { expectNewest, selectSteps } from "../../src/inbox/store-rules/versions.js";
import { SETTINGS } from "./deliveries.js";

/** Steps of migrations, each to the next version. */
const STEPS = ["create", "add a column", "add an index"];

describe("an arrival", () => {
  /** `a@7` is the body `a` at the time 7; `a@7!` was fetched. Ids are remembered for 100 ms. */
  it.each([
    ["the same body", "a@0 a@1", "new duplicate"],
    ["the same body at the end of `dedupeFor`", "a@0 a@100", "new duplicate"],
    ["the same body after it", "a@0 a@101", "new new"],
    [
      "the same body, measured from its last arrival as a new one",
      "a@0 a@101 a@201",
      "new new duplicate",
    ],
    ["a repetition does not lengthen it", "a@0 a@90 a@120", "new duplicate new"],
    ["a clock that was set back", "a@500 a@400 a@399", "new duplicate new"],
    ["another body", "a@0 b@1 b@2", "new conflict duplicate"],
    ["one of two bodies after it", "a@0 b@1 a@101", "new conflict conflict"],
    ["another body after it", "a@0 b@500", "new conflict"],
    ["fetched after it was sent", "a@0 b@100!", "new duplicate"],
    ["fetched long after it was sent", "a@0 b@101!", "new conflict"],
    ["sent after it was fetched", "a@0! b@100", "new duplicate"],
    ["sent long after it was fetched", "a@0! b@101", "new conflict"],
    ["fetched twice", "a@0! b@1!", "new duplicate"],
    ["sent with two bodies, of which one was fetched", "a@0! b@101 c@150", "new conflict conflict"],
    ["fetched again long after, and then sent", "a@0 b@101! c@102", "new conflict duplicate"],
  ])("[G.4] [R.4] is judged by what came before: %s", (_, arrivals, results) => {
    const known: KnownBodies = new Map([["other", [{ digest: "a", receivedAt: 0 }]]]);
    const judge = (arrival: string) => {
      const [, digest = "", at, fetched] = /^(\w)@(\d+)(!?)$/.exec(arrival) ?? [];
      const via = fetched === "!" ? "catch-up" : undefined;
      return recordArrival(known, { id: "1", digest, via }, Number(at), 100);
    };
    expect(arrivals.split(" ").map(judge).join(" ")).toBe(results);
    expect([...known.keys()]).toEqual(["other", "1"]);
  });
});

describe("the end of an attempt", () => {
  it.each<[AttemptEnd, object]>([
    ["done", { state: "done", wait: 0, uncounted: 0, lost: 0 }],
    ["dead", { state: "dead", wait: 0, uncounted: 0, lost: 0 }],
    ["released", { state: "waiting", wait: 0, uncounted: 1, lost: 0 }],
    [{ retryAfter: 0 }, { state: "waiting", wait: 0, uncounted: 0, lost: 0 }],
    [{ retryAfter: 70 }, { state: "waiting", wait: 70, uncounted: 0, lost: 0 }],
  ])("[G.5] of %j changes the delivery so", (end, change) => {
    expect(describeEnd(end)).toEqual(change);
    const outcome = { key: "1", token: "2", done: ["a"], errors: [] };
    expect(describeOutcome({ ...outcome, end })).toEqual({ ...outcome, change });
  });

  const BESIDE =
    "The worker stopped before the attempt was done; other deliveries may have been handled beside it.";
  const ALONE =
    "The worker stopped before the attempt was done; no other delivery was handled beside it.";
  it.each([
    {
      lostBefore: 0,
      waitAfterLoss: 0,
      change: { state: "waiting", wait: 0, uncounted: 1, lost: 1 },
      reportedWait: 0,
      message: BESIDE,
    },
    {
      lostBefore: 1,
      waitAfterLoss: 40,
      change: { state: "waiting", wait: 40, uncounted: 0, lost: 1 },
      reportedWait: 40,
      message: ALONE,
    },
    {
      lostBefore: 2,
      waitAfterLoss: undefined,
      change: { state: "dead", wait: 0, uncounted: 0, lost: 1 },
      reportedWait: undefined,
      message: ALONE,
    },
    {
      lostBefore: 0,
      waitAfterLoss: undefined,
      change: { state: "dead", wait: 0, uncounted: 1, lost: 1 },
      reportedWait: undefined,
      message: BESIDE,
    },
  ])(
    "[G.10] by a lost worker, after $lostBefore others, with a wait of $waitAfterLoss",
    ({ lostBefore, waitAfterLoss, change, reportedWait, message }) => {
      const asked: object[] = [];
      const settings = {
        ...SETTINGS,
        clock: () => 0,
        waitAfterLoss: (loss: object) => {
          asked.push(loss);
          return waitAfterLoss;
        },
      };
      const loss = { attempt: 3, losses: lostBefore + 1 };
      const delivery = { id: "1", name: "note", attempts: 3, losses: lostBefore };
      expect(describeLoss(delivery, settings, 77)).toEqual({
        change,
        error: { attempt: 3, at: 77, handler: "", message },
        report: { ...loss, id: "1", name: "note", wait: reportedWait, message },
      });
      expect(asked).toEqual([loss]);
    },
  );
});

describe("texts", () => {
  it.each([
    ["", ""],
    ["größe 𝒳", "größe 𝒳"],
    ["a\0\0b", "a\ufffd\ufffdb"],
    ["a\ud800b", "a\ufffdb"],
    ["\0\udc00", "\ufffd\ufffd"],
  ])("[G.4] %j is kept as %j", (text, stored) => {
    expect([isStorable(text), toStorable(text)]).toEqual([text === stored, stored]);
  });

  it("are lowered in ASCII alone", () => {
    expect(lowerAscii("AzZ-ÄÉ İ ß 09 [@`{")).toBe("azz-ÄÉ İ ß 09 [@`{");
  });
});

describe("keys", () => {
  it("are numbers, and no other text is one", () => {
    const numbers = ["0", "7", "007", "123456789012345"];
    const others = ["", "x", "-1", "1.5", "1e3", " 1", "1 ", "1234567890123456"];
    expect(readKeys([...numbers, ...others])).toEqual([0, 7, 7, 123456789012345]);
  });

  it.each([
    ["0", 0],
    ["12", 12],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("[G.5] begin a page: %s", (before, number) => {
    expect(readCursor(before)).toBe(number);
  });

  it.each(["", "x", "1x", "x1", "9007199254740992", "-1"])("[G.5] begin no page: %j", (before) => {
    const message = `\`before\` is "${before}"; expected the \`key\` of a delivery.`;
    expect(() => readCursor(before)).toThrow(new TypeError(message));
  });
});

describe("times", () => {
  it("[G.7] are those of two clocks, or of the first one", () => {
    const settings = { ...SETTINGS, clock: () => 5 };
    expect(readClocks(settings)).toEqual({ now: 5, leaseNow: 5 });
    expect(readClocks({ ...settings, leaseClock: () => 9 })).toEqual({ now: 5, leaseNow: 9 });
  });

  it("[G.8] before which deliveries are deleted depend on their state", () => {
    const settings = { ...SETTINGS, clock: () => 0, keepFor: 30, keepDeadFor: 90 };
    expect(findDeadlines(settings, 100)).toEqual({ done: 70, dead: 10 });
  });
});

describe("[G.8] a store of the version", () => {
  it.each([
    [0, ["create", "add a column", "add an index"]],
    [1, ["add a column", "add an index"]],
    [2, ["add an index"]],
    [3, []],
  ])("%s takes the steps that it lacks, in their order", (found, steps) => {
    expect(selectSteps(STEPS, found)).toEqual(steps);
  });

  it.each([
    [4, "STORE_TOO_NEW", /version 4; expected 3 or an older one\. Update/],
    [2, "STORE_TOO_OLD", /version 2; expected 3\. Start the program that uses it/],
    [undefined, "STORE_UNREADABLE", /has no inbox/],
  ])("%s is refused by a reader with %s", (found, code, message) => {
    const refused = expect.objectContaining({ code, message: expect.stringMatching(message) });
    expect(() => expectNewest(STEPS, found)).toThrow(refused);
  });

  it("3 is read", () => {
    expect(() => expectNewest(STEPS, 3)).not.toThrow();
  });
});
