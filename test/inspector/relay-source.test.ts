/** A channel of a relay as a source of the inspector. */
import { afterEach, describe, expect, it } from "vitest";
import {
  createInspector,
  createRelaySource,
  type InspectorChange,
} from "../../src/inspector/index.js";
import type { RelayChannel } from "../../src/relay/server/channel.js";
import { createRelayServer } from "../../src/relay/server/relay-server.js";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const each of cleanups.splice(0).reverse()) await each();
});

describe("a channel of a relay as a source", () => {
  it.each<Named>([
    [
      "headers of their own",
      '{"action":"opened"}',
      { "x-github-event": "issues", "x-github-delivery": "id-1" },
      { event: "issues", action: "opened", id: "id-1" },
    ],
    [
      "Standard Webhooks",
      '{"type":"note.created"}',
      { "webhook-id": "msg_1" },
      { event: "note.created", action: undefined, id: "msg_1" },
    ],
    ["the payload", '{"id":"evt_1","type":"charge"}', {}, { event: "charge", id: "evt_1" }],
    ["the topic", "{}", { "x-shopify-topic": "orders/create" }, { event: "orders/create" }],
    ...["event", "x-event", "x-event-type", "x-event-key", "x-event-name", "topic"].map(
      (name): Named => [`the header ${name}`, "{}", { [name]: "a" }, { event: "a" }],
    ),
    ...["svix-id", "x-delivery-id", "x-event-id", "x-event-uuid", "x-webhook-id"].map(
      (name): Named => [`the header ${name}`, "{}", { [name]: "a" }, { id: "a" }],
    ),
    ...["x-eventual", "x-events", "prevent", "x-webhook-ids", "a-svix-id", "x-delivery-ids"].map(
      (name): Named => [
        `no header such as ${name}`,
        "{}",
        { [name]: "a" },
        { event: "POST /sms", id: "1" },
      ],
    ),
    ...["type", "event", "event_type", "eventType", "topic"].map((name): Named => [
      `the member ${name}`,
      JSON.stringify({ [name]: "a" }),
      {},
      { event: "a" },
    ]),
    ["nothing", "From=1&To=2", {}, { event: "POST /sms", id: "1" }],
    ["something that is no name", '{"type":7,"id":null,"action":{}}', {}, { event: "POST /sms" }],
    ["an inherited name", '["type"]', {}, { event: "POST /sms" }],
  ])("reads names from %s", async (_title, body, headers, expected) => {
    const { relay, send } = start();
    await send(body, headers, "/sms");
    const [row] = await createRelaySource(relay, "acme").list({ limit: 1 });
    expect(row).toMatchObject({ outcome: "received", size: body.length, ...expected });
    expect(row).not.toHaveProperty("body");
  });

  it("lists 100, and searches 10,000 for a text", async () => {
    let asked = 0;
    const stored = { headers: {}, method: "POST", path: "", query: "", receivedAt: 0, size: 2 };
    const source = createSourceOf({
      previous: async () => ({ ...stored, key: String(20_000 - asked++) }),
      readBody: async () => new TextEncoder().encode("{}"),
    });
    expect(await source.list({})).toHaveLength(100);
    asked = 0;
    expect(await source.list({ text: "nowhere" })).toEqual([]);
    expect(asked).toBe(10_000);
  });

  it.each([
    [65_536, "a"],
    [65_537, "POST /sms"],
  ])("reads names from payloads of 64 KiB at most: %i bytes", async (size, event) => {
    const { relay, send } = start();
    await send('{"type":"a"}'.padEnd(size), {}, "/sms");
    expect(await createRelaySource(relay, "acme").list({ limit: 1 })).toMatchObject([
      { event, size },
    ]);
  });

  it("reads names as it is told", async () => {
    const { relay, send } = start();
    await send('{"kind":"a"}', { "x-id": "7" });
    const source = createRelaySource(relay, "acme", {
      readNames: ({ headers, payload }) => ({
        id: headers["x-id"],
        event: (payload as { kind: string }).kind,
      }),
    });
    expect(await source.list({ limit: 1 })).toMatchObject([{ id: "7", event: "a" }]);
  });

  it("lists, filters and pages, the newest first", async () => {
    const { relay, send } = start();
    for (const [index, event] of ["a", "b", "a", "b"].entries())
      await send(`{"n":${index}}`, { "x-event": event });
    const source = createRelaySource(relay, "acme");
    const keys = async (filter = {}) =>
      (await source.list({ limit: 10, ...filter })).map(({ key }) => key).join();
    expect(await keys()).toBe("4,3,2,1");
    expect(await keys({ limit: 2 })).toBe("4,3");
    expect(await keys({ before: "3" })).toBe("2,1");
    expect(await keys({ event: "a" })).toBe("3,1");
    expect(await keys({ event: "a", limit: 1, before: "3" })).toBe("1");
    expect(await keys({ text: '"n":2' })).toBe("3");
    expect(await keys({ outcome: "received", id: "2" })).toBe("2");
    expect(await keys({ outcome: "done" })).toBe("");
    expect(await keys({ since: Date.now() + 60_000 })).toBe("");
  });

  it("shows headers, the body of a large delivery, and where it went", async () => {
    const { relay, send } = start();
    const body = `{"type":"large","text":"${"é".repeat(100_000)}"}`;
    await send(body, { "x-own": "1" }, "/sms?to=7");
    const source = createRelaySource(relay, "acme", { url: "https://relay.example/acme" });
    expect([source.title, source.target?.()]).toEqual([
      "Relay",
      { address: "https://relay.example/acme" },
    ]);
    const [row] = await source.list({ limit: 1 });
    expect(row).toMatchObject({ event: "POST /sms", size: Buffer.byteLength(body) });
    const shown = await source.get(row?.key ?? "");
    expect(new TextDecoder().decode(shown?.body) === body).toBe(true);
    expect(shown).toMatchObject({ url: "https://relay.example/acme/sms?to=7", status: 202 });
    expect(shown?.headers).toContainEqual(["x-own", "1"]);
    expect(shown?.history).toBeUndefined();
    expect(await source.list({ limit: 1, text: "ééé" })).toHaveLength(1);
    expect(await source.get("9")).toBeUndefined();
  });

  it("tells of what arrives, in order", async () => {
    const { relay, send } = start();
    const source = createRelaySource(relay, "acme");
    const changes: InspectorChange[] = [];
    cleanups.push(source.watch((change) => changes.push(change)));
    await source.list({ limit: 1 }); // after the look that the watcher begins with
    for (const event of ["a", "b", "c"]) await send("{}", { "x-event": event });
    await expect
      .poll(() => changes)
      .toMatchObject([{ event: "a" }, { event: "b" }, { event: "c" }]);
  });

  it("offers to send again, and nothing else that changes something", async () => {
    const { relay, send } = start();
    await send('{"type":"a"}');
    const log = { error: () => undefined };
    const options = { isReadOnly: false, token: "t".repeat(32), log };
    const inspector = createInspector(createRelaySource(relay, "acme"), options);
    const ask = async (name: string, input?: object) => {
      const headers = { "content-type": "application/json", "x-typewire-inspector": options.token };
      const init = input && { method: "POST", headers, body: JSON.stringify(input) };
      const request = new Request(`http://localhost/inspector/api/${name}`, init);
      return (await inspector(request)).json();
    };
    expect(await ask("source")).toMatchObject({
      canResend: true,
      canReplay: false,
      canSend: false,
      canSample: false,
    });
    expect(await ask("resend", { key: "1" })).toEqual({
      status: 202,
      text: "Stored again; no follower is connected to the channel.",
    });
    expect(await ask("resend", { key: "9" })).toMatchObject({
      error: "The delivery is not kept any more.",
    });
    expect(await ask("deliveries")).toMatchObject({ deliveries: [{ key: "2" }, { key: "1" }] });
    expect(await ask("overview")).toMatchObject({ total: 2, events: [{ event: "a", count: 2 }] });
  });

  it.each<[path: string, query: string, url: string | undefined, shown: string | undefined]>([
    ["", "", "https://relay.example/a", "https://relay.example/a"],
    ["/x", "", "https://relay.example/a", "https://relay.example/a/x"],
    ["", "b=1", "https://relay.example/a", "https://relay.example/a?b=1"],
    ["/x", "b=1", "https://relay.example/a", "https://relay.example/a/x?b=1"],
    ["/x", "b=1", undefined, undefined],
  ])("gives a delivery to %j?%s with all that is known", async (path, query, url, shown) => {
    const body = new TextEncoder().encode('{"data":{"title":"Slow"},"action":"a"}');
    const head = { headers: { "x-own": "1" }, method: "PUT", path, query, receivedAt: 5 };
    const stored = { ...head, key: "7", size: body.length };
    const source = createSourceOf(
      {
        previous: async (key) => (key === undefined ? stored : undefined),
        find: async (key) => (key === "7" ? stored : undefined),
        readBody: async () => body,
      },
      { url },
    );
    const row = {
      key: "7",
      id: "7",
      event: `PUT ${path || "/"}`,
      action: "a",
      receivedAt: 5,
      size: 38,
      summary: "Slow",
      outcome: "received",
      status: 202,
      attempts: 0,
      url: shown,
      headers: [["x-own", "1"]],
      answer: { status: 202 },
    };
    expect(await source.list({})).toEqual([row]);
    expect(await source.get("7")).toEqual({ ...row, body });
    expect(source.target?.()).toEqual(url === undefined ? undefined : { address: url });
  });

  it.each([
    [0, "Stored again; no follower is connected to the channel."],
    [1, "Stored again, for one follower."],
    [2, "Stored again, for 2 followers."],
  ])("says for how many followers a delivery was stored again: %i", async (count, text) => {
    const source = createSourceOf({ repeat: async () => count }, { title: "T" });
    expect(source.title).toBe("T");
    expect(await source.resend?.("1")).toEqual({ status: 202, text });
  });

  it("tells of a large delivery without its body", async () => {
    const { relay, send } = start();
    const source = createRelaySource(relay, "acme");
    const changes: InspectorChange[] = [];
    cleanups.push(source.watch((change) => changes.push(change)));
    await source.list({ limit: 1 }); // after the look that the watcher begins with
    for (const size of [65_536, 65_537]) await send('{"type":"a"}'.padEnd(size));
    await expect
      .poll(() => changes)
      .toMatchObject([
        { event: "a", size: 65_536 },
        { event: "POST /", size: 65_537, body: undefined },
      ]);
  });

  it.each<[headers: Record<string, string>, payload: string, expected: object]>([
    [{ "webhook-id": "h", "x-event": "e" }, '{"id":"p","type":"t"}', { id: "h", event: "e" }],
    [{}, '{"id":"p","topic":"last","type":"first"}', { id: "p", event: "first" }],
    [{}, '{"type":"","event":"e"}', { id: "1", event: "" }],
    [{ "x-shop-delivery": "d" }, "{}", { id: "d" }],
    [{ "my-topic": "t" }, "{}", { event: "t" }],
    [{ "webhook-idx": "h", "my-webhook-id": "m" }, "{}", { id: "m" }],
  ])("prefers names in headers %j to those in %s", async (headers, payload, expected) => {
    const { relay, send } = start();
    await send(payload, headers);
    expect(await createRelaySource(relay, "acme").list({ limit: 1 })).toMatchObject([expected]);
  });

  it("refuses a misspelt option", () => {
    const { relay } = start();
    expect(() => createRelaySource(relay, "acme", { titel: "T" } as object)).toThrow(/titel/);
  });

  it("needs a channel of the relay", () => {
    const { relay } = start();
    expect(() => createRelaySource(relay, "none")).toThrow(
      new RangeError('The relay has no channel "none".'),
    );
  });
});

function start() {
  const relay = createRelayServer({ channels: ["acme"] });
  cleanups.push(() => relay.close());
  const send = (body: string, headers: Record<string, string> = {}, target = "") =>
    relay.fetch(new Request(`http://relay/acme${target}`, { method: "POST", headers, body }));
  return { relay, send };
}

/** The source of a channel that has nothing but what these parts give. */
function createSourceOf(parts: Partial<RelayChannel>, options: RelaySourceOptions = {}) {
  const channel: RelayChannel = {
    name: "a",
    previous: () => Promise.resolve(undefined),
    find: () => Promise.resolve(undefined),
    readBody: () => Promise.resolve(undefined),
    watch: () => () => undefined,
    repeat: () => Promise.resolve(undefined),
    ...parts,
  };
  return createRelaySource({ channel: () => channel }, "a", options);
}

type RelaySourceOptions = Parameters<typeof createRelaySource>[2];

type Named = readonly [from: string, body: string, headers: Record<string, string>, row: object];
