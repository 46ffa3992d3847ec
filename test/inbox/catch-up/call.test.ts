/** `inbox.catchUp()`: a catch-up that is asked for. */
import { describe, expect, it, vi } from "vitest";
import { createCatchUpSource, stripeEvents } from "../../../src/inbox/catch-up/source.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import type { DeliveryReceiver } from "../../../src/receive/webhooks/receiver.js";
import { changeReceiver } from "../receiver.js";
import { setUp } from "../setup.js";
import { DAY, HOUR, MINUTE, SECOND } from "../deliveries.js";
import { connect, begin, arrive } from "./connect.js";

describe("inbox.catchUp()", () => {
  it("[R.1] fetches since a time, with a client and a source of its own", async () => {
    const parts = connect("stripe", { options: { catchUp: undefined } });
    const { inbox, service, environment, client } = parts;
    await inbox.start();
    for (let n = 0; n < 10; n++) {
      service.emit();
      await environment.elapse(MINUTE);
    }
    const options = { source: stripeEvents, since: environment.clock() - 5.5 * MINUTE };
    expect(await inbox.catchUp(client, options)).toEqual({
      fetched: 5,
      known: 0,
      skipped: 0,
      requests: 1,
    });
    expect(await inbox.catchUp(client, { source: stripeEvents, since: "9m" })).toMatchObject({
      fetched: 4,
      known: 5,
    });
    await environment.elapse(SECOND);
    expect(parts.handled).toEqual([5, 6, 7, 8, 9, 1, 2, 3, 4].map((n) => `stripe-${n}`));
  });

  it("[R.1] [R.3] takes times in each form, back to an hour before the inbox forgets", async () => {
    const { inbox, environment } = connect("stripe");
    const now = environment.clock();
    const earliest = now - 7 * DAY + HOUR;
    const expected =
      "expected at most `dedupeFor` less an hour ago: the inbox forgets what has arrived before";
    for (const since of [new Date(earliest + 1), earliest + 1, "6d", "1s"])
      expect(await inbox.catchUp(undefined, { since })).toMatchObject({ fetched: 0, requests: 1 });
    for (const since of [new Date(earliest), earliest, "7d"])
      await expect(inbox.catchUp(undefined, { since })).rejects.toThrow(expected);
    await expect(inbox.catchUp(undefined, { since: earliest })).rejects.toThrow(
      new RangeError(
        `\`since\` is ${new Date(earliest).toISOString()}; ${expected}, and would handle it again. ` +
          "Make `dedupeFor` longer.",
      ),
    );
    await expect(inbox.catchUp(undefined, { since: "soon" })).rejects.toThrow(
      new TypeError(
        '`since` is "soon"; expected a text such as 30m or 2h, a Date, or milliseconds since 1970.',
      ),
    );
    await expect(inbox.catchUp(undefined, { since: {} as never })).rejects.toThrow(
      "`since` is an object; expected a Date, or milliseconds since 1970.",
    );
  });

  it("[R.1] has the options of the inbox, but for those that are given", async () => {
    const parts = connect("github", { catchUp: { events: ["ping"], overlap: HOUR } });
    const { inbox, service, client, environment } = parts;
    const since = environment.clock() - HOUR;
    for (const name of ["note", "ping"]) service.emit(name);
    const other = { request: vi.fn(client.request) };
    expect(await inbox.catchUp(undefined, { since, events: undefined })).toMatchObject({
      fetched: 1,
    });
    expect(other.request).not.toHaveBeenCalled();
    expect(await inbox.catchUp(other, { since, events: ["note"] })).toMatchObject({
      fetched: 1,
    });
    expect(other.request).toHaveBeenCalledTimes(2);
    await expect(inbox.catchUp(undefined, 7 as never)).rejects.toThrow(
      "The options argument is a number; expected an object.",
    );
  });

  it("[R.1] is refused once the inbox is closed", async () => {
    const { inbox, environment } = connect();
    await inbox.drain();
    await environment.elapse(0);
    await expect(inbox.catchUp()).rejects.toMatchObject({ code: "CLOSED" });
  });

  it.each<[string, (receiver: DeliveryReceiver) => Partial<DeliveryReceiver>, string]>([
    [
      "a service without ids",
      ({ catalog }) => ({ catalog: { ...catalog, delivery: undefined } as never }),
      "The service sends no id with its webhooks; a catch-up cannot tell what has arrived.",
    ],
    [
      "a toolkit of an older copy",
      ({ handlers }) => ({ handlers: { ...handlers, receive: undefined } as never }),
      "`webhooks` comes from an older copy of the package; expected a Webhooks of this version.",
    ],
  ])("[R.1] refuses %s", (_, change, message) => {
    const { webhooks, catchUp } = connect();
    const changed = changeReceiver(webhooks, change);
    expect(() => setUp({ webhooks: changed })).not.toThrow();
    expect(() => setUp({ webhooks: changed, catchUp })).toThrow(new TypeError(message));
  });

  it.each<[object, string]>([
    [{ catchUp: 7 }, "`catchUp` is a number; expected an object with `client` and `source`."],
    [
      { catchUp: { client: {}, source: {} } },
      "`catchUp.source` is an object; expected a source, such as `githubDeliveries` of `typewire-runtime/inbox/catch-up`.",
    ],
    [
      { dedupeFor: DAY - 1 },
      `\`dedupeFor\` is ${DAY - 1}; expected at least a day (${DAY}) for a catch-up, which drops what the inbox remembers.`,
    ],
  ])("[R.1] is refused by an inbox with the options %o", (options, message) => {
    expect(() => connect("github", { options })).toThrow(message);
    expect(() => connect("github", { options: { dedupeFor: DAY } })).not.toThrow();
  });

  it.each([
    [{ since: "yesterday" }, "expected a text such as 30m or 2h"],
    [
      { parameters: { owner: "octo" } },
      "expected { owner, repo, hook_id }, or { org, hook_id }, or none",
    ],
    [{ source: {} }, "expected a source, such as"],
    [{ events: "note" }, "expected an array of names"],
    [{ overlap: "long" }, "a text such as 30s, 5m or 2h"],
    [{ sinse: "2h" }, "sinse"],
  ])("[R.1] refuses the options %o", async (options, message) => {
    const { inbox } = connect();
    await expect(inbox.catchUp(undefined, options as never)).rejects.toThrow(message);
  });

  it("[R.1] refuses a time before all that the inbox remembers", async () => {
    const { inbox, environment } = connect();
    const since = environment.clock() - 7 * DAY;
    await expect(inbox.catchUp(undefined, { since })).rejects.toThrow("Make `dedupeFor` longer");
  });

  it.each<[parts: Parameters<typeof connect>[1], message: string]>([
    [{ options: { dedupeFor: HOUR } }, "expected at least a day"],
    [{ catchUp: { client: {} as never } }, "`catchUp.client`"],
    [{ catchUp: { every: "1 minute" } }, "`catchUp.every`"],
  ])("[R.1] is refused when the inbox is made: %o", (parts, message) => {
    expect(() => connect("github", parts)).toThrow(message);
  });

  it("[R.1] is refused with a store that keeps no notes", () => {
    const store = new Proxy(openMemoryStore(), {
      get: (target, key) => {
        if (key === "changeNote") return undefined;
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    expect(() => connect("github", { options: { store } })).toThrow("a store that keeps notes");
  });

  it("[R.4] counts an item once that is on two pages", async () => {
    const { inbox, environment } = setUp();
    const at = environment.clock();
    const item = (id: string) => ({ id, at, kind: "note", data: {} });
    const pages = [{ items: [item("3"), item("2")], next: 1 }, { items: [item("2"), item("1")] }];
    const client = {
      request: (_route: string, { page = 0 }: { page?: number }) =>
        Promise.resolve({ data: pages[page], headers: {} }),
    };
    const source = createCatchUpSource([
      {
        route: "GET /log",
        order: "newest-first",
        items: "items",
        id: "id",
        time: "at",
        event: "kind",
        payload: "data",
        next: { parameter: "page", body: "next" },
      },
    ]);
    const report = await inbox.catchUp(client, { source, since: "1h" });
    expect(report).toEqual({ fetched: 3, known: 0, skipped: 0, requests: 2 });
  });

  it.each([
    ["where it begins", /^\{"from":\d+\}$/],
    ["how far it got", /"time":/],
  ])("[R.1] fails with a store that does not note %s", async (_, lostNote) => {
    const parts = connect("stripe", { options: { catchUp: undefined } });
    await arrive(parts, parts.service.emit());
    const { changeNote } = parts.store;
    parts.store.changeNote = async (change) => {
      if (lostNote.test(change.text ?? "")) throw new Error("The disk is full");
      return changeNote?.call(parts.store, change);
    };
    const reading = parts.inbox.catchUp(parts.client, { source: stripeEvents });
    await expect(reading).rejects.toThrow("The disk is full");
  });

  it("[R.1] fetches only the events that are wanted", async () => {
    const parts = connect("stripe", { catchUp: { events: ["ping"] } });
    await begin(parts);
    parts.service.emit("note");
    parts.service.emit("ping");
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual(["stripe-1"]);
  });

  it("[R.7] leaves out what the toolkit refuses", async () => {
    const parts = connect("stripe");
    await begin(parts);
    parts.service.emit("note.created"); // a name with an action, which no delivery has
    parts.service.emit("note");
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual(["stripe-1"]);
  });
});
