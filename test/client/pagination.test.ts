/** Lists that are requested page by page, by each rule. */
import { describe, expect, it } from "vitest";
import type { Pagination } from "../../src/catalog/client.js";
import { collect } from "./collect.js";
import { errorOf } from "./error-of.js";
import { json, startServer, type Answer, type Step } from "./server.js";
import { createService } from "./service.js";

const server = startServer();

const BY_ITEM: Pagination = {
  style: "cursor",
  parameter: "after",
  next: { item: "id" },
  more: "has_more",
  items: "data",
};
const BY_BODY: Pagination = {
  style: "cursor",
  parameter: "after",
  next: { body: "meta.next" },
  items: "meta.list",
};
const BY_HEADER: Pagination = { style: "cursor", parameter: "after", next: { header: "x-next" } };
const BY_OFFSET: Pagination = { style: "offset", parameter: "skip" };
const BY_PAGE: Pagination = { style: "page", parameter: "page" };

const CASES: readonly Case[] = [
  {
    title: "a cursor of the last item",
    pagination: BY_ITEM,
    steps: [
      json({ has_more: true, data: createItems(1, 2) }),
      json({ has_more: false, data: createItems(3) }),
    ],
    urls: ["/things", "/things?after=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a cursor in the body",
    pagination: BY_BODY,
    steps: [answerMeta("a b", 1), answerMeta("", 2)],
    urls: ["/things", "/things?after=a%20b"],
    ids: [1, 2],
  },
  ...[null, undefined, false].map((end): Case => ({
    title: `a cursor that ends with ${String(end)}`,
    pagination: BY_BODY,
    steps: [answerMeta("c", 1), answerMeta(end, 2)],
    urls: ["/things", "/things?after=c"],
    ids: [1, 2],
  })),
  {
    title: "a cursor in a header",
    pagination: BY_HEADER,
    steps: [json(createItems(1), 200, { "x-next": "n" }), json(createItems(2))],
    urls: ["/things", "/things?after=n"],
    ids: [1, 2],
  },
  {
    title: "a cursor that repeats",
    pagination: BY_BODY,
    steps: [answerMeta("c", 1), answerMeta("d", 2), answerMeta("c", 3), answerMeta("d", 4)],
    urls: ["/things", "/things?after=c", "/things?after=d"],
    ids: [1, 2, 3],
  },
  {
    title: "a cursor that is the caller's own",
    pagination: BY_BODY,
    steps: [answerMeta("c", 1)],
    parameters: { after: "c" },
    urls: ["/things?after=c"],
    ids: [1],
  },
  ...[null, undefined].map((end): Case => ({
    title: `a cursor of the caller's own, and one that ends with ${String(end)}`,
    pagination: BY_BODY,
    steps: [answerMeta(end, 2)],
    parameters: { after: "c" },
    urls: ["/things?after=c"],
    ids: [2],
  })),
  {
    title: "no item to take a cursor of",
    pagination: BY_ITEM,
    steps: [json({ has_more: true, data: [] })],
    urls: ["/things"],
    ids: [],
  },
  {
    title: "an offset",
    pagination: BY_OFFSET,
    steps: [json(createItems(1, 2)), json(createItems(3)), json([])],
    urls: ["/things", "/things?skip=2", "/things?skip=3"],
    ids: [1, 2, 3],
  },
  {
    title: "an offset from the caller's own",
    pagination: BY_OFFSET,
    steps: [json(createItems(1, 2)), json([])],
    parameters: { skip: 10 },
    urls: ["/things?skip=10", "/things?skip=12"],
    ids: [1, 2],
  },
  {
    title: "a page number",
    pagination: BY_PAGE,
    steps: [json(createItems(1, 2)), json(createItems(3)), json([])],
    urls: ["/things", "/things?page=2", "/things?page=3"],
    ids: [1, 2, 3],
  },
  {
    title: "a page number that begins with zero",
    pagination: { ...BY_PAGE, first: 0 },
    steps: [json(createItems(1)), json([])],
    urls: ["/things", "/things?page=1"],
    ids: [1],
  },
  {
    title: "a server that ignores the page number",
    pagination: BY_PAGE,
    steps: [json(createItems(1, 2))],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2],
  },
  {
    title: "a total that an offset reaches",
    pagination: { ...BY_OFFSET, items: "data", total: "meta.total" },
    steps: [answerTotal(3, 1, 2), answerTotal(3, 3)],
    urls: ["/things", "/things?skip=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a total that the caller's own offset reaches",
    pagination: { ...BY_OFFSET, items: "data", total: "meta.total" },
    steps: [answerTotal(12, 1, 2)],
    parameters: { skip: 10 },
    urls: ["/things?skip=10"],
    ids: [1, 2],
  },
  {
    title: "a total that page numbers reach, as text",
    pagination: { ...BY_PAGE, items: "data", total: "meta.total" },
    steps: [answerTotal("3", 1, 2), answerTotal("3", 3)],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2, 3],
  },
  ...[0, -1, null, "many", 1].map((total): Case => ({
    title: `a total that is wrong: ${String(total)}`,
    pagination: { ...BY_PAGE, items: "data", total: "meta.total" },
    steps: [answerTotal(total, 1, 2), answerTotal(total)],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2],
  })),
  {
    title: "a number of pages",
    pagination: { ...BY_PAGE, items: "data", pages: "meta.total" },
    steps: [answerTotal(2, 1, 2), answerTotal(2, 3, 4)],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2, 3, 4],
  },
  {
    title: "a number of pages that begin with zero",
    pagination: { ...BY_PAGE, first: 0, items: "data", pages: "meta.total" },
    steps: [answerTotal(2, 1), answerTotal(2, 2)],
    urls: ["/things", "/things?page=1"],
    ids: [1, 2],
  },
  {
    title: "a page number, and an end that the page tells",
    pagination: { ...BY_PAGE, items: "meta.list", more: "meta.next" },
    steps: [answerMeta("https://other.example/2", 1), answerMeta(null, 2)],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2],
  },
  {
    title: "a cursor that the last page has, too",
    pagination: { ...BY_BODY, done: "meta.done" },
    steps: [answerMeta("c", 1), json({ meta: { next: "d", done: true, list: createItems(2) } })],
    urls: ["/things", "/things?after=c"],
    ids: [1, 2],
  },
  {
    title: "a page that is shorter than it says",
    pagination: { ...BY_PAGE, items: "data", size: { body: "meta.total" } },
    steps: [answerTotal(2, 1, 2), answerTotal(2, 3)],
    urls: ["/things", "/things?page=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a page that is shorter than usual",
    pagination: { ...BY_OFFSET, size: { parameter: "limit", default: 2 } },
    steps: [json(createItems(1, 2)), json(createItems(3))],
    urls: ["/things", "/things?skip=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a page that is shorter than the caller asked for",
    pagination: { ...BY_PAGE, size: { parameter: "limit", default: 9, maximum: 2 } },
    steps: [json(createItems(1, 2)), json(createItems(3))],
    parameters: { limit: 2 },
    urls: ["/things?limit=2", "/things?limit=2&page=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a page that is as long as the service gives at most",
    pagination: { ...BY_PAGE, size: { parameter: "limit", maximum: 2 } },
    steps: [json(createItems(1, 2)), json(createItems(3))],
    parameters: { limit: 50 },
    urls: ["/things?limit=50", "/things?limit=50&page=2"],
    ids: [1, 2, 3],
  },
  {
    title: "a page that may be shorter, since no maximum is known",
    pagination: { ...BY_PAGE, size: { parameter: "limit", default: 2 } },
    steps: [json(createItems(1, 2)), json([])],
    parameters: { limit: 50 },
    urls: ["/things?limit=50", "/things?limit=50&page=2"],
    ids: [1, 2],
  },
  {
    title: "a link in the body",
    pagination: { style: "link", next: { body: "meta.next" }, items: "meta.list" },
    steps: [answerMeta("/things?token=a%2Fb", 1), answerMeta("?token=c", 2), answerMeta(null, 3)],
    urls: ["/things", "/things?token=a%2Fb", "/things?token=c"],
    ids: [1, 2, 3],
  },
  {
    title: "a page without the list",
    pagination: { ...BY_PAGE, items: "data" },
    steps: [json({ error: "none" })],
    urls: ["/things"],
    ids: [],
  },
];

describe("[F.15] a list with", () => {
  it.each(CASES)("$title", async ({ pagination, steps, parameters = {}, urls: expected, ids }) => {
    server.play(...steps);
    const client = createService({ pagination }, { baseUrl: server.url });
    const items = await collect(client.paginate("GET /things", parameters));
    expect({ ids: items.map(({ id }) => id), urls: listUrls() }).toEqual({ ids, urls: expected });
  });

  it("a link in the body to another origin rejects", async () => {
    server.play(json({ next: "https://other.example/things", data: createItems(1) }));
    const pagination: Pagination = { style: "link", next: { body: "next" } };
    const client = createService({ pagination }, { baseUrl: server.url });
    expect(await errorOf(collect(client.paginate("GET /things")))).toMatchObject({
      code: "FOREIGN_LINK",
    });
    expect(listUrls()).toEqual(["/things"]);
  });

  it.each<
    [what: string, pagination: Pagination, steps: Step[], parameters: object, sent: object[]]
  >([
    [
      "a cursor",
      { style: "cursor", parameter: "after", next: { body: "next" }, items: "data" },
      [json({ data: createItems(1), next: "b" }), json({ data: createItems(2) })],
      { data: { q: "a" } },
      [{ q: "a" }, { q: "a", after: "b" }],
    ],
    [
      "a number",
      BY_PAGE,
      [json(createItems(1)), json(createItems(2)), json([])],
      { data: { q: "a", page: 4 } },
      [
        { q: "a", page: 4 },
        { q: "a", page: 5 },
        { q: "a", page: 6 },
      ],
    ],
    [
      "a number beside fields",
      BY_PAGE,
      [json(createItems(1)), json([])],
      { q: "a" },
      [{ q: "a" }, { q: "a", page: 2 }],
    ],
  ])("%s in the body", async (_what, pagination, steps, parameters, sent) => {
    server.play(...steps);
    const client = createService({ pagination }, { baseUrl: server.url });
    await collect(client.paginate("POST /things", parameters));
    expect(server.arrivals.map(({ body }) => JSON.parse(body) as unknown)).toEqual(sent);
  });

  it("a size that is a default of the client", async () => {
    server.play(json(createItems(1)), json(createItems(2)), json([]));
    const pagination: Pagination = {
      ...BY_PAGE,
      size: { parameter: "limit", default: 2, maximum: 9 },
    };
    const options = { baseUrl: server.url, defaults: { limit: 1 } };
    const client = createService({ pagination }, options);
    expect(await collect(client.paginate("GET /things"))).toHaveLength(2);
  });

  it("a rule of its route", async () => {
    server.play(json(createItems(1)), json([]));
    const client = createService(
      { pagination: { style: "link" }, paginationOf: { "GET /things": BY_PAGE } },
      { baseUrl: server.url },
    );
    await collect(client.paginate("GET /things"));
    expect(listUrls()).toEqual(["/things", "/things?page=2"]);
  });

  it("no rule rejects", async () => {
    const client = createService({}, { baseUrl: server.url });
    const error = await errorOf(collect(client.paginate("GET /things")));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'Route "GET /things" is not divided into pages; expected a list with pagination.',
    );
  });
});

function listUrls() {
  return server.arrivals.map(({ url }) => url);
}

function createItems(...ids: readonly number[]) {
  return ids.map((id) => ({ id }));
}

/** Answers with a page that tells the next one. */
function answerMeta(next: unknown, ...ids: readonly number[]): Answer {
  return json({ meta: { next, list: createItems(...ids) } });
}

/** Answers with a page that tells the number of all items, or of all pages. */
function answerTotal(total: unknown, ...ids: readonly number[]): Answer {
  return json({ meta: { total }, data: createItems(...ids) });
}

interface Case {
  readonly title: string;
  readonly pagination: Pagination;
  readonly steps: readonly Step[];
  readonly parameters?: {
    readonly page?: number;
    readonly after?: string;
    readonly skip?: number;
    readonly limit?: number;
  };
  readonly urls: readonly string[];
  readonly ids: readonly number[];
}
