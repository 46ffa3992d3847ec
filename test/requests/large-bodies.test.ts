/** Bodies that are larger than what a request may hold in memory. */
import { openAsBlob } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type { RequestOptions } from "../../src/request/endpoint/types.js";
import { measureMemory } from "../security/load/memory.js";
import { builderOf } from "./builder.js";

const MEGABYTE = 2 ** 20;
const SIZE = 100 * MEGABYTE;

const endpoint = builderOf({
  "POST /stream": { contentType: "application/zip" },
  "POST /form": { contentType: "multipart/form-data" },
});

describe("100 MB", () => {
  it("[A.30] of a stream are sent in constant memory", async () => {
    let sent = 0;
    const data = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === SIZE) controller.close();
        else {
          sent += MEGABYTE;
          controller.enqueue(new Uint8Array(MEGABYTE).fill(sent % 251));
        }
      },
    });
    const { length, growth } = await upload(endpoint("POST /stream", { data }));
    expect(length).toBe(SIZE);
    expect(growth).toBeLessThan(SIZE / 4);
  });

  it("[A.37] of a file on disk are sent in constant memory", async () => {
    const folder = await mkdtemp(join(tmpdir(), "typewire-"));
    const path = join(folder, "large");
    const handle = await open(path, "w");
    await handle.truncate(SIZE);
    await handle.close();
    const file = new File([await openAsBlob(path)], "große.bin");
    const { length, growth } = await upload(endpoint("POST /form", { file, a: 1 }));
    await rm(folder, { recursive: true });
    expect(length).toBeGreaterThan(SIZE);
    expect(growth).toBeLessThan(SIZE / 4);
  });
});

/**
 * Sends a request to a server in this process.
 * @returns the bytes that the server got, and by how many the memory of both sides grew meanwhile.
 */
async function upload(result: RequestOptions): Promise<{ length: number; growth: number }> {
  const before = await measureMemory();
  let growth = 0;
  const server = createServer((request, response) => {
    const look = async (): Promise<void> => {
      growth = Math.max(growth, (await measureMemory()) - before);
    };
    void countBytes(request, look).then((length) => response.end(String(length)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  const length = await send(toRequest(result), port);
  await new Promise((resolve) => server.close(resolve));
  return { length, growth };
}

/** Counts the bytes of a body, and calls `look` at its begin and after each 10 MB. */
async function countBytes(body: AsyncIterable<Buffer>, look: () => Promise<void>): Promise<number> {
  let length = 0;
  let next = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length < next) continue;
    next += 10 * MEGABYTE;
    await look();
  }
  return length;
}

/** Sends a request, and reads the number that answers it. Not by `fetch`: Node's keeps a copy of a stream, for redirects. */
function send({ headers, body }: Request, port: number): Promise<number> {
  const options = { port, method: "POST", headers: Object.fromEntries(headers) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(options, (response) => {
      void json(response).then((value) => resolve(Number(value)));
    });
    request.on("error", reject);
    if (body !== null) Readable.fromWeb(body as NodeReadableStream).pipe(request); // the same class
  });
}
