/** The receiver over HTTP/2: bodies, clients that leave, and many streams at once. */
import { once } from "node:events";
import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from "node:http2";
import { describe, expect, it } from "vitest";
import type { NodeMiddlewareOptions } from "../../../src/receive/middleware/node.js";
import { watchProcess } from "../../http/receiver.js";
import { path, type HeaderChanges } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";
import { untilMet } from "../../until-met.js";
import { startHttp2Receiver } from "./http2-receiver.js";

watchProcess();

// Bodies that a client sends

const whole = (stream: ClientHttp2Stream): unknown => stream.end(payload);
const firstPart = (stream: ClientHttp2Stream): unknown => stream.write(payload.slice(0, 9));
/** Neither a body nor its end. */
const nothing = (): void => {};
/** The end at once, without a body. */
const ended = (stream: ClientHttp2Stream): unknown => stream.end();
const largePart = (stream: ClientHttp2Stream): unknown => stream.write("x".repeat(60_000));
const inPieces = (stream: ClientHttp2Stream): void => {
  for (const character of payload) stream.write(character);
  stream.end();
};
const withTrailers = (stream: ClientHttp2Stream): void => {
  stream.on("wantTrailers", () => stream.sendTrailers({ "x-acme-event": "other" }));
  stream.end(payload);
};

/** The length of a good delivery, and one above the limit of 25 MiB. */
const size = String(Buffer.byteLength(payload));
const TOO_LARGE = "26214401";

interface Http2Case {
  readonly title: string;
  /** Sends a body, or a part of one. */
  readonly send: (stream: ClientHttp2Stream) => unknown;
  /** `reset`: the stream ends without an answer. */
  readonly status: number | "reset";
  readonly changes?: HeaderChanges;
  readonly options?: NodeMiddlewareOptions;
}

const cases: readonly Http2Case[] = [
  { title: "a delivery", send: whole, status: 200 },
  {
    title: "a delivery with its length",
    send: whole,
    status: 200,
    changes: { "content-length": size },
  },
  { title: "a delivery in pieces", send: inPieces, status: 200 },
  {
    title: "a delivery that waits to be asked for",
    send: whole,
    status: 200,
    changes: { expect: "100-continue" },
  },
  { title: "another expectation", send: whole, status: 417, changes: { expect: "x" } },
  { title: "a query", send: whole, status: 200, changes: { ":path": `${path}?x` } },
  { title: "a trailing slash", send: whole, status: 200, changes: { ":path": `${path}/` } },
  {
    title: "the absolute form",
    send: whole,
    status: "reset",
    changes: { ":path": `http://x${path}` },
  },
  { title: "another path", send: whole, status: 404, changes: { ":path": "//hooks/inbox" } },
  { title: "dot segments", send: whole, status: 404, changes: { ":path": "/x/../hooks/inbox" } },
  { title: "a fragment", send: whole, status: 404, changes: { ":path": `${path}#x` } },
  { title: "an encoded letter", send: whole, status: 404, changes: { ":path": "/%68ooks/inbox" } },
  {
    title: "the asterisk form",
    send: whole,
    status: 404,
    changes: { ":path": "*", ":method": "OPTIONS" },
  },
  { title: "PUT", send: whole, status: 405, changes: { ":method": "PUT" } },
  { title: "GET", send: ended, status: 405, changes: { ":method": "GET" } },
  { title: "HEAD", send: ended, status: 405, changes: { ":method": "HEAD" } },
  { title: "DELETE without a body", send: nothing, status: 405, changes: { ":method": "DELETE" } },
  {
    title: "another authority",
    send: whole,
    status: 200,
    changes: { ":authority": "evil.example" },
  },
  { title: "another scheme", send: whole, status: 200, changes: { ":scheme": "javascript" } },
  {
    title: "another content type",
    send: whole,
    status: 415,
    changes: { "content-type": "text/plain" },
  },
  {
    title: "another content type, without an end",
    send: firstPart,
    status: 415,
    changes: { "content-type": "text/plain" },
  },
  {
    title: "a content encoding",
    send: whole,
    status: 415,
    changes: { "content-encoding": "gzip" },
  },
  { title: "no event", send: whole, status: 400, changes: { "x-acme-event": null } },
  { title: "no delivery id", send: whole, status: 400, changes: { "x-acme-delivery": null } },
  { title: "no signature", send: whole, status: 400, changes: { "x-acme-signature": null } },
  { title: "an empty event", send: whole, status: 400, changes: { "x-acme-event": "" } },
  {
    title: "a list of events",
    send: whole,
    status: 400,
    changes: { "x-acme-event": "note, ping" },
  },
  { title: "an event in latin1", send: whole, status: 200, changes: { "x-acme-event": "n\xf6te" } },
  {
    title: "a malformed signature",
    send: whole,
    status: 400,
    changes: { "x-acme-signature": "x" },
  },
  {
    title: "a malformed signature, without an end",
    send: firstPart,
    status: 400,
    changes: { "x-acme-signature": "x" },
  },
  {
    title: "a malformed signature, without a body",
    send: nothing,
    status: 400,
    changes: { "x-acme-signature": "x" },
  },
  {
    title: "a wrong signature",
    send: whole,
    status: 400,
    changes: { "x-acme-signature": `sha256=${"0".repeat(64)}` },
  },
  { title: "no body", send: ended, status: 400 },
  { title: "no body comes", send: nothing, status: 408, options: { timeout: 40 } },
  { title: "a body that stalls", send: firstPart, status: 408, options: { timeout: 40 } },
  {
    title: "a body that gets too large",
    send: largePart,
    status: 413,
    options: { maxBodySize: 10_000 },
  },
  {
    title: "a body declared too large",
    send: firstPart,
    status: 413,
    changes: { "content-length": TOO_LARGE },
  },
  {
    title: "a body declared too large, unasked",
    send: nothing,
    status: 413,
    changes: { "content-length": TOO_LARGE },
  },
  {
    title: "more than was declared",
    send: whole,
    status: "reset",
    changes: { "content-length": "5" },
  },
  {
    title: "less than was declared",
    send: whole,
    status: "reset",
    changes: { "content-length": "5000" },
  },
  { title: "two lengths", send: whole, status: "reset", changes: { "content-length": "5, 6" } },
  { title: "trailers", send: whole, status: 200, changes: { te: "trailers" } },
  { title: "trailers that name the delivery", send: withTrailers, status: 200 },
  {
    title: "CONNECT",
    send: ended,
    status: 405,
    changes: { ":method": "CONNECT", ":path": null, ":authority": "x:1" },
  },
];

