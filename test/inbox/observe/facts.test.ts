/** Facts of attempts and arrivals, as whole values, and the lines of the log that go with them. */
import { describe, expect, it, vi } from "vitest";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import type { InboxFact } from "../../../src/inbox/types.js";
import { createGate, signature } from "../../http/toolkit.js";
import { commit, LEASE, SECOND, SETTINGS } from "../deliveries.js";
import { settle } from "../environment.js";
import { deliver, setUp, setUpReporting } from "../setup.js";

describe("an attempt is told", () => {
  const fact = { kind: "attempt", id: "1", name: "note", key: "1", via: undefined, attempt: 1 };

  it("[R.10] when it is done", async () => {
    const { webhooks, inbox, environment, facts, listLogged, start } = setUpReporting();
    webhooks.on(
      "note",
      () => new Promise<void>((resolve) => void environment.setTimer(resolve, 300)),
    );
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(300);
    expect(facts).toEqual([
      { kind: "arrival", id: "1", name: "note", result: "new", via: undefined },
      { ...fact, outcome: "done", errors: [], startedAt: start, endedAt: start + 300 },
    ]);
    expect(listLogged()).toEqual([["debug", 'Attempt 1 at delivery "1" of "note": done.']]);
  });

  it("[G.5] [R.10] when it fails, and when it is the last one", async () => {
    const { webhooks, inbox, environment, facts, listLogged, start } = setUpReporting({
      retries: { limit: 1, delay: 700 },
      pollInterval: 700,
    });
    webhooks.on("note", () => Promise.reject(new Error("no mail")));
    webhooks.on("note", () => "well");
    webhooks.onAny(() => Promise.reject(new Error("no log")));
    await inbox.start();
    await deliver(inbox);
    await environment.elapse(700);
    const [first, second] = [1, 2].map((attempt) => {
      const at = start + (attempt - 1) * 700;
      return [
        { attempt, at, handler: "event/1", ...expectError("no mail") },
        { attempt, at, handler: "any/1", ...expectError("no log") },
      ];
    });
    const times = [start, start + 700].map((time) => ({ startedAt: time, endedAt: time }));
    expect(facts.slice(1)).toEqual([
      { ...fact, outcome: "failed", errors: first, ...times[0] },
      { ...fact, attempt: 2, outcome: "dead", errors: second, ...times[1] },
    ]);
    expect(listLogged()).toEqual([
      [
        "warn",
        'Attempt 1 at delivery "1" of "note" failed; the next one is in 700 ms. event/1: no mail; any/1: no log',
      ],
      [
        "error",
        'Attempt 2 at delivery "1" of "note" failed, and it is the last one. event/1: no mail; any/1: no log',
      ],
    ]);
    expect(await inbox.get("1")).toMatchObject({
      state: "dead",
      attempts: 2,
      done: ["event/2"],
      errors: [...(first ?? []), ...(second ?? [])],
    });
  });

  it("[G.7] [R.10] when it is given back, once", async () => {
    const gate = createGate();
    const { webhooks, inbox, store, facts, listLogged, start } = setUpReporting();
    webhooks.on("note", () => "well", { id: "quick" });
    webhooks.on("note", () => gate.passed);
    await inbox.start();
    for (const id of ["1", "2"]) await deliver(inbox, { id });
    await settle();
    await inbox.drain({ signal: AbortSignal.abort() });
    gate.open();
    await settle();
    const released = { ...fact, outcome: "released", errors: [], startedAt: start, endedAt: start };
    expect(facts.slice(2)).toEqual([released, { ...released, id: "2", key: "2" }]);
    expect(listLogged()).toEqual([
      ["debug", 'Attempt 1 at delivery "1" of "note": released.'],
      ["debug", 'Attempt 1 at delivery "2" of "note": released.'],
    ]);
    const waiting = { state: "waiting", attempts: 0, done: ["quick"], errors: [] };
    expect(await store.read({})).toMatchObject([waiting, waiting]);
  });

  it.each([
    [30, "failed; the next one is in 30 ms.", { state: "waiting", attempts: 0 }],
    [undefined, "failed, and it is the last one.", { state: "dead", attempts: 0 }],
  ])(
    "[G.10] [R.10] when its worker was lost, with a wait of %s ms",
    async (wait, logText, stored) => {
      const { inbox, store, environment, facts, listLogged } = setUpReporting();
      await deliver(inbox);
      await store.open({ ...SETTINGS, clock: environment.clock, waitAfterLoss: () => wait });
      await commit(store, { room: 1 });
      await environment.elapse(SETTINGS.lease);
      await inbox.start();
      await settle();
      const isDead = wait === undefined;
      expect(facts.slice(1)).toEqual([
        { kind: "takeover", id: "1", name: "note", losses: 1, isDead },
      ]);
      const reason =
        "The worker stopped before the attempt was done; other deliveries may have been handled beside it.";
      const level = isDead ? "error" : "warn";
      expect(listLogged()).toEqual([
        [level, `Attempt 1 at delivery "1" of "note" ${logText} ${reason}`],
      ]);
      expect(await inbox.get("1")).toMatchObject({ ...stored, losses: 1 });
    },
  );

  it("[G.7] only in the log when its lease was over before it began", async () => {
    const { inbox, webhooks, store, environment, facts, listLogged } = setUpReporting();
    const handled = vi.fn();
    webhooks.on("note", handled);
    await deliver(inbox);
    const { commit: write } = store;
    store.commit = async (batch) => {
      const result = await write.call(store, batch);
      store.commit = (next) => write.call(store, { ...next, room: 0 }); // it is claimed once
      environment.stall(LEASE);
      return result;
    };
    await inbox.start();
    await settle();
    expect(handled).not.toHaveBeenCalled();
    expect(facts.map(({ kind }) => kind)).toEqual(["arrival"]);
    expect(listLogged()).toEqual([
      ["warn", 'The lease of delivery "1" of "note" was over before it began.'],
      ["debug", 'Attempt 1 at delivery "1" of "note": released.'],
    ]);
    expect(await inbox.get("1")).toMatchObject({ state: "waiting", attempts: 0, errors: [] });
  });
});

