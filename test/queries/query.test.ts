/** Queries of functions, in the core of TanStack Query, over a server on loopback. */
import {
  dehydrate,
  type DehydratedState,
  hydrate,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from "@tanstack/query-core";
import { describe, expect, it } from "vitest";
import { infiniteQuery, mutation, query, swr, swrInfinite } from "typewire-runtime/query";
import { errorOf } from "../client/error-of.js";
import { json, reply, silence, startServer } from "../client/server.js";
import { until } from "../until.js";
import { ask, connect, create, erase, get, list, remove, rename, touch, watch } from "./service.js";

const server = startServer();
const urls = () => server.arrivals.map(({ url }) => url);
const client = () => connect(server.url);
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** `query` as a program in JavaScript calls it, with any arguments. */
const untyped = query as unknown as (...args: readonly unknown[]) => {
  queryFn: (context: object) => Promise<unknown>;
};

describe("[P.1] a key", () => {
  it.each<[title: string, make: () => { queryKey: readonly unknown[] }, key: readonly unknown[]]>([
    ["the parameters", () => query(get, client(), { id: 7 }), ["acme", "things", "get", { id: 7 }]],
    ["no parameters", () => query(list, client()), ["acme", "things", "list", {}]],
    ["empty parameters", () => query(list, client(), {}), ["acme", "things", "list", {}]],
    [
      "what is undefined",
      () => query(list, client(), { owner: undefined } as never),
      ["acme", "things", "list", {}],
    ],
    [
      "a nested resource",
      () => query(erase, client(), 7),
      ["acme", "things", "parts", "erase", { id: 7 }],
    ],
    [
      "positional arguments",
      () => query(rename, client(), 7, { name: "a" }),
      ["acme", "things", "rename", { id: 7, name: "a" }],
    ],
    ["no resource", () => query(touch, client()), ["acme", "touch", {}]],
    [
      "values that JSON does not have",
      () => query(get, client(), { id: 7, since: new Date(0), big: 9007199254740993n }),
      [
        "acme",
        "things",
        "get",
        { id: 7, since: "1970-01-01T00:00:00.000Z", big: "9007199254740993" },
      ],
    ],
    [
      "a query that is skipped",
      () => query(get, client(), skipToken),
      ["acme", "things", "get", null],
    ],
    [
      "pages",
      () => infiniteQuery(list, client(), { owner: "a" }),
      ["acme", "things", "list", { owner: "a" }, "pages"],
    ],
  ])("has %s", (_title, make, key) => {
    expect(make().queryKey).toEqual(key);
    expect(JSON.parse(JSON.stringify(make().queryKey))).toEqual(key);
  });

  it("has the names of the method alone for a mutation", () => {
    expect(mutation(create, client()).mutationKey).toEqual(["acme", "things", "create"]);
  });

  it("invalidates a service, a resource, a method and its parameters by a prefix", async () => {
    server.play(json({ id: 1 }));
    const cache = queries();
    const queriesOfAll = [
      query(get, client(), { id: 1 }),
      query(get, client(), { id: 2 }),
      query(list, client()),
      query(touch, client()),
    ];
    for (const each of queriesOfAll) await cache.query<unknown>(each);
    const stale = async (queryKey: readonly unknown[]): Promise<boolean[]> => {
      for (const each of queriesOfAll) cache.setQueryData(each.queryKey, {});
      await cache.invalidateQueries({ queryKey, refetchType: "none" });
      return queriesOfAll.map((each) => cache.getQueryState(each.queryKey)?.isInvalidated ?? false);
    };
    expect(await stale(["acme"])).toEqual([true, true, true, true]);
    expect(await stale(["acme", "things"])).toEqual([true, true, true, false]);
    expect(await stale(["acme", "things", "get"])).toEqual([true, true, false, false]);
    expect(await stale(["acme", "things", "get", { id: 2 }])).toEqual([false, true, false, false]);
  });

  it("differs where a date or a bigint differs", async () => {
    server.play(json({ id: 1 }), json({ id: 2 }));
    const cache = queries();
    const at = (time: number) => query(get, client(), { id: 1, since: new Date(time) });
    expect(await cache.query(at(0))).toEqual({ id: 1 });
    expect(await cache.query(at(1))).toEqual({ id: 2 });
    await cache.invalidateQueries({ queryKey: at(0).queryKey, refetchType: "none" });
    expect(cache.getQueryState(at(1).queryKey)?.isInvalidated).toBe(false);
  });
});

describe("[P.2] a query", () => {
  it("gives the data of the method", async () => {
    server.play(json({ id: 7 }));
    expect(await queries().query(query(get, client(), { id: 7 }))).toEqual({ id: 7 });
    expect(urls()).toEqual(["/things/7"]);
  });

  it("takes an instance of a class in place of its client", async () => {
    server.play(json({ id: 7 }));
    const options = query(get, { client: client() }, { id: 7 });
    expect(options.queryKey).toEqual(["acme", "things", "get", { id: 7 }]);
    expect(await queries().query(options)).toEqual({ id: 7 });
  });

  it("sends positional arguments, and options behind them", async () => {
    server.play(json({ id: 7 }));
    const options = { headers: { "x-a": "1" } };
    await queries().query(query(rename, client(), 7, { name: "a" }, options));
    await queries().query(query(erase, client(), 8, options));
    await queries().query(query(list, client(), undefined, options));
    expect(server.arrivals.map(({ url, body, headers }) => [url, body, headers["x-a"]])).toEqual([
      ["/things/7", '{"name":"a"}', "1"],
      ["/things/8", "", "1"],
      ["/things", "", "1"],
    ]);
  });

  it("gives null where a response has no body, because TanStack Query refuses undefined", async () => {
    server.play(reply(204));
    expect(await queries().query(query(remove, client(), { id: 7 }))).toBeNull();
  });

  it("gives a page as plain data", async () => {
    server.play(json([{ id: 1 }], 200, { link: '<?page=2>; rel="next"' }));
    const page = await queries().query(query(list, client()));
    expect(page).toStrictEqual({ data: [{ id: 1 }] });
    expect(Object.getPrototypeOf(page)).toBe(Object.prototype);
  });

  it("rejects as the method does", async () => {
    server.play(json({ message: "No." }, 404));
    const error = await errorOf(queries().query(query(get, client(), { id: 7 })));
    expect(error).toMatchObject({ name: "ResponseError", status: 404 });
  });

  it("shares what is equal in a later response", async () => {
    server.play(json([{ id: 1, name: "a" }, { id: 2 }]), json([{ id: 1, name: "a" }, { id: 3 }]));
    const cache = queries();
    const options = query(list, client());
    const first = async (): Promise<unknown> => {
      await cache.query(options);
      return cache.getQueryData<{ data: readonly unknown[] }>(options.queryKey)?.data[0];
    };
    const before = await first();
    expect(await first()).toBe(before);
    expect(server.arrivals).toHaveLength(2);
  });

  it("is selected from", async () => {
    server.play(json({ id: 7 }));
    const observer = new QueryObserver(queries(), {
      ...query(get, client(), { id: 7 }),
      select: ({ id }) => id * 2,
    });
    const { data } = await observer.refetch();
    expect(data).toBe(14);
  });

  it.each<[title: string, make: () => unknown]>([
    ["anything but a function of a resource", () => untyped(() => 1, client())],
    ["undefined", () => untyped(undefined, client())],
    ["anything but a client", () => untyped(get, {}, { id: 7 })],
  ])("refuses %s", (_title, make) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/; expected (?:a function of a resource|one of `createClient\(\)`)/);
  });
});

