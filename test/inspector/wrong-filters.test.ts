/** Filters that no page sends: each is answered, and none does more than it says. */
import { afterEach, describe, expect, it } from "vitest";
import {
  createInspector,
  createMemorySource,
  createRelaySource,
} from "../../src/inspector/index.js";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { createToolkit } from "../http/toolkit.js";
import { deliver } from "../inbox/setup.js";
import { createFile } from "../relay/server/setup.js";
import { log, postToSource } from "./ask-source.js";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

const SOURCES = {
  "an inbox in memory": () => createInboxOf(),
  "an inbox in SQLite": () => createInboxOf(openSqliteStore(createFile("inbox.db"))),
  "a channel of a relay": () => createRelaySource(createRelayServer(), createChannel()),
  "a source in memory": () => createMemorySource(),
};

describe.each(Object.entries(SOURCES))("with %s", (_, create) => {
  it.each(
    ["deliveries", "overview", "recording"].flatMap((name) =>
      ["abc", "-1", "1.5", "0x10", " 1", "9".repeat(30)].map((before) => [name, before]),
    ),
  )("%s refuses a page that begins at %j with 400", async (name, before) => {
    const inspector = createInspector(await create(), { log });
    const query = new URLSearchParams({ before });
    const url = `http://localhost/inspector/api/${name}?${query.toString()}`;
    const response = await inspector(new Request(url));
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "BAD_REQUEST", error: "`before` is not the key of a delivery." },
    ]);
  });
});

describe("replay", () => {
  it.each([{ key: "1" }, { Keys: ["1"] }, { ids: ["1"] }, { evnt: "push" }, { isBrief: true }])(
    "of the unknown property of %j replays nothing, and says so",
    async (input) => {
      const error = `The filter has the unknown property "${Object.keys(input)[0]}".`;
      expect(await replay(input)).toMatchObject({ status: 400, answer: { error }, replayed: [] });
    },
  );

  it.each([["nobody"], []])("of the keys %j replays nothing", async (...keys) => {
    expect(await replay({ keys })).toMatchObject({
      status: 200,
      answer: { count: 0 },
      replayed: [],
    });
  });

  it("without a filter replays all that is dead", async () => {
    expect((await replay({})).replayed.toSorted()).toEqual(["1", "2"]);
  });
});

async function createInboxOf(store = openMemoryStore()) {
  const inbox = createInbox({ webhooks: createToolkit().webhooks, store });
  cleanups.push(() => inbox.drain());
  await deliver(inbox, { id: "1" });
  return inbox;
}

/** Replays from a source with two dead deliveries; returns the answer, and the ids that were replayed. */
async function replay(filter: object) {
  const replayed: string[] = [];
  const source = createMemorySource({
    replay: async ({ id }) => void replayed.push(id),
  });
  for (const id of ["1", "2"])
    source.add({ id, event: "push", receivedAt: 1, outcome: "dead", attempts: 1 });
  return { ...(await postToSource(source, "replay", filter)), replayed };
}
