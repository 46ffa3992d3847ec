/** Relays, and followers of them, that are closed after each test. */
import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { createRelayListener } from "../../../src/relay/server/node.js";
import type { RelayServerOptions } from "../../../src/relay/server/options.js";
import { createChannel, createRelayServer } from "../../../src/relay/server/relay-server.js";
import { closeServer, listenOn } from "../../http/server.js";

export { until } from "../../until.js";
export { send, sendEvent } from "./send.js";

const cleanups: (() => unknown)[] = [];

/** Runs after the test, the last one first. */
export function cleanUp(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

afterEach(async () => {
  for (const each of cleanups.splice(0).reverse()) await each();
});

/** A temporary folder's path for a file that is removed after the test. */
export function createFile(name = "relay.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-relay-"));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** A relay on Node's server and a free port, until the test has ended. */
export async function startRelay(options: RelayServerOptions = {}): Promise<TestRelay> {
  const relay = createRelayServer(options);
  const server = createServer(createRelayListener(relay));
  const origin = `http://127.0.0.1:${await listenOn(server)}`;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= relay.close().then(() => closeServer(server)));
  cleanUp(close);
  return { url: `${origin}/${options.channels?.[0] ?? createChannel()}`, origin, server, close };
}

/** A follower that reads a stream as text, without the client of this package. */
export async function followRaw(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  cleanUp(() => stop.abort());
  const response = await fetch(url, { headers, signal: stop.signal });
  const reading = { text: "", isEnded: false };
  readAll(response, (text) => (reading.text += text))
    .catch(() => undefined) // the test or the relay has ended the stream
    .finally(() => (reading.isEnded = true));
  const events = (): readonly RawEvent[] =>
    reading.text.split("\n\n").slice(0, -1).flatMap(readEvent);
  return {
    response,
    stop: () => stop.abort(),
    text: () => reading.text,
    isEnded: () => reading.isEnded,
    announcement: () => events().find(({ type }) => type === "relay"),
    messages: () =>
      events()
        .filter(({ type }) => type === "message")
        .map(({ id, data }) => ({ id, ...(JSON.parse(data) as Message) })),
  };
}

async function readAll(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  // The types of the platform do not know that its streams can be iterated.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    onText(decoder.decode(chunk, { stream: true }));
}

/** Reads a block between two blank lines; one without data, such as a comment, is no event. */
function readEvent(block: string): readonly RawEvent[] {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const [, name = "", value = ""] = /^(\w*): ?(.*)$/s.exec(line) ?? [];
      return [name, value];
    }),
  );
  const data = fields.get("data");
  return data === undefined
    ? []
    : [{ type: fields.get("event") ?? "message", id: fields.get("id"), data }];
}

export interface TestRelay {
  /** Address of a channel. */
  readonly url: string;
  readonly origin: string;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly receivedAt: number;
  readonly rawBody?: string;
  readonly rawBodyBase64?: string;
}

export interface RawEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: string;
}
