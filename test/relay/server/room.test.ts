/** Room that all bodies under way share (contract D.10). Sockets stay open in the middle of a body. */
import { connect as connectTcp, type Socket } from "node:net";
import { expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import { cleanUp, send, startRelay, until } from "./setup.js";

const KIB = 1024;

const FULL = { status: 503, text: expect.stringContaining("TOO_MANY_BYTES") };

it("[D.10] has exactly as many bytes as it may, which are given back", async () => {
  const relay = createRelayServer({ channels: ["a"], maxBodySize: 10, maxBytesAtOnce: 10 });
  const url = "http://relay.example/a";
  const init = { method: "POST", body: "0123456789" };
  for (let count = 0; count < 3; count++)
    expect((await relay.fetch(new Request(url, init))).status).toBe(202);
  await relay.close();
});

it("[D.10] is refused to a body beyond it, and there again once others are stored or gone", async () => {
  const { origin, url } = await startRelay({ maxBodySize: 64 * KIB, maxBytesAtOnce: 96 * KIB });
  const begin = () => beginUpload(origin, 50 * KIB, 40 * KIB);
  let [first, second] = [begin(), begin()];
  await until(async () => {
    // An upload that came after the small body of a former round was refused, and begins again.
    if (first.text() !== "") first = begin();
    if (second.text() !== "") second = begin();
    expect(await send(url, { body: Buffer.alloc(30 * KIB) })).toEqual(FULL);
  });
  // A small one still has room.
  expect(await send(url, { body: "{}" })).toMatchObject({ status: 202 });
  first.finish();
  await until(() => expect(first.text()).toMatch(/^HTTP\/1.1 202/));
  second.socket.destroy();
  await until(async () =>
    expect(await send(url, { body: Buffer.alloc(60 * KIB) })).toMatchObject({ status: 202 }),
  );
});

it("[D.10] bounds what many uploads hold, whose answers say when to send again", async () => {
  const { origin } = await startRelay({ maxBodySize: 64 * KIB, maxBytesAtOnce: 256 * KIB });
  const uploads = Array.from({ length: 40 }, () => beginUpload(origin, 60 * KIB, 50 * KIB));
  const countRefused = () => uploads.filter(({ text }) => text().includes("TOO_MANY_BYTES")).length;
  await until(() => expect(countRefused()).toBeGreaterThanOrEqual(35));
  const refused = uploads.find(({ text }) => text().includes("TOO_MANY_BYTES"));
  expect(refused?.text()).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: 10\r\n/i);
});

it("[D.10] is given back when the store fails", async () => {
  const store = openMemoryRelayStore();
  const { append } = store;
  store.append = () => Promise.reject(new Error("full"));
  const limits = { maxBodySize: 10 * KIB, maxBytesAtOnce: 10 * KIB };
  const { url } = await startRelay({ store, ...limits, log: { error: () => undefined } });
  for (let count = 0; count < 5; count++) {
    const answer = await send(url, { body: Buffer.alloc(9 * KIB) });
    expect(answer.text).toContain("STORE_FAILED");
  }
  store.append = append;
  expect(await send(url, { body: Buffer.alloc(9 * KIB) })).toMatchObject({ status: 202 });
});

it("[D.10] is not asked for: another channel is refused before its body is read", async () => {
  const { origin } = await startRelay({ channels: ["acme"] });
  const upload = beginUpload(origin, 20 * KIB * KIB, 0, "other");
  await until(() => expect(upload.text()).toMatch(/^HTTP\/1.1 404 [\s\S]*NOT_FOUND/));
});

it.each([
  [{ maxBytesAtOnce: 0 }],
  [{ maxBytesAtOnce: 1.5 }],
  [{ maxBodySize: 100, maxBytesAtOnce: 99 }],
])("[D.18] refuses %j", (options) => {
  expect(() => createRelayServer(options)).toThrow(RangeError);
});

it("[D.18] has room for at least one of the largest bodies by default", () => {
  expect(() => createRelayServer({ maxBodySize: 1024 ** 3 })).not.toThrow();
});

/** Begins an upload that declares a length and sends some of it, to a new channel unless it is named. */
function beginUpload(origin: string, declared: number, sent: number, path = createChannel()) {
  const socket: Socket = connectTcp(Number(new URL(origin).port), "127.0.0.1");
  cleanUp(() => socket.destroy());
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.on("error", () => undefined);
  socket.write(`POST /${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${declared}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, "x"));
  return {
    socket,
    text: () => text,
    finish: () => socket.write(Buffer.alloc(declared - sent, "x")),
  };
}
