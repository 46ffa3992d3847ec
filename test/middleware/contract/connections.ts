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
    const requests = [request(), bad, request(), request("[]")];
    void connection.write(Buffer.concat(requests));
    const statuses = [];
    while (statuses.length < requests.length) statuses.push((await connection.answer())?.status);
    expect(statuses).toEqual([200, 400, 200, 400]);
  });

  itReads("[C.16] leaves no timer and no listener behind", async () => {
    const { client, server, settled } = await start({}, { timeout: 60_000, maxBodySize: 1_000 });
    const first = client();
    void first.write(request());
    await first.answer();
    const timersOfNode = countTimers(); // those that the platform has from the first request on
    const sockets: Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket));

    const kept = client();
    const wrong = [request("[]"), request(payload, { "x-acme-signature": "x" })];
    const listenersAfter = [];
    for (const each of [request(), ...wrong, request()]) {
      void kept.write(each);
      await kept.answer();
      await Promise.all(settled);
      listenersAfter.push(sockets.map(countListeners));
    }
    // Those of the first answer are there again after the last one, which is of the same kind.
    expect(listenersAfter.at(-1)).toEqual(listenersAfter[0]);

    const refused = client();
    void refused.write(request(JSON.stringify({ a: "x".repeat(2_000) })));
    expect((await refused.answer())?.status).toBe(413);
    await refused.closed;
    // Fewer if the platform has ended one of its own meanwhile.
    expect(countTimers()).toBeLessThanOrEqual(timersOfNode);
  });
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

function countListeners(socket: Socket): number {
  return socket.eventNames().reduce((sum, event) => sum + socket.listenerCount(event), 0);
}
