import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { NodeMiddlewareOptions } from "../../src/receive/middleware/node.js";
import { requestCases, type RequestCase } from "../cases/middleware/requests.js";
import type { AdapterName, Implementation } from "../http/implementations.js";
import type { RawAnswer } from "../http/raw-client.js";
import { startReceiver } from "../http/receiver.js";
import { chunked, head, request, unsized } from "../http/requests.js";
import {
  createGate,
  createRecorder,
  parsedPayload,
  payload,
  type ToolkitOptions,
} from "../http/toolkit.js";

/** Every error, whatever its cause, has this form. */
function expectError(answer: RawAnswer | undefined, status: number, code: string): void {
  expect(answer).toBeDefined();
  expect(answer?.status).toBe(status);
  expect(answer?.headers.get("content-type")).toBe("application/json");
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({
    error: expect.any(String) as unknown,
    code,
  });
}

/** What holds for every answer (contract C.16). */
function expectSound(answer: RawAnswer | undefined): void {
  expect(answer?.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Number(answer?.headers.get("content-length"))).toBeGreaterThan(0);
}

function casesFor(implementation: string): [title: string, request: RequestCase][] {
  return requestCases
    .filter(({ nodeOnly }) => implementation === "node" || nodeOnly !== true)
    .map((request) => [request.title, request]);
}

/** The rules of the HTTP receiving path, on real sockets, for one implementation. */
export function describeContract({ name, isBehindGateway }: Implementation<AdapterName>): void {
  describe(`the middleware on ${name}`, () => {
    const cleanups: (() => unknown)[] = [];

    /** Tests what a gateway does itself where there is one: reading, and closing connections. */
    const itReads = (title: string, run: () => Promise<void>): void => {
      if (isBehindGateway !== true) it(title, run);
    };

    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });

    async function start(toolkit?: ToolkitOptions, middleware?: NodeMiddlewareOptions) {
      const receiver = await startReceiver(name, { toolkit, middleware });
      cleanups.push(receiver.close);
      return { ...receiver, client: receiver.connect };
    }

    it.each(casesFor(name))("%s", async (_, sent) => {
      const { client, received, recorder } = await start();
      const connection = client();
      const { body = payload, headers, ...options } = sent;
      const opening = head(headers, { ...options, body });
      void connection.write(Buffer.concat([Buffer.from(opening), Buffer.from(body)]));
      const answer = await connection.answer(sent.method === "HEAD");
      expect(answer?.status).toBe(sent.status);
      expect(received).toHaveLength(sent.status === 200 ? 1 : 0);
      for (const [header, value] of Object.entries(sent.answers ?? {})) {
        expect(answer?.headers.get(header)).toBe(value);
      }
      if (sent.status !== 404) expectSound(answer);
      if (sent.status === 200) expect(answer?.body).toBe("ok\n");
      if (sent.code !== undefined) expectError(answer, sent.status, sent.code);
      if (sent.says !== undefined) expect(answer?.body).toContain(sent.says);
      const warnings = sent.status >= 400 && sent.status !== 404 ? 1 : 0;
      expect(recorder.entries.filter((entry) => entry.level === "warn")).toHaveLength(warnings);
    });

    it("[C.20] [B.12] hands over what was sent", async () => {
      const { client, received } = await start();
      const connection = client();
      void connection.write(request());
      expect((await connection.answer())?.headers.get("content-type")).toBe(
        "text/plain; charset=utf-8",
      );
      expect(received).toEqual([{ id: "delivery-1", name: "note", payload: parsedPayload }]);
    });

    it("[C.19] listens where it is told, and not at the default", async () => {
      const { client } = await start({}, { path: "/elsewhere" });
      const connection = client();
      void connection.write(head({}, { target: "/elsewhere" }) + payload);
      expect((await connection.answer())?.status).toBe(200);
      void connection.write(request());
      expect((await connection.answer())?.status).toBe(404);
    });

    it("[C.2] listens at the root without taking a second slash", async () => {
      const { client } = await start({}, { path: "/" });
      const connection = client();
      for (const [target, status] of [
        ["/", 200],
        ["/?x", 200],
        ["http://127.0.0.1", 200],
        ["/hooks/inbox", 404],
      ] as const) {
        void connection.write(head({}, { target }) + payload);
        expect((await connection.answer())?.status).toBe(status);
      }
    });

    it("[C.24] takes any path behind a router", async () => {
      const { client, received } = await start({}, { path: "*" });
      const connection = client();
      for (const target of ["/hooks/one", "/", "/a//b/?x=1"]) {
        void connection.write(head({}, { target }) + payload);
        expect((await connection.answer())?.status).toBe(200);
      }
      expect(received).toHaveLength(3);
    });

    it("[C.19] [C.18] writes to its own log in place of the toolkit's", async () => {
      const ownRecorder = createRecorder();
      const { client, recorder } = await start({}, { log: ownRecorder.log });
      const connection = client();
      void connection.write(request(payload, { "x-acme-signature": "x" }));
      await connection.answer();
      expect(ownRecorder.entries).toHaveLength(1);
      expect(recorder.entries).toEqual([]);
    });

    it.each([
      ["frozen", Object.freeze({})],
      ["null-prototype", Object.create(null) as object],
      [
        "throwing",
        {
          warn: () => {
            throw new Error("no log");
          },
          error: () => Promise.reject(new Error("no log")),
        },
      ],
    ])("[C.18] a %s log breaks nothing", async (_, log) => {
      const handler = () => Promise.reject(new Error("failed"));
      const { client } = await start({ handler, log }, { log });
      const connection = client();
      void connection.write(request(payload, { "x-acme-signature": "x" }));
      expect((await connection.answer())?.status).toBe(400);
      void connection.write(request());
      expect((await connection.answer())?.status).toBe(500);
    });

    it("[C.18] tells of a refused request in under a kilobyte, escaped, without the payload", async () => {
      const { client, recorder } = await start();
      const connection = client();
      const id = `\u{9b}31m${"\u{ff}".repeat(4_000)}`;
      const wrong = `sha256=${"0".repeat(64)}`;
      void connection.write(request(payload, { "x-acme-delivery": id, "x-acme-signature": wrong }));
      expectError(await connection.answer(), 400, "SIGNATURE_MISMATCH");
      const [line = ""] = recorder.text();
      expect(recorder.entries).toHaveLength(1);
      expect(Buffer.byteLength(line)).toBeLessThan(1_024);
      expect(line).toContain("SIGNATURE_MISMATCH");
      expect(line).not.toMatch(/[\u{0}-\u{1f}\u{7f}-\u{ff}]/u);
      expect(line).not.toContain("note");
    });

    it("[C.16] says nothing of the request's URL", async () => {
      const { client } = await start();
      const connection = client();
      for (const [method, target] of [
        ["GET", "/hooks/inbox?<script>"],
        ["POST", "/<script>"],
      ] as const) {
        void connection.write(head({}, { method, target }) + payload);
        const answer = await connection.answer();
        expect(JSON.stringify([...(answer?.headers ?? []), answer?.body])).not.toContain("script");
      }
    });

    // Bodies

    it("[C.15] takes a body in many pieces, however they are cut", async () => {
      const { client, received } = await start();
      const connection = client();
      const sent = { text: "ü".repeat(50_000) };
      const text = JSON.stringify(sent);
      const bytes = request(text);
      for (let start = 0; start < bytes.length; start += 9_999) {
        await connection.write(bytes.subarray(start, start + 9_999));
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

    // Outcomes

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
  });
}
