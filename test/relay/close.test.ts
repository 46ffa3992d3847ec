/** `close()` of a connection to a relay. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { HANG_LIMIT } from "../limits.js";
import { bundleProgram } from "../programs/programs.js";
import { connect, startServer } from "./setup.js";
import { createEvent, createMessage, streamOf } from "./stream-server.js";
import { until } from "../until.js";

const run = promisify(execFile);

/** Situations of `fixtures/follow-and-exit.ts`. */
const SITUATIONS = [
  "connecting",
  "open",
  "handling",
  "waiting",
  "redirected",
  "forwarding",
  "target down",
];

describe("closing", () => {
  it.each(
    SITUATIONS.flatMap((situation) => [
      { situation, way: "close" },
      { situation, way: "signal" },
    ]),
  )("[D.3] lets the process exit by itself: $situation, by $way", async ({ situation, way }) => {
    const program = await bundleProgram("test/relay/fixtures/follow-and-exit.ts");
    const args = [program, situation, way];
    const { stdout, stderr } = await run(process.execPath, args, { timeout: HANG_LIMIT });
    expect([stdout.trim(), stderr]).toEqual(["closed []", ""]);
  });

  it("[D.3] makes no request under a signal that is already aborted", async () => {
    const server = await startServer();
    const { relay } = connect({ url: server.url, signal: AbortSignal.abort() });
    await relay.closed;
    expect([server.requests.length, relay.state]).toEqual([0, "closed"]);
  });

  it("[D.3] makes no request when called in the same tick", async () => {
    const server = await startServer();
    const { relay } = connect({ url: server.url });
    await relay.close();
    expect(server.requests).toEqual([]);
  });

  it("[D.3] can be awaited by a handler, and drops the deliveries in the queue", async () => {
    const server = await startServer();
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
    server.answer(streamOf(ids.map((id) => createEvent(createMessage(id))).join("")));
    const { relay, received } = connect({ url: server.url }, () => relay.close());
    await relay.closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect(received.length).toBeLessThanOrEqual(20);
    await until(() => expect(server.streams).toEqual([]));
  });

  it("[D.3] may be called again", async () => {
    const server = await startServer();
    const { relay } = connect({ url: server.url });
    await relay.ready;
    await Promise.all([relay.close(), relay.close()]);
    await relay.close();
    expect(relay.state).toBe("closed");
  });

  it("[D.3] removes its listener from the caller's signal", async () => {
    const server = await startServer();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    const { relay } = connect({ url: server.url, signal });
    await relay.close();
    await until(() => expect(remove).toHaveBeenCalledOnce());
  });
});
