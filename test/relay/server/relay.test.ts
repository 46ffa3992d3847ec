/** A relay by itself, without a server. */
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createRelayListener } from "../../../src/relay/server/node.js";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a relay", () => {
  const post = (body: string) => new Request("http://relay.example/a", { method: "POST", body });

  it("[D.10] holds exactly as many bytes as it may, and gives them back", async () => {
    const relay = createRelayServer({ channels: ["a"], maxBodySize: 10, maxBytesAtOnce: 10 });
    for (let count = 0; count < 3; count++)
      expect((await relay.fetch(post("0123456789"))).status).toBe(202);
    await relay.close();
  });

  it("[D.17] forgets a follower for whom its store has failed", async () => {
    const store = openMemoryRelayStore();
    const { state } = store;
    store.state = () => Promise.reject(new Error("no disk"));
    const log = { error: () => undefined };
    const relay = createRelayServer({ channels: ["a"], store, maxFollowers: 1, log });
    const follow = async () => {
      const { status, body } = await relay.fetch(new Request("http://relay.example/a"));
      await body?.cancel();
      return status;
    };
    expect([await follow(), await follow()]).toEqual([503, 503]);
    store.state = () => state.call(store);
    expect([await follow(), await follow()]).toEqual([200, 200]);
    await relay.close();
  });

  it.each<[since: number, announced: object, bodies: readonly string[]]>([
    [0, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_000, { id: 2, complete: false }, ["3", "4", "5"]],
    [3_001, { id: 3, complete: true }, ["4", "5"]],
    [4_000, { id: 3, complete: true }, ["4", "5"]],
    [5_000, { id: 4, complete: true }, ["5"]],
    [5_001, { id: 5, complete: true }, []],
  ])("[D.14] that has dropped some gives those since %i", async (since, announced, bodies) => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
    const store = openMemoryRelayStore({ maxBytes: 2_000 });
    const relay = createRelayServer({ channels: ["a"], store, heartbeat: 1 });
    for (const body of ["1", "2", "3", "4", "5"]) {
      vi.setSystemTime(Number(body) * 1_000);
      await relay.fetch(post(body));
    }
    expect(await store.state()).toMatchObject({ newest: 5, dropped: 2 });
    const headers = { "last-event-id": `since-${since}` };
    const response = await relay.fetch(new Request("http://relay.example/a", { headers }));
    const reader = response.body?.getReader();
    let text = "";
    while (!text.endsWith(":\n\n")) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await relay.close();
    const [, id, complete] = /^id: \w+-(\d)\ndata: .*"complete":(\w+)/m.exec(text) ?? [];
    expect({ id: Number(id), complete: complete === "true" }).toEqual(announced);
    expect([...text.matchAll(/"rawBody":"(\d)/g)].map(([, body]) => body)).toEqual(bodies);
  });

  it("[D.10] answers a request of Node without a target, and drops one with a wrong target", async () => {
    const relay = createRelayServer();
    const handle = createRelayListener(relay);
    const ask = async (url: object) => {
      const request = Object.assign(Readable.from([]), { method: "GET", headers: {}, ...url });
      const calls: string[] = [];
      const response = Object.assign(new EventEmitter(), {
        destroyed: false,
        writeHead: (status: number) => void calls.push(String(status)),
        write: () => true,
        end: () => void calls.push("end"),
        destroy: () => void calls.push("destroy"),
      });
      handle(request, response);
      await expect.poll(() => calls).toContainEqual(expect.stringMatching("end|destroy"));
      return calls;
    };
    expect(await ask({})).toEqual(["404", "end"]);
    expect(await ask({ url: "*" })).toEqual(["destroy"]);
    await relay.close();
  });
});
