/** Outcomes of handlers, and the connection after the answer. */
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { request } from "../../http/requests.js";
import { createGate, payload } from "../../http/toolkit.js";
import { expectError, expectSound, type Receivers } from "./receivers.js";

export function describeOutcomes(receivers: Receivers) {
  const { start, itReads } = receivers;

  it("[C.13] answers 500 with the delivery id alone, and logs the whole error", async () => {
    const thrown = Object.assign(new Error("the database password is hunter2"), { status: 204 });
    const { client, recorder } = await start({ handler: () => Promise.reject(thrown) });
    const connection = client();
    void connection.write(request());
    const answer = await connection.answer();
    expectError(answer, 500, "HANDLER_FAILED");
    expectSound(answer);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ delivery: "delivery-1" });
    expect(answer?.body).not.toMatch(/hunter2|password|note|at /);
    const errors = recorder.entries.filter((entry) => entry.level === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.data[0]).toContain("delivery-1");
    expect(errors[0]?.data[1]).toMatchObject({ errors: [thrown] });
  });

  it.each([undefined, null, "text", Object.freeze(new Error("frozen"))])(
    "[C.13] answers 500 to a handler that throws %s",
    async (thrown) => {
      const { client } = await start({
        handler: () => {
          throw thrown;
        },
      });
      const connection = client();
      void connection.write(request());
      expectError(await connection.answer(), 500, "HANDLER_FAILED");
    },
  );

  it("[C.14] answers 202 while handlers run, and goes on", async () => {
    const gate = createGate();
    const { client, recorder } = await start({ handler: () => gate.passed }, { timeout: 30 });
    const connection = client();
    void connection.write(request());
    const answer = await connection.answer();
    expect(answer?.status).toBe(202);
    expect(answer?.body).toBe("still processing\n");
    expectSound(answer);
    gate.open();
    await gate.passed;
    expect(recorder.entries).toEqual([]);
  });

  it("[C.14] logs what fails after the answer, and tells onError", async () => {
    const gate = createGate();
    const { client, recorder, failures } = await start(
      { handler: () => gate.passed },
      { timeout: 30 },
    );
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(202);
    gate.fail(new Error("too late"));
    await expect.poll(() => failures.length).toBe(1);
    await expect.poll(() => recorder.text().join()).toContain("delivery-1");
    expect(recorder.entries).toMatchObject([{ level: "error" }]);
  });

  it("[C.14] hands the processing to waitUntil, which it outlasts and never rejects", async () => {
    const gate = createGate();
    const promises: Promise<unknown>[] = [];
    const { client } = await start(
      { handler: () => gate.passed },
      { timeout: 30, waitUntil: (processing) => promises.push(processing) },
    );
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(202);
    expect(promises).toHaveLength(1);
    gate.fail(new Error("too late"));
    await promises[0];
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("outside of a request");
      },
    ],
    ["rejects", () => Promise.reject(new Error("outside of a request"))],
  ])("[C.14] survives a waitUntil that %s", async (_, waitUntil) => {
    const { client, recorder } = await start({}, { waitUntil });
    const connection = client();
    void connection.write(request());
    expect((await connection.answer())?.status).toBe(200);
    expect(recorder.entries).toMatchObject([{ level: "error" }]);
  });

  // Connections

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
    const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
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
      const [socket] = sockets;
      counts.push(
        socket?.eventNames().reduce((sum, event) => sum + socket.listenerCount(event), 0),
      );
    }
    expect(counts.at(-1)).toBe(counts[0]);
    const large = client();
    void large.write(request(JSON.stringify({ a: "x".repeat(2_000) })));
    expect((await large.answer())?.status).toBe(413);
    await large.closed;
    const after = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    expect(after).toBeLessThanOrEqual(before);
  });
}