const RESET_CODES = {
  cancel: constants.NGHTTP2_CANCEL,
  "no error": constants.NGHTTP2_NO_ERROR,
  "internal error": constants.NGHTTP2_INTERNAL_ERROR,
  "refused stream": constants.NGHTTP2_REFUSED_STREAM,
};

/** Ways in which a client leaves. */
const departures: readonly Departure[] = [
  ...Object.entries(RESET_CODES).map(([title, code]): Departure => ({
    title: `resets the stream: ${title}`,
    leave: (stream) => stream.close(code),
  })),
  { title: "destroys the stream", leave: (stream) => stream.destroy() },
  { title: "destroys the session", leave: (_, session) => session.destroy() },
  {
    title: "says goodbye",
    leave: (stream, session) => {
      session.goaway();
      stream.close();
    },
  },
];

describe("http: HTTP/2", () => {
  it.each(cases)("$title: $status", async ({ send, status, changes, options }) => {
    const { gate, open, settled, received, expectNoErrors } = await startHttp2Receiver(options);
    gate.open();
    const stream = open(changes);
    send(stream);
    expect(await readStatus(stream)).toBe(status);
    await Promise.all(settled);
    expect(received).toHaveLength(status === 200 ? 1 : 0);
    expectNoErrors();
    const next = open();
    next.end(payload);
    expect(await readStatus(next)).toBe(200);
  });

  it.each(departures)("a client that $title in the body", async ({ leave }) => {
    const { open, settled, session, received, expectNoErrors, expectNoSockets } =
      await startHttp2Receiver();
    const stream = open();
    firstPart(stream);
    await untilMet(() => settled.length === 1);
    leave(stream, session);
    await Promise.all(settled);
    expect(received).toEqual([]);
    expectNoErrors();
    await expectNoSockets();
  });

  it.each(departures)("a client that $title while handlers run", async ({ leave }) => {
    const { gate, open, settled, session, received, expectNoErrors, expectNoSockets } =
      await startHttp2Receiver();
    const stream = open();
    whole(stream);
    await untilMet(() => received.length === 1);
    leave(stream, session);
    await new Promise((resolve) => setTimeout(resolve, 10));
    gate.open();
    await Promise.all(settled);
    expectNoErrors();
    await expectNoSockets();
  });

  it.each(departures)("a client that $title after a body too large", async ({ leave }) => {
    const { open, settled, session, expectNoErrors, expectNoSockets } = await startHttp2Receiver({
      maxBodySize: 10,
    });
    const stream = open();
    largePart(stream);
    await once(stream, "response");
    leave(stream, session);
    await Promise.all(settled);
    expectNoErrors();
    await expectNoSockets();
  });

  it("200 streams at once, good and refused in turn", async () => {
    const { gate, open, received } = await startHttp2Receiver();
    gate.open();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const stream = open(index % 2 === 0 ? {} : { "x-acme-signature": "x" });
        stream.end(payload);
        return readStatus(stream);
      }),
    );
    expect(statuses).toEqual(statuses.map((_, index) => (index % 2 === 0 ? 200 : 400)));
    expect(received).toHaveLength(100);
  });
});

/** Waits for the end of a stream; returns the status of its answer, or "reset" if it had none. */
async function readStatus(stream: ClientHttp2Stream): Promise<number | "reset"> {
  let status: number | "reset" = "reset";
  stream.on("response", (headers: IncomingHttpHeaders & { ":status"?: number }) => {
    status = headers[":status"] ?? "reset";
  });
  stream.resume();
  if (!stream.closed) await new Promise<void>((resolve) => stream.on("close", resolve));
  return status;
}

interface Departure {
  readonly title: string;
  readonly leave: (stream: ClientHttp2Stream, session: ClientHttp2Session) => unknown;
}
