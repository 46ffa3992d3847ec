/** A relay between senders and followers: deliveries, headers, channels, and what each answer has. */
import { connect as connectTcp } from "node:net";
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import type { RelayServerOptions } from "../../../src/relay/server/options.js";
import { cleanUp, followRaw, send, sendEvent, startRelay, until } from "./setup.js";

const KIB = 1024;

describe("deliveries", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "[D.10] %s is answered once stored",
    async (method) => {
      const { url } = await startRelay();
      const follower = await followRaw(url);
      const body = '{ "a":1.0, "a":"\\/ \\u00e9 é😀" }\r\n';
      const sent = await send(`${url}/below/it?x=1&y=%20`, { method, body });
      expect(sent).toEqual({ status: 202, text: "stored\n" });
      await until(() => expect(follower.messages()).toHaveLength(1));
      const [message] = follower.messages();
      expect(message).toMatchObject({
        method,
        path: "/below/it",
        query: "x=1&y=%20",
        rawBody: body,
      });
      expect(Math.abs(Date.now() - (message?.receivedAt ?? 0))).toBeLessThan(60_000);
    },
  );

  it("[D.10] may have no body", async () => {
    const { url } = await startRelay();
    const follower = await followRaw(url);
    await send(url);
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]).toMatchObject({ path: "", query: "", rawBody: "" });
  });

  it.each<[title: string, body: Uint8Array]>([
    ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0, 1, 0xc3])],
    ["half of a surrogate pair in UTF-8", Buffer.from([0xed, 0xa0, 0x80])],
    ["a text in which most is escaped", Buffer.alloc(100_000, '"')],
    ["control characters", Buffer.alloc(100_000, 1)],
    [
      "a byte that is cut off at the end",
      Buffer.concat([Buffer.alloc(24 * KIB, "x"), Buffer.of(0xc3)]),
    ],
  ])("[D.13] %s travel in base64", async (_title, body) => {
    const { url } = await startRelay();
    const follower = await followRaw(url);
    await send(url, { body });
    await until(() => expect(follower.messages()).toHaveLength(1));
    const { rawBody, rawBodyBase64 = "" } = follower.messages()[0] ?? {};
    expect(rawBody).toBeUndefined();
    expect(Buffer.from(rawBodyBase64, "base64").equals(body)).toBe(true);
  });

  it.each<[title: string, body: string]>([
    ["a byte order mark", "\uFEFF{}"],
    ["line ends of all kinds", "a\r\nb\rc\nd\u2028e\u2029f\u0085"],
    ["text that looks like an event", "\n\ndata: x\nid: 7\n\n"],
    ["characters of four bytes over all pieces", "x" + "😀é漢".repeat(20 * KIB)],
  ])("[D.13] %s travel as text", async (_title, body) => {
    const { url } = await startRelay();
    const follower = await followRaw(url);
    await send(url, { body });
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.rawBody === body).toBe(true);
  });

  it("[D.10] over the limit are refused, by their length and while they are read", async () => {
    const { url } = await startRelay({ maxBodySize: 10 * KIB });
    const body = Buffer.alloc(10 * KIB + 1);
    const refused = { status: 413, text: expect.stringContaining("PAYLOAD_TOO_LARGE") };
    expect(await send(url, { body })).toEqual(refused);
    expect(await send(url, { body, headers: { "transfer-encoding": "chunked" } })).toEqual(refused);
    expect(await send(url, { body: body.subarray(1) })).toMatchObject({ status: 202 });
  });

  it("[D.10] that do not arrive in time are refused", async () => {
    const { origin, url } = await startRelay({ bodyTimeout: 50 });
    const socket = connectTcp(Number(new URL(origin).port), "127.0.0.1");
    cleanUp(() => socket.destroy());
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    const path = new URL(url).pathname;
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc`);
    await until(() => expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*REQUEST_TIMEOUT/));
  });

  it("[D.10] of a client that goes away are dropped", async () => {
    const { origin, url } = await startRelay();
    const follower = await followRaw(url);
    const socket = connectTcp(Number(new URL(origin).port), "127.0.0.1");
    const path = new URL(url).pathname;
    await new Promise((resolve) =>
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc`, resolve),
    );
    socket.destroy();
    await sendEvent(url, "next");
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.rawBody).toBe('{"id":"next"}');
  });

  it("[D.10] are answered 503 when the store fails, and stored when it works again", async () => {
    const store = openMemoryRelayStore();
    const { open } = store;
    let failures = 2;
    store.open = () => (failures-- > 0 ? Promise.reject(new Error("no disk")) : open.call(store));
    const errors: unknown[] = [];
    const { url } = await startRelay({ store, log: { error: (...data) => errors.push(data[1]) } });
    for (const status of [503, 503, 202]) expect(await send(url)).toMatchObject({ status });
    expect(errors.map(String)).toEqual(["Error: no disk", "Error: no disk"]);
  });

  it("[D.10] are refused by a relay that is closed, and its streams end", async () => {
    const relay = createRelayServer();
    const url = `http://relay.example/${createChannel()}`;
    const response = await relay.fetch(new Request(url));
    const text = response.text();
    await relay.close();
    await relay.close();
    expect(await text).toMatch(/^event: relay\n/);
    const refused = await relay.fetch(new Request(url, { method: "POST" }));
    expect(refused.status).toBe(503);
  });
});

