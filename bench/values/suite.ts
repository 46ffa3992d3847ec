/** Conversion of values that JSON does not have, beside `JSON.parse` and the same work by hand. */
import { deepStrictEqual } from "node:assert/strict";
import type { Suite } from "../harness/measure.js";
import { type Job, timeJobs } from "../harness/time-jobs.js";
import { bigints, createBodyValues, dates } from "../../src/runtime/values.js";

export const valuesSuite: Suite = (conditions) => timeJobs([createJob()], conditions);

/** Fields of an owner that become values. */
const OWNER_PLAN = { id: "int64", created_at: "date-time" };

/** Half of the fields become dates or integers; an owner is the plan at index 2 of those that routes share. */
const ITEM_PLAN = { ...OWNER_PLAN, updated_at: "date-time", closed_at: "date-time", owner: 2 };

/** The plans that others refer to by their index; 0 is none. */
const SHARED_PLANS = [0, ITEM_PLAN, OWNER_PLAN];

/** The body of status 200 of a route: `items` is a list of the plan at index 1. */
const ROUTE_PLANS = { list: { 200: { items: ["list", 1] } } };

function createJob(): Job {
  const create = createBodyValues({ shared: SHARED_PLANS, routes: ROUTE_PLANS }, [dates, bigints]);
  const values = create();
  return {
    name: "100 items with dates and bigints",
    // The text is read beside its JSON for integers that a number cannot hold.
    ours: () => values.convert(JSON.parse(BODY), BODY, "list", 200),
    limit: convertByHand,
    peers: { "JSON.parse": () => JSON.parse(BODY) as unknown },
    check: (result, expected, subject) => {
      if (subject !== "JSON.parse") deepStrictEqual(result, expected);
    },
    atMost: 1.5,
  };
}

// ---- The body

const BODY = JSON.stringify({ items: Array.from({ length: 100 }, (_, id) => createItem(id)) });

function createItem(id: number) {
  return {
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
  };
}

// ---- By hand

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

/** Throws for an invalid time, as the client does. */
function toDate(text: unknown): Date {
  const date = new Date(text as string);
  if (Number.isNaN(date.getTime())) throw new TypeError("A time is invalid.");
  return date;
}

type Item = Record<"id" | "created_at" | "updated_at" | "closed_at", unknown> & {
  readonly owner: Record<"id" | "created_at", unknown>;
};
