/** Opens and closes the servers of commands. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  readonly origin: string;
  readonly port: number;
}

/** Listens on a port; rejects with the error of the server. */
export async function listen(server: Server, port: number, host: string): Promise<Listening> {
  server.listen(port, host);
  await once(server, "listening");
  const { address, family, port: listeningPort } = server.address() as AddressInfo; // it listens on a port
  const shown = family === "IPv6" ? `[${address}]` : address;
  return { origin: `http://${shown}:${listeningPort}`, port: listeningPort };
}

/** Closes a server with its connections. */
export function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}
