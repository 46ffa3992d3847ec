/** Payloads of listed deliveries: in the item, or behind another request. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import { createGate } from "../../http/toolkit.js";
import { DAY, MINUTE } from "../deliveries.js";
import { settle } from "../environment.js";
import { item, openList, inPages, NOW, PLAN } from "./open-list.js";

/** A list whose items lead to their payloads by another request. */
const PLAN_WITH_REQUESTS: CatchUpPlan = {
  ...PLAN,
  route: "GET /hooks/{id}/log",
  parameters: { limit: 9 },
  delivery: {
    route: "GET /hooks/{id}/log/{entry}",
    parameters: { entry: "number.of" },
    payload: "sent.body",
  },
};
const NOTE_OF_HOOK = 'catch-up/["GET /hooks/{id}/log",["id","h"]]';

const LEFT_OUT = 'The delivery "1" of "note" never arrived, and cannot be fetched; it is left out.';

describe("payloads", () => {
  it("[R.1] are the item, or what is at a path, or its JSON", async () => {
    const { payload: _, ...whole } = PLAN;
    const plain = await openList(inPages([[item("a", 0)]]), { plan: whole });
    await plain.feed.run();
    expect(plain.payloads).toEqual([item("a", 0)]);
    const text = { ...item("b", 0), data: '{"n":1}' };
    const asText = await openList(inPages([[text]]));
    await asText.feed.run();
    expect(asText.payloads).toEqual([{ n: 1 }]);
  });

  it("[R.1] are asked for by a route of their own, eight at once", async () => {
    const gates = Array.from({ length: 20 }, createGate);
    const asked: object[] = [];
    const client = {
      request: async (route: string, parameters: Readonly<Record<string, unknown>>) => {
        if (!route.includes("entry"))
          return {
            data: { items: numberItems(20) },
            headers: { date: new Date(NOW).toUTCString() },
          };
        asked.push({ route, ...parameters });
        await gates[Number(parameters["entry"])]?.passed;
        return { data: { sent: { body: { of: parameters["entry"] } } }, headers: {} };
      },
    };
    const parts = await openList(inPages([]), {
      plan: PLAN_WITH_REQUESTS,
      options: { client, parameters: { id: "h" } },
    });
    await parts.writeNote({ from: NOW - DAY }, NOTE_OF_HOOK);
    const running = parts.feed.run();
    // The oldest item, which is the last one, is asked for first: eight wait behind the last eight gates.
    for (const [askedCount, writtenCount, firstToOpen] of [
      [8, 0, 12],
      [16, 8, 4],
      [20, 16, 0],
    ] as const) {
      await settle();
      expect([asked.length, parts.written.length]).toEqual([askedCount, writtenCount]);
      for (const gate of gates.slice(firstToOpen)) gate.open();
    }
    expect(await running).toEqual({ fetched: 20, known: 0, skipped: 0, requests: 21 });
    expect(asked[0]).toEqual({ route: "GET /hooks/{id}/log/{entry}", id: "h", entry: 19 });
    expect(parts.payloads).toContainEqual({ of: 19 });
    expect(parts.written).toEqual(Array.from({ length: 20 }, (_, n) => `${19 - n}`));
  });

  it.each<[string, error: unknown, age: number, "ends" | "goes on, and fails" | "skips it"]>([
    ["status 500", withStatus(500), DAY - MINUTE, "goes on, and fails"],
    ["status 599 after a day", withStatus(599), DAY, "goes on, and fails"],
    ["status 503 after more than a day", withStatus(503), DAY + 1, "skips it"],
    ["status 499", withStatus(499), MINUTE, "ends"],
    ["status 404", withStatus(404), MINUTE, "skips it"],
    ["status 410", withStatus(410), MINUTE, "skips it"],
    ["status 403", withStatus(403), MINUTE, "ends"],
    ["no answer", new Error("no route"), MINUTE, "ends"],
  ])("[R.7] of which one is refused: by %s", async (_, error, age, run) => {
    // The payload of item 1, between two others, is refused.
    const items = [item("0", 0), item("1", age), item("2", age + 1)].map((each) => {
      return { ...each, number: { of: Number(each.id) } };
    });
    const parts = await openList(
      (route, { entry }) => {
        if (!route.includes("entry")) return { data: { items }, date: NOW };
        if (entry === 1) throw error;
        return { data: { sent: { body: {} } } };
      },
      { plan: PLAN_WITH_REQUESTS, options: { parameters: { id: "h" } } },
    );
    await parts.writeNote({ from: NOW - 30 * DAY }, NOTE_OF_HOOK);
    const running = parts.feed.run();
    const failure = { code: "CATCH_UP_FAILED", cause: error };
    if (run === "skips it") {
      expect(await running).toEqual({ fetched: 2, known: 0, skipped: 1, requests: 4 });
      expect(parts.entries).toEqual([
        { level: "error", data: [LEFT_OUT, expect.objectContaining(failure)] },
      ]);
    } else {
      await expect(running).rejects.toMatchObject(failure);
      expect(parts.entries).toEqual([]);
    }
    expect(parts.written).toEqual(run === "ends" ? [] : ["2", "0"]);
    const progress = {
      ends: {},
      "goes on, and fails": { time: NOW - age },
      "skips it": { time: NOW, skipped: ["1"] },
    }[run];
    expect(await parts.readNote(NOTE_OF_HOOK)).toEqual({ from: NOW - 30 * DAY, ...progress });
  });

  it("[R.7] that are all refused fail the list as a whole", async () => {
    const parts = await openList(
      (route) => {
        if (route.includes("entry")) throw withStatus(500);
        return { data: { items: numberItems(1) }, date: NOW };
      },
      { plan: PLAN_WITH_REQUESTS, options: { parameters: { id: "h" } } },
    );
    await expect(parts.feed.run()).rejects.toMatchObject({ cause: { status: 500 } });
    expect(await parts.readNote(NOTE_OF_HOOK)).toEqual({ from: NOW - 2 * MINUTE });
  });

  it.each<[string, unknown, boolean]>([
    ["a TypeError", new TypeError("not a payload"), true],
    ["an aggregate with a code", createAggregate("INVALID_PAYLOAD"), true],
    ["a drain", Object.assign(new TypeError("later"), { code: "DRAINING" }), false],
    ["an aggregate without a code", new AggregateError([]), false],
    ["an error with a code", Object.assign(new Error("no"), { code: "X" }), false],
    ["no error", undefined, false],
  ])("[R.7] that the toolkit refuses with %s", async (_, thrown, isLeftOut) => {
    const items = [item("0", 0), item("1", 1)];
    const { feed, written, entries } = await openList(inPages([items]), {
      prepare: ({ id }) => {
        if (id === "1") throw thrown;
      },
    });
    const running = feed.run();
    if (isLeftOut) {
      expect(await running).toEqual({ fetched: 1, known: 0, skipped: 1, requests: 1 });
      expect(entries).toEqual([{ level: "error", data: [LEFT_OUT, thrown] }]);
    } else {
      const outcome = await running.catch((error: unknown) => ({ error }));
      expect(outcome).toEqual({ error: thrown });
    }
    expect(written).toEqual(isLeftOut ? ["0"] : []);
  });

  it("[R.7] that are no JSON are left out, and the error shows how they begin", async () => {
    const data = `{"a":"${"x".repeat(100)}`;
    const { feed, entries } = await openList(inPages([[{ ...item("1", 0), data }]]));
    expect(await feed.run()).toMatchObject({ fetched: 0, skipped: 1 });
    const error = entries[0]?.data[1] as Error;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(/^The payload is "\{\\"a\\":\\"x{58}\.\.\."; expected JSON\.$/);
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  it("[R.7] of the last thousand that were left out are not asked for again", async () => {
    const items = Array.from({ length: 1_001 }, (_, n) => item(`${n}`, n));
    const refuse = () => {
      throw new TypeError("no");
    };
    const { feed, readNote } = await openList(inPages([items]), { prepare: refuse });
    expect(await feed.run()).toEqual({ fetched: 0, known: 0, skipped: 1_001, requests: 1 });
    const { skipped } = (await readNote()) as { readonly skipped: readonly string[] };
    expect(skipped).toEqual(Array.from({ length: 1_000 }, (_, n) => `${999 - n}`));
  });
});

/** Items with a number, each a minute older than the one before. */
function numberItems(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    ...item(`${n}`, n * MINUTE),
    number: { of: n },
  }));
}

function withStatus(status: number): Error {
  return Object.assign(new Error("status"), { status });
}

/** An error as the toolkit throws it, of any copy of the package. */
function createAggregate(code: string): Error {
  return Object.assign(new Error("refused"), { name: "AggregateError", code });
}
