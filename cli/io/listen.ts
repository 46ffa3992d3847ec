/** Servers of commands that run until they are interrupted. */
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
  const { address, family, port: open } = server.address() as AddressInfo; // it listens on a port
  const shown = family === "IPv6" ? `[${address}]` : address;
  return { origin: `http://${shown}:${open}`, port: open };
}

/** Closes a server with its connections. */
export function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/** Resolves when one of the signals is aborted. */
export async function waitForEnd(...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return;
  await new Promise((resolve) => {
    for (const signal of signals) signal?.addEventListener("abort", resolve, { once: true });
  });
}
