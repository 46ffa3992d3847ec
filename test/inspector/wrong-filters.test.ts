/** Filters that no page sends: each is answered, and none does more than it says. */
import { afterEach, describe, expect, it } from "vitest";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
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

const TOKEN = "a-token-of-a-test-that-is-long-enough";
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

const ERRORS = { error: (message: string) => expect.fail(message) };

describe.each(Object.entries(SOURCES))("with %s", (_, create) => {
  it.each(
    ["deliveries", "overview", "recording"].flatMap((name) =>
      ["abc", "-1", "1.5", "0x10", " 1", "9".repeat(30)].map((before) => [name, before]),
    ),
  )("%s refuses a page that begins at %j with 400", async (name, before) => {
    const inspector = createInspector(await create(), { log: ERRORS });
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
  const replay = async (input: object) => {
    const replayed: string[] = [];
    const source = createMemorySource({
      replay: ({ id }) => Promise.resolve(void replayed.push(id)),
    });
    for (const id of ["1", "2"])
      source.add({ id, event: "push", receivedAt: 1, outcome: "dead", attempts: 1 });
    const options = { token: TOKEN, isReadOnly: false, log: ERRORS };
    const response = await createInspector(
      source,
      options,
    )(
      new Request("http://localhost/inspector/api/replay", {
        method: "POST",
        headers: { "content-type": "application/json", [TOKEN_HEADER]: TOKEN },
        body: JSON.stringify(input),
      }),
    );
    return { status: response.status, text: await response.text(), replayed };
  };

  it.each([{ key: "1" }, { Keys: ["1"] }, { ids: ["1"] }, { evnt: "push" }, { isBrief: true }])(
    "of the unknown property of %j replays nothing, and says so",
    async (input) => {
      const answer = await replay(input);
      expect(answer).toMatchObject({ status: 400, replayed: [] });
      expect(answer.text).toContain(`unknown property \\"${Object.keys(input)[0]}\\"`);
    },
  );

  it.each([["nobody"], []])("of the keys %j replays nothing", async (...keys) => {
    expect(await replay({ keys })).toMatchObject({
      status: 200,
      text: '{"count":0}',
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