describe("[P.3] a query that is skipped", () => {
  it("sends nothing until it has parameters", async () => {
    server.play(json({ id: 7 }));
    const cache = queries();
    const optionsFor = (id: number | undefined) =>
      query(get, client(), id === undefined ? skipToken : { id });
    const observer = new QueryObserver(cache, optionsFor(undefined));
    const stop = observer.subscribe(() => undefined);
    expect(observer.getCurrentResult()).toMatchObject({ fetchStatus: "idle", status: "pending" });
    expect(server.arrivals).toEqual([]);
    observer.setOptions(optionsFor(7));
    await until(() => expect(observer.getCurrentResult().data).toEqual({ id: 7 }));
    observer.setOptions(optionsFor(undefined));
    expect(observer.getCurrentResult().data).toBeUndefined();
    stop();
  });

  it("is skipped with pages, too", () => {
    expect(infiniteQuery(list, client(), skipToken).queryFn).toBe(skipToken);
  });
});

describe("[P.4] the signal of a query", () => {
  it.each(["query", "infiniteQuery"] as const)("ends the request of %s", async (kind) => {
    let isClosed = false;
    server.play((response) => response.on("close", () => (isClosed = true)));
    const cache = queries();
    const stop =
      kind === "query"
        ? new QueryObserver(cache, query(get, client(), { id: 7 })).subscribe(() => undefined)
        : new InfiniteQueryObserver(cache, infiniteQuery(list, client())).subscribe(
            () => undefined,
          );
    await until(() => expect(server.arrivals).toHaveLength(1));
    stop(); // the last observer has gone
    await until(() => expect(isClosed).toBe(true));
  });

  it("ends the request of a query that is cancelled", async () => {
    server.play(silence);
    const cache = queries();
    const options = query(get, client(), { id: 7 });
    const fetched = errorOf(cache.query(options));
    await until(() => expect(server.arrivals).toHaveLength(1));
    await cache.cancelQueries({ queryKey: ["acme", "things"] });
    expect(await fetched).toMatchObject({ revert: true });
  });
});

