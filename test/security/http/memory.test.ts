/** Large uploads, which must not fill the memory of the receiver. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names } from "../../http/implementations.js";
import { RawClient } from "../../http/raw-client.js";
import { head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { bundleProgram } from "../../programs/programs.js";

const MEGABYTE = 1_000_000;
/** Bytes of the largest body that a receiver takes by default. */
const MAX_BODY = 25 * 1_024 * 1_024;
const PIECE = Buffer.alloc(65_536, "x");

const wrongSignature = { "x-acme-signature": `sha256=${"0".repeat(64)}` };

const uploads: readonly Upload[] = [
  { title: "declared", changes: {}, size: 200 * MEGABYTE, status: 413 },
  { title: "chunked", changes: unsized, size: 200 * MEGABYTE, status: 413 },
  {
    title: "chunked, for another content type",
    changes: { ...unsized, "content-type": "text/plain" },
    size: 200 * MEGABYTE,
    status: 415,
  },
  {
    title: "chunked, with a malformed signature",
    changes: { ...unsized, "x-acme-signature": "x" },
    size: 200 * MEGABYTE,
    status: 400,
  },
  {
    title: "declared beyond all memory",
    changes: { "content-length": String(2 ** 53) },
    size: 200 * MEGABYTE,
    status: 413,
  },
  { title: "as large as is taken", changes: wrongSignature, size: MAX_BODY, status: 400 },
  {
    title: "as large as is taken, chunked",
    changes: { ...unsized, ...wrongSignature },
    size: 25 * MEGABYTE,
    status: 400,
  },
];

/** Milliseconds for which a client goes on sending after the answer. */
const SENDING_AFTER_ANSWER = 500;

describe.each(names)("http: memory, %s", (name) => {
  let child: ChildProcess;
  let port: number;

  beforeAll(async () => {
    child = fork(await bundleProgram("test/http/receiver-process.ts"), [name], { execArgv: [] });
    [port] = (await once(child, "message")) as [number];
    await deliver(port);
  });

  afterAll(async () => {
    const exited = once(child, "exit");
    child.disconnect();
    await exited;
  });

  it.each(uploads.map((row) => [row.title, row] as const))(
    `on ${name}: a body that is large, %s, costs less than 100 MB`,
    async (_, row) => {
      const before = await readPeak(port);
      const status = await upload(port, row);
      // When the server closes the connection of a client that goes on sending, the answer may be lost.
      if (row.size <= MAX_BODY) expect(status).toBe(row.status);
      else expect([row.status, undefined]).toContain(status);
      expect((await readPeak(port)) - before).toBeLessThan(100 * MEGABYTE);
      await deliver(port);
    },
  );
});

async function deliver(port: number): Promise<void> {
  const client = new RawClient(port);
  void client.write(request());
  expect((await client.answer())?.status).toBe(200);
  client.destroy();
}

async function readPeak(port: number): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}/peak`)).text());
}

/** Sends until all is sent, the connection is closed, or some time after the answer. Returns the status of the answer. */
async function upload(port: number, { changes, size }: Upload): Promise<number | undefined> {
  const client = new RawClient(port);
  try {
    void client.write(head({ "content-length": String(size), ...changes }));
    const answer = client.answer();
    const sending = { isOver: false };
    const over = answer
      .then(() => new Promise((resolve) => setTimeout(resolve, SENDING_AFTER_ANSWER)))
      .then(() => (sending.isOver = true));
    const isChunked = "transfer-encoding" in changes;
    for (let sent = 0; sent < size && client.socket.writable; sent += PIECE.length) {
      if (sending.isOver) break;
      const piece = PIECE.subarray(0, size - sent);
      if (isChunked) void client.write(`${piece.length.toString(16)}\r\n`);
      await Promise.race([client.write(piece), client.closed, over]);
      if (isChunked) void client.write("\r\n");
    }
    if (isChunked) void client.write("0\r\n\r\n");
    return (await answer)?.status;
  } finally {
    client.destroy();
  }
}

interface Upload {
  readonly title: string;
  readonly changes: HeaderChanges;
  /** In bytes. */
  readonly size: number;
  readonly status: number;
}
