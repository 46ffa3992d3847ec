/** Large uploads, which must not fill the memory of the receiver. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names } from "../../http/implementations.js";
import { RawClient } from "../../http/raw-client.js";
import { head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { bundleProgram } from "../../programs/programs.js";

const MEGABYTE = 1_000_000;
const PIECE = Buffer.alloc(65_536, "x");

const wrong = { "x-acme-signature": `sha256=${"0".repeat(64)}` };

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
  { title: "as large as is taken", changes: wrong, size: 25 * 1_024 * 1_024, status: 400 },
  {
    title: "as large as is taken, chunked",
    changes: { ...unsized, ...wrong },
    size: 25 * MEGABYTE,
    status: 400,
  },
];

/** How long sending goes on after the answer, in milliseconds. */
const PATIENCE = 500;

describe.each(names)("http: memory, %s", (name) => {
  let child: ChildProcess;
  let port: number;

  beforeAll(async () => {
    child = fork(await bundleProgram("test/http/receiver-process.ts"), [name], { execArgv: [] });
    [port] = (await once(child, "message")) as [number];
    await deliver();
  });

  afterAll(async () => {
    const exited = once(child, "exit");
    child.disconnect();
    await exited;
  });

  async function deliver(): Promise<void> {
    const client = new RawClient(port);
    void client.write(request());
    expect((await client.answer())?.status).toBe(200);
    client.destroy();
  }

  async function readPeak(): Promise<number> {
    return Number(await (await fetch(`http://127.0.0.1:${port}/peak`)).text());
  }

  it.each(uploads.map((each) => [each.title, each] as const))(
    `on ${name}: a body that is large, %s, costs less than 100 MB`,
    async (_, each) => {
      const before = await readPeak();
      const status = await upload(port, each);
      // Where the server closes on a client that does not stop, the answer may be lost on the way.
      if (each.size <= 26_214_400) expect(status).toBe(each.status);
      else expect([each.status, undefined]).toContain(status);
      expect((await readPeak()) - before).toBeLessThan(100 * MEGABYTE);
      await deliver();
    },
  );
});

/** Sends until all is sent or nobody takes it any more, and tells the first answer. */
async function upload(port: number, { changes, size }: Upload): Promise<number | undefined> {
  const client = new RawClient(port);
  try {
    void client.write(head({ "content-length": String(size), ...changes }));
    const isChunked = "transfer-encoding" in changes;
    const answer = client.answer();
    const sending = { isOver: false };
    const over = answer
      .then(() => new Promise((resolve) => setTimeout(resolve, PATIENCE)))
      .then(() => (sending.isOver = true));
    for (
      let sent = 0;
      sent < size && client.socket.writable && !sending.isOver;
      sent += PIECE.length
    ) {
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
