/** Servers and connections to a relay that are closed after each test. */
import { afterEach } from "vitest";
import { connectRelay, type RelayConnection } from "../../src/relay/connect-relay.js";
import type { RelayOptions } from "../../src/relay/options.js";
import { createReceiver, createRecordingLog } from "./stand-in.js";
import { StreamServer } from "./stream-server.js";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server that is stopped after the test. */
export async function startServer(): Promise<StreamServer> {
  const server = await new StreamServer().start();
  cleanups.push(() => server.stop());
  return server;
}

/** Delays that keep the tests fast, and an idle timeout that a busy machine does not reach. */
const SHORT_TIMES = { minRetryDelay: 5, maxRetryDelay: 40, idleTimeout: 20_000 };

/** A relay that is closed after the test, with a receiver and a log that record. */
export function connect(
  options: Pick<RelayOptions, "url"> & Partial<RelayOptions>,
  handle?: Parameters<typeof createReceiver>[1],
) {
  const recording = createRecordingLog();
  const { receiver, received } = createReceiver(recording, handle);
  const relay: RelayConnection = connectRelay(receiver, { ...SHORT_TIMES, ...options });
  cleanups.push(() => relay.close());
  return { relay, received, ids: () => received.map(({ id }) => id), recording };
}