describe("an arrival is told", () => {
  it("[G.4] [R.10] with what became of it", async () => {
    const { inbox, facts, recorder } = setUpReporting();
    await deliver(inbox);
    await deliver(inbox);
    await deliver(inbox, { body: '{"n":1}' });
    await deliver(inbox, { name: "ping" });
    const arrival = { kind: "arrival", id: "1", name: "note", via: undefined };
    expect(facts).toEqual([
      { ...arrival, result: "new" },
      { ...arrival, result: "duplicate" },
      { ...arrival, result: "conflict" },
      { ...arrival, result: "duplicate", name: "ping" },
    ]);
    expect(recorder.entries).toEqual([
      { level: "info", data: ['The delivery "1" of "note" has arrived before; it is dropped.'] },
      {
        level: "warn",
        data: ['The delivery "1" of "note" has another body than the one before; both are kept.'],
      },
      {
        level: "warn",
        data: [
          'The delivery "1" of "ping" has arrived before as "note", with the same body; it is dropped.',
        ],
      },
    ]);
  });

  it.each<[string, (text: string) => unknown]>([
    ["a string", (text) => text],
    ["bytes", (text) => new TextEncoder().encode(text)],
    ["a buffer", (text) => new TextEncoder().encode(text).buffer],
  ])("[G.3] with its bytes, from %s", async (_, convert) => {
    const { webhooks, store, environment } = setUpReporting();
    const inbox = createInboxIn(environment, { webhooks, store });
    const body = '{"n":1,"text":"ü"}';
    const delivery = { id: "1", name: "note", payload: convert(body), signature: signature(body) };
    await inbox.verifyAndReceive(delivery as never);
    const stored = await inbox.get("1");
    expect(new TextDecoder().decode(stored?.body)).toBe(body);
    expect(stored).toMatchObject({ size: 19, name: "note", state: "waiting", isConflict: false });
  });
});

describe("[R.10] observe", () => {
  it("does no harm when it throws", async () => {
    const facts: InboxFact[] = [];
    const { inbox, webhooks, environment, recorder } = setUp({
      observe: (fact) => {
        facts.push(fact);
        throw new Error("of the observer");
      },
    });
    webhooks.on(
      "note",
      () => new Promise<void>((resolve) => void environment.setTimer(resolve, 300)),
    );
    await inbox.start();
    await deliver(inbox, { id: "7" });
    await environment.elapse(SECOND);
    expect(facts).toMatchObject([
      { kind: "arrival", id: "7", name: "note", result: "new" },
      { kind: "attempt", id: "7", attempt: 1, outcome: "done", errors: [] },
    ]);
    const [, ended] = facts as [InboxFact, Extract<InboxFact, { kind: "attempt" }>]; // as above
    expect(ended.endedAt - ended.startedAt).toBe(300);
    expect(await inbox.stats()).toMatchObject({ done: 1 });
    expect(recorder.text().join("\n")).toContain("`observe` of the inbox failed.");
  });
});

function expectError(message: string) {
  return { message, stack: expect.stringContaining(`Error: ${message}\n`) as unknown };
}
