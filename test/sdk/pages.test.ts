/** Lists as methods give them: pages that know the next one. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createMockFetch } from "typewire/testing";
import type { Pagination } from "../../src/catalog/client.js";
import { errorOf } from "../client/error-of.js";
import { json, reply, startServer, type Step } from "../client/server.js";
import { collect } from "../client/collect.js";
import { connect, defineList, type AnyList, type Thing } from "./service.js";

/** Collects garbage: the flag adds `gc` to contexts that are made later. */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const server = startServer();
const ROUTE = "GET /things";
const list = defineList(ROUTE);

const byCursor: Pagination = { style: "cursor", parameter: "after", next: { body: "meta.next" } };
const byPage: Pagination = { style: "page", parameter: "page" };
const byOffset: Pagination = { style: "offset", parameter: "skip" };
const byLink: Pagination = { style: "link" };

const cases: readonly Case[] = [
  {
    title: "a cursor",
    pagination: { ...byCursor, items: "data" },
    steps: [cursor("a", 1, 2), cursor("b", 3), cursor(null, 4)],
    urls: ["/things", "/things?after=a", "/things?after=b"],
    ids: [1, 2, 3, 4],
  },
  {
    title: "an offset",
    pagination: byOffset,
    steps: [json(things(1, 2)), json(things(3)), json([])],
    urls: ["/things", "/things?skip=2", "/things?skip=3"],
    ids: [1, 2, 3],
  },
  {
    title: "a number",
    pagination: byPage,
    steps: [json(things(1)), json(things(2)), json([])],
    urls: ["/things", "/things?page=2", "/things?page=3"],
    ids: [1, 2],
  },
  {
    title: "a number that the service ignores",
    pagination: byPage,
    steps: [json(things(1))],
    urls: ["/things", "/things?page=2"],
    ids: [1],
  },
  {
    title: "a link",
    pagination: byLink,
    steps: [link("?page=2", 1), link("/more", 2), json(things(3))],
    urls: ["/things", "/things?page=2", "/more"],
    ids: [1, 2, 3],
  },
  {
    title: "links in a circle",
    pagination: byLink,
    steps: [link("?page=2", 1), link("?page=3", 2), link("?page=2", 3)],
    urls: ["/things", "/things?page=2", "/things?page=3"],
    ids: [1, 2, 3],
  },
  {
    title: "one page",
    pagination: byLink,
    steps: [json(things(1))],
    urls: ["/things"],
    ids: [1],
  },
  {
    title: "nothing",
    pagination: byLink,
    steps: [reply(204)],
    urls: ["/things"],
    ids: [],
  },
];

/** The ways in which a program walks through a list. */
const WALKS: readonly (readonly [way: string, walk: Walk])[] = [
  ["items", (call) => collect(call)],
  ["pages", async (call) => (await collect(call.pages())).flatMap(({ data }) => data)],
  ["items of its first page", async (call) => collect(await call)],
  ["calls of getNextPage", clickThrough],
  [
    "items after its first page was awaited",
    async (call) => {
      await call;
      return collect(call);
    },
  ],
];

