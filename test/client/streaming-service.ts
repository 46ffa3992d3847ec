/** A client of a small service whose responses come item by item. */
import type { StreamRule } from "../../src/catalog/client.js";
import { createClientFactory } from "../../src/request/client/client.js";
import { reconnecting } from "../../src/request/client/streams/reconnect.js";
import { jsonSequence } from "../../src/request/client/streams/json-sequence.js";
import {
  eventStream,
  jsonLines,
  readDeclaredItem,
} from "../../src/request/client/streams/stream-formats.js";
import { createStreams } from "../../src/request/client/streams/streams.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import type { Step } from "./server.js";

export const SSE = "text/event-stream";

export const STREAMS = {
  "GET /changes": { format: "sse", type: SSE },
  "GET /named": { format: "sse", type: SSE, events: ["ping", "note"], text: ["note"] },
  "GET /lines": { format: "json-lines", type: "application/jsonl" },
  "GET /sequence": { format: "json-seq", type: "application/json-seq" },
  "GET /texts": { format: "sse", type: SSE, text: true },
  "POST /chats": {
    format: "sse",
    type: SSE,
    when: { stream: true },
    end: "[DONE]",
    error: "error",
  },
  "POST /lines": { format: "json-lines", type: "application/x-ndjson", end: "[DONE]" },
} as const satisfies Record<string, StreamRule>;

export function createStreamingClient(options: ClientOptions<string>) {
  const endpoint = createEndpoint<Routes>({
    baseUrl: "https://api.acme.example",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.acme",
    routes: {},
  });
  return createClientFactory<Routes, Responses, {}, string, unknown, unknown, Items>(
    endpoint,
    { streams: STREAMS, requestId: "x-request-id" },
    {
      addStreams: reconnecting(
        createStreams(
          { sse: eventStream, "json-lines": jsonLines, "json-seq": jsonSequence },
          { readItem: readDeclaredItem },
        ),
      ),
    },
  )(options);
}

/** Answers with the pieces of a stream, each in a chunk of its own. */
export function play(pieces: readonly (string | Uint8Array)[], type: string = SSE): Step {
  return (response) => {
    response.writeHead(200, { "content-type": type, "x-request-id": "r1" });
    response.flushHeaders();
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

/** Begins a stream, and leaves the rest to the test. */
export function begin(text: string, then: (response: Parameters<Step>[0]) => void): Step {
  return (response) => {
    response.writeHead(200, { "content-type": SSE });
    response.write(text, () => setImmediate(then, response));
  };
}

type Routes = { [Route in keyof typeof STREAMS]: [parameters?: object] } & {
  "GET /plain": [parameters?: object];
};

interface Responses {
  "POST /chats": {
    success: { status: 200; headers: Headers; data: { id: number }; url: string };
    errors: {};
  };
}

/** Of each event with a name, its data. */
type Named = { event: "ping"; data: { at: number } } | { event: "note"; data: string };

interface Items {
  "GET /changes": { id: number };
  "GET /named": Named;
  "GET /lines": unknown;
  "GET /sequence": unknown;
  "GET /texts": string;
  "POST /chats": { type: "delta"; text: string } | { type: "end"; count: number };
  "POST /lines": { id: number };
}
