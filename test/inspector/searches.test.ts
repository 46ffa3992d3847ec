/** Searches of several terms over the HTTP API, for each kind of source: how many they find, and what they replay. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInbox } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import { READING } from "../../src/inbox/move.js";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import { openSqliteStore } from "../../src/inbox/sqlite/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { TOKEN_HEADER } from "../../src/inspector/access.js";
import {
  createInspector,
  createMemorySource,
  createRelaySource,
  type InspectorSource,
} from "../../src/inspector/index.js";
import { createInboxSource } from "../../src/inspector/sources/inbox-source.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { createToolkit } from "../http/toolkit.js";
import { arrive, commit } from "../inbox/deliveries.js";
import { createDatabase } from "../postgres/database.js";
import { TOKEN } from "./ask.js";

const folder = mkdtempSync(join(tmpdir(), "typewire-searches-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** Every delivery is of a team, every second one of the site, and every third one is closed. */
const BODIES = Array.from({ length: 24 }, (_, number) => ({
  type: "issues",
  id: `id-${number}`,
  action: number % 3 === 0 ? "closed" : "opened",
  issue: { number, title: `Login fails ${number}` },
  repository: { full_name: number % 2 === 0 ? "acme/app" : "acme/site" },
})).map((payload) => JSON.stringify(payload));

/** Searches, with the numbers of the deliveries that they find. */
const SEARCHES: readonly (readonly [search: string, numbers: readonly number[]])[] = [
  ["repository:site number:7", [7]],
  ["repository:site number:8", []],
  ["repository:acme action:closed", [0, 3, 6, 9, 12, 15, 18, 21]],
  ['repository:app action:closed "fails 1"', [12, 18]],
  ["event:issues.closed repository:site title:login", [3, 9, 15, 21]],
  ["repository:login number:7", []], // in another member
  ['"login fails" "acme/site" number:23', [23]],
];

describe.each<[name: string, create: () => Subject | Promise<Subject>]>([
  ["an inbox in memory", () => createDeadInbox(openMemoryStore())],
  ["an inbox in SQLite", () => createDeadInbox(openSqliteStore(join(folder, "inbox.db")))],
  [
    "an inbox in PostgreSQL",
    async () => createDeadInbox(openPostgresStore(await createDatabase())),
  ],
  ["a source in memory", createMemory],
  ["a channel of a relay", createRelay],
])("a search of several terms in %s", (_name, create) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await create();
  });
  afterAll(() => subject.close?.());

  const ask = (path: string, init?: RequestInit): Promise<Response> =>
    createInspector(subject.source, { token: TOKEN, isReadOnly: false })(
      new Request(`http://localhost/inspector/api/${path}`, init),
    );
  const post = (path: string, input: object): Promise<Response> =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", [TOKEN_HEADER]: TOKEN },
      body: JSON.stringify(input),
    });

  it.each(SEARCHES)("counts what %s finds", async (search, numbers) => {
    const response = await ask(`count?${new URLSearchParams({ q: search }).toString()}`);
    expect(await response.json()).toEqual({ count: numbers.length, isCut: false });
  });

  it.each(SEARCHES)("replays what %s finds, and nothing else", async (search, numbers) => {
    const response = await post("replay", { q: search });
    if (subject.takeReplayed === undefined) {
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { code: "NOT_OFFERED" },
      ]);
      return;
    }
    expect(await response.json()).toEqual({ count: numbers.length });
    const ids = numbers.map((number) => `id-${number}`);
    expect((await subject.takeReplayed()).toSorted()).toEqual(ids.toSorted());
  });
});

/** An inbox in which every delivery is dead. */
async function createDeadInbox(store: InboxStore): Promise<Subject> {
  const inbox = createInbox({ webhooks: createToolkit().webhooks, store });
  await store.open(READING);
  const arrivals = BODIES.map((text, number) => arrive(`id-${number}`, { name: "issues", text }));
  await commit(store, { arrivals });
  const end = async (): Promise<readonly string[]> => {
    const { claimed } = await commit(store, { room: BODIES.length });
    const outcomes = claimed.map((each) => ({
      ...each,
      end: "dead" as const,
      done: [],
      errors: [],
    }));
    await commit(store, { outcomes });
    return claimed.map(({ id }) => id);
  };
  await end();
  return { source: createInboxSource(inbox), takeReplayed: end, close: () => inbox.drain() };
}

function createMemory(): Subject {
  const replayed: string[] = [];
  const source = createMemorySource({
    replay: ({ id }) => Promise.resolve(void replayed.push(id)),
  });
  for (const text of BODIES) {
    const { id, action } = JSON.parse(text) as { id: string; action: string }; // as above
    const body = new TextEncoder().encode(text);
    source.add({ id, event: "issues", action, receivedAt: 1, outcome: "dead", attempts: 1, body });
  }
  return { source, takeReplayed: () => Promise.resolve(replayed.splice(0)) };
}

async function createRelay(): Promise<Subject> {
  const relay = createRelayServer();
  const channel = createChannel();
  for (const body of BODIES)
    await relay.fetch(new Request(`http://relay/${channel}`, { method: "POST", body }));
  return { source: createRelaySource(relay, channel) };
}

interface Subject {
  readonly source: InspectorSource;
  /** Ids of what was replayed, by a call that forgets them. Absent: the source does not replay. */
  readonly takeReplayed?: () => Promise<readonly string[]>;
  readonly close?: () => Promise<unknown>;
}
