/** One list of a catch-up by itself, with a client that answers as a test tells it, and a host without an inbox. */
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import type { Progress } from "../../../src/inbox/catch-up/turn.js";
import { createCatchUpSource } from "../../../src/inbox/catch-up/source.js";
import type {
  CatchUpHost,
  CatchUpOptions,
  CatchUpStore,
  FetchedDelivery,
} from "../../../src/inbox/catch-up/types.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import type { Arrival, ArrivalResult } from "../../../src/inbox/store.js";
import { createRecorder } from "../../http/toolkit.js";
import { arrive, DAY, LEASE, SETTINGS } from "../deliveries.js";
import { createEnvironment, type TestEnvironment } from "../environment.js";

export const PLAN: CatchUpPlan = {
  route: "GET /log",
  order: "newest-first",
  next: { parameter: "page", body: "next" },
  items: "items",
  id: "id",
  time: "at",
  event: "kind",
  payload: "data",
};

/** Name of the note of its progress. */
export const NOTE = 'catch-up/["GET /log"]';

export const NOW = createEnvironment().clock();

/** Opens a list, and returns it with all that the client was asked for and the host was given. */
export async function openList(
  answers: Answers,
  { plan = PLAN, options = {}, prepare = () => undefined }: ListOptions = {},
) {
  const environment = createEnvironment();
  const { log, entries, text } = createRecorder();
  const store = openMemoryStore() as CatchUpStore; // it keeps notes
  await store.open({ ...SETTINGS, clock: environment.clock });
  const { host, ...given } = createHost({ environment, log, store }, prepare);
  const { client, asked } = createClient(environment, answers);
  const create = (changes: Partial<CatchUpOptions> = {}) =>
    createCatchUpSource([plan]).open(host, { client, ...options, ...changes });
  return {
    environment,
    store,
    host,
    ...given,
    asked,
    /** Parameters of the requests. */
    pages: () => asked.map(({ parameters }) => parameters),
    entries,
    text,
    create,
    feed: create(),
    writeNote: (progress: Progress, name = NOTE) =>
      store.changeNote({ name, holder: "test", lease: 0, text: JSON.stringify(progress) }),
    readNote: async (name = NOTE): Promise<unknown> => {
      const note = await store.changeNote({ name, holder: "test", lease: 0 });
      return note === undefined ? "held" : JSON.parse(note);
    },
  };
}

/** Lets another worker hold a note. Returns its text, or `undefined` while somebody else holds it. */
export function holdNote(store: CatchUpStore, lease: number, name = NOTE) {
  return store.changeNote({ name, holder: "another", lease });
}

/** An item that happened so many milliseconds ago. */
export function item(id: string, age: number) {
  return { id, at: NOW - age, kind: "note", data: { id } };
}

/** Answers with these pages, each of which names the index of the next one, at a time of the service. */
export function inPages(pages: readonly (readonly object[])[], date: number | null = NOW): Answers {
  return (_, { page = 0 }) => {
    const next = Number(page) + 1;
    const items = pages[Number(page)] ?? [];
    return {
      data: { items, next: next < pages.length ? next : undefined },
      date: date ?? undefined,
    };
  };
}

/** A host without an inbox. A test sets in `results` what becomes of an arrival that is not new. */
function createHost(
  {
    environment,
    log,
    store,
  }: Pick<CatchUpHost, "environment" | "log"> & {
    readonly store: CatchUpStore;
  },
  prepare: (delivery: FetchedDelivery) => void,
) {
  const written: string[] = [];
  const payloads: unknown[] = [];
  const results = new Map<string, ArrivalResult>();
  const host: CatchUpHost = {
    environment,
    log,
    lease: LEASE,
    dedupeFor: 7 * DAY,
    open: () => Promise.resolve(store),
    prepare: async (delivery) => {
      await Promise.resolve();
      prepare(delivery);
      payloads.push(delivery.payload);
      return arrive(delivery.id, { name: delivery.name });
    },
    write: ({ id }: Arrival) => {
      written.push(id);
      return Promise.resolve(results.get(id) ?? "new");
    },
  };
  return { host, written, payloads, results };
}

/** A client that notes its requests, with their times since it was made. */
function createClient({ clock }: TestEnvironment, answers: Answers) {
  const start = clock();
  const asked: { readonly route: string; readonly parameters: object; readonly at: number }[] = [];
  const client = {
    request: async (route: string, parameters: Readonly<Record<string, unknown>>) => {
      asked.push({ route, parameters, at: clock() - start });
      await Promise.resolve();
      const { data, date } = answers(route, parameters);
      return { data, headers: date === undefined ? {} : { date: new Date(date).toUTCString() } };
    },
  };
  return { client, asked };
}

interface ListOptions {
  readonly plan?: CatchUpPlan;
  readonly options?: Partial<CatchUpOptions>;
  /** Called with each delivery that is fetched; one at which it throws is not written. */
  readonly prepare?: (delivery: FetchedDelivery) => void;
}

/** Gives the answer to a request, with the time of the service if it tells that. */
export type Answers = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
) => { readonly data: unknown; readonly date?: number | undefined };
