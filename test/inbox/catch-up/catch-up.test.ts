/** Deliveries that never arrived are fetched, by the rules of each service. */
import { describe, expect, it } from "vitest";
import { createCatchUpSource } from "../../../src/inbox/catch-up/source.js";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import type { Inbox } from "../../../src/inbox/types.js";
import { asHandled, setUp } from "../setup.js";
import { HOUR, MINUTE, SECOND } from "../deliveries.js";
import { connect, begin, type Connected, arrive } from "./connect.js";

const STYLES = ["github", "stripe", "svix"] as const;

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
        const matching = items.filter(({ at }) => at >= parameters.from);
        const page = parameters.page ?? 0;
        const next = matching.length > (page + 1) * 2 ? page + 1 : undefined;
        const data = { items: matching.slice(page * 2, page * 2 + 2), next };
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

/** The inbox of the next process, with handlers that note what they handle in the same list. */
function restart({ store, environment, catchUp, handled }: Connected): Inbox {
  const { webhooks } = setUp();
  webhooks.onAny((event) => void handled.push(asHandled(event).id));
  return createInboxIn(environment, { webhooks, store, catchUp, pollInterval: 5 * SECOND });
}

function byNumber(a: string, b: string): number {
  return Number(a.split("-")[1]) - Number(b.split("-")[1]);
}
