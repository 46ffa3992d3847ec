/** Reads the events of one subject, and reports the processor time of an event in nanoseconds. */
import { pathToFileURL } from "node:url";
import type * as Peer from "eventsource-parser";
import type * as PeerStream from "eventsource-parser/stream";
import { createClientFactory, createStreams, eventStream } from "typewire-runtime/client";
import { createEndpoint } from "typewire-runtime/endpoint";
import { startAsChild } from "../harness/measured.js";
import type { StreamTrial } from "./suite.js";

const ROUTE = "POST /chat/completions";
const RULE = { format: "sse", type: "text/event-stream", when: { stream: true }, end: "[DONE]" };
const EVENTS = 500;

const trial = startAsChild() as StreamTrial;
const { createParser } = (await load("index")) as typeof Peer;
const { EventSourceParserStream } = (await load("stream")) as typeof PeerStream;

const chunks = toChunks(Array.from({ length: EVENTS }, (_, index) => printEvent(index)));
const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
/** The data of the last event, kept so that no engine can leave out the slice. */
let last: string | undefined;
const run = createSubject();
for (let turn = 0; turn < trial.count / 4; turn += 1) await expectEvents();
const before = process.cpuUsage();
for (let turn = 0; turn < trial.count; turn += 1) await expectEvents();
const { user, system } = process.cpuUsage(before);
if (trial.isParserAlone && !last?.startsWith("{"))
  throw new Error("The last event has other data.");
process.send?.(((user + system) * 1000) / trial.count / EVENTS, () => process.exit());

/** Loads a module of the newest version, which `bench/peers` installs. */
function load(name: string): Promise<unknown> {
  return import(pathToFileURL(`${trial.modules}/eventsource-parser/dist/${name}.js`).href);
}

/** An event of a chat service, of which a text of a few letters is new. */
function printEvent(index: number): string {
  const choices = [{ index: 0, delta: { content: ` token${index}` }, finish_reason: null }];
  const head = { id: "chatcmpl-9f2c", object: "chat.completion.chunk", created: 1_790_000_000 };
  const name = trial.isNamed ? "event: response.output_text.delta\n" : "";
  return `${name}data: ${JSON.stringify({ ...head, model: "model-1", choices })}\n\n`;
}

function toChunks(events: readonly string[]): readonly string[] {
  const { eventsPerChunk: size } = trial;
  const starts = Array.from({ length: Math.ceil(EVENTS / size) }, (_, index) => index * size);
  return starts.map((start) => events.slice(start, start + size).join(""));
}

async function expectEvents(): Promise<void> {
  const eventCount = await run();
  if (eventCount !== EVENTS)
    throw new Error(`Subject "${trial.subject}" read ${eventCount} events.`);
}

/** Creates a function that reads a stream whole, and returns the number of its events. */
function createSubject(): () => number | Promise<number> {
  switch (trial.subject) {
    case "typewire":
      return trial.isParserAlone ? parseOurs : createClientSubject();
    case "eventsource-parser":
      return trial.isParserAlone ? parseByPeer : () => count(readByHand());
    case "its stream":
      return () => count(readByPeerStream());
  }
}

function parseOurs(): number {
  let eventCount = 0;
  const feed = eventStream((text) => {
    last = text;
    eventCount += 1;
  }, {});
  for (const chunk of chunks) feed(chunk, false);
  return eventCount;
}

function parseByPeer(): number {
  let eventCount = 0;
  const parser = createParser({
    onEvent({ data }) {
      last = data;
      eventCount += 1;
    },
  });
  for (const chunk of chunks) parser.feed(chunk);
  return eventCount;
}

function createClientSubject(): () => Promise<number> {
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
  return () => count(client.stream(ROUTE, { model: "model-1" }));
}

/** Gives each chunk when it is asked for, as a socket does. */
function respond(): Promise<Response> {
  let index = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = bytes[index++];
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return Promise.resolve(new Response(body, { headers: { "content-type": RULE.type } }));
}

/** Does what the client does, without its checks: one generator, which decodes, parses and yields. */
async function* readByHand(): AsyncGenerator {
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
async function* readByPeerStream(): AsyncGenerator {
  const { body } = await respond();
  if (!body) return;
  const events = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    yield JSON.parse(data);
  }
}

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let itemCount = 0;
  for await (const item of items) itemCount += item === undefined ? 0 : 1;
  return itemCount;
}
