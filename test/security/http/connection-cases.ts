import type { ImplementationName } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import type { Receiver, ReceiverOptions } from "../../http/receiver.js";
import { chunk, head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { payload, type createGate } from "../../http/toolkit.js";

/** What a client does next: it writes, or something that needs the connection. */
export type Step =
  | string
  | Buffer
  | ((client: RawClient, receiver: Receiver, gate: ReturnType<typeof createGate>) => unknown);

/** A conversation on one connection. */
export interface ConnectionCase {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The status of every answer, in order. */
  readonly answers: readonly number[];
  /** `open`: the next request on it is served. `gone`: the client has left it itself. */
  readonly ends: "open" | "closed" | "gone";
  /** How many deliveries reach a handler; by default as many as are answered with 200. */
  readonly received?: number;
  /** Handlers wait until a step opens the gate. */
  readonly isGated?: true;
  readonly options?: ReceiverOptions;
  readonly only?: ImplementationName;
}

const first = payload.slice(0, 9);
const rest = payload.slice(9);
const wrong = `sha256=${"0".repeat(64)}`;

const pause =
  (milliseconds: number): Step =>
  () =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

const untilRequest: Step = async (_, { settled }) => {
  while (settled.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

const untilHandler: Step = async (_, { received }) => {
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

const openGate: Step = (_client, _receiver, gate) => gate.open();

const departures = {
  "closes its side": (client: RawClient) => client.socket.end(),
  "is gone": (client: RawClient) => client.socket.destroy(),
  resets: (client: RawClient) => client.socket.resetAndDestroy(),
};

const afterDeparture = async (client: RawClient): Promise<void> => {
  await client.closed;
};

/** Each way to leave, at each stage. */
export const aborts: readonly ConnectionCase[] = Object.entries(departures).flatMap(
  ([how, leave]) => {
    const stage = (title: string, ...steps: readonly Step[]) => ({
      title: `the client ${how} ${title}`,
      steps: [...steps, leave, afterDeparture],
      answers: [],
      ends: "gone" as const,
      received: 0,
    });
    return [
      stage("before it has sent anything"),
      stage("in the request line", "POST /hooks"),
      stage("in the headers", head().slice(0, 60)),
      stage("before the empty line that ends the headers", head().slice(0, -2), pause(5)),
      stage("after the headers", head(), untilRequest),
      stage("after the headers of a chunked body", head(unsized), untilRequest),
      stage("in the body", head() + first, untilRequest),
      stage("one byte before the body's end", head() + payload.slice(0, -1), untilRequest),
      stage("in the length of a chunk", `${head(unsized)}1`, untilRequest),
      stage("in a chunk", `${head(unsized)}ff\r\n${first}`, untilRequest),
      stage("between chunks", head(unsized) + chunk(first), untilRequest),
      stage("before the last chunk", head(unsized) + chunk(payload), untilRequest),
      stage("in the trailers", `${head(unsized)}${chunk(payload)}0\r\nx-tra`, untilRequest),
      stage("after a body that is refused", request(payload, { "x-acme-signature": wrong })),
      stage(
        "in a body that is too large",
        head({ "content-length": "26214401" }) + first,
        untilRequest,
      ),
      stage(
        "in a body that is refused unread",
        head({ "content-type": "text/plain" }) + first,
        untilRequest,
      ),
      stage("between two requests", request(payload, { "x-acme-signature": wrong }), (client) =>
        client.answer(),
      ),
      {
        ...stage("while handlers run", request(), untilHandler),
        steps: [request(), untilHandler, leave, pause(10), openGate, afterDeparture],
        isGated: true as const,
        received: 1,
      },
      {
        ...stage("while handlers run that outlast the timeout"),
        steps: [request(), untilHandler, leave, pause(60), openGate, afterDeparture],
        isGated: true as const,
        received: 1,
        options: { middleware: { timeout: 20 } },
      },
      {
        ...stage("while its answer is on the way"),
        steps: [request(), untilHandler, leave, afterDeparture],
        received: 1,
      },
    ];
  },
);

export const refusals: readonly (readonly [
  title: string,
  changes: HeaderChanges,
  status: number,
])[] = [
  ["another content type", { "content-type": "text/plain" }, 415],
  ["a content encoding", { "content-encoding": "gzip" }, 415],
  ["no event", { "x-acme-event": null }, 400],
  ["a reserved event", { "x-acme-event": "*" }, 400],
  ["no delivery id", { "x-acme-delivery": null }, 400],
  ["no signature", { "x-acme-signature": null }, 400],
  ["a malformed signature", { "x-acme-signature": "sha256=x" }, 400],
  ["a wrong signature", { "x-acme-signature": wrong }, 400],
];

/** What comes after an error on the same connection is neither lost nor taken for something else. */
export const keepAlive: readonly ConnectionCase[] = [
  ...refusals.flatMap(([title, changes, status]): ConnectionCase[] => [
    {
      title: `${title}: the next request is served`,
      steps: [request(payload, changes), request()],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, the body after a while: the next request is served`,
      steps: [head(changes) + first, pause(10), rest, request()],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, chunked: the next request is served`,
      steps: [
        head({ ...changes, ...unsized }) + chunk(first),
        pause(5),
        `${chunk(rest)}0\r\n\r\n`,
        request(),
      ],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, and a body that looks like a request`,
      steps: [request(request(), { ...changes }), request()],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, and the client asks to close`,
      steps: [request(payload, { ...changes, connection: "close" })],
      answers: [status],
      ends: "closed",
    },
  ]),
  ...["PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "PROPFIND"].map((method): ConnectionCase => ({
    title: `the method ${method} with a body: the next request is served`,
    steps: [head({}, { method }) + payload, request()],
    answers: [405, 200],
    ends: "open",
  })),
  {
    title: "GET with a body: the next request is served",
    steps: [head({}, { method: "GET" }) + payload, request()],
    answers: [405, 200],
    ends: "open",
    only: "node", // a web-standard GET has none
  },
  {
    title: "a body that is no JSON object: the next request is served",
    steps: [request("[1]"), request()],
    answers: [400, 200],
    ends: "open",
  },
  {
    title: "a body that is declared too large: the connection is closed",
    steps: [head({ "content-length": "26214401" }) + first],
    answers: [413],
    ends: "closed",
  },
  {
    title: "a body that gets too large: the connection is closed",
    steps: [head(unsized) + chunk("x".repeat(60)) + chunk("x".repeat(60))],
    answers: [413],
    ends: "closed",
    options: { middleware: { maxBodySize: 100 } },
  },
  {
    title: "a body too large, and a request behind it later: it is not handled",
    steps: [
      request(JSON.stringify({ a: "x".repeat(200) })),
      (client) => client.answer(),
      request(),
    ],
    answers: [],
    ends: "closed",
    received: 0,
    options: { middleware: { maxBodySize: 100 } },
  },
  {
    title: "a body too large, and a request right behind it: it is not handled",
    steps: [Buffer.concat([request(JSON.stringify({ a: "x".repeat(200) })), request()])],
    answers: [413],
    ends: "closed",
    received: 0,
    options: { middleware: { maxBodySize: 100 } },
    only: "node", // which knows connections
  },
  {
    title: "chunks too large, and a request right behind them: it is not handled",
    steps: [
      Buffer.concat([Buffer.from(`${head(unsized)}${chunk("x".repeat(200))}0\r\n\r\n`), request()]),
    ],
    answers: [413],
    ends: "closed",
    received: 0,
    options: { middleware: { maxBodySize: 100 } },
    only: "node",
  },
  {
    title: "an event whose handlers fail: the next request is served",
    steps: [request(), request()],
    answers: [500, 500],
    ends: "gone",
    received: 2,
    options: { toolkit: { handler: () => Promise.reject(new Error("failed")) } },
  },
];

const length = Buffer.byteLength(payload);

/** One byte less than the body, as many, and one more. */
export const limits: readonly ConnectionCase[] = [length - 1, length, length + 1].flatMap(
  (maxBodySize): ConnectionCase[] => {
    const isTaken = maxBodySize >= length;
    const difference = `${maxBodySize - length} bytes of room`;
    return (
      [
        ["declared", [request()]],
        ["declared, in two writes", [head() + first, pause(5), rest]],
        ["declared, and asked for", [head({ expect: "100-continue" }), pause(10), payload]],
        ["in one chunk", [`${head(unsized)}${chunk(payload)}0\r\n\r\n`]],
        ["in two chunks", [`${head(unsized)}${chunk(first)}${chunk(rest)}0\r\n\r\n`]],
        ["in chunks of one character", [head(unsized) + completeChunks("")]],
        [
          "in chunks, one by one",
          [head(unsized), ...payload.split(/(?:)/u).map(chunk), "0\r\n\r\n"],
        ],
        ["in chunks, with trailers", [`${head(unsized)}${chunk(payload)}0\r\nx: 1\r\n\r\n`]],
        ["in HTTP/1.0", [head({ connection: "keep-alive" }, { version: "1.0" }) + payload]],
      ] as const
    ).map(([title, steps]) => ({
      title: `${title}, ${difference}`,
      steps,
      answers: [isTaken ? 200 : 413],
      ends: isTaken ? "open" : "closed",
      options: { middleware: { maxBodySize } },
    }));
  },
);

/** The time is up, whatever has come so far. */
export const slowBodies: readonly ConnectionCase[] = (
  [
    ["nothing of it comes", head()],
    ["it stalls", head() + first],
    ["all but its last byte comes", head() + payload.slice(0, -1)],
    ["nothing comes of a chunked one", head(unsized)],
    ["it stalls in the length of a chunk", `${head(unsized)}1`],
    ["it stalls in a chunk", `${head(unsized)}ff\r\n${first}`],
    ["it stalls between chunks", head(unsized) + chunk(first)],
    ["the last chunk does not come", head(unsized) + chunk(payload)],
    ["it stalls in the trailers", `${head(unsized)}${chunk(payload)}0\r\nx-tra`],
    ["the client waits to be asked, and then sends nothing", head({ expect: "100-continue" })],
    ["the client asks to close", head({ connection: "close" }) + first],
    ["the client speaks HTTP/1.0", head({}, { version: "1.0" }) + first],
  ] as const
).map(([title, start]) => ({
  title,
  steps: [start],
  answers: [408],
  ends: "closed",
  options: { middleware: { timeout: 40 } },
}));

export const halfClosed: readonly ConnectionCase[] = [
  {
    title: "right after the request: the answer still arrives",
    steps: [(client) => client.socket.end(request())],
    answers: [200],
    ends: "closed",
  },
  {
    title: "after a refused request: the answer still arrives",
    steps: [(client) => client.socket.end(request(payload, { "x-acme-signature": wrong }))],
    answers: [400],
    ends: "closed",
  },
  {
    title: "after a request that is refused unread: the answer still arrives",
    steps: [(client) => client.socket.end(request(payload, { "content-type": "x/y" }))],
    answers: [415],
    ends: "closed",
  },
  {
    title: "after a body too large: the answer still arrives",
    steps: [(client) => client.socket.end(request(JSON.stringify({ a: "x".repeat(99) })))],
    answers: [413],
    ends: "closed",
    options: { middleware: { maxBodySize: 99 } },
  },
  {
    title: "after two pipelined requests: both answers arrive",
    steps: [(client) => client.socket.end(Buffer.concat([request(), request("[]")]))],
    answers: [200, 400],
    ends: "closed",
  },
  {
    title: "while handlers run: all settles",
    steps: [
      request(),
      untilHandler,
      (client) => client.socket.end(),
      pause(20),
      openGate,
      afterDeparture,
    ],
    answers: [],
    ends: "gone",
    received: 1,
    isGated: true,
  },
];

const twoLengths = (one: string, other: string): Buffer =>
  Buffer.from(head({ "content-length": `${one}\r\nContent-Length: ${other}` }) + payload);

const size = String(Buffer.byteLength(payload));

const framed = (encoding: string, body = `${chunk(payload)}0\r\n\r\n`, more: HeaderChanges = {}) =>
  head({ "content-length": null, "transfer-encoding": encoding, ...more }) + body;

const lenient = { server: { insecureHTTPParser: true } };

/** Node answers what is no HTTP itself, with 400, and closes: nothing of it reaches a handler. */
export const framing: readonly ConnectionCase[] = [
  ...(
    [
      ["two lengths that differ", twoLengths(size, "5")],
      ["two lengths that agree", twoLengths(size, size)],
      ["a list of lengths", request(payload, { "content-length": `${size}, ${size}` })],
      ["a negative length", request(payload, { "content-length": "-1" })],
      ["a length with a sign", request(payload, { "content-length": `+${size}` })],
      ["a hexadecimal length", request(payload, { "content-length": "0x10" })],
      ["a length with a fraction", request(payload, { "content-length": "10.0" })],
      ["a length past 64 bits", request(payload, { "content-length": "99999999999999999999" })],
      ["a length beside chunks", framed("chunked", undefined, { "content-length": size })],
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
      ["with trailers", `${chunk(payload)}0\r\nx-a: 1\r\nx-b: 2\r\n\r\n`],
      [
        "with trailers that name the delivery",
        `${chunk(payload)}0\r\nx-acme-event: other\r\nx-acme-signature: ${wrong}\r\n\r\n`,
      ],
      [
        "with trailers that frame anew",
        `${chunk(payload)}0\r\ncontent-type: text/plain\r\nx-content-length: 5\r\n\r\n`,
      ],
      ["with extensions", `9;a=b;c="d"\r\n${first}\r\n`],
      ["of one character each", ""],
      ["with a length in capitals", `1F\r\n${payload.slice(0, 31)}\r\n`],
      ["with leading zeros", `000009\r\n${first}\r\n`],
    ] as const
  ).map(([title, start]): ConnectionCase => ({
    title: `taken: chunks ${title}`,
    steps: [
      head(unsized),
      start.includes("0\r\n") && start.startsWith(chunk(payload)) ? start : completeChunks(start),
    ],
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
    steps: [request(payload, { "content-length": `000${size}` })],
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

/** Ends a chunked body of which the start is given, as the fixture's payload goes on. */
function completeChunks(start: string): string {
  const sent = start === "" ? 0 : Number.parseInt(start, 16);
  const left = payload.slice(sent);
  const pieces = start === "" ? left.split(/(?:)/u).map(chunk).join("") : chunk(left);
  return `${start}${pieces}0\r\n\r\n`;
}

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

const many = (count: number, each: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => each));

const times = (count: number, status: number): number[] =>
  Array.from({ length: count }, () => status);

export const pipelining: readonly ConnectionCase[] = [
  {
    title: "200 deliveries in one write",
    steps: [many(200, request())],
    answers: times(200, 200),
    ends: "open",
  },
  {
    title: "200 refusals in one write",
    steps: [many(200, request(payload, { "x-acme-signature": "x" }))],
    answers: times(200, 400),
    ends: "open",
  },
  {
    title: "good, refused and unknown in turn",
    steps: [
      many(
        20,
        Buffer.concat([
          request(),
          request(payload, { "x-acme-signature": wrong }),
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
      request(payload, { "x-acme-signature": wrong }),
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
      head({ "content-length": "26214401" }) + first,
      pause(10),
      openGate,
    ],
    answers: [200, 413],
    ends: "closed",
    isGated: true,
  },
  {
    title: "the client is gone with ten unanswered",
    steps: [many(10, request()), untilHandler, (client) => client.destroy(), pause(5), openGate],
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
