/** Requests: those that are handled, those that are refused, and what is logged of them. */
import { expect, it } from "vitest";
import { requestCases, type RequestCase } from "../../cases/middleware/requests.js";
import { head, request } from "../../http/requests.js";
import { createRecorder, parsedPayload, payload } from "../../http/toolkit.js";
import { expectError, expectSound, type Receivers } from "./receivers.js";

export function describeRequests(receivers: Receivers) {
  const { start } = receivers;

  it.each(casesFor(receivers.name))("%s", async (_, sent) => {
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
    const ofMiddleware = createRecorder();
    const { client, recorder } = await start({}, { log: ofMiddleware.log });
    const connection = client();
    void connection.write(request(payload, { "x-acme-signature": "x" }));
    await connection.answer();
    expect(ofMiddleware.entries).toHaveLength(1);
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

  it("[C.16] does not repeat the URL of a request", async () => {
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
}

function casesFor(implementation: string): [title: string, request: RequestCase][] {
  return requestCases
    .filter(({ nodeOnly }) => implementation === "node" || nodeOnly !== true)
    .map((request) => [request.title, request]);
}
