/** The connection after an answer: it is kept, and has no timer and no listener of the middleware. */
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { request } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";
import type { Receivers } from "./receivers.js";

export function describeConnections(receivers: Receivers) {
  const { start, itReads } = receivers;

  it("[C.16] keeps the connection after an answer, refusals included", async () => {
    const { client, received } = await start();
    const connection = client();
    const wrong = [
      request(payload, { "content-type": "text/plain" }),
      request(payload, { "x-acme-event": "*" }),
      request(payload, { "x-acme-signature": "x" }),
      request(payload, { "x-acme-signature": `sha256=${"0".repeat(64)}` }),
      request("[]"),
    ];
    for (const each of wrong) {
      void connection.write(each);
      expect((await connection.answer())?.status).toBeLessThan(500);
      void connection.write(request());
      expect((await connection.answer())?.status).toBe(200);
    }
    expect(received).toHaveLength(wrong.length);
  });

  it("[C.16] answers pipelined requests in their order", async () => {
    const { client } = await start();
    const connection = client();
    const bad = request(payload, { "x-acme-signature": "x" });
    void connection.write(Buffer.concat([request(), bad, request(), request("[]")]));
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await connection.answer())?.status);
    expect(statuses).toEqual([200, 400, 200, 400]);
  });

  itReads("[C.16] leaves no timer and no listener behind", async () => {
    const { client, server, settled } = await start({}, { timeout: 60_000, maxBodySize: 1_000 });
    const connection = client();
    void connection.write(request());
    await connection.answer();
    const before = countTimers();
    const sockets: Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket));
    const other = client();
    const requests = [
      request(),
      request("[]"),
      request(payload, { "x-acme-signature": "x" }),
      request(),
    ];
    const counts = [];
    for (const each of requests) {
      void other.write(each);
      await other.answer();
      await Promise.all(settled);
      counts.push(sockets.map(countListeners));
    }
    expect(counts.at(-1)).toEqual(counts[0]);
    const large = client();
    void large.write(request(JSON.stringify({ a: "x".repeat(2_000) })));
    expect((await large.answer())?.status).toBe(413);
    await large.closed;
    expect(countTimers()).toBeLessThanOrEqual(before);
  });
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

function countListeners(socket: Socket): number {
  return socket.eventNames().reduce((sum, event) => sum + socket.listenerCount(event), 0);
}
