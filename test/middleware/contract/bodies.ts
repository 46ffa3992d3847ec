/** Bodies: in many pieces, too large, too slow, or never finished. */
import { expect, it } from "vitest";
import { chunked, head, request, unsized } from "../../http/requests.js";
import { createGate, parsedPayload, payload } from "../../http/toolkit.js";
import { expectError, expectSound, type Receivers } from "./receivers.js";

export function describeBodies(receivers: Receivers) {
  const { start, itReads, cleanups } = receivers;

  it("[C.15] takes a body in many pieces, however they are cut", async () => {
    const { client, received } = await start();
    const connection = client();
    const sent = { text: "ü".repeat(50_000) };
    const text = JSON.stringify(sent);
    const bytes = request(text);
    for (let offset = 0; offset < bytes.length; offset += 9_999) {
      await connection.write(bytes.subarray(offset, offset + 9_999));
    }
    expect((await connection.answer())?.status).toBe(200);
    expect(received).toMatchObject([{ payload: sent }]);
  });

  it("[C.15] takes a chunked body with trailers", async () => {
    const { client, received } = await start();
    const connection = client();
    const pieces = payload.split(/(?:)/u);
    const trailers = "x-acme-event: other\r\nx-acme-signature: x\r\n";
    void connection.write(head(unsized) + chunked(pieces, trailers));
    expect((await connection.answer())?.status).toBe(200);
    expect(received).toMatchObject([{ name: "note", payload: parsedPayload }]);
  });

  it.each([
    ["with a length", { "content-length": "0" }],
    ["with neither length nor encoding", { "content-length": null }],
  ])("[C.7] refuses an empty body %s", async (_, changes) => {
    const { client } = await start();
    const connection = client();
    void connection.write(head(changes));
    expect((await connection.answer())?.status).toBe(400);
  });

  it("[C.15] asks for the body when the client waits to be asked", async () => {
    const { client } = await start();
    const connection = client();
    void connection.write(head({ expect: "100-continue" }));
    setTimeout(() => void connection.write(payload), 20);
    expect((await connection.answer())?.status).toBe(200);
  });

  it("[C.6] takes a body of just the limit", async () => {
    const maxBodySize = Buffer.byteLength(payload);
    const { client } = await start({}, { maxBodySize });
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(200);
    void connection.write(head(unsized) + chunked(payload.split(/(?:)/u)));
    expect((await connection.answer())?.status).toBe(200);
  });

  itReads("[C.6] refuses by the declared length, before the body comes, and closes", async () => {
    const { client, settled } = await start();
    const connection = client();
    void connection.write(head({ "content-length": "26214401" }));
    const answer = await connection.answer();
    expectError(answer, 413, "PAYLOAD_TOO_LARGE");
    expectSound(answer);
    expect(answer?.headers.get("connection")).toBe("close");
    await connection.closed;
    await Promise.all(settled);
  });

  itReads("[C.6] refuses while reading, and closes", async () => {
    const { client, received, settled } = await start({}, { maxBodySize: 10 });
    const connection = client();
    void connection.write(head(unsized));
    void connection.write("5\r\n01234\r\n5\r\n56789\r\n");
    void connection.write("1\r\nx\r\n");
    const answer = await connection.answer();
    expectError(answer, 413, "PAYLOAD_TOO_LARGE");
    expect(answer?.headers.get("connection")).toBe("close");
    await connection.closed;
    await Promise.all(settled);
    expect(received).toEqual([]);
  });

  itReads("[C.6] answers a client that never stops sending, and stays up", async () => {
    const { client, settled } = await start({}, { maxBodySize: 100_000 });
    const connection = client();
    void connection.write(head({ ...unsized, expect: null }));
    const piece = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
    const flood = (async () => {
      while (!connection.socket.destroyed && connection.socket.writable) {
        await Promise.race([connection.write(piece), connection.closed]);
      }
    })();
    await connection.closed;
    await flood;
    await Promise.all(settled);
    const next = client();
    void next.write(request('{"a":1}'));
    expect((await next.answer())?.status).toBe(200);
  });

  itReads(
    "[C.7] [B.23] refuses a malformed signature before the body comes, and tells onError",
    async () => {
      const { client, failures } = await start();
      const connection = client();
      void connection.write(head({ "x-acme-signature": "sha256=zz" }));
      expectError(await connection.answer(), 400, "SIGNATURE_MALFORMED");
      expect(failures).toMatchObject([{ code: "SIGNATURE_MALFORMED", event: { name: "note" } }]);
    },
  );

  itReads("[C.8] answers 408 when the body stalls, and closes", async () => {
    const { client, received, settled } = await start({}, { timeout: 30 });
    const connection = client();
    void connection.write(head() + payload.slice(0, 5));
    const answer = await connection.answer();
    expectError(answer, 408, "REQUEST_TIMEOUT");
    expectSound(answer);
    expect(answer?.headers.get("connection")).toBe("close");
    await connection.closed;
    await Promise.all(settled);
    expect(received).toEqual([]);
  });

  itReads("[C.8] answers 408 when the body drips, however long that goes on", async () => {
    const { client, received } = await start({}, { timeout: 60 });
    const connection = client();
    void connection.write(head());
    let index = 0;
    const drip = setInterval(() => void connection.write(payload[index++] ?? ""), 10);
    cleanups.push(() => clearInterval(drip));
    expectError(await connection.answer(), 408, "REQUEST_TIMEOUT");
    expect(received).toEqual([]);
  });

  for (const sent of [0, 5])
    itReads(`[C.10] settles when the client goes after ${sent} bytes`, async () => {
      const { client, received, settled, recorder } = await start();
      for (const leave of ["destroy", "resetAndDestroy", "end"] as const) {
        const connection = client();
        await connection.write(head() + payload.slice(0, sent));
        await expect.poll(() => settled.length).toBeGreaterThan(0);
        connection.socket[leave]();
        await connection.closed;
        await Promise.all(settled.splice(0));
      }
      expect(received).toEqual([]);
      expect(recorder.entries.filter((entry) => entry.level === "error")).toEqual([]);
    });

  itReads("[C.10] tells log.debug alone of a client that goes", async () => {
    const { client, settled, recorder } = await start();
    const connection = client();
    await connection.write(`${head({ "content-length": "99" })}{`);
    await expect.poll(() => settled.length).toBeGreaterThan(0);
    connection.destroy();
    await Promise.all(settled);
    expect(recorder.entries).toEqual([
      {
        level: "debug",
        data: [
          'Delivery "delivery-1": REQUEST_ABORTED. The client disconnected before the body was complete.',
        ],
      },
    ]);
  });

  it("[C.10] settles when the client goes while handlers run", async () => {
    const gate = createGate();
    const { client, received, settled } = await start({ handler: () => gate.passed });
    const connection = client();
    void connection.write(request());
    await expect.poll(() => received.length).toBe(1);
    connection.destroy();
    await connection.closed;
    gate.open();
    await Promise.all(settled);
  });
}
