/** Deliveries that are forwarded to a server on this machine. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
import { RECEIVER } from "../../src/receive/webhooks/receiver.js";
import type { SignedDelivery } from "../../src/receive/webhooks/types.js";
import { unusualIds } from "../cases/relay/messages.js";
import { connect, startServer } from "./setup.js";
import { createReceiver, createRecordingLog, sign } from "./stand-in.js";
import { createEvent, createMessage, streamOf } from "./stream-server.js";
import { fakeTime } from "../fake-time.js";
import { until } from "../until.js";

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const RAW_BODY = '{ "text": "é😀", "n": 1.0 }';
/** An event with a delivery, and with headers that a target must not get. */
const EVENT = createEvent(
  createMessage("one", {
    rawBody: RAW_BODY,
    body: { text: "é😀", n: 1 },
    "x-hub-signature": sign(RAW_BODY),
    authorization: "private",
    cookie: "private",
    host: "private",
  }),
);

describe("forwarding", () => {
  it("[D.7] sends the signed bytes, and only the headers of a delivery", async () => {
    const target = await startTarget();
    await forward(EVENT, target.url);
    await until(() => expect(target.requests).toHaveLength(1));
    const [request] = target.requests;
    expect(request).toMatchObject({ method: "POST", url: "/hooks", body: RAW_BODY });
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "x-acme-event": "issues",
      "x-acme-delivery": "one",
      "x-hub-signature-256": sign(RAW_BODY),
    });
    expect(JSON.stringify(request?.headers)).not.toMatch(/private|"relay"|cookie/);
  });

  it.each(unusualIds)("[D.7] sends an id %s byte for byte", async (_title, id) => {
    const target = await startTarget();
    const { recording } = await forward(createEvent(createMessage(id)), target.url);
    await until(() => expect(recording.text()).toContain("answered 200"));
    // Node gives each byte of a header as one character, and so does the message.
    expect(target.requests[0]?.headers["x-acme-delivery"]).toBe(id);
    expect(recording.text()).not.toMatch(/[^\n -~]/);
    expect(recording.text().length).toBeLessThan(1000);
  });

  it("[D.7] leaves a target that does not end its answer", async () => {
    const target = "http://target.example/hooks";
    const cancel = vi.fn();
    const send: typeof fetch = async (input, init) =>
      input instanceof URL && input.href === target
        ? new Response(new ReadableStream({ cancel }))
        : fetch(input, init);
    await forward(EVENT, target, { fetch: send });
    await until(() => expect(cancel).toHaveBeenCalled());
  });

  it("[D.7] keeps the delivery header of the sender when the relay has an id of its own", async () => {
    const target = await startTarget();
    const message = createMessage("of-the-relay", { "x-acme-delivery": "of-the-sender" });
    const { ids } = await forward(createEvent(message), target.url);
    await until(() => expect(target.requests).toHaveLength(1));
    expect(target.requests[0]?.headers["x-acme-delivery"]).toBe("of-the-sender");
    expect(ids()).toEqual(["of-the-relay"]);
  });

  it("[D.7] does not send a delivery with a wrong signature", async () => {
    const target = await startTarget();
    const forged = createEvent(createMessage("forged", { "x-hub-signature": sign("other") }));
    await forward(forged + EVENT, target.url);
    await until(() => expect(target.requests).toHaveLength(1));
    expect(target.requests[0]?.headers["x-acme-delivery"]).toBe("one");
  });

  it("[D.7] sends a delivery even when a handler failed", async () => {
    const target = await startTarget();
    const server = await startServer();
    server.answer(streamOf(EVENT));
    connect({ url: server.url, forwardTo: target.url }, () => Promise.reject(new Error("no")));
    await until(() => expect(target.requests).toHaveLength(1));
  });

  it("[D.5] [D.7] logs a failure that is not the toolkit's, and does not send its delivery", async () => {
    const target = await startTarget();
    const server = await startServer();
    server.answer(streamOf(createEvent(createMessage("unknown")) + EVENT));
    const recording = createRecordingLog();
    const { receiver } = createReceiver(recording);
    const failing: typeof receiver = {
      ...receiver,
      [RECEIVER]: () => failing,
      verifyAndReceive: (delivery, ticket) =>
        (delivery as SignedDelivery).id === "unknown"
          ? Promise.reject(new TypeError("no store"))
          : receiver.verifyAndReceive(delivery, ticket),
    };
    const relay = connectRelay(failing, { url: server.url, forwardTo: target.url });
    stops.push(() => relay.close());
    await until(() => expect(recording.text()).toContain("one forwarded"));
    expect(recording.text()).toMatch(
      /^error relay: delivery unknown \(issues\): failed TypeError: no store$/m,
    );
    expect(target.requests.map(({ headers }) => headers["x-acme-delivery"])).toEqual(["one"]);
  });

  it("[D.7] tries again while the target is down", async () => {
    const target = await startTarget(
      (response) => response.destroy(),
      answer(502),
      answer(503),
      answer(200),
    );
    const { recording } = await forward(EVENT, target.url);
    await until(() => expect(recording.text()).toMatch(/debug .*one forwarded: .* answered 200/));
    expect(target.requests).toHaveLength(4);
    expect(new Set(target.requests.map(({ body }) => body))).toEqual(new Set([RAW_BODY]));
  });

  it("[D.7] gives up after `forwardAttempts` attempts", async () => {
    const target = await startTarget(answer(503));
    const { recording } = await forward(EVENT, target.url, { forwardAttempts: 3 });
    await until(() => expect(recording.text()).toMatch(/warn .*answered 503 \(attempt 3\)/));
    expect(target.requests).toHaveLength(3);
  });

  it("[D.7] says so when the target could not be reached at the last attempt", async () => {
    const target = await startTarget((response) => response.destroy());
    const { recording } = await forward(EVENT, target.url, { forwardAttempts: 2 });
    await until(() => expect(recording.text()).toMatch(/warn .*cannot be reached.* \(attempt 2\)/));
  });

  it.each([400, 404, 500])("[D.7] does not try again after %d", async (code) => {
    const target = await startTarget(answer(code));
    const { recording } = await forward(EVENT, target.url);
    await until(() => expect(recording.text()).toContain(`answered ${code} (attempt 1)`));
    expect(target.requests).toHaveLength(1);
  });

  it("[D.7] does not follow a redirect", async () => {
    const other = await startTarget();
    const target = await startTarget(answer(307, { location: other.url }));
    const { recording } = await forward(EVENT, target.url);
    await until(() => expect(recording.text()).toContain("answered 307 (attempt 1)"));
    expect(other.requests).toEqual([]);
  });

  it("[D.7] does not send twice to a target that is slow", async () => {
    const time = fakeTime();
    const target = await startTarget(() => undefined);
    const { recording } = await forward(EVENT, target.url, { forwardTimeout: 30 });
    await time.until(() => target.requests.length > 0);
    await time.pass(30);
    await time.until(() => recording.text().includes("did not answer in time (attempt 1)"));
    expect(target.requests).toHaveLength(1);
  });

  it("[D.7] [D.3] is aborted by close()", async () => {
    const target = await startTarget(() => undefined);
    const { relay, recording } = await forward(EVENT, target.url);
    await until(() => expect(target.requests).toHaveLength(1));
    await relay.close();
    expect(recording.text()).not.toContain("forwarded");
  });
});

function answer(code: number, headers = {}): TargetAnswer {
  return (response) => response.writeHead(code, headers).end("answer");
}

async function startTarget(...answers: TargetAnswer[]) {
  const requests: Forwarded[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { method, url, headers } = request;
      requests.push({ method, url, headers, body: bytes.toString() });
      ((answers.length > 1 ? answers.shift() : answers[0]) ?? answer(200))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // never a pipe
  return { requests, url: `http://127.0.0.1:${port}/hooks` };
}

async function forward(stream: string, forwardTo: string, options = {}) {
  const server = await startServer();
  server.answer(streamOf(stream));
  return connect({ url: server.url, headers: { authorization: "relay" }, forwardTo, ...options });
}

interface Forwarded {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type TargetAnswer = (response: ServerResponse) => unknown;
