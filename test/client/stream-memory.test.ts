/** A stream that is much larger than what it may hold. Client and server are in this process. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeServer, listenOn } from "../http/server.js";
import { isRest, isWhole } from "../sample.js";
import { measureMemory } from "../security/load/memory.js";
import { createStreamingClient, SSE } from "./streaming-service.js";

const MIB = 1_048_576;

/** A client that kept a quarter of a gigabyte would show; only a whole run sends a gigabyte. */
const SIZE = (isRest ? 256 : isWhole ? 1_024 : 32) * MIB;

/** Bytes that sockets and streams of both sides may hold. A client that kept the items would hold all of them. */
const MAX_GROWTH = 8 * MIB;

const TEXT = "x".repeat(1_000);
const EVENT = `data: {"id":1,"text":"${TEXT}"}\n\n`;
const CHUNK = Buffer.from(EVENT.repeat(64));

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": SSE });
  Readable.from(makeChunks()).pipe(response);
});
let baseUrl = "";

beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await listenOn(server)}`;
});

afterAll(() => closeServer(server));

describe("[I.6] a stream", () => {
  it("takes constant memory", async () => {
    const before = await measureMemory();
    let most = 0;
    let count = 0;
    for await (const { id } of createStreamingClient({ baseUrl }).stream("GET /changes")) {
      count += id;
      if (count % 8_000 === 0) most = Math.max(most, (await measureMemory()) - before);
    }
    expect(count).toBe(Math.ceil(SIZE / CHUNK.byteLength) * 64);
    expect(most).toBeLessThan(MAX_GROWTH);
  });
});

function* makeChunks(): Generator<Buffer> {
  for (let sent = 0; sent < SIZE; sent += CHUNK.byteLength) yield CHUNK;
}
