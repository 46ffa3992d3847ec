/** Servers and ports on loopback. */
import {
  createServer,
  Server,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer as createNetServer, type Server as NetServer } from "node:net";

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

/**
 * The port that a server got on loopback. The server closes no idle connection: by default it does after
 * five seconds, and a client that was held up for as long would send its next request into the close.
 */
export async function listenOn(server: NetServer): Promise<number> {
  if (server instanceof Server) server.keepAliveTimeout = 0;
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

/**
 * A free port, for programs that take a number and do not say which port they got. It is below the ports
 * that systems give to those who ask for any, so that no other server gets it before the program does.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createNetServer();
    const outcome = once(server, "listening").catch((error: unknown) => error);
    server.listen(port, "127.0.0.1");
    if ((await outcome) instanceof Error) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
