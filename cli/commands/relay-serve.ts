import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { quote } from "../../codegen/model/messages.js";
import { openMemoryRelayStore } from "../../src/relay/server/memory-store.js";
import { createRelayListener } from "../../src/relay/server/node.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { openSqliteRelayStore } from "../../src/relay/server/sqlite-store.js";
import type { RelayStore } from "../../src/relay/server/store.js";
import { readArguments, readInteger } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";

const OPTIONS = {
  port: { type: "string", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  store: { type: "string" },
  channel: { type: "string", multiple: true, default: [] as string[] },
  token: { type: "string" },
  keep: { type: "string" },
} as const;

/** Runs a relay until it is interrupted. */
export async function runServer(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readArguments(argv, OPTIONS);
  const port = readInteger("port", values.port, [0, 65_535]);
  const channels = values.channel.length === 0 ? undefined : values.channel;
  const token = values.token ?? (io.env["RELAY_TOKEN"] || undefined);
  const store = openStore(values.store && locate(io, values.store), readDuration(values.keep));
  const relay = createRelayServer({ store, channels, token, log: { error: io.err } });
  const server = createServer(createRelayListener(relay));
  const { address, family, port: open } = await listen(server, port, values.host);
  const origin = `http://${family === "IPv6" ? `[${address}]` : address}:${open}`;
  for (const line of describe(origin, channels)) io.err(line);
  await waitForEnd(io.signal);
  await relay.close();
  server.closeAllConnections();
  server.close();
  return 0;
}

function openStore(file: string | undefined, keepFor: number | undefined): RelayStore {
  return file === undefined
    ? openMemoryRelayStore({ keepFor })
    : openSqliteRelayStore(file, { keepFor });
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** @throws UsageError for anything but a number with a unit. */
function readDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const duration = Number(digits) * (UNITS[unit] ?? 0);
  if (duration > 0) return duration;
  throw new UsageError(
    `The value of --keep is ${quote(text)}; expected a duration such as 30m, 12h or 3d.`,
  );
}

/** Says what to give to the service, and to followers. */
function describe(origin: string, channels: readonly string[] | undefined): readonly string[] {
  if (channels === undefined) {
    return [
      `Listening on ${origin}`,
      `A new channel, for a service to send to and for \`typewire relay\` to follow:`,
      `  ${origin}/${createChannel()}`,
    ];
  }
  return [`Listening on ${origin}`, ...channels.map((name) => `  ${origin}/${name}`)];
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  server.listen(port, host);
  await once(server, "listening"); // rejects with the server's error
  return server.address() as AddressInfo; // it listens on a port
}

async function waitForEnd(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
}
