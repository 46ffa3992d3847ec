/** `typewire relay serve`: a relay of your own, and with `--inspector` a page for each channel. */
import { createServer } from "node:http";
import { openMemoryRelayStore } from "../../src/relay/server/memory-store.js";
import { createRelayListener } from "../../src/relay/server/node.js";
import {
  createChannel,
  createRelayServer,
  type RelayServer,
} from "../../src/relay/server/relay-server.js";
import { openSqliteRelayStore } from "../../src/relay/server/sqlite-store.js";
import type { RelayStore } from "../../src/relay/server/store.js";
import { readArguments } from "../io/arguments.js";
import { CommandError, createLog, printError } from "../io/errors.js";
import { type CliIo, locate, waitForEnd } from "../io/io.js";
import { readDuration, readInteger } from "../io/option-values.js";
import { readRelayToken } from "../io/secrets.js";
import { close, listen } from "../io/servers.js";
import { describePages, expectNoPageChannel, withPages } from "./relay-pages.js";

const OPTIONS = {
  port: { type: "string", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  store: { type: "string" },
  channel: { type: "string", multiple: true, default: [] as string[] },
  token: { type: "string" },
  keep: { type: "string" },
  inspector: { type: "boolean", default: false },
} as const;

/** Runs a relay until it is interrupted. */
export async function runServer(argv: readonly string[], io: CliIo): Promise<number> {
  const options = readOptions(argv, io);
  const { token, hasPages } = options;
  const store = createStore(options);
  const relay = createRelayServer({
    store,
    channels: options.channels,
    token,
    log: createLog(io.err),
  });
  const shown = options.channels ?? [createChannel()];
  await openStore(relay, shown, options);
  const listener = createRelayListener(relay);
  const server = createServer(hasPages ? withPages(relay, listener, token, io) : listener);
  const { origin } = await listen(server, options.port, options.host);
  const lines = [
    `Listening on ${origin}`,
    ...(options.channels === undefined ? await describeStored(origin, store) : []),
    ...describeAddresses(origin, shown, options.channels === undefined),
    ...(hasPages ? describePages(origin, shown, token) : []),
  ];
  for (const line of lines) io.err(line);
  await waitForEnd(io.signal);
  await relay.close();
  close(server);
  return 0;
}

/** @throws UsageError */
function readOptions(argv: readonly string[], io: CliIo): ServerOptions {
  const { values } = readArguments(argv, OPTIONS);
  const { channel: channels, inspector: hasPages, store: storeName } = values;
  const port = readInteger("port", values.port, [0, 65_535]);
  const token = readRelayToken(values, io);
  if (hasPages) expectNoPageChannel(channels);
  return {
    port,
    host: values.host,
    channels: channels.length === 0 ? undefined : channels,
    token,
    keepFor: readDuration("keep", values.keep),
    hasPages,
    storeName,
    storeFile: storeName && locate(io, storeName),
  };
}

function createStore({ storeFile, keepFor }: ServerOptions): RelayStore {
  return storeFile === undefined
    ? openMemoryRelayStore({ keepFor })
    : openSqliteRelayStore(storeFile, { keepFor });
}

/** Opens the store at once, so that an error is reported before the first delivery. */
async function openStore(
  relay: RelayServer,
  [name = ""]: readonly string[],
  { storeName = "" }: ServerOptions,
): Promise<void> {
  try {
    // The relay opens its store when it is first asked for anything, such as the newest delivery.
    await relay.channel(name)?.previous();
  } catch (error) {
    throw new CommandError(`The store ${storeName} cannot be opened: ${printError(error)}`);
  }
}

/** The most channels of a store that are listed. */
const MAX_LISTED = 10;

/** Lists channels that have deliveries, so that a relay which starts again is followed as before. */
async function describeStored(origin: string, store: RelayStore): Promise<readonly string[]> {
  const stored = await store.channels();
  if (stored.length === 0) return [];
  const more = stored.length - MAX_LISTED;
  return [
    "Channels with deliveries, the last one first:",
    ...stored.slice(0, MAX_LISTED).map((name) => `  ${origin}/${name}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Lists the addresses for the service and for followers. */
function describeAddresses(
  origin: string,
  channels: readonly string[],
  isNew: boolean,
): readonly string[] {
  const title = `A new channel. The service sends to it, and \`typewire relay\` follows it:`;
  return [...(isNew ? [title] : []), ...channels.map((name) => `  ${origin}/${name}`)];
}

interface ServerOptions {
  readonly port: number;
  readonly host: string;
  /** `undefined`: any name is a channel. */
  readonly channels: readonly string[] | undefined;
  readonly token: string | undefined;
  readonly keepFor: number | undefined;
  readonly hasPages: boolean;
  /** The file of the store as the command line names it; `undefined` for a store in memory. */
  readonly storeName: string | undefined;
  /** The same, for the file system. */
  readonly storeFile: string | undefined;
}
