/** The side of a measured program: how it starts as a child of `process.ts`, and serves. */
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** In milliseconds, longer than any measurement. */
const LIFETIME = 1_800_000;

/**
 * Begins a measured program: returns the argument that `withProcess` gave. The program ends with its parent,
 * and at the latest after its lifetime.
 */
export function startAsChild(): unknown {
  process.on("disconnect", () => process.exit());
  setTimeout(() => process.exit(1), LIFETIME).unref();
  return JSON.parse(process.argv[2] ?? "");
}

/** Listens on a free port of this machine, and resolves with it. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port; // a server on a port has no other address
}
