/** An inbox that gives out fixed rows, and writes down what it was asked. */
import {
  createInboxSource,
  type InboxSourceOptions,
  type InspectableInbox,
} from "../../src/inspector/sources/inbox-source.js";

/** A delivery as an inbox gives it: done at the first attempt. */
export function createRow(key: number, changes: Partial<Delivery> = {}): Delivery {
  const body = changes.body ?? new TextEncoder().encode(`{"action":"a${key}"}`);
  return {
    key: String(key),
    id: `id-${key}`,
    name: "note",
    state: "done" as const,
    receivedAt: 100,
    attempts: 1,
    losses: 0,
    finishedAt: 130,
    isConflict: false,
    done: ["log"],
    errors: [],
    size: body.length,
    body,
    ...changes,
  };
}

/** An inbox that gives these rows, the newest first, and notes what it was asked for. */
export function createFakeInbox(rows: readonly Delivery[], options?: InboxSourceOptions) {
  const asked: { call: "list" | "read" | "replay"; filter: Filter | undefined }[] = [];
  const find = (filter: Filter = {}) => {
    const { before, keys, limit = Infinity } = filter;
    const first = before === undefined ? 0 : rows.findIndex(({ key }) => key === before) + 1;
    return rows
      .slice(first)
      .filter(({ key }) => keys?.includes(key) !== false)
      .slice(0, limit);
  };
  const inbox: InspectableInbox = {
    list: async (filter) => {
      asked.push({ call: "list", filter });
      return find(filter);
    },
    read: async (filter) => {
      asked.push({ call: "read", filter });
      return find(filter);
    },
    replay: async (filter) => {
      asked.push({ call: "replay", filter });
      return filter.state === "done" ? 2 : 1;
    },
    stats: () => Promise.resolve({}),
  };
  return { inbox, asked, source: createInboxSource(inbox, options) };
}

export type Filter = Parameters<InspectableInbox["replay"]>[0];

export type Delivery = Awaited<ReturnType<InspectableInbox["read"]>>[number];
