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
import type { InboxStore, Outcome } from "../../src/inbox/store.js";
import {
  createMemorySource,
  createRelaySource,
  type InspectorSource,
} from "../../src/inspector/index.js";
import { createInboxSource } from "../../src/inspector/sources/inbox-source.js";
import { createChannel, createRelayServer } from "../../src/relay/server/relay-server.js";
import { createToolkit } from "../http/toolkit.js";
import { arrive, commit } from "../inbox/deliveries.js";
import { createDatabase } from "../postgres/database.js";
import { askSource, postToSource } from "./ask-source.js";
import { encode } from "./sample-source.js";

const folder = mkdtempSync(join(tmpdir(), "typewire-searches-"));

afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Deliveries 0 to 23, as text. Even ones come from the repository acme/app, odd ones from acme/site. Every third
 * one says that an issue was closed, the others that one was opened.
 */
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

describe.each<SearchedSource>([
  {
    name: "an inbox in memory",
    canReplay: true,
    create: () => createDeadInbox(openMemoryStore()),
  },
  {
    name: "an inbox in SQLite",
    canReplay: true,
    create: () => createDeadInbox(openSqliteStore(join(folder, "inbox.db"))),
  },
  {
    name: "an inbox in PostgreSQL",
    canReplay: true,
    create: async () => createDeadInbox(openPostgresStore(await createDatabase())),
  },
  { name: "a source in memory", canReplay: true, create: createMemory },
  { name: "a channel of a relay", canReplay: false, create: createRelay },
])("a search of several terms in $name", ({ canReplay, create }) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await create();
  });
  afterAll(() => subject.close?.());

  it.each(SEARCHES)("counts what %s finds", async (search, numbers) => {
    const query = new URLSearchParams({ q: search }).toString();
    const { answer } = await askSource(subject.source, `count?${query}`);
    expect(answer).toEqual({ count: numbers.length, isCut: false });
  });

  if (canReplay) {
    it.each(SEARCHES)("replays what %s finds, and nothing else", async (search, numbers) => {
      const { answer } = await postToSource(subject.source, "replay", { q: search });
      expect(answer).toEqual({ count: numbers.length });
      const ids = numbers.map((number) => `id-${number}`);
      const replayed = await subject.takeReplayed?.();
      expect(replayed?.toSorted()).toEqual(ids.toSorted());
    });
  } else {
    it.each(SEARCHES)("refuses to replay what %s finds", async (search) => {
      expect(await postToSource(subject.source, "replay", { q: search })).toMatchObject({
        status: 404,
        answer: { code: "NOT_OFFERED" },
      });
    });
  }
});

/** An inbox in which every delivery is dead. */
async function createDeadInbox(store: InboxStore): Promise<Subject> {
  const inbox = createInbox({ webhooks: createToolkit().webhooks, store });
  await store.open(READING);
  const arrivals = BODIES.map((text, number) => arrive(`id-${number}`, { name: "issues", text }));
  await commit(store, { arrivals });
  const failClaimed = async (): Promise<readonly string[]> => {
    const { claimed } = await commit(store, { room: BODIES.length });
    const outcomes = claimed.map(({ key, token }): Outcome => {
      return { key, token, end: "dead", done: [], errors: [] };
    });
    await commit(store, { outcomes });
    return claimed.map(({ id }) => id);
  };
  await failClaimed();
  return {
    source: createInboxSource(inbox),
    takeReplayed: failClaimed,
    close: () => inbox.drain(),
  };
}

function createMemory(): Subject {
  const replayed: string[] = [];
  const source = createMemorySource({
    replay: ({ id }) => Promise.resolve(void replayed.push(id)),
  });
  for (const text of BODIES) {
    const { id, action } = JSON.parse(text) as { id: string; action: string }; // a text of `BODIES`
    const body = encode(text);
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

interface SearchedSource {
  readonly name: string;
  readonly canReplay: boolean;
  readonly create: () => Subject | Promise<Subject>;
}

interface Subject {
  readonly source: InspectorSource;
  /** Ids of what was replayed, by a call that forgets them. Absent if the source cannot replay. */
  readonly takeReplayed?: () => Promise<readonly string[]>;
  readonly close?: () => Promise<unknown>;
}
