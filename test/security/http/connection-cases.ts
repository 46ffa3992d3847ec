/** Exchanges over connections that are kept, slow or left, with the answers that they have to get. */
import type { RawClient } from "../../http/raw-client.js";
import { chunk, head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";
import {
  CHUNKED_BY_CHARACTER,
  type ConnectionCase,
  FIRST_PART,
  openGate,
  pause,
  PAYLOAD_LENGTH,
  REST,
  type Step,
  untilClosed,
  untilHandler,
  untilRequest,
  WRONG_SIGNATURE,
} from "./connection-steps.js";

/** Ways in which a client leaves, by how a title names them. */
const departures = {
  "closes its side": (client: RawClient) => client.socket.end(),
  "is gone": (client: RawClient) => client.socket.destroy(),
  resets: (client: RawClient) => client.socket.resetAndDestroy(),
};

/** A client that leaves: in each way, at each stage of a request. */
export const aborts: readonly ConnectionCase[] = Object.entries(departures).flatMap(
  ([leaves, leave]) => {
    const leaveAfter = (title: string, ...steps: readonly Step[]) => ({
      title: `the client ${leaves} ${title}`,
      steps: [...steps, leave, untilClosed],
      answers: [],
      ends: "gone" as const,
      received: 0,
    });
    return [
      leaveAfter("before it has sent anything"),
      leaveAfter("in the request line", "POST /hooks"),
      leaveAfter("in the headers", head().slice(0, 60)),
      leaveAfter("before the empty line that ends the headers", head().slice(0, -2), pause(5)),
      leaveAfter("after the headers", head(), untilRequest),
      leaveAfter("after the headers of a chunked body", head(unsized), untilRequest),
      leaveAfter("in the body", head() + FIRST_PART, untilRequest),
      leaveAfter("one byte before the body's end", head() + payload.slice(0, -1), untilRequest),
      leaveAfter("in the length of a chunk", `${head(unsized)}1`, untilRequest),
      leaveAfter("in a chunk", `${head(unsized)}ff\r\n${FIRST_PART}`, untilRequest),
      leaveAfter("between chunks", head(unsized) + chunk(FIRST_PART), untilRequest),
      leaveAfter("before the last chunk", head(unsized) + chunk(payload), untilRequest),
      leaveAfter("in the trailers", `${head(unsized)}${chunk(payload)}0\r\nx-tra`, untilRequest),
      leaveAfter(
        "after a body that is refused",
        request(payload, { "x-acme-signature": WRONG_SIGNATURE }),
      ),
      leaveAfter(
        "in a body that is too large",
        head({ "content-length": "26214401" }) + FIRST_PART,
        untilRequest,
      ),
      leaveAfter(
        "in a body that is refused unread",
        head({ "content-type": "text/plain" }) + FIRST_PART,
        untilRequest,
      ),
      leaveAfter(
        "between two requests",
        request(payload, { "x-acme-signature": WRONG_SIGNATURE }),
        (client) => client.answer(),
      ),
      {
        ...leaveAfter("while handlers run", request(), untilHandler),
        steps: [request(), untilHandler, leave, pause(10), openGate, untilClosed],
        isGated: true as const,
        received: 1,
      },
      {
        ...leaveAfter("while handlers run that outlast the timeout"),
        steps: [request(), untilHandler, leave, pause(60), openGate, untilClosed],
        isGated: true as const,
        received: 1,
        options: { middleware: { timeout: 20 } },
      },
      {
        ...leaveAfter("while its answer is on the way"),
        steps: [request(), untilHandler, leave, untilClosed],
        received: 1,
      },
    ];
  },
);

/** Headers by which the delivery is refused before its body is read as JSON. */
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
  ["a wrong signature", { "x-acme-signature": WRONG_SIGNATURE }, 400],
];

