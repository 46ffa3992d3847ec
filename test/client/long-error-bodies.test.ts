/** Errors whose bodies are long: they are read up to 1 MiB, and kept in part. */
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer } from "./server.js";

const MIB = 1_048_576;

/** JSON that is longer than 1 MiB, and the 1000 characters of it that an error keeps. */
const LONG_TEXT = `["${"a".repeat(MIB)}"]`;
const FIRST_CHARACTERS = `["${"a".repeat(998)}`;

const server = startServer();
const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, ...options });

describe("[F.4] an error whose body is longer than 1 MiB", () => {
  it.each<[type: string, data: unknown]>([
    ["application/json", FIRST_CHARACTERS],
    ["text/plain", FIRST_CHARACTERS],
    ["application/octet-stream", undefined],
  ])(
    "has the first 1000 characters of a text as data, and of other types none: %s",
    async (type, data) => {
      server.play(reply(500, { "content-type": type }, LONG_TEXT));
      expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
        code: "STATUS",
        status: 500,
        data,
        message: `"GET /anything" got status 500, and its body is longer than 1 MiB.`,
      });
    },
  );

  it("has its text cut between characters", async () => {
    server.play(json("é".repeat(MIB), 500));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error.data === `"${"é".repeat(999)}`).toBe(true);
  });

  it("is decompressed no further, and its connection is closed", async () => {
    const gzip = createGrowingGzip();
    const closed = new Promise((resolve) => {
      server.play((response) => {
        response.writeHead(500, { "content-type": "text/plain", "content-encoding": "gzip" });
        Readable.from(gzip.members()).pipe(response).on("close", resolve);
      });
    });
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error).toMatchObject({ status: 500, data: "a".repeat(1_000) });
    await closed;
    expect(gzip.countMade()).toBeLessThan(gzip.length / 10);
  });

  it("rejects even if its body never ends", async () => {
    server.play((response) => {
      response.writeHead(404, { "content-type": "text/plain" });
      response.write("a".repeat(MIB + 1));
    });
    expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
      status: 404,
    });
  });

  it("has no data if the fetch gives no stream", async () => {
    const fetch = async () => new Response(null, { status: 500 });
    const client = connect({ fetch });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toMatchObject({
      data: undefined,
    });
  });
});

describe("[F.4] a whole body", () => {
  it("is the data of an error up to 1 MiB", async () => {
    const text = `"${"é".repeat(MIB / 2 - 1)}"`; // "é" is two bytes, and the quotes are two more
    server.play(reply(500, { "content-type": "application/json" }, text));
    const error = await errorOf(connect().request(anyRoute("GET /anything")));
    expect(error.data === JSON.parse(text)).toBe(true);
  });

  it("is the data of a success above 1 MiB, too", async () => {
    const text = "é".repeat(MIB);
    server.play(json(text, 200));
    const { data } = await connect().request(anyRoute("GET /anything"));
    expect(data === text).toBe(true);
  });
});

/** A gzip of 400 GiB, which is made piece by piece while it is read. */
function createGrowingGzip() {
  const length = 100_000;
  // The members of a gzip follow each other (RFC 1952, section 2.2). One of 4 KiB has 4 MiB here.
  const member = gzipSync(Buffer.alloc(4 * MIB, "a"));
  let made = 0;
  function* members(): Generator<Uint8Array> {
    for (; made < length; made++) yield member;
  }
  return { length, members, countMade: () => made };
}
