import { createHook } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import type { NodeMiddlewareOptions } from "../../../src/middleware/node.js";
import { createToolkit, payload, signature } from "../../middleware/fixture.js";
import type { ToolkitOptions } from "../../middleware/fixture.js";
import { closeServer, implementations, listenOn } from "../../middleware/implementations.js";
import { RawClient } from "../../middleware/raw-client.js";

export type ImplementationName = "node" | "web";

export const names: readonly ImplementationName[] = ["node", "web"];

export const path = "/hooks/inbox";

/** In place of a good delivery's header of that name; `null` leaves it out. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

/** The headers of a good delivery but its length, and what is changed in them. */
export function headersOf(
  body: string | Uint8Array = payload,
  changes: HeaderChanges = {},
): Record<string, string> {
  const headers: HeaderChanges = {
    "content-type": "application/json",
    "x-acme-event": "note",
    "x-acme-delivery": "delivery-1",
    "x-acme-signature": signature(body),
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
  );
}

export interface HeadOptions {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly body?: string | Uint8Array;
}

/** The head of a request, byte for byte as given; a good delivery's with its length by default. */
export function head(
  changes: HeaderChanges = {},
  { method = "POST", target = path, version = "1.1", body = payload }: HeadOptions = {},
): string {
  const headers = headersOf(body, {
    host: "127.0.0.1",
    "content-length": String(Buffer.byteLength(body)),
    ...changes,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join("")}\r\n`;
}

/** A whole request; header values are bytes of latin1. */
export function request(body: string | Uint8Array = payload, changes: HeaderChanges = {}): Buffer {
  return Buffer.concat([Buffer.from(head(changes, { body }), "latin1"), Buffer.from(body)]);
}

/** The changes for a body without a length. */
export const unsized = { "content-length": null, "transfer-encoding": "chunked" };

export function chunk(data: string): string {
  return `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;
}

export interface BenchOptions {
  readonly toolkit?: ToolkitOptions;
  readonly middleware?: NodeMiddlewareOptions;
  readonly server?: ServerOptions;
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** A middleware behind a real server, with all that it leaves behind written down. */
export async function startBench(name: ImplementationName, options: BenchOptions = {}) {
  const toolkit = createToolkit(options.toolkit);
  const handler = createHandler(name, toolkit.webhooks, options.middleware);
  const settled: Promise<unknown>[] = [];
  const leftListeners: string[] = [];
  const clients: RawClient[] = [];
  const server = createServer(options.server ?? {}, (incoming, outgoing) => {
    const before = countListeners(incoming, outgoing);
    const done = handler(incoming, outgoing).then(() => {
      const after = countListeners(incoming, outgoing);
      // A platform in between has listeners of its own.
      if (name === "node" && after > before) leftListeners.push(`${before} to ${after}`);
    });
    settled.push(done);
  });
  const port = await listenOn(server);
  const connect = (): RawClient => {
    const client = new RawClient(port);
    clients.push(client);
    return client;
  };
  /** Another client is served as if nothing had happened. */
  const expectAlive = async (): Promise<void> => {
    const client = connect();
    void client.write(request());
    expect((await client.answer())?.status).toBe(200);
    client.destroy();
  };
  /** Every promise settles; no socket, listener or timer is left. */
  const expectNothingLeft = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    await Promise.all(settled);
    await until(async () => (await countConnections(server)) === 0);
    expect(leftListeners).toEqual([]);
    await until(() => [...ownTimers.values()].every((timer) => !timer.hasRef()));
  };
  const close = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    await closeServer(server);
  };
  return { ...toolkit, server, port, settled, connect, expectAlive, expectNothingLeft, close };
}

function createHandler(
  name: ImplementationName,
  webhooks: Parameters<(typeof implementations)[number]["create"]>[0],
  options?: NodeMiddlewareOptions,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown> {
  const implementation = implementations.find((candidate) => candidate.name === name);
  if (implementation === undefined) throw new Error(`There is no implementation ${name}.`);
  return implementation.create(webhooks, options);
}

/** The server's own apart: it waits for the rest of a body that was answered unread. */
function countListeners(...emitters: readonly EventEmitter[]): number {
  return emitters
    .flatMap((emitter) => emitter.eventNames().flatMap((event) => emitter.listeners(event)))
    .filter(({ name }) => name !== "clearIncoming").length;
}

function countConnections(server: { getConnections: (done: CountDone) => unknown }) {
  return new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

type CountDone = (error: Error | null, count: number) => void;

/** Timers that the middleware has set, and that have neither fired nor been cleared. */
const ownTimers = new Map<number, NodeJS.Timeout>();

const timerHook = createHook({
  init(id, type, _trigger, resource) {
    if (type !== "Timeout" || !/[\\/]src[\\/]middleware[\\/]/.test(new Error().stack ?? "")) return;
    ownTimers.set(id, resource as NodeJS.Timeout); // what the type says
  },
  destroy(id) {
    ownTimers.delete(id);
  },
});

/** Waits for what must come; the test's own time limit tells when it does not. */
export async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Notes what would have ended the process, and the timers that are set, in the tests of the file that calls it. */
export function watchProcess(): void {
  const crashes: unknown[] = [];
  const note = (error: unknown): void => void crashes.push(error);
  beforeAll(() => {
    process.on("unhandledRejection", note).on("uncaughtException", note);
    timerHook.enable();
  });
  afterAll(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("unhandledRejection", note).off("uncaughtException", note);
    timerHook.disable();
    expect(crashes).toEqual([]);
  });
}

export type { RawClient };
