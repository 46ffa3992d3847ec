import { deepStrictEqual } from "node:assert/strict";
import { type Job, type Suite, timeJobs } from "../harness/measure.js";
import { bigints, createBodyValues, dates } from "../../src/runtime/values.js";

/** An item of a list. Half of its fields become dates or integers. */
const createItem = (id: number) => ({
  id: 1_000 + id,
  name: `item ${id}`,
  description: "A thing in a list, with a text of usual length.",
  url: `https://api.acme.example/things/${id}`,
  tags: ["a", "b"],
  owner: { id: 7 + id, login: "jane", created_at: "2024-01-02T03:04:05Z" },
  created_at: "2026-03-01T10:20:30Z",
  updated_at: "2026-03-02T10:20:30Z",
  closed_at: null,
  count: id,
});

const BODY = JSON.stringify({ items: Array.from({ length: 100 }, (_, id) => createItem(id)) });

const OWNER = { id: "int64", created_at: "date-time" };
const ITEM = { ...OWNER, updated_at: "date-time", closed_at: "date-time", owner: 2 };

const values = createBodyValues(
  { shared: [0, ITEM, OWNER], routes: { list: { 200: { items: ["list", 1] } } } },
  [dates, bigints],
)();

type Item = Record<"id" | "created_at" | "updated_at" | "closed_at", unknown> & {
  readonly owner: Record<"id" | "created_at", unknown>;
};

/** Throws for an invalid time, as the client does. */
function toDate(text: unknown): Date {
  const date = new Date(text as string);
  if (Number.isNaN(date.getTime())) throw new TypeError("A time is invalid.");
  return date;
}

function convertByHand(): unknown {
  const body = JSON.parse(BODY) as { readonly items: readonly Item[] };
  for (const item of body.items) {
    item.id = BigInt(item.id as number);
    item.created_at = toDate(item.created_at);
    item.updated_at = toDate(item.updated_at);
    if (item.closed_at !== null) item.closed_at = toDate(item.closed_at);
    item.owner.id = BigInt(item.owner.id as number);
    item.owner.created_at = toDate(item.owner.created_at);
  }
  return body;
}

const JOB: Job = {
  name: "100 items with dates and bigints",
  ours: () => values.convert(JSON.parse(BODY), BODY, "list", 200),
  limit: convertByHand,
  peers: { "JSON.parse": () => JSON.parse(BODY) as unknown },
  check: (result, expected, subject) => {
    if (subject !== "JSON.parse") deepStrictEqual(result, expected);
  },
  atMost: 1.5,
};

/** Conversion of values, beside `JSON.parse` and the same work by hand. */
export const valuesSuite: Suite = (conditions) => timeJobs([JOB], conditions);