describe("[P.6] a mutation", () => {
  it.each<[title: string, make: () => Promise<unknown>, arrival: readonly unknown[]]>([
    [
      "the parameters",
      () => new MutationObserver(queries(), mutation(create, client())).mutate({ name: "a" }),
      ["POST", "/things", '{"name":"a"}'],
    ],
    [
      "nothing where nothing is required",
      () => new MutationObserver(queries(), mutation(touch, client())).mutate(),
      ["POST", "/touch", ""],
    ],
    [
      "the only argument",
      () => new MutationObserver(queries(), mutation(erase, client())).mutate(7),
      ["DELETE", "/things/7", ""],
    ],
    [
      "all of several arguments",
      () => new MutationObserver(queries(), mutation(rename, client())).mutate([7, { name: "b" }]),
      ["PATCH", "/things/7", '{"name":"b"}'],
    ],
  ])("takes %s", async (_title, make, arrival) => {
    server.play(json({ id: 7 }));
    expect(await make()).toEqual({ id: 7 });
    expect(server.arrivals.map(({ method, url, body }) => [method, url, body])).toEqual([arrival]);
  });

  it("is sent once, with the retries of the client alone", async () => {
    server.play(json({}, 500));
    const observer = new MutationObserver(queries(), mutation(create, client()));
    expect(await errorOf(observer.mutate({ name: "a" }))).toMatchObject({ status: 500 });
    expect(server.arrivals).toHaveLength(1);
  });
});

describe("[P.7] SWR", () => {
  it("gets a key and a fetcher", async () => {
    server.play(json({ id: 7 }), json([{ id: 1 }]));
    const [key, fetcher] = swr(get, client(), { id: 7 });
    expect(key).toEqual(["acme", "things", "get", { id: 7 }]);
    expect(await fetcher()).toEqual({ id: 7 });
    const [, fetchList] = swr(list, client());
    expect(await fetchList()).toStrictEqual({ data: [{ id: 1 }] });
  });

  it("gets no key for null", () => {
    expect(swr(get, client(), null)[0]).toBeNull();
    expect(swr(erase, client(), null)[0]).toBeNull();
    expect(swrInfinite(list, client(), null)[0](0, null)).toBeNull();
  });
});

describe("[P.8] a method that streams", () => {
  it("is refused, and says what to do instead", async () => {
    for (const options of [
      untyped(watch, client()),
      untyped(ask, client(), { text: "a", stream: true }),
    ]) {
      const error = await errorOf(options.queryFn({}));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(/streams its response.+ Call the method itself/);
    }
    expect(server.arrivals).toEqual([]);
  });

  it("is sent where its parameters do not ask for a stream", async () => {
    server.play(json({ id: 7 }));
    expect(await queries().query(query(ask, client(), { text: "a" }))).toEqual({ id: 7 });
    const answer = new MutationObserver(queries(), mutation(ask, client()));
    expect(await answer.mutate({ text: "a" })).toEqual({ id: 7 });
  });
});

describe("[P.9] data from another machine", () => {
  it("is not requested again, as with hand-written options", async () => {
    server.play(json({ id: 7 }));
    const onServer = queries();
    await onServer.query(query(get, client(), { id: 7 }));
    const state = JSON.parse(JSON.stringify(dehydrate(onServer))) as DehydratedState;
    const inBrowser = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    hydrate(inBrowser, state);
    const options = query(get, connect("http://elsewhere.example"), { id: 7 });
    expect(await inBrowser.query({ ...options, staleTime: "static" })).toEqual({ id: 7 });
    expect(inBrowser.getQueryData(options.queryKey)).toEqual({ id: 7 });
    expect(server.arrivals).toHaveLength(1);
  });
});
