/** Receivers behind real servers, which know the sockets, listeners and timers that they leave behind. */
import { createHook } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect } from "vitest";
import type { NodeMiddlewareOptions } from "../../src/receive/middleware/node.js";
import { findImplementation, type AdapterName } from "./implementations.js";
import { RawClient } from "./raw-client.js";
import { request } from "./requests.js";
import { listen } from "./server.js";
import { createToolkit, type ToolkitOptions } from "./toolkit.js";
import { untilMet } from "../until-met.js";

/** Timers that the middleware has set, and that have neither fired nor been cleared. */
const ownTimers = new Map<number, NodeJS.Timeout>();

/** Number of the timers of the middleware that have fired. */
let firedCount = 0;

/** Matches a stack in which the middleware itself, not a handler that it runs, sets a timer. */
const SET_BY_MIDDLEWARE = /\bsetTimeout \(node:.*\n.*[\\/]src[\\/](?:receive|http)[\\/]/;

const timerHook = createHook({
  init(id, type, _trigger, resource) {
    if (type !== "Timeout" || !SET_BY_MIDDLEWARE.test(new Error().stack ?? "")) return;
    ownTimers.set(id, resource as NodeJS.Timeout); // by its type
  },
  before(id) {
    if (ownTimers.delete(id)) firedCount++;
  },
  destroy(id) {
    ownTimers.delete(id);
  },
});

/** Starts a receiver, with checks that it is alive and has left nothing behind. */
export async function startReceiver(name: AdapterName, options: ReceiverOptions = {}) {
  const toolkit = createToolkit(options.toolkit);
  const handle = findImplementation(name).create(toolkit.webhooks, options.middleware);
  const leftListeners: string[] = [];
  const clients: RawClient[] = [];
  const running = await listen(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const before = countListeners(incoming, outgoing);
    await handle(incoming, outgoing);
    const after = countListeners(incoming, outgoing);
    // A web-standard platform between them has listeners of its own.
    if (name === "node" && after > before) leftListeners.push(`${before} to ${after}`);
  }, options.server);
  const { server, port, settled } = running;
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
  /** Every promise settles; no socket or listener is left, and each timer is cleared. */
  const expectNothingLeft = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    await Promise.all(settled);
    await untilMet(async () => (await countConnections(server)) === 0);
    expect(leftListeners).toEqual([]);
    const firedBefore = firedCount;
    await untilMet(() => [...ownTimers.values()].every((timer) => !timer.hasRef()));
    expect(firedCount, "timers that nothing cleared").toBe(firedBefore);
  };
  const close = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    await running.close();
  };
  return { ...toolkit, server, port, settled, connect, expectAlive, expectNothingLeft, close };
}

/** Counts listeners without `clearIncoming` of Node, which waits for the rest of a body that was answered unread. */
function countListeners(...emitters: readonly EventEmitter[]): number {
  return emitters
    .flatMap((emitter) => emitter.eventNames().flatMap((event) => emitter.listeners(event)))
    .filter(({ name }) => name !== "clearIncoming").length;
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
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

export interface ReceiverOptions {
  readonly toolkit?: ToolkitOptions | undefined;
  readonly middleware?: NodeMiddlewareOptions | undefined;
  readonly server?: ServerOptions | undefined;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
