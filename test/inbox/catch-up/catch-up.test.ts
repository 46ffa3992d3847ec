/** What never arrived is fetched: by rule, with a service in memory and a clock that stands still. */
import { describe, expect, it } from "vitest";
import {
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../../src/inbox/catch-up/source.js";
import { createCatchUpSource } from "../../../src/inbox/catch-up/source.js";
import { openMemoryStore } from "../../../src/inbox/memory-store.js";
import type { CatchUpOptions } from "../../../src/inbox/catch-up/types.js";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import { RECEIVER, type DeliveryReceiver } from "../../../src/receive/webhooks/receiver.js";
import type { Inbox, InboxOptions } from "../../../src/inbox/types.js";
import { asHandled, deliver, setUp } from "../setup.js";
import { DAY, HOUR, MINUTE, SECOND } from "../deliveries.js";
import {
  createClient,
  type Lies,
  LyingService,
  PARAMETERS,
  type Sent,
  type Style,
} from "./lying-service.js";

export const SOURCES = { github: githubDeliveries, stripe: stripeEvents, svix: svixMessages };
const STYLES = ["github", "stripe", "svix"] as const;

/** An inbox and a service that share a clock. */
function connect(
  style: Style = "github",
  {
    lies = {},
    options = {},
    own = {},
  }: {
    readonly lies?: Lies;
    readonly options?: Partial<InboxOptions>;
    readonly own?: Partial<CatchUpOptions>;
  } = {},
) {
  let now: () => number = Date.now;
  const service = new LyingService(style, 1, () => now(), lies);
  const client = createClient(service);
  const catchUp: CatchUpOptions = {
    client,
    source: SOURCES[style],
    parameters: PARAMETERS[style],
    ...own,
  };
  const parts = setUp({ catchUp, pollInterval: 5 * SECOND, ...options });
  now = parts.environment.clock;
  const handled: string[] = [];
  parts.webhooks.onAny((event) => void handled.push(asHandled(event).id));
  return { ...parts, service, client, catchUp, handled };
}

type Connected = ReturnType<typeof connect>;

const arrive = ({ inbox }: Pick<Connected, "inbox">, { id, event, payload }: Sent) =>
  deliver(inbox, { id, name: event, body: JSON.stringify(payload) });

/** The inbox of the next process, with handlers that note what they handle in the same list. */
function restart({ store, environment, catchUp, handled }: Connected): Inbox {
  const { webhooks } = setUp();
  webhooks.onAny((event) => void handled.push(asHandled(event).id));
  return createInboxIn(environment, { webhooks, store, catchUp, pollInterval: 5 * SECOND });
}

/** The inbox has run for a while, so that it knows where it began. */
async function begin(parts: Connected): Promise<void> {
  await parts.inbox.start();
  await parts.environment.elapse(5 * MINUTE);
}

describe("what never arrived", () => {
  it.each(STYLES)("[R.1] [R.2] is fetched from a list of %s, the oldest first", async (style) => {
    const parts = connect(style);
    const { service, environment, handled, inbox, store } = parts;
    await begin(parts);
    for (let n = 0; n < 6; n++) {
      const sent = service.emit(n % 2 ? "ping" : "note");
      if (n === 1) await arrive(parts, sent);
      await environment.elapse(SECOND);
    }
    await environment.elapse(5 * MINUTE);
    expect(handled).toEqual([1, 0, 2, 3, 4, 5].map((n) => `${style}-${n}`));
    const fetched = await store.get(`${style}-2`);
    expect(fetched).toMatchObject({
      via: "catch-up",
      state: "done",
      name: "note",
      isConflict: false,
    });
    expect((await store.get(`${style}-1`))?.via).toBeUndefined();
    expect(JSON.parse(new TextDecoder().decode(fetched?.body))).toMatchObject({ n: 2 });
    await inbox.drain();
  });

  it("[R.3] is marked on the event, and what was sent is not", async () => {
    const parts = connect();
    const vias: unknown[] = [];
    parts.webhooks.onAny((event) => void vias.push((event as { via?: unknown }).via));
    await begin(parts);
    await arrive(parts, parts.service.emit());
    parts.service.emit();
    await parts.environment.elapse(5 * MINUTE);
    expect(vias).toEqual([undefined, "catch-up"]);
  });

  it("[R.2] is fetched at the start of the next process, from where the last one got to", async () => {
    const parts = connect();
    const { service, environment, handled } = parts;
    await begin(parts);
    await parts.inbox.drain();
    expect(parts.recorder.text()).toEqual([]); // nothing was fetched
    for (let n = 0; n < 3; n++) service.emit();
    await environment.elapse(2 * HOUR);
    await restart(parts).start();
    await environment.elapse(SECOND);
    expect(handled).toEqual(["github-0", "github-1", "github-2"]);
  });

  it("[R.2] is not older than the inbox: an empty one begins now", async () => {
    const parts = connect();
    for (let n = 0; n < 3; n++) parts.service.emit();
    await parts.environment.elapse(HOUR);
    await begin(parts);
    expect(parts.handled).toEqual([]);
    parts.service.emit();
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual(["github-3"]);
  });

  it("[R.2] begins at the last delivery of a store that has never caught up", async () => {
    const parts = connect("github", { options: { catchUp: undefined } });
    const { service, environment, handled } = parts;
    await begin(parts);
    service.emit(); // long before
    await environment.elapse(HOUR);
    await arrive(parts, service.emit());
    await environment.elapse(MINUTE);
    service.emit();
    await parts.inbox.drain();
    await environment.elapse(HOUR);
    await restart(parts).start();
    await environment.elapse(5 * SECOND);
    expect(handled).toEqual(["github-1", "github-2"]);
  });

  it.each([HOUR, -HOUR])("[R.5] is found by a service whose clock is %i ms away", async (skew) => {
    for (const style of STYLES) {
      const parts = connect(style, { lies: { skew } });
      await begin(parts);
      for (let n = 0; n < 3; n++) {
        parts.service.emit();
        await parts.environment.elapse(7 * MINUTE);
      }
      expect(parts.handled).toEqual([0, 1, 2].map((n) => `${style}-${n}`));
      await parts.inbox.drain();
    }
  });

  it("[R.5] is found if it is listed later than others that are newer", async () => {
    const parts = connect("stripe", { lies: { lateness: 100 * SECOND } });
    await begin(parts);
    for (let n = 0; n < 200; n++) {
      parts.service.emit();
      await parts.environment.elapse(3 * SECOND);
    }
    await parts.environment.elapse(10 * MINUTE);
    expect(parts.handled.toSorted(byNumber)).toEqual(parts.service.sent.map(({ id }) => id));
  });

  it("[R.2] is found on every page, also if the list changes while it is read", async () => {
    for (const style of STYLES) {
      let added = 0;
      const parts = connect(style, {
        lies: {
          whilePaging: () => {
            if (added++ < 5) parts.service.emit();
          },
        },
      });
      await begin(parts);
      for (let n = 0; n < 900; n++) parts.service.emit();
      await parts.environment.elapse(15 * MINUTE);
      expect(parts.handled.toSorted(byNumber)).toEqual(parts.service.sent.map(({ id }) => id));
      await parts.inbox.drain();
    }
  });
});

describe("a delivery that arrives and is listed", () => {
  it.each(STYLES)(
    "[R.4] by %s is handled once, also if it arrives after it was fetched",
    async (style) => {
      const parts = connect(style);
      await begin(parts);
      const [before, after] = [parts.service.emit(), parts.service.emit()];
      await arrive(parts, before);
      await parts.environment.elapse(5 * MINUTE);
      await arrive(parts, after); // its body has other bytes than the one that was fetched
      await parts.environment.elapse(5 * MINUTE);
      expect(parts.handled).toEqual([before.id, after.id]);
      expect(await parts.inbox.stats()).toMatchObject({ done: 2 });
    },
  );

  it("[R.4] is handled once if it arrives while its payload is fetched", async () => {
    const parts = connect();
    await begin(parts);
    const sent = parts.service.emit();
    const { request } = parts.client;
    parts.client.request = async (route, parameters) => {
      if (route.includes("delivery_id")) await arrive(parts, sent);
      return request.call(parts.client, route, parameters);
    };
    await parts.environment.elapse(10 * MINUTE);
    expect(parts.handled).toEqual([sent.id]);
  });

  it("[R.4] needs no request for its payload", async () => {
    const parts = connect();
    await begin(parts);
    for (let n = 0; n < 10; n++) await arrive(parts, parts.service.emit());
    parts.service.emit();
    await parts.environment.elapse(15 * MINUTE);
    expect(parts.service.answered.payloads).toBe(1);
  });
});

describe("several workers", () => {
  it("[R.6] read the list in turns, and no more often than one", async () => {
    const parts = connect();
    const otherInboxes = [parts.create(), parts.create()];
    await begin(parts);
    for (const other of otherInboxes) await other.start();
    await parts.environment.elapse(MINUTE);
    const before = parts.service.answered.pages;
    for (let n = 0; n < 24; n++) {
      parts.service.emit();
      await parts.environment.elapse(5 * MINUTE);
    }
    expect(parts.handled).toEqual(parts.service.sent.map(({ id }) => id));
    expect(parts.service.answered.pages - before).toBeLessThanOrEqual(27);
    for (const inbox of [parts.inbox, ...otherInboxes]) await inbox.drain();
  });

  it("[R.6] take over from one that stopped while it read the list", async () => {
    const parts = connect();
    const { client, environment } = parts;
    await begin(parts);
    for (let n = 0; n < 30; n++) parts.service.emit();
    const { request } = client;
    client.request = () => new Promise(() => undefined); // it never answers, and the worker renews its turn
    await environment.elapse(5 * MINUTE);
    client.request = request;
    await restart(parts).start();
    await environment.elapse(MINUTE);
    expect(parts.handled).toEqual([]); // the first one has its turn
    await parts.inbox.drain({ signal: AbortSignal.abort() });
    await environment.elapse(MINUTE);
    expect(parts.handled).toEqual(parts.service.sent.map(({ id }) => id));
  });
});

describe("a worker that loses its turn", () => {
  it("[R.6] leaves out nothing that it could not fetch any more", async () => {
    const parts = connect();
    await begin(parts);
    const sent = parts.service.emit();
    const { request } = parts.client;
    parts.client.request = async (route, parameters) => {
      if (route.includes("delivery_id")) await parts.inbox.drain();
      return request.call(parts.client, route, parameters);
    };
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.client.asked.at(-1)).toContain("/deliveries/");
    expect(parts.recorder.entries.filter(({ level }) => level === "error")).toEqual([]);
    parts.client.request = request;
    await restart(parts).start();
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual([sent.id]);
  });
});

