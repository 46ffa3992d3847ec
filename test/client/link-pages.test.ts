/** Lists whose pages are linked, and the header `link`. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { findNextLink } from "../../src/http/links.js";
import { MAX_COST, measureCost, SIZE } from "../growth.js";
import { collect } from "./collect.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Answer } from "./server.js";

const server = startServer();
const stranger = startServer();

const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, ...options });

describe("[F.15] a list with links", () => {
  it("is iterated by items", async () => {
    server.play(
      link([{ name: "a" }, { name: "b" }], "/repositories?page=2"),
      link([], "?page=3"),
      json([{ name: "c" }]),
    );
    const items = connect({ auth: "t" }).paginate("GET /orgs/{org}/repos", {
      org: "acme",
      per_page: 2,
    });
    expect((await collect(items)).map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/orgs/acme/repos?per_page=2",
      "/repositories?page=2",
      "/repositories?page=3",
    ]);
    expect(server.arrivals.map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill("Bearer t"),
    );
  });

  it("is iterated by pages", async () => {
    server.play(link([{ name: "a" }], "?page=2"), json([{ name: "b" }]));
    const pages = connect().paginate("GET /orgs/{org}/repos", { org: "acme" }).pages();
    const seen = (await collect(pages)).map(({ status, items, data, url }) => [
      status,
      items,
      data,
      url,
    ]);
    expect(seen).toEqual([
      [200, [{ name: "a" }], [{ name: "a" }], `${server.url}/orgs/acme/repos`],
      [200, [{ name: "b" }], [{ name: "b" }], `${server.url}/orgs/acme/repos?page=2`],
    ]);
  });

  it("may be in an object", async () => {
    server.play(json({ total_count: 1, artifacts: [{ id: 7 }] }));
    const items = connect().paginate("GET /repos/{owner}/{repo}/actions/artifacts", {
      owner: "a",
      repo: "b",
    });
    expect((await collect(items)).map(({ id }) => id)).toEqual([7]);
  });

  it("without end is requested only as far as it is read", async () => {
    server.play((response, { url }) => {
      const page = Number(new URL(url ?? "", server.url).searchParams.get("page") ?? 1);
      link([{ name: String(page) }], `?page=${page + 1}`)(response);
    });
    expect(
      await collect(connect().paginate("GET /orgs/{org}/repos", { org: "acme" }), 3),
    ).toHaveLength(3);
    expect(server.arrivals).toHaveLength(3);
  });

  it.each<[title: string, second: string, third: string]>([
    ["to itself", "", ""],
    ["to the first page", "?page=2", "?"],
    ["in a circle", "?page=2", "?page=2"],
  ])("that leads %s ends", async (_title, second, third) => {
    server.play(link([{ name: "a" }], second), link([{ name: "b" }], third));
    const items = connect().paginate("GET /orgs/{org}/repos", { org: "acme" });
    expect((await collect(items)).length).toBeLessThanOrEqual(3);
    expect(server.arrivals.length).toBeLessThanOrEqual(3);
  });

  it("that leads to the same page with another fragment each time ends", async () => {
    server.play((response) => {
      link([{ name: "a" }], `?page=2#${server.arrivals.length}`)(response);
    });
    const items = connect().paginate("GET /orgs/{org}/repos", { org: "acme" });
    expect(await collect(items, 10)).toHaveLength(2);
  });

  it("to another origin is refused", async () => {
    server.play(link([{ name: "a" }], `${stranger.url}/b`));
    stranger.play(json([]));
    const items = connect({ auth: "t" }).paginate("GET /orgs/{org}/repos", { org: "acme" });
    const error = await errorOf(collect(items));
    expect(error).toMatchObject({ name: "ResponseError", code: "FOREIGN_LINK", status: 200 });
    expect(stranger.arrivals).toEqual([]);
  });

  it.each(["http://[bad", "https:", "http://acme.example:99999/"])(
    "to what is no address is refused: %s",
    async (target) => {
      server.play(link([{ name: "a" }], target));
      const items = connect().paginate("GET /orgs/{org}/repos", { org: "acme" });
      expect(await errorOf(collect(items))).toMatchObject({ code: "FOREIGN_LINK" });
    },
  );

  it.each<[title: string, type: string | undefined]>([
    ["text", "text/html"],
    ["bytes", undefined],
  ])("rejects where a page is %s, which is not its end", async (_, type) => {
    const page = reply(200, type === undefined ? {} : { "content-type": type }, "<h1>");
    server.play(link([{ name: "one" }], "?page=2"), page);
    const names: unknown[] = [];
    const readAll = async () => {
      for await (const repo of connect().paginate("GET /orgs/{org}/repos", { org: "acme" }))
        names.push(repo.name);
    };
    const error = await errorOf(readAll());
    expect(names).toEqual(["one"]);
    expect(error).toMatchObject({
      code: "INVALID_BODY",
      status: 200,
      message: '"GET /orgs/{org}/repos" got a page that is not JSON.',
      data: undefined,
      url: `${server.url}/orgs/acme/repos`,
    });
  });

  it("rejects as a request does", async () => {
    server.play(json({}, 404));
    const items = connect().paginate("GET /orgs/{org}/repos", { org: "acme" });
    expect(await errorOf(collect(items))).toMatchObject({ status: 404 });
    const signal = AbortSignal.abort();
    const aborted = connect().paginate("GET /orgs/{org}/repos", { org: "acme" }, { signal });
    expect((await errorOf(collect(aborted))).name).toBe("AbortError");
  });

  it("can be iterated again", async () => {
    server.play(json([{ name: "a" }]));
    const items = connect().paginate("GET /orgs/{org}/repos", { org: "acme" });
    expect([await collect(items), await collect(items)]).toEqual([
      [{ name: "a" }],
      [{ name: "a" }],
    ]);
    expect(server.arrivals).toHaveLength(2);
  });
});

describe("[F.15] the header link", () => {
  it.each<[header: string, next: string | undefined]>([
    ['<https://a.example/?page=2>; rel="next"', "https://a.example/?page=2"],
    ['</a>; rel="prev", </b>; rel="next"', "/b"],
    ["</b>;rel=next", "/b"],
    ["</b> ; REL = NEXT", "/b"],
    ["</b>; title=x; type; rel=next", "/b"],
    ['</b>; rel="last next"', "/b"],
    ['</a,b;c>; title="x, y; rel=prev"; rel="next"', "/a,b;c"],
    ['</b>; title="\\"; rel=next"', undefined],
    ['</b>; rel="prev"; rel="next"', undefined],
    ['</b>; rel="nextpage"', undefined],
    ["</b>; rel", undefined],
    ["</b>", undefined],
    ["", undefined],
    ["rel=next", undefined],
  ])("%j", (header, next) => {
    expect(findNextLink(header)).toBe(next);
  });

  it.each(["<", "<a>;", "<a>; a", "<a> ", '<a>; a="', "<a>;a=b ", ";;", "<>"])(
    "is read in a time that grows no faster than its length, of %j",
    (part) => {
      const header = part.repeat(SIZE / part.length);
      expect(findNextLink(header)).toBeUndefined();
      expect(measureCost(header, findNextLink)).toBeLessThanOrEqual(MAX_COST);
    },
  );
});

/** Answers with a page that is linked to the next one. */
function link(data: unknown, target: string): Answer {
  return json(data, 200, { link: `<${target}>; rel="next"` });
}
