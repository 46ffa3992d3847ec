/** Replaces `setup.ts` of the tests of the relay, so that their relay is in workerd. */
import { connect, createServer, type Server as NetServer, type Socket } from "node:net";
import type { Server } from "node:http";
import { createChannel } from "../../../src/relay/server/relay-server.js";
import type { RelayServerOptions } from "../../../src/relay/server/options.js";
import { findPort, listenOn } from "../../http/server.js";
import { cleanUp, startRelay as startOnNode, type TestRelay } from "../../relay/server/setup.js";
import { createWorkerFolder, removeFolder, startWorkerd } from "./workerd.js";

export * from "../../relay/server/setup.js";

/** A relay in a workerd of its own, until the test has ended. One with a store of the test is in this process. */
export async function startRelay(options: RelayServerOptions = {}): Promise<TestRelay> {
  if (options.store !== undefined) return startOnNode(options);
  const folder = await createWorkerFolder();
  cleanUp(() => removeFolder(folder));
  const port = await findPort();
  const workerd = await startWorkerd(folder, port, options);
  const proxy = createProxy(port);
  const origin = `http://127.0.0.1:${await listenOn(proxy)}`;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= workerd.kill().then(() => {
      proxy.closeAllConnections();
      proxy.close();
    }));
  cleanUp(close);
  const url = `${origin}/${options.channels?.[0] ?? createChannel()}`;
  // Tests use what a proxy has, too: its connections.
  return { url, origin, server: proxy as unknown as Server, close };
}

/** Passes bytes on, so that a test can cut connections. */
function createProxy(port: number): Proxy {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(port, "127.0.0.1");
    clients.add(client);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
    client.on("close", () => clients.delete(client));
  });
  return Object.assign(server, {
    closeAllConnections: () => clients.forEach((client) => client.destroy()),
  });
}

interface Proxy extends NetServer {
  closeAllConnections(): void;
}