/** Each refusal with each way to send its body, and the next request. */
const refusalsByBody: readonly ConnectionCase[] = refusals.flatMap(([title, changes, status]) => {
  const ways: readonly ConnectionCase[] = [
    {
      title: `${title}: the next request is served`,
      steps: [request(payload, changes), request()],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, the body after a while: the next request is served`,
      steps: [head(changes) + FIRST_PART, pause(10), REST, request()],
      answers: [status, 200],
      ends: "open",
    },
    {
      title: `${title}, chunked: the next request is served`,
      steps: [
        head({ ...changes, ...unsized }) + chunk(FIRST_PART),
        pause(5),
        `${chunk(REST)}0\r\n\r\n`,
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
  ];
  return ways.map((way) => ({ ...way, isProduct: true }));
});

/** Requests after an error on the same connection: each is served, unless the connection had to be closed. */
export const keepAlive: readonly ConnectionCase[] = [
  ...refusalsByBody,
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
    only: "node", // a web-standard GET has no body
  },
  {
    title: "a body that is no JSON object: the next request is served",
    steps: [request("[1]"), request()],
    answers: [400, 200],
    ends: "open",
  },
  {
    title: "a body that is declared too large: the connection is closed",
    steps: [head({ "content-length": "26214401" }) + FIRST_PART],
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
    only: "node", // the web middleware does not know the connection
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

/** Limits of one byte less than the body has, of as many bytes, and of one more. */
export const limits: readonly ConnectionCase[] = [
  PAYLOAD_LENGTH - 1,
  PAYLOAD_LENGTH,
  PAYLOAD_LENGTH + 1,
].flatMap((maxBodySize): ConnectionCase[] => {
  const isTaken = maxBodySize >= PAYLOAD_LENGTH;
  const difference = `${maxBodySize - PAYLOAD_LENGTH} bytes of room`;
  return (
    [
      ["declared", [request()]],
      ["declared, in two writes", [head() + FIRST_PART, pause(5), REST]],
      ["declared, and asked for", [head({ expect: "100-continue" }), pause(10), payload]],
      ["in one chunk", [`${head(unsized)}${chunk(payload)}0\r\n\r\n`]],
      ["in two chunks", [`${head(unsized)}${chunk(FIRST_PART)}${chunk(REST)}0\r\n\r\n`]],
      ["in chunks of one character", [head(unsized) + CHUNKED_BY_CHARACTER]],
      ["in chunks, one by one", [head(unsized), ...payload.split(/(?:)/u).map(chunk), "0\r\n\r\n"]],
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
});

/** Bodies that have not arrived when the time of a request is up, with what has arrived of each. */
export const slowBodies: readonly ConnectionCase[] = (
  [
    ["nothing of it comes", head()],
    ["it stalls", head() + FIRST_PART],
    ["all but its last byte comes", head() + payload.slice(0, -1)],
    ["nothing comes of a chunked one", head(unsized)],
    ["it stalls in the length of a chunk", `${head(unsized)}1`],
    ["it stalls in a chunk", `${head(unsized)}ff\r\n${FIRST_PART}`],
    ["it stalls between chunks", head(unsized) + chunk(FIRST_PART)],
    ["the last chunk does not come", head(unsized) + chunk(payload)],
    ["it stalls in the trailers", `${head(unsized)}${chunk(payload)}0\r\nx-tra`],
    ["the client waits to be asked, and then sends nothing", head({ expect: "100-continue" })],
    ["the client asks to close", head({ connection: "close" }) + FIRST_PART],
    ["the client speaks HTTP/1.0", head({}, { version: "1.0" }) + FIRST_PART],
  ] as const
).map(([title, start]) => ({
  title,
  steps: [start],
  answers: [408],
  ends: "closed",
  options: { middleware: { timeout: 40 } },
}));

/** Clients that close their sending side and still wait for the answer. */
export const halfClosed: readonly ConnectionCase[] = [
  {
    title: "right after the request: the answer still arrives",
    steps: [(client) => client.socket.end(request())],
    answers: [200],
    ends: "closed",
  },
  {
    title: "after a refused request: the answer still arrives",
    steps: [
      (client) => client.socket.end(request(payload, { "x-acme-signature": WRONG_SIGNATURE })),
    ],
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
      untilClosed,
    ],
    answers: [],
    ends: "gone",
    received: 1,
    isGated: true,
  },
];