describe("[H.4] a list", () => {
  const table = cases.flatMap((each) =>
    WALKS.map(([way, walk]) => [each.title, way, each, walk] as const),
  );

  it.each(table)("with %s is iterated by %s", async (_title, _way, each, walk) => {
    server.play(...each.steps);
    const items = await walk(open(each.pagination));
    expect(items).toEqual(things(...each.ids));
    expect(urls()).toEqual(each.urls); // each page is requested once
  });

  it("ends its requests where the loop is left", async () => {
    server.play((response, arrival) => {
      link(`?page=${server.arrivals.length + 1}`, server.arrivals.length, 0)(response, arrival);
    });
    expect(await collect(open(byLink), 3)).toHaveLength(3);
    expect(server.arrivals).toHaveLength(2);
    expect(await collect(open(byLink).pages(), 1)).toHaveLength(1);
    expect(server.arrivals).toHaveLength(3);
  });

  it("gives its first page by withResponse, and unread by asResponse", async () => {
    server.play(cursor("a", 1));
    const call = open(byCursor);
    const response = await call.asResponse();
    expect(response.bodyUsed).toBe(false);
    const page = await call;
    expect(await call.withResponse()).toEqual({ data: page, response, requestId: undefined });
    expect((await call.withResponse()).data).toBe(page);
    for await (const first of call.pages()) {
      expect(first).toBe(page);
      break;
    }
    expect(server.arrivals).toHaveLength(1);
  });

  it("rejects as a call does, in each way", async () => {
    server.play(json({}, 404));
    const call = open(byCursor);
    const error = await errorOf(call);
    expect(error).toMatchObject({ status: 404 });
    expect(await errorOf(collect(call))).toBe(error);
    expect(await errorOf(collect(call.pages()))).toBe(error);
    expect(server.arrivals).toHaveLength(1);
  });

  it("rejects where a later page fails, once the pages before were given", async () => {
    server.play(link("?page=2", 1), json({}, 404));
    const items: unknown[] = [];
    const error = await errorOf(
      (async () => {
        for await (const thing of open(byLink)) items.push(thing);
      })(),
    );
    expect(items).toEqual(things(1));
    expect(error).toMatchObject({ status: 404 });
  });

  it("needs a route with pages", async () => {
    const none = connect(server.url);
    expect(await errorOf(list(none))).toMatchObject({ name: "TypeError" });
    expect(server.arrivals).toEqual([]);
  });

  it("sends the headers of a call for each page, and its ETag for the first one", async () => {
    server.play(link("?page=2", 1), json(things(2)));
    const options = { headers: { "x-a": "1" }, ifNoneMatch: '"e"' };
    expect(await collect(open(byLink, {}, options))).toEqual(things(1, 2));
    const sent = server.arrivals.map(({ headers }) => [headers["x-a"], headers["if-none-match"]]);
    expect(sent).toEqual([
      ["1", '"e"'],
      ["1", undefined],
    ]);
  });

  it("has no page if nothing has changed", async () => {
    server.play(reply(304));
    const call = open(byLink, {}, { ifNoneMatch: '"e"' });
    expect(await call).toBeUndefined();
    expect([await collect(call), await collect(call.pages())]).toEqual([[], []]);
    expect(server.arrivals).toHaveLength(1);
  });

  it("gets the replies of a mock for each page", async () => {
    const mocked = connect("http://acme.example", {}, { pagination: byPage });
    const mock = createMockFetch(mocked);
    mock.reply(ROUTE, { status: 200, data: things(1) }, { status: 200, data: [] });
    expect(await collect(list(mocked))).toEqual(things(1));
    expect(mock.requests).toHaveLength(2);
  });
});

/** The ways in which a program visits each item or page of a long list. */
const THOUSAND_VISITS: readonly (readonly [way: string, visit: Visit])[] = [
  [
    "items",
    async (call, look) => {
      for await (const thing of call) await look(thing);
    },
  ],
  [
    "pages",
    async (call, look) => {
      for await (const page of call.pages()) await look(page.data);
    },
  ],
  [
    "calls of getNextPage",
    async (call, look) => {
      for (let page = await call; page.hasNextPage(); page = await page.getNextPage())
        await look(page.data);
    },
  ],
];

