import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Server as NetServer } from "node:net";

export interface RunningServer {
  readonly port: number;
  readonly server: Server;
  /** One for each request that reached the middleware, in order. */
  readonly settled: Promise<unknown>[];
  readonly close: () => Promise<void>;
}

/** Listens on loopback until closed. */
export async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const settled: Promise<unknown>[] = [];
  const server = createServer(options, (request, response) => {
    settled.push(handler(request, response));
  });
  return { port: await listenOn(server), server, settled, close: () => closeServer(server) };
}

/** The port that a server got on loopback. */
export async function listenOn(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port.");
  return address.port;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** A port that was free a moment ago, for programs that take one number and do not say which they got. */
export async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server);
  await closeServer(server);
  return port;
}
