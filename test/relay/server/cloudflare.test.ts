/** The relay of a Durable Object, over a stand-in of its storage. `test/runtimes` runs the same in workerd. */
import { describe, expect, it, vi } from "vitest";
import {
  createRelayWorker,
  openDurableRelayStore,
  type RelayWorkerOptions,
} from "../../../src/relay/server/cloudflare.js";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import type { RelayStoreLimits } from "../../../src/relay/server/store.js";
import { openTestStorage, type TestStorage } from "./durable-storage.js";
import { cleanUp, createFile } from "./setup.js";
import { createDelivery, describeStore } from "./store-contract.js";

const HOUR = 3_600_000;

describeStore("of a Durable Object", async (limits) => (await openStore(limits)).store);

describe("alarms", () => {
  it("[D.21] one is set for the oldest delivery, an hour after it has expired", async () => {
    const { storage, store } = await openStore({ keepFor: 10 * HOUR });
    expect(storage.alarms).toEqual([]);
    const receivedAt = Date.now();
    await store.append("a", createDelivery("1", { receivedAt }));
    await store.append("a", createDelivery("2", { receivedAt: receivedAt + 1 }));
    expect(storage.alarms).toEqual([receivedAt + 11 * HOUR]);
  });

  it("[D.21] an object that was started for its alarm deletes what has expired, and sets the next", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    cleanUp(() => vi.useRealTimers());
    const { storage, store } = await openStore({ keepFor: 1_000 });
    for (const receivedAt of [1_000_000, 1_000_500, 1_001_500])
      await store.append("a", createDelivery("x", { receivedAt }));
    expect(storage.alarms).toEqual([1_002_000]);
    vi.setSystemTime(1_002_000);
    storage.goOff();
    const next = openDurableRelayStore(storage, { keepFor: 1_000 });
    await next.alarm();
    expect(storage.alarms).toEqual([1_002_000, 1_003_500]);
    const count = () => storage.sql.exec("SELECT position FROM relay_deliveries").toArray().length;
    expect(count()).toBe(1);
    vi.setSystemTime(1_003_500);
    storage.goOff();
    await next.alarm();
    expect([count(), storage.alarms.length]).toEqual([0, 2]);
    await next.append("a", createDelivery("new", { receivedAt: 1_003_500 }));
    expect(storage.alarms.at(-1)).toBe(1_005_500);
  });

  it("[D.21] an object that starts again keeps the alarm that is set", async () => {
    const { storage, store } = await openStore();
    await store.append("a", createDelivery("1"));
    const again = openDurableRelayStore(storage);
    await again.open();
    await again.append("a", createDelivery("2"));
    expect(storage.alarms).toHaveLength(1);
  });
});

describe("a worker", () => {
  it("[D.21] passes all channels to one object, which answers as a relay does", async () => {
    const { objects, request } = await deploy();
    const [one, other] = [`/${createChannel()}`, `/${createChannel()}`];
    const statuses = [one, other, "/acme"].map(
      async (path) => (await request(path, { method: "POST", body: "{}" })).status,
    );
    expect(await Promise.all(statuses)).toEqual([202, 202, 404]);
    expect(objects.size).toBe(1);
  });

  it("[D.21] gives a follower what it missed, once, from an object that was evicted", async () => {
    const { request, evict } = await deploy();
    const path = `/${createChannel()}`;
    const announcement = await readFirst(await request(path), 1);
    const [, id = ""] = /^id: (.*)$/m.exec(announcement) ?? [];
    for (const body of ["1", "2"]) await request(path, { method: "POST", body });
    evict();
    await request(path, { method: "POST", body: "3" });
    const text = await readFirst(await request(path, { headers: { "last-event-id": id } }), 4);
    expect(text).toContain('"replay":"since","complete":true');
    expect(text.match(/"rawBody":"\d"/g)).toEqual(
      ["1", "2", "3"].map((body) => `"rawBody":"${body}"`),
    );
  });

  it("[D.21] reads its options, and the limits of its store, from its bindings", async () => {
    const { request, storage } = await deploy(
      ({ TOKEN }) => ({ token: TOKEN, channels: ["acme"], maxBodySize: 10, maxBytes: 1_100 }),
      "s3cret",
    );
    const post = (body: string) => request("/acme", { method: "POST", body });
    expect((await request("/acme")).status).toBe(401);
    expect((await post("01234567890")).status).toBe(413);
    for (let count = 0; count < 5; count++) expect((await post("small")).status).toBe(202);
    expect(storage.sql.exec("SELECT position FROM relay_deliveries").toArray()).toHaveLength(1);
  });

  it("[D.21] refuses options that a relay does not have", async () => {
    const { request } = await deploy(() => ({ maxBodySze: 10 }) as RelayWorkerOptions);
    await expect(request("/acme")).rejects.toThrow("maxBodySze");
  });

  it("[D.21] holds 500 followers, and one body of the largest size", async () => {
    const { request } = await deploy(() => ({ maxBodySize: 40 * 2 ** 20 }));
    const path = `/${createChannel()}`;
    expect((await request(path, { method: "POST", body: "{}" })).status).toBe(202);
    const followers = [];
    for (let count = 0; count < 500; count++) followers.push(await request(path));
    expect((await request(path)).status).toBe(503);
    for (const { body } of followers) await body?.cancel();
  });
});

async function openStorage(): Promise<TestStorage> {
  const storage = await openTestStorage(createFile());
  cleanUp(() => storage.close());
  return storage;
}

async function openStore(limits?: RelayStoreLimits) {
  const storage = await openStorage();
  const store = openDurableRelayStore(storage, limits);
  await store.open();
  return { storage, store };
}

/** Deploys a worker whose object is made anew by `evict`. */
async function deploy(configure?: (bindings: Bindings) => RelayWorkerOptions, token?: string) {
  const storage = await openStorage();
  const { Relay, worker } = createRelayWorker<Bindings>(configure);
  const objects = new Map<string, InstanceType<typeof Relay>>();
  const bindings: Bindings = {
    RELAY: {
      idFromName: (name) => ({ name }),
      get: (id) => {
        const { name } = id as { name: string };
        const object = objects.get(name) ?? new Relay({ storage }, bindings);
        objects.set(name, object);
        return object;
      },
    },
    ...(token !== undefined && { TOKEN: token }),
  };
  const request = (path: string, init?: RequestInit) =>
    worker.fetch(new Request(`https://relay.example${path}`, init), bindings);
  return { storage, objects, request, evict: () => objects.clear() };
}

async function readFirst(response: Response, count: number): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.split("\n\n").length <= count) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  return text;
}

interface Bindings {
  readonly RELAY: {
    idFromName(name: string): object;
    get(id: object): { fetch(request: Request): Promise<Response> };
  };
  readonly TOKEN?: string;
}
