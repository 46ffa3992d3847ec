/** Exchanges at the edge of HTTP/1.1: framing, expectations and pipelining, with their answers. */
import type { RawClient } from "../../http/raw-client.js";
import { chunked, head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";
import { refusals } from "./connection-cases.js";
import {
  CHUNKED_BY_CHARACTER,
  type ConnectionCase,
  FIRST_PART,
  openGate,
  pause,
  PAYLOAD_LENGTH,
  REST,
  untilHandler,
  WRONG_SIGNATURE,
} from "./connection-steps.js";

const length = String(PAYLOAD_LENGTH);
/** Lets Node take requests that have both a length and chunks. */
const lenient = { server: { insecureHTTPParser: true } };

/**
 * Lengths and chunks, well formed and not. What is no HTTP, Node itself refuses with 400, and closes the connection:
 * no handler hears of it.
 */
export const framing: readonly ConnectionCase[] = [
  ...(
    [
      ["two lengths that differ", twoLengths(length, "5")],
      ["two lengths that agree", twoLengths(length, length)],
      ["a list of lengths", request(payload, { "content-length": `${length}, ${length}` })],
      ["a negative length", request(payload, { "content-length": "-1" })],
      ["a length with a sign", request(payload, { "content-length": `+${length}` })],
      ["a hexadecimal length", request(payload, { "content-length": "0x10" })],
      ["a length with a fraction", request(payload, { "content-length": "10.0" })],
      ["a length past 64 bits", request(payload, { "content-length": "99999999999999999999" })],
      ["a length beside chunks", framed("chunked", undefined, { "content-length": length })],
      ["chunked, twice in one header", framed("chunked, chunked, identity")],
      ["an encoding that is not chunked", framed("gzip")],
      ["identity", framed("identity")],
      ["chunked and then another", framed("chunked, gzip")],
      ["a space before the colon", request(payload, { "x-acme-x ": "1" })],
      ["a chunk without a length", framed("chunked", "\r\n\r\n")],
      ["a chunk of no hexadecimal length", framed("chunked", "xyz\r\n")],
      ["a negative chunk", framed("chunked", "-1\r\n")],
      ["a chunk past 64 bits", framed("chunked", "fffffffffffffffff\r\nx")],
      ["a chunk longer than its length", framed("chunked", "2\r\nabc\r\n0\r\n\r\n")],
      ["chunked between tabs", framed("\tchunked\t")],
      ["a header folded over two lines", request(payload, { "x-acme-event": "note\r\n folded" })],
      ["a NUL in a header", request(payload, { "x-acme-event": "no\0te" })],
      ["a bare carriage return in a header", request(payload, { "x-acme-event": "no\rte" })],
      ["no host", request(payload, { host: null })],
      ["another protocol", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
      ["bytes that are no HTTP", Buffer.from("\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", "latin1")],
    ] as const
  ).map(([title, bytes]): ConnectionCase => ({
    title: `refused by the server: ${title}`,
    steps: [typeof bytes === "string" ? Buffer.from(bytes) : bytes],
    answers: [400],
    ends: "closed",
    received: 0,
  })),
  ...["chunked", "Chunked", "CHUNKED", " chunked "].map((encoding): ConnectionCase => ({
    title: `taken: transfer-encoding ${JSON.stringify(encoding)}`,
    steps: [framed(encoding)],
    answers: [200],
    ends: "open",
  })),
  ...(
    [
      ["with trailers", chunked([payload], "x-a: 1\r\nx-b: 2\r\n")],
      [
        "with trailers that name the delivery",
        chunked([payload], `x-acme-event: other\r\nx-acme-signature: ${WRONG_SIGNATURE}\r\n`),
      ],
      [
        "with trailers that frame anew",
        chunked([payload], "content-type: text/plain\r\nx-content-length: 5\r\n"),
      ],
      ["with extensions", `9;a=b;c="d"\r\n${FIRST_PART}\r\n${chunked([REST])}`],
      ["of one character each", CHUNKED_BY_CHARACTER],
      [
        "with a length in capitals",
        `1F\r\n${payload.slice(0, 0x1f)}\r\n${chunked([payload.slice(0x1f)])}`,
      ],
      ["with leading zeros", `000009\r\n${FIRST_PART}\r\n${chunked([REST])}`],
    ] as const
  ).map(([title, body]): ConnectionCase => ({
    title: `taken: chunks ${title}`,
    steps: [head(unsized), body],
    answers: [200],
    ends: "open",
  })),
  {
    title: "a lenient server: chunks go before a length that says less",
    steps: [framed("chunked", undefined, { "content-length": "3" })],
    answers: [200],
    ends: "open",
    options: lenient,
  },
  {
    title: "a lenient server: chunks go before a length that says more",
    steps: [framed("chunked", undefined, { "content-length": "3000" })],
    answers: [200],
    ends: "open",
    options: lenient,
  },
  {
    title: "a lenient server: a length past the limit counts beside chunks too",
    steps: [framed("chunked", undefined, { "content-length": "30000000" })],
    answers: [413],
    ends: "closed",
    options: lenient,
  },
  {
    title: "a lenient server: chunks past the limit beside a length that is not",
    steps: [framed("chunked", undefined, { "content-length": "3" })],
    answers: [413],
    ends: "closed",
    options: { ...lenient, middleware: { maxBodySize: 10 } },
  },
  {
    title: "a length of zero, and bytes after it that are a request",
    steps: [Buffer.concat([Buffer.from(head({ "content-length": "0" })), request()])],
    answers: [400, 200],
    ends: "open",
  },
  {
    title: "a length that is too short: what is left over is no request",
    steps: [head({ "content-length": "5" }) + payload],
    answers: [400],
    ends: "closed",
  },
  {
    title: "a length with leading zeros",
    steps: [request(payload, { "content-length": `000${length}` })],
    answers: [200],
    ends: "open",
  },
  {
    title: "HTTP/1.0",
    steps: [head({}, { version: "1.0" }) + payload],
    answers: [200],
    ends: "closed",
  },
  {
    title: "HTTP/1.0 that keeps the connection",
    steps: [head({ connection: "keep-alive" }, { version: "1.0" }) + payload],
    answers: [200],
    ends: "open",
  },
  {
    title: "a request to change the protocol, which the server does not know",
    steps: [request(payload, { connection: "upgrade", upgrade: "websocket" })],
    answers: [200],
    ends: "open",
  },
];

/** Requests with `expect`, which wait until the server asks for their body. */
export const expectations: readonly ConnectionCase[] = [
  {
    title: "the body comes once it was asked for",
    steps: [head({ expect: "100-continue" }), pause(20), payload],
    answers: [200],
    ends: "open",
  },
  {
    title: "the body comes unasked",
    steps: [request(payload, { expect: "100-continue" })],
    answers: [200],
    ends: "open",
  },
  {
    title: "a body that is declared too large",
    steps: [head({ expect: "100-continue", "content-length": "26214401" })],
    answers: [413],
    ends: "closed",
  },
  ...refusals.map(([title, changes, status]): ConnectionCase => ({
    title: `${title}, the body in the same write`,
    steps: [request(payload, { ...changes, expect: "100-continue" }), request()],
    answers: [status, 200],
    ends: "open",
  })),
  {
    title: "something else is expected: the server says 417",
    steps: [request(payload, { expect: "200-ok" })],
    answers: [417],
    ends: "open",
    received: 0,
  },
  {
    title: "two expectations, of which the server knows one",
    steps: [request(payload, { expect: "100-continue, 200-ok" })],
    answers: [200],
    ends: "open",
  },
];

/** Requests that a client sends before it has got the answer to the first. */
export const pipelining: readonly ConnectionCase[] = [
  {
    title: "200 deliveries in one write",
    steps: [repeat(200, request())],
    answers: Array<number>(200).fill(200),
    ends: "open",
  },
  {
    title: "200 refusals in one write",
    steps: [repeat(200, request(payload, { "x-acme-signature": "x" }))],
    answers: Array<number>(200).fill(400),
    ends: "open",
  },
  {
    title: "good, refused and unknown in turn",
    steps: [
      repeat(
        20,
        Buffer.concat([
          request(),
          request(payload, { "x-acme-signature": WRONG_SIGNATURE }),
          request(payload, { "content-type": "text/plain" }),
          Buffer.from(head({}, { target: "/other" }) + payload),
          request("[]"),
        ]),
      ),
    ],
    answers: Array.from({ length: 20 }, () => [200, 400, 415, 404, 400]).flat(),
    ends: "open",
  },
  {
    title: "the second while the first one's handlers run",
    steps: [
      request(),
      untilHandler,
      request(payload, { "x-acme-signature": WRONG_SIGNATURE }),
      pause(10),
      openGate,
    ],
    answers: [200, 400],
    ends: "open",
    isGated: true,
  },
  {
    title: "the second too large while the first one's handlers run",
    steps: [
      request(),
      untilHandler,
      head({ "content-length": "26214401" }) + FIRST_PART,
      pause(10),
      openGate,
    ],
    answers: [200, 413],
    ends: "closed",
    isGated: true,
  },
  {
    title: "the client is gone with ten unanswered",
    steps: [repeat(10, request()), untilHandler, (client) => client.destroy(), pause(5), openGate],
    answers: [],
    ends: "gone",
    received: 10,
    isGated: true,
  },
  {
    title: "byte by byte",
    steps: Buffer.concat([request(), request("[]")])
      .toString("latin1")
      .split("")
      .map((byte) => (client: RawClient) => client.write(Buffer.from(byte, "latin1"))),
    answers: [200, 400],
    ends: "open",
  },
];

function twoLengths(one: string, other: string): Buffer {
  return Buffer.from(head({ "content-length": `${one}\r\nContent-Length: ${other}` }) + payload);
}

/** A request with a transfer encoding, and no length unless `changes` has one. */
function framed(encoding: string, body = chunked([payload]), changes: HeaderChanges = {}): string {
  return head({ "content-length": null, "transfer-encoding": encoding, ...changes }) + body;
}

function repeat(count: number, bytes: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => bytes));
}
