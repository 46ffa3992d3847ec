/** The relays of a run of `dev`: one that it serves itself (`--serve`), and one that others serve (`--relay`). */
import { createServer, type Server } from "node:http";
import { createRelayListener } from "../../src/relay/server/node.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { createLog } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import type { Listening } from "../io/servers.js";
import { readRelayToken } from "../io/secrets.js";
import { type ChannelPlace, findPlace } from "../service/followed-channel.js";
import { followRelay } from "./deliveries/follow-relay.js";
import type { DevReceiver } from "./deliveries/receiver.js";
import type { DevSettings } from "./settings.js";

/** Serves and follows the relays that the command line names. Resolves when they are connected. */
export async function startRelays(run: RelayRun): Promise<void> {
  const { settings, io } = run;
  const { serve, relay, values } = settings;
  const token = readRelayToken(values, io);
  if (serve !== undefined) await serveRelay(serve, token, run);
  if (relay === undefined) return;
  const { note, ...place } = findPlace(values, relay, io);
  await follow(relay, { token, fetch: io.fetch, ...place }, run);
  if (note !== undefined) io.err(note);
}

/** Serves a relay with one channel, and follows that. */
async function serveRelay(port: number, token: string | undefined, run: RelayRun): Promise<void> {
  const { settings, io, open, onClose } = run;
  const relay = createRelayServer({ token, log: createLog(io.err) });
  onClose(() => void relay.close());
  const server = createServer(createRelayListener(relay));
  const { origin } = await open(server, port, settings.values.host);
  const url = `${origin}/${createChannel()}`;
  io.err(`Relay: ${url}`);
  await follow(new URL(url), { token, fetch }, run);
}

async function follow(url: URL, { token, ...options }: FollowOptions, run: RelayRun) {
  const { settings, receiver, io, signal } = run;
  const connection = followRelay(receiver, {
    url,
    publicUrl: settings.publicUrl,
    ...options,
    signal,
    log: createLog(io.err),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const end = (): void => void connection.close();
  io.signal?.addEventListener("abort", end, { once: true });
  await connection.ready;
  io.err(`Following ${url.origin}.`);
}

// ---- Types

/** The parts of a run that relays need. */
interface RelayRun {
  readonly settings: DevSettings;
  readonly receiver: DevReceiver;
  readonly io: CliIo;
  /** Aborts at the end of the run. */
  readonly signal: AbortSignal;
  /** Opens a port, which is closed at the end of the run. */
  readonly open: (server: Server, port: number, host: string) => Promise<Listening>;
  /** Takes a function that is called at the end of the run. */
  readonly onClose: (end: () => void) => void;
}

interface FollowOptions extends Omit<ChannelPlace, "note"> {
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}
