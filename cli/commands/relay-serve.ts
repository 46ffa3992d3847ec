/** `typewire relay serve`: a relay of your own, with a page for each channel. */
import { createServer, type RequestListener } from "node:http";
import { type Authorize, createToken, isToken } from "../../src/inspector/access.js";
import { createNodeInspector, type NodeInspectorOptions } from "../../src/inspector/node.js";
import { createRelaySource } from "../../src/inspector/sources/relay-source.js";
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
import { readDuration, readInteger } from "../io/option-values.js";
import { readRelayToken } from "../io/secrets.js";
import { CommandError, createLog, printError, UsageError } from "../io/errors.js";
import { type CliIo, locate, waitForEnd } from "../io/io.js";
import { close, listen } from "../io/servers.js";

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
  const { values } = readArguments(argv, OPTIONS);
  const port = readInteger("port", values.port, [0, 65_535]);
  const channels = values.channel.length === 0 ? undefined : values.channel;
  const token = readRelayToken(values, io);
  if (values.inspector && channels?.includes(PAGE_SEGMENT)) {
    throw new UsageError(
      `A channel is named ${PAGE_SEGMENT}; --inspector needs this name for its pages.`,
    );
  }
  const keepFor = readDuration("keep", values.keep);
  const store = openRelayStore(values.store && locate(io, values.store), keepFor);
  const relay = createRelayServer({ store, channels, token, log: createLog(io.err) });
  const shown = channels ?? [createChannel()];
  await openNow(relay, shown, values.store);
  const listener = createRelayListener(relay);
  const server = createServer(
    values.inspector ? withPages(relay, listener, { token, io }) : listener,
  );
  const { origin } = await listen(server, port, values.host);
  io.err(`Listening on ${origin}`);
  if (channels === undefined) for (const line of await describeStored(origin, store)) io.err(line);
  for (const line of describeAddresses(origin, shown, channels === undefined)) io.err(line);
  if (values.inspector) for (const line of describePages(origin, shown, token)) io.err(line);
  await waitForEnd(io.signal);
  await relay.close();
  close(server);
  return 0;
}

function openRelayStore(file: string | undefined, keepFor: number | undefined): RelayStore {
  return file === undefined
    ? openMemoryRelayStore({ keepFor })
    : openSqliteRelayStore(file, { keepFor });
}

/** Opens the store at once, so that an error is reported before the first delivery. */
async function openNow(
  relay: RelayServer,
  [name = ""]: readonly string[],
  file: string | undefined,
): Promise<void> {
  try {
    await relay.channel(name)?.previous();
  } catch (error) {
    throw new CommandError(`The store ${file ?? ""} cannot be opened: ${printError(error)}`);
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

// ---- Pages

/** The first segment of the path of a page. The second one is the channel. */
const PAGE_SEGMENT = "inspector";

const PAGE_PATH = new RegExp(`^/${PAGE_SEGMENT}/([^/?#]+)(?=[/?#]|$)`);

interface PageParts {
  readonly token: string | undefined;
  readonly io: CliIo;
}

/** Answers requests for the page of a channel, and gives all others to the relay. */
function withPages(
  relay: RelayServer,
  listener: ReturnType<typeof createRelayListener>,
  { token, io }: PageParts,
): RequestListener {
  // Each request makes an inspector, since any name may be a channel. All accept the same token.
  const options: NodeInspectorOptions = {
    isReadOnly: false,
    token: createToken(),
    authorize: token === undefined ? undefined : createAuthorize(token),
    signal: io.signal,
    log: createLog(io.err),
  };
  return (request, response) => {
    const [path, channel = ""] = PAGE_PATH.exec(request.url ?? "") ?? [];
    if (path === undefined || relay.channel(channel) === undefined) {
      listener(request, response);
      return;
    }
    const url = `http://${request.headers.host ?? "localhost"}/${channel}`;
    const source = createRelaySource(relay, channel, { title: `Relay · ${channel}`, url });
    void createNodeInspector(source, { ...options, path })(request, response);
  };
}

/** Accepts the token as the password of a browser, or as the bearer token of a follower. */
function createAuthorize(token: string): Authorize {
  return async ({ headers }) => {
    if (await isToken(readToken(headers.get("authorization") ?? ""), token)) return true;
    return new Response("This page needs the relay's token, as the password of any user.\n", {
      status: 401,
      headers: { "www-authenticate": 'Basic realm="typewire relay"', "cache-control": "no-store" },
    });
  };
}

function readToken(authorization: string): string | null {
  const [, scheme = "", credentials = ""] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return null;
  const [, password = null] =
    /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, "base64").toString()) ?? [];
  return password;
}

function describePages(
  origin: string,
  channels: readonly string[],
  token: string | undefined,
): readonly string[] {
  const who = token === undefined ? "from this machine" : "with the token as password";
  return channels.map((name) => `Inspector: ${origin}/${PAGE_SEGMENT}/${name}/ (${who})`);
}