describe("a service that refuses", () => {
  it.each([
    [401, "credential of the client is wrong"],
    [403, "has no right to it"],
    [404, "check the `parameters`, and that the webhook still exists"],
    [429, "limits the rate"],
    [500, "got status 500"],
  ])("[R.7] with %i is logged once, and asked again", async (status, message) => {
    const parts = connect();
    await begin(parts);
    parts.service.broken = status;
    parts.service.emit();
    await parts.environment.elapse(HOUR);
    const errors = parts.recorder.entries.filter(({ level }) => level === "error");
    expect(errors.map(({ data }) => data.join(" "))).toEqual([expect.stringContaining(message)]);
    const beginning = "The catch-up failed, and is tried again. GET /repos/";
    expect(errors.map(({ data }) => String(data[0]).slice(0, beginning.length))).toEqual([
      beginning,
    ]);
    await expect(parts.inbox.catchUp()).rejects.toMatchObject({
      code: "CATCH_UP_FAILED",
      cause: { status },
    });
    parts.service.broken = undefined;
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toEqual(["github-0"]);
    expect(parts.recorder.text()).toContain("The catch-up works again.");
  });

  it("[R.7] waits as long as it asks for", async () => {
    const parts = connect();
    await begin(parts);
    const { request } = parts.client;
    const error = Object.assign(new Error("limited"), {
      status: 429,
      headers: new Headers({ "retry-after": "3600" }),
    });
    parts.client.request = () => Promise.reject(error);
    await parts.environment.elapse(5 * MINUTE);
    const times: number[] = [];
    parts.client.request = (route, parameters) => {
      times.push(parts.environment.clock());
      return request.call(parts.client, route, parameters);
    };
    await parts.environment.elapse(59 * MINUTE);
    expect(times).toEqual([]);
    await parts.environment.elapse(2 * MINUTE);
    expect(times).toHaveLength(1);
  });

  it("[R.7] does not hold up others with one payload that it never gives", async () => {
    const parts = connect();
    await begin(parts);
    for (let n = 0; n < 20; n++) parts.service.emit();
    const { request } = parts.client;
    let asked = 0;
    parts.client.request = async (route, parameters) => {
      if (parameters["delivery_id"] !== 4) return request.call(parts.client, route, parameters);
      asked++;
      throw Object.assign(new Error("broken"), { status: 500 });
    };
    await parts.environment.elapse(5 * MINUTE);
    expect(parts.handled).toHaveLength(19);
    await parts.environment.elapse(HOUR);
    expect(asked).toBeGreaterThan(5);
    parts.client.request = request;
    await parts.environment.elapse(6 * MINUTE);
    expect(parts.handled).toHaveLength(20);
  });

  it.each([404, 410])(
    "[R.7] leaves out a delivery that is gone (%i), and does not ask again",
    async (status) => {
      const parts = connect();
      await begin(parts);
      for (let n = 0; n < 3; n++) parts.service.emit();
      const { request } = parts.client;
      let asked = 0;
      parts.client.request = async (route, parameters) => {
        if (parameters["delivery_id"] !== 2) return request.call(parts.client, route, parameters);
        asked++;
        throw Object.assign(new Error("gone"), { status });
      };
      await parts.environment.elapse(20 * MINUTE);
      expect(parts.handled).toEqual(["github-0", "github-2"]);
      expect(asked).toBe(1);
      expect(parts.recorder.text().join("\n")).toContain('"github-1" of "note" never arrived');
    },
  );

  it.each([
    ["no list", { message: "hello" }, "has no list; expected an array"],
    ["an item without a time", [{ guid: "1", event: "note" }], "no id, event or time"],
    ["an item that is none", [null], "no id, event or time"],
  ])("[R.7] with %s is told so", async (_, data, message) => {
    const parts = connect();
    parts.client.request = () =>
      Promise.resolve({ status: 200, headers: new Headers(), data } as never);
    await expect(parts.inbox.catchUp()).rejects.toMatchObject({
      code: "CATCH_UP_FAILED",
      message: expect.stringContaining(message),
    });
  });

  it("[R.7] with pages that lead in a circle is told so", async () => {
    const parts = connect();
    const link = '<http://service.test/x?cursor=1>; rel="next"';
    const item = { guid: "1", event: "note", delivered_at: "2030-01-01T00:00:00Z", id: 1 };
    parts.client.request = () =>
      Promise.resolve({ status: 200, headers: new Headers({ link }), data: [item] } as never);
    await expect(parts.inbox.catchUp()).rejects.toThrow("lead in a circle");
  });
});

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
    const parts = connect("github", { own: { events: ["ping"], overlap: HOUR } });
    const { inbox, service, client, environment } = parts;
    const since = environment.clock() - HOUR;
    for (const name of ["note", "ping"]) service.emit(name);
    const other = { request: client.request, asked: 0 };
    const counting = {
      request: (...args: Parameters<typeof client.request>) => {
        other.asked++;
        return client.request(...args);
      },
    };
    expect(await inbox.catchUp(undefined, { since, events: undefined })).toMatchObject({
      fetched: 1,
    });
    expect(other.asked).toBe(0);
    expect(await inbox.catchUp(counting, { since, events: ["note"] })).toMatchObject({
      fetched: 1,
    });
    expect(other.asked).toBe(2);
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
    const receiver = (webhooks as unknown as Record<typeof RECEIVER, () => DeliveryReceiver>)[
      RECEIVER
    ]();
    const changed = { [RECEIVER]: () => ({ ...receiver, ...change(receiver) }) };
    expect(() => setUp({ webhooks: changed as never })).not.toThrow();
    expect(() => setUp({ webhooks: changed as never, catchUp })).toThrow(new TypeError(message));
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
  ])("[R.1] refuses %o", (options, message) => {
    expect(() => connect("github", { options })).toThrow(message);
    expect(() => connect("github", { options: { dedupeFor: DAY } })).not.toThrow();
  });

  it.each([
    [{ since: "yesterday" }, "expected a text such as 30m or 2h"],
    [{ since: 7 * DAY }, "Make `dedupeFor` longer"],
    [
      { parameters: { owner: "octo" } },
      "expected { owner, repo, hook_id }, or { org, hook_id }, or none",
    ],
    [{ source: {} }, "expected a source, such as"],
    [{ events: "note" }, "expected an array of names"],
    [{ overlap: "long" }, "a text such as 30s, 5m or 2h"],
    [{ sinse: "2h" }, "sinse"],
  ])("[R.1] refuses %o", async (wrongOptions, message) => {
    const parts = connect();
    const { since } = wrongOptions as { since?: unknown };
    const early = parts.environment.clock() - 7 * DAY;
    const options = typeof since === "number" ? { since: early } : wrongOptions;
    await expect(parts.inbox.catchUp(undefined, options as never)).rejects.toThrow(message);
  });

  it("[R.1] refuses a store without notes, a short memory and a wrong client at once", () => {
    expect(() => connect("github", { options: { dedupeFor: HOUR } })).toThrow(
      "expected at least a day",
    );
    expect(() => connect("github", { own: { client: {} as never } })).toThrow("`catchUp.client`");
    expect(() => connect("github", { own: { every: "1 minute" } })).toThrow("`catchUp.every`");
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
        ...{ route: "GET /log", order: "newest-first", items: "items" },
        ...{ id: "id", time: "at", event: "kind", payload: "data" },
        next: { parameter: "page", body: "next" },
      },
    ]);
    const report = await inbox.catchUp(client, { source, since: "1h" });
    expect(report).toEqual({ fetched: 3, known: 0, skipped: 0, requests: 2 });
  });

  it.each([
    ["where it begins", /^\{"from":\d+\}$/],
    ["how far it got", /"time":/],
  ])("[R.1] fails with a store that does not note %s", async (_, lost) => {
    const parts = connect("stripe", { options: { catchUp: undefined } });
    await arrive(parts, parts.service.emit());
    const { changeNote } = parts.store;
    parts.store.changeNote = async (change) => {
      if (lost.test(change.text ?? "")) throw new Error("The disk is full");
      return changeNote?.call(parts.store, change);
    };
    const reading = parts.inbox.catchUp(parts.client, { source: stripeEvents });
    await expect(reading).rejects.toThrow("The disk is full");
  });

  it("[R.1] fetches only the events that are wanted", async () => {
    const parts = connect("stripe", { own: { events: ["ping"] } });
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

describe("a list that begins with the oldest", () => {
  const plan: CatchUpPlan = {
    route: "GET /log",
    order: "oldest-first",
    items: "items",
    next: { parameter: "page", body: "next" },
    since: { parameter: "from", format: "milliseconds" },
    id: "id",
    time: "at",
    event: "kind",
    payload: "data",
  };

  it("[R.1] [R.5] is read from a time on", async () => {
    const asked: unknown[] = [];
    const items: { id: string; at: number; kind: string; data: object }[] = [];
    const client = {
      request: (_route: string, parameters: { from: number; page?: number }) => {
        asked.push(parameters);
        const found = items.filter(({ at }) => at >= parameters.from);
        const page = parameters.page ?? 0;
        const next = found.length > (page + 1) * 2 ? page + 1 : undefined;
        const data = { items: found.slice(page * 2, page * 2 + 2), next };
        return Promise.resolve({ data, headers: {} });
      },
    };
    const source = createCatchUpSource([plan]);
    const parts = setUp({ catchUp: { client, source }, pollInterval: 5 * SECOND });
    const handled: string[] = [];
    parts.webhooks.onAny((event) => void handled.push(asHandled(event).id));
    await parts.inbox.start();
    for (let n = 0; n < 9; n++) {
      items.push({ id: `${n}`, at: parts.environment.clock(), kind: "note", data: { n } });
      await parts.environment.elapse(MINUTE);
    }
    await parts.environment.elapse(10 * MINUTE);
    expect(handled).toEqual(items.map(({ id }) => id));
    const { from } = asked.at(-1) as { readonly from: number };
    expect(from).toBe((items.at(-1)?.at ?? 0) - 2 * MINUTE);
  });
});

function byNumber(a: string, b: string): number {
  return Number(a.split("-")[1]) - Number(b.split("-")[1]);
}