describe("[H.4] a page", () => {
  it.each<[title: string, body: unknown, fields: object]>([
    ["a list", things(1), { data: things(1) }],
    ["an object", { list: things(1), total: 1 }, { list: things(1), total: 1, data: things(1) }],
    ["an object with data", { data: things(1), meta: {} }, { data: things(1), meta: {} }],
    ["other data", { data: { a: 1 }, list: things(1) }, { data: { a: 1 }, list: things(1) }],
    ["data that is null", { data: null, list: things(1) }, { data: things(1), list: things(1) }],
    ["no list", { total: 0 }, { total: 0, data: [] }],
    ["null", null, { data: [] }],
    ["names of methods", { hasNextPage: true, getNextPage: 1, list: [] }, { list: [], data: [] }],
    [
      "names of objects",
      { toString: 1, constructor: 2, list: [] },
      { toString: 1, constructor: 2, list: [], data: [] },
    ],
  ])("has the fields of %s", async (_, body, fields) => {
    server.play(json(body));
    const page = await open(byCursor);
    expect({ ...page }).toEqual(fields);
    expect(JSON.parse(JSON.stringify(page))).toEqual(fields);
    expect(page.hasNextPage()).toBe(false);
  });

  it("keeps its class, whatever the body holds", async () => {
    server.play(reply(200, { "content-type": "application/json" }, '{"__proto__":{"x":1},"a":[]}'));
    const page = await open(byCursor);
    expect(page).not.toHaveProperty("x");
    expect(page.hasNextPage()).toBe(false);
  });

  it("rejects for a page that is not there", async () => {
    server.play(json([]));
    const page = await open(byLink);
    expect(await errorOf(page.getNextPage())).toBeInstanceOf(RangeError);
  });

  it("has a next one that cannot be requested, and says why", async () => {
    server.play(link("https://stranger.example/", 1));
    const page = await open(byLink);
    expect(page.hasNextPage()).toBe(true);
    expect(await errorOf(page.getNextPage())).toMatchObject({ code: "FOREIGN_LINK" });
  });

  it("has a next one without items where the service repeats it", async () => {
    server.play(json({ list: things(1), total: 1 }));
    const page = await open(byPage);
    const next = await page.getNextPage();
    expect([next.data, next.hasNextPage()]).toEqual([[], false]);
    expect([page, next].map((each) => Object.hasOwn(each, "total"))).toEqual([true, false]);
  });

  it("can be left and continued several times", async () => {
    server.play((response, { url }) => {
      const at = Number(new URL(url ?? "", server.url).searchParams.get("page") ?? 1);
      (at < 4 ? link(`?page=${at + 1}`, at) : json(things(at)))(response, {} as never);
    });
    const first = await open(byLink);
    const second = await first.getNextPage();
    expect(await collect(second)).toEqual(things(2, 3, 4));
    const again = await first.getNextPage();
    expect(again).not.toBe(second);
    expect(await collect(again)).toEqual(things(2, 3, 4));
    expect(await collect(first)).toEqual(things(1, 2, 3, 4));
  });

  it("does not change with what the caller makes of the one before", async () => {
    server.play(json(things(1, 2)), json([]));
    const page = await open(byOffset);
    (page.data as Thing[]).length = 0;
    await page.getNextPage();
    expect(urls()).toEqual(["/things", "/things?skip=2"]);
  });

  it.each(THOUSAND_VISITS)(
    "keeps no other one of a thousand in memory, by %s",
    async (_, visit) => {
      const seen: WeakRef<object>[] = [];
      const alive: number[] = [];
      await visit(openThousand(), async (visited) => {
        seen.push(new WeakRef(visited));
        if (seen.length % 250 === 0) alive.push(await countAlive(seen));
      });
      expect(alive).toHaveLength(4);
      // The first one, the one that is visited, and those that the engine has in a register.
      for (const count of alive) expect(count).toBeLessThanOrEqual(5);
    },
  );
});

function things(...ids: readonly number[]): Thing[] {
  return ids.map((id) => ({ id }));
}

/** A page that gives the cursor of the next one. */
function cursor(next: unknown, ...ids: readonly number[]) {
  return json({ meta: { next }, data: things(...ids) });
}

/** A page with a link to the next one. */
function link(target: string, ...ids: readonly number[]) {
  return json(things(...ids), 200, { link: `<${target}>; rel="next"` });
}

/** Opens a list of a client whose routes have such pages. */
function open(pagination: Pagination, ...args: readonly unknown[]): ReturnType<AnyList> {
  return list(connect(server.url, {}, { pagination }), ...args);
}

function urls() {
  return server.arrivals.map(({ url }) => url);
}

/** Iterates by hand, as a program with a button does. */
async function clickThrough(call: ReturnType<AnyList>): Promise<Thing[]> {
  const items: Thing[] = [];
  let page = await call;
  for (;;) {
    items.push(...page.data);
    if (!page.hasNextPage()) return items;
    page = await page.getNextPage();
  }
}

/** Counts the objects that are still in memory. */
async function countAlive(seen: readonly WeakRef<object>[]): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve)); // what is looked at lives until the turn ends
  collectGarbage();
  return seen.filter((each) => each.deref() !== undefined).length;
}

/** A list of a thousand pages, and an empty one. */
function openThousand(): ReturnType<AnyList> {
  const fetchPage = (url: string): Promise<Response> => {
    const id = Number(new URL(url).searchParams.get("page") ?? 1);
    return Promise.resolve(Response.json(id > 1_000 ? [] : [{ id }]));
  };
  const options = { fetch: fetchPage as typeof fetch }; // the client calls it with a text
  return list(connect("http://acme.example", options, { pagination: byPage }));
}

interface Case {
  readonly title: string;
  readonly pagination: Pagination;
  readonly steps: readonly Step[];
  readonly urls: readonly string[];
  readonly ids: readonly number[];
}

type Walk = (call: ReturnType<AnyList>) => Promise<readonly unknown[]>;

type Visit = (call: ReturnType<AnyList>, look: (visited: object) => Promise<void>) => Promise<void>;
