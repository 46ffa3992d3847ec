/** An inbox behind the real middlewares and real sockets. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import type { Inbox } from "../../src/inbox/types.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { findImplementation, names } from "../http/implementations.js";
import { post } from "../http/post.js";
import { listen, type RunningServer } from "../http/server.js";
import { createGate, createToolkit } from "../http/toolkit.js";
import { createDatabase } from "../postgres/database.js";
import { untilMet } from "../until-met.js";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe.each(names)("an inbox behind the middleware: %s", (name) => {
  const running: { server?: RunningServer; inbox?: Inbox } = {};

  afterEach(async () => {
    await running.inbox?.drain();
    await running.server?.close();
  });

  /** Serves an inbox over the store until the test has ended. */
  async function serve(store: InboxStore, handler?: () => unknown, timeout = 240_000) {
    const toolkit = createToolkit(handler === undefined ? {} : { handler });
    const inbox = createInbox({ webhooks: toolkit.webhooks, store, pollInterval: 20 });
    const handle = findImplementation(name).create(inbox, { timeout });
    const server = await listen(handle);
    Object.assign(running, { server, inbox });
    return { ...toolkit, inbox, port: server.port };
  }

  it("[G.1] [C.12] answers 202 after the commit, whatever the handlers do", async () => {
    const store = openMemoryStore();
    const gate = createGate();
    const { commit } = store;
    store.commit = async (batch) => {
      if (batch.arrivals.length > 0) await gate.passed;
      return commit.call(store, batch);
    };
    const { inbox, port, received } = await serve(store, () => {
      throw new Error("broken");
    });
    await inbox.start();
    let isAnswered = false;
    const reply = post(port).finally(() => (isAnswered = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([isAnswered, received]).toEqual([false, []]);
    gate.open();
    expect(await reply).toMatchObject({ status: 202, body: "accepted\n" });
    await untilMet(() => received.length > 0);
    expect(received).toMatchObject([{ id: "id-1", name: "note", attempt: 1 }]);
    await untilMet(async () => (await inbox.stats()).waiting === 1);
    expect(await inbox.get("id-1")).toMatchObject({ errors: [{ message: "broken" }] });
  });

  it("[G.4] answers a redelivery 202, also two at once", async () => {
    const { inbox, port, received } = await serve(openMemoryStore());
    await inbox.start();
    const replies = await Promise.all([post(port), post(port), post(port)]);
    replies.push(await post(port));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await untilMet(async () => (await inbox.stats()).done === 1);
    expect(received).toHaveLength(1);
  });

  it("[G.9] answers 503 with retry-after while the store fails, and 202 when it is back", async () => {
    const store = openMemoryStore();
    const { inbox, port, failures } = await serve(store);
    const { commit } = store;
    store.commit = () => Promise.reject(new Error("disk full"));
    const refused = await post(port);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
    expect(JSON.parse(refused.body)).toEqual({
      error: "The delivery could not be stored.",
      code: "STORE_UNAVAILABLE",
    });
    store.commit = commit;
    expect((await post(port)).status).toBe(202);
    expect(await inbox.stats()).toMatchObject({ waiting: 1 });
    expect(failures).toEqual([]);
  });

  it("[G.9] answers 503, not 202, when the store does not answer in time", async () => {
    const store = openMemoryStore();
    const gate = createGate();
    const { commit } = store;
    store.commit = async (batch) => {
      await gate.passed;
      return commit.call(store, batch);
    };
    const { inbox, port } = await serve(store, undefined, 50);
    expect(await post(port)).toMatchObject({ status: 503 });
    gate.open();
    expect((await post(port)).status).toBe(202);
    expect(await inbox.list()).toHaveLength(1); // it was stored after all, and is known again
  });

  it("[G.1] answers a delivery that is not authentic as before, and stores nothing", async () => {
    const { inbox, port } = await serve(openMemoryStore());
    expect(await post(port, { body: "[]" })).toMatchObject({ status: 400 });
    expect(await post(port, { name: "note.created" })).toMatchObject({ status: 400 });
    expect(await inbox.list()).toEqual([]);
  });

  it("[G.7] answers 503 once it drains", async () => {
    const { inbox, port } = await serve(openMemoryStore());
    await inbox.start();
    await inbox.drain();
    expect(await post(port)).toMatchObject({ status: 503 });
  });

  it.each<[string, () => InboxStore | Promise<InboxStore>]>([
    ["memory", openMemoryStore],
    ["SQLite", () => openSqliteStore(join(createFolder(), "inbox.db"))],
    ["PostgreSQL", async () => openPostgresStore(await createDatabase())],
  ])("[G.3] takes a body of 25 MiB, with a store in %s", async (_, open) => {
    const { inbox, port, received } = await serve(await open());
    await inbox.start();
    const text = "x".repeat(25 * 1024 * 1024 - 20);
    expect((await post(port, { body: JSON.stringify({ text }) })).status).toBe(202);
    await untilMet(() => received.length > 0);
    expect((received[0] as { payload: { text: string } }).payload.text === text).toBe(true);
  });
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "typewire-inbox-"));
  folders.push(folder);
  return folder;
}
