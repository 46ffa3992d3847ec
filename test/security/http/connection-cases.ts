/** Exchanges over connections that are kept, slow or left, with the answers that they have to get. */
import type { RawClient } from "../../http/raw-client.js";
import { chunk, head, request, unsized, type HeaderChanges } from "../../http/requests.js";
import { payload } from "../../http/toolkit.js";
import {
  type ConnectionCase,
  wrong,
  untilHandler,
  pause,
  openGate,
  type Step,
  length,
  first,
  completeChunks,
} from "./connection-steps.js";

const rest = payload.slice(9);

const untilRequest: Step = async (_, { settled }) => {
  while (settled.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

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
