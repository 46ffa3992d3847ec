/** Each subject as a function that reads a stream whole. */
import { pathToFileURL } from "node:url";
import type * as Peer from "eventsource-parser";
import type * as PeerStream from "eventsource-parser/stream";
import { createClientFactory, createStreams, eventStream } from "typewire-runtime/client";
import { createEndpoint } from "typewire-runtime/endpoint";
import type { StreamTrial } from "./suite.js";

const ROUTE = "POST /chat/completions";
const TYPE = "text/event-stream";
const RULE = { format: "sse", type: TYPE, when: { stream: true }, end: "[DONE]" };

/** @param chunks The text of a stream, divided as it arrives. */
export async function createReader(
  { subject, isParserAlone, modules }: StreamTrial,
  chunks: readonly string[],
): Promise<ReadStream> {
  /** Loads a module of the newest version, which `bench/peers` installs. */
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(`${modules}/eventsource-parser/dist/${name}.js`).href);
  const respond = createResponder(chunks);
  switch (subject) {
    case "typewire":
      return isParserAlone ? () => parse(chunks) : createClientReader(respond);
    case "eventsource-parser": {
      const { createParser } = (await load("index")) as typeof Peer;
      if (isParserAlone) return () => parseByPeer(chunks, createParser);
      return () => countItems(readByHand(respond, createParser));
    }
    case "its stream": {
      const { EventSourceParserStream } = (await load("stream")) as typeof PeerStream;
      return () => countItems(readByPeerStream(respond, EventSourceParserStream));
    }
  }
}

// ---- Parsers alone

function parse(chunks: readonly string[]): StreamEnd {
  let count = 0;
  let last: unknown;
  const feed = eventStream((text) => {
    last = text;
    count += 1;
  }, {});
  for (const chunk of chunks) feed(chunk, false);
  return { count, last };
}

function parseByPeer(
  chunks: readonly string[],
  createParser: (typeof Peer)["createParser"],
): StreamEnd {
  let count = 0;
  let last: unknown;
  const parser = createParser({
    onEvent({ data }) {
      last = data;
      count += 1;
    },
  });
  for (const chunk of chunks) parser.feed(chunk);
  return { count, last };
}

// ---- Streams of a response

/** Creates a `fetch` that gives each chunk when it is asked for, as a socket does. */
function createResponder(chunks: readonly string[]): Respond {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return () => {
    let index = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = bytes[index++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": TYPE } }));
  };
}

function createClientReader(respond: Respond): ReadStream {
  const endpoint = createEndpoint<{ [ROUTE]: [parameters: object] }>({
    baseUrl: "https://api.example.com",
    accept: "application/json",
    mediaTypePrefix: "application/vnd.example",
    routes: {},
  });
  const create = createClientFactory(endpoint, { streams: { [ROUTE]: RULE } } as never, {
    addStreams: createStreams({ sse: eventStream }),
  });
  const client = create({ fetch: respond } as never) as unknown as {
    stream(route: string, parameters: object): AsyncIterable<unknown>;
  };
  return () => countItems(client.stream(ROUTE, { model: "model-1" }));
}

/** Does what the client does, without its checks: one generator, which decodes, parses and yields. */
async function* readByHand(
  respond: Respond,
  createParser: (typeof Peer)["createParser"],
): AsyncGenerator {
  const reader = (await respond()).body?.getReader();
  if (!reader) return;
  let items: unknown[] = [];
  const parser = createParser({
    onEvent: ({ data }) => items.push(data === "[DONE]" ? data : JSON.parse(data)),
  });
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
    for (const item of items) {
      if (item === "[DONE]") return;
      yield item;
    }
    items = [];
  }
}

/** The loop that the README of the package shows. */
async function* readByPeerStream(
  respond: Respond,
  ParserStream: (typeof PeerStream)["EventSourceParserStream"],
): AsyncGenerator {
  const { body } = await respond();
  if (!body) return;
  const events = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new ParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    yield JSON.parse(data);
  }
}

async function countItems(items: AsyncIterable<unknown>): Promise<StreamEnd> {
  let count = 0;
  let last: unknown;
  for await (const item of items) {
    last = item;
    count += item === undefined ? 0 : 1;
  }
  return { count, last };
}

// ---- Types

/** Reads a stream whole. */
export type ReadStream = () => StreamEnd | Promise<StreamEnd>;

interface StreamEnd {
  /** Number of events. */
  readonly count: number;
  /** The last event: its text for a parser alone, else the value that its JSON has. */
  readonly last: unknown;
}

type Respond = () => Promise<Response>;