describe("headers", () => {
  it("[D.15] of the delivery are passed on, and no others", async () => {
    const { url } = await startRelay({ token: "of-the-relay" });
    const follower = await followRaw(url, { authorization: "Bearer of-the-relay" });
    const relayed = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Acme-Hook/1",
      "x-acme-event": "push",
      "x-signature": "a b",
      "webhook-id": "m\u00e9",
      authorization: "HMAC abc",
      "x-request-id": "7",
    };
    const dropped = {
      connection: "close, x-hop",
      "x-hop": "private",
      cookie: "private",
      "proxy-authorization": "private",
      "x-forwarded-for": "private",
      "x-forwarded-host": "private",
      "x-real-ip": "private",
      forwarded: "private",
      via: "private",
      te: "trailers",
      "accept-encoding": "gzip",
      "cf-connecting-ip": "private",
    };
    await send(url, { headers: { ...relayed, ...dropped }, body: "{}" });
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.headers).toEqual(relayed);
    expect(follower.text()).not.toContain("private");
  });

  it("[D.15] that are repeated are joined, and the relay's own token is left out", async () => {
    const { url } = await startRelay({ token: "of-the-relay" });
    const follower = await followRaw(url, { authorization: "Bearer of-the-relay" });
    const headers = { "x-a": ["1", "2"], authorization: "Bearer of-the-relay" };
    await send(url, { headers, body: "{}" });
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.headers).toEqual({ "x-a": "1, 2" });
  });
});

