/** Room that all bodies under way share (contract D.10). Sockets stay open in the middle of a body. */
import { connect as connectTcp, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import { cleanUp, send, startRelay, until } from "./setup.js";

const KIB = 1024;

const FULL = { status: 503, text: expect.stringContaining("TOO_MANY_BYTES") };

describe("the room of bodies under way", () => {
  it("[D.10] holds a body of exactly its size, again and again", async () => {
    const relay = createRelayServer({ channels: ["a"], maxBodySize: 10, maxBytesAtOnce: 10 });
    const url = "http://relay.example/a";
    const init = { method: "POST", body: "0123456789" };
    for (let count = 0; count < 3; count++)
      expect((await relay.fetch(new Request(url, init))).status).toBe(202);
    await relay.close();
  });

  it("[D.10] has no place for a larger body until one of those under way is stored or gone", async () => {
    const { origin, url } = await startRelay({ maxBodySize: 64 * KIB, maxBytesAtOnce: 96 * KIB });
    const [first, second] = await fillRoom(origin, url);
    // A small one still has room.
    expect(await send(url, { body: "{}" })).toMatchObject({ status: 202 });
    first.finish();
    await until(() => expect(first.text()).toMatch(/^HTTP\/1.1 202/));
    second.socket.destroy();
    await until(async () =>
      expect(await send(url, { body: Buffer.alloc(60 * KIB) })).toMatchObject({ status: 202 }),
    );
  });

  it("[D.10] bounds what many uploads hold, and a refused one is told when to come again", async () => {
    const { origin } = await startRelay({ maxBodySize: 64 * KIB, maxBytesAtOnce: 256 * KIB });
    const uploads = Array.from({ length: 40 }, () => beginUpload(origin, 60 * KIB, 50 * KIB));
    const listRefused = () => uploads.filter(({ text }) => text().includes("TOO_MANY_BYTES"));
    // Of 40 uploads, 5 parts of 50 KiB have room in 256 KiB.
    await until(() => expect(listRefused().length).toBeGreaterThanOrEqual(35));
    const [refused] = listRefused();
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

  it("[D.10] is not needed to refuse an unknown channel, before its body of 20 MiB is read", async () => {
    const { origin } = await startRelay({ channels: ["acme"] });
    const upload = beginUpload(origin, 20 * KIB * KIB, 0, "other");
    await until(() => expect(upload.text()).toMatch(/^HTTP\/1.1 404 [\s\S]*NOT_FOUND/));
  });
});

describe("the options of the room", () => {
  it.each([
    { options: { maxBytesAtOnce: 0 } },
    { options: { maxBytesAtOnce: 1.5 } },
    { options: { maxBodySize: 100, maxBytesAtOnce: 99 } },
  ])("[D.18] are refused where they are $options", ({ options }) => {
    expect(() => createRelayServer(options)).toThrow(RangeError);
  });

  it("[D.18] have room for at least one of the largest bodies by default", () => {
    expect(() => createRelayServer({ maxBodySize: 1024 ** 3 })).not.toThrow();
  });
});

/**
 * Begins two uploads that hold 80 of the 96 KiB of a relay: returns them once a body of 30 KiB is refused. One
 * that came while such a body took the room was refused itself, and begins anew.
 */
async function fillRoom(origin: string, url: string) {
  const begin = () => beginUpload(origin, 50 * KIB, 40 * KIB);
  const uploads: [Upload, Upload] = [begin(), begin()];
  await until(async () => {
    if (uploads[0].text() !== "") uploads[0] = begin();
    if (uploads[1].text() !== "") uploads[1] = begin();
    expect(await send(url, { body: Buffer.alloc(30 * KIB) })).toEqual(FULL);
  });
  return uploads;
}

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

type Upload = ReturnType<typeof beginUpload>;
