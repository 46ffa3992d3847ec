/** One list of deliveries by itself: a client that answers as told, over a host without an inbox. */
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
import { arrive, DAY, SECOND, SETTINGS } from "../deliveries.js";
import { createEnvironment } from "../environment.js";

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
export const NOTE = 'catch-up/["GET /log"]';
export const LEASE = 12 * SECOND;

/** A list over a client that answers as it is told, and a host that writes down what it gets. */
export async function openList(
  answers: Answers,
  {
    plan = PLAN,
    options = {},
    prepare,
  }: {
    readonly plan?: CatchUpPlan;
    readonly options?: Partial<CatchUpOptions>;
    readonly prepare?: (delivery: FetchedDelivery) => void;
  } = {},
) {
  const environment = createEnvironment();
  const { log, entries, text } = createRecorder();
  const store = openMemoryStore() as CatchUpStore;
  await store.open({ ...SETTINGS, clock: environment.clock });
  const asked: { readonly route: string; readonly parameters: object; readonly at: number }[] = [];
  const written: string[] = [];
  const payloads: unknown[] = [];
  const results = new Map<string, ArrivalResult>();
  const start = environment.clock();
  const host: CatchUpHost = {
    environment,
    log,
    lease: LEASE,
    dedupeFor: 7 * DAY,
    open: () => Promise.resolve(store),
    prepare: async (delivery) => {
      await Promise.resolve();
      prepare?.(delivery);
      payloads.push(delivery.payload);
      return arrive(delivery.id, { name: delivery.name });
    },
    write: ({ id }: Arrival) => {
      written.push(id);
      return Promise.resolve(results.get(id) ?? "new");
    },
  };
  const client = {
    request: async (route: string, parameters: Readonly<Record<string, unknown>>) => {
      asked.push({ route, parameters, at: environment.clock() - start });
      await Promise.resolve();
      const { data, date } = answers(route, parameters);
      return { data, headers: date === undefined ? {} : { date: new Date(date).toUTCString() } };
    },
  };
  const create = (more: Partial<CatchUpOptions> = {}) =>
    createCatchUpSource([plan]).open(host, { client, ...options, ...more });
  const writeNote = (text: Progress, name = NOTE) =>
    store.changeNote({ name, holder: "test", lease: 0, text: JSON.stringify(text) });
  const readNote = async (name = NOTE) =>
    JSON.parse((await store.changeNote({ name, holder: "test", lease: 0 })) ?? '"held"') as unknown;
  const pages = () => asked.map(({ parameters }) => parameters);
  const parts = { environment, store, host, asked, pages, written, payloads, results, entries };
  return { ...parts, text, create, feed: create(), writeNote, readNote };
}

export const NOW = createEnvironment().clock();

/** An item of so many milliseconds ago. */
export const item = (id: string, age: number) => ({
  id,
  at: NOW - age,
  kind: "note",
  data: { id },
});

/** Pages of a list whose next one is the index of the next page. */
export const inPages =
  (pages: readonly (readonly object[])[], date: number | null = NOW): Answers =>
  (_, { page = 0 }) => {
    const next = Number(page) + 1;
    const items = pages[Number(page)] ?? [];
    return {
      data: { items, next: next < pages.length ? next : undefined },
      date: date ?? undefined,
    };
  };

export type Answers = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
) => { readonly data: unknown; readonly date?: number | undefined };
