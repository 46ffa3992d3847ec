/**
 * A relay in memory, on platforms that serve what a module exports:
 * `deno serve examples/relay-server/standard.ts`, or `bun examples/relay-server/standard.ts`.
 */
import { createRelayServer } from "typewire/relay/server";

const relay = createRelayServer();

export { relay as default };