describe("channels", () => {
  it("[D.11] have names of 128 random bits", () => {
    const names = Array.from({ length: 100 }, createChannel);
    expect(new Set(names).size).toBe(100);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each(["", "acme", "0".repeat(31), "0".repeat(33), "A".repeat(32), "..", "%30".repeat(32)])(
    "[D.11] of another shape are refused: %j",
    async (name) => {
      const { origin } = await startRelay();
      for (const method of ["GET", "POST"]) {
        const answer = await send(`${origin}/${name}`, { method });
        expect(answer).toEqual({ status: 404, text: expect.stringContaining("NOT_FOUND") });
      }
    },
  );

  it("[D.11] are those of the list alone, if there is one", async () => {
    const { origin } = await startRelay({ channels: ["acme", "a.b~c-d_e"] });
    const statuses = ["acme", "a.b~c-d_e", "other", createChannel()].map(
      async (name) => (await send(`${origin}/${name}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([202, 202, 404, 404]);
  });

  it("[D.11] do not see each other's deliveries", async () => {
    const { origin, url } = await startRelay();
    const other = `${origin}/${createChannel()}`;
    const followers = [await followRaw(url), await followRaw(other)];
    await sendEvent(url, "one");
    await sendEvent(other, "two");
    await until(() => expect(followers.map((each) => each.messages().length)).toEqual([1, 1]));
    const bodies = followers.map((each) => each.messages()[0]?.rawBody);
    expect(bodies).toEqual(['{"id":"one"}', '{"id":"two"}']);
  });

  it("[D.11] can need a token to be followed, and none to be sent to", async () => {
    const { url } = await startRelay({ token: "s3cret" });
    const follow = (authorization?: string) =>
      send(url, { method: "GET", headers: authorization === undefined ? {} : { authorization } });
    const wrong = [
      undefined,
      "",
      "s3cret",
      "Bearer",
      "Bearer s3cre",
      "Bearer s3crets",
      "Basic s3cret",
    ];
    for (const authorization of [...wrong, "Bearer s3cr\u00e9t"]) {
      expect(await follow(authorization)).toMatchObject({ status: 401 });
    }
    expect(await send(url)).toMatchObject({ status: 202 });
    const follower = await followRaw(url, { authorization: "bearer s3cret" });
    expect(follower.response.status).toBe(200);
  });

  it.each(["HEAD", "OPTIONS", "TRACE"])("[D.10] refuse %s", async (method) => {
    const { url } = await startRelay();
    expect(await send(url, { method })).toMatchObject({ status: 405 });
  });

  it.each(["?hub.mode=subscribe&hub.challenge=7", "/below"])(
    "[D.10] cannot answer the challenge GET %s, and say so",
    async (rest) => {
      const { url } = await startRelay();
      const answer = await send(`${url}${rest}`, { method: "GET" });
      expect(answer).toEqual({ status: 405, text: expect.stringContaining("challenge") });
    },
  );
});

describe("answers", () => {
  const POST = { method: "POST", body: "12345" };
  const FOLLOW = {};
  const TRY_AGAIN = { "retry-after": "10" };
  const METHODS = { allow: "GET, POST, PUT, PATCH, DELETE" };
  const DELIVERY_METHODS = { allow: "POST, PUT, PATCH, DELETE" };
  const FULL = {
    store: Object.assign(openMemoryRelayStore(), {
      append: () => Promise.reject(new Error("full")),
    }),
    log: { error: () => undefined },
  };

  it.each<
    [code: string, status: number, init: RequestInit, options: RelayServerOptions, headers: object]
  >([
    ["stored", 202, POST, {}, {}],
    ["NOT_FOUND", 404, POST, { channels: ["other"] }, {}],
    ["METHOD_NOT_ALLOWED", 405, { method: "OPTIONS" }, {}, METHODS],
    ["NO_CHALLENGES", 405, FOLLOW, {}, DELIVERY_METHODS],
    ["PAYLOAD_TOO_LARGE", 413, POST, { maxBodySize: 4 }, {}],
    ["UNAUTHORIZED", 401, FOLLOW, { token: "s3cret" }, { "www-authenticate": "Bearer" }],
    ["TOO_MANY_FOLLOWERS", 503, FOLLOW, { maxFollowers: 1 }, TRY_AGAIN],
    ["STORE_FAILED", 503, POST, FULL, TRY_AGAIN],
    ["CLOSED", 503, POST, {}, TRY_AGAIN],
  ])("[D.10] %s is %i, which nobody may keep", async (code, status, init, options, headers) => {
    const relay = createRelayServer(options);
    cleanUp(() => relay.close());
    const address = `http://relay.example/${createChannel()}`;
    const url = code === "NO_CHALLENGES" ? `${address}/?challenge=1` : address;
    if (code === "TOO_MANY_FOLLOWERS") await relay.fetch(new Request(url));
    if (code === "CLOSED") await relay.close();
    const answer = await relay.fetch(new Request(url, init));
    const isStored = status === 202;
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      status,
      {
        "content-type": isStored ? "text/plain; charset=utf-8" : "application/json",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        ...headers,
      },
    ]);
    const text = await answer.text();
    expect(isStored ? text.trim() : (JSON.parse(text) as { code: string }).code).toBe(code);
  });
});

describe("the encoding of a body", () => {
  it.each<[text: string, encoding: "text" | "base64"]>([
    ['abcd""', "text"],
    ["abcd\\\\", "text"],
    ['abc"\\"', "base64"],
    ["abc\\\\\\", "base64"],
    ...["\b", "\t", "\n", "\f", "\r"].flatMap((short): [string, "text" | "base64"][] => [
      [`abcd${short}${short}`, "text"],
      [`abc${short}${short}${short}`, "base64"],
    ]),
    ...["\x00", "\x07", "\x0b", "\x0e", "\x1f"].flatMap((long): [string, "text" | "base64"][] => [
      [`${"a".repeat(14)}${long}`, "text"],
      [`${"a".repeat(13)}${long}"`, "base64"],
    ]),
    ["      ", "text"],
  ])("[D.13] makes it longer by no more than a third: %j is %s", async (body, encoding) => {
    const store = openMemoryRelayStore();
    const relay = createRelayServer({ store });
    cleanUp(() => relay.close());
    const channel = createChannel();
    await relay.fetch(new Request(`http://relay.example/${channel}`, { method: "POST", body }));
    expect(await store.next(channel, 0)).toMatchObject({ encoding });
  });
});
