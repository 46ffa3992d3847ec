/** Arguments of methods: in an object, by position, or the last by itself. */
import { describe, expect, it } from "vitest";
import type { MethodForm } from "../../src/request/sdk/methods.js";
import { errorOf } from "../client/error-of.js";
import { json, reply, reset, silence, startServer } from "../client/server.js";
import { createService } from "../client/service.js";
import { connect, define, FORMS } from "./service.js";

const server = startServer();
/** Gets the requests that are given up: one that is late would count as a request of the next test. */
const silentServer = startServer();
const retrieve = define("GET /things/{id}");

describe("[H.1] the arguments of a method", () => {
  const PART = "GET /things/{id}/parts/{part}";
  const PLAIN = "/things/7/parts/a%20b";
  const EXTRA = `${PLAIN}?page=2`;

  it.each<[form: MethodForm, route: string, args: readonly unknown[], url: string]>([
    [{}, PART, [{ id: 7, part: "a b" }], PLAIN],
    [{ arguments: "object" }, PART, [{ id: 7, part: "a b", page: 2 }, {}], EXTRA],
    [{ arguments: "object" }, "GET /things", [], "/things"],
    [{ arguments: "object" }, "GET /things", [undefined, { timeout: 5_000 }], "/things"],
    [{ arguments: "positional" }, PART, [7, "a b"], PLAIN],
    [{ arguments: "positional" }, PART, [7, "a b", { page: 2 }], EXTRA],
    [{ arguments: "positional" }, PART, [7, "a b", undefined, { timeout: 5_000 }], PLAIN],
    [{ arguments: "positional", isBare: true }, PART, [7, "a b", { timeout: 5_000 }], PLAIN],
    [{ arguments: "positional" }, "GET /things", [{ page: 2 }], "/things?page=2"],
    [{ arguments: "positional", isBare: true }, "GET /things", [{ timeout: 5_000 }], "/things"],
    [{ arguments: "last" }, PART, ["a b", { id: 7 }], PLAIN],
    [{ arguments: "last" }, PART, ["a b", { id: 7, page: 2 }, { timeout: 5_000 }], EXTRA],
    [{ arguments: "last", isBare: true }, "GET /things/{id}", [7, { timeout: 5_000 }], "/things/7"],
    [{ arguments: "positional" }, PART, [7, "a b", { id: 8, page: 2 }], EXTRA],
    [{ arguments: "positional" }, "GET /a{/b}/{+c}{?d}", ["x", "y/z", { d: 1 }], "/a/x/y/z?d=1"],
    [{ arguments: "positional" }, "GET /a/{b.c}", ["x"], "/a/x"],
  ])("%j of %s: %j", async (form, route, args, url) => {
    server.play(json({}));
    await define(route, form)(client(), ...args);
    expect(server.arrivals.map((arrival) => arrival.url)).toEqual([url]);
  });

  it("may be named like an option", async () => {
    server.play(json({}));
    const route = "GET /things/{url}/{data}";
    const routes = {
      [route]: { template: "/things/{parameters.url}/{parameters.data}", named: ["url", "data"] },
    };
    const declared = createService({}, { baseUrl: server.url }, routes);
    const find = define(route, { arguments: "positional" });
    await find(declared, "a", 1, { page: 2 });
    await find(declared, "a", 1);
    const urls = server.arrivals.map(({ url }) => url);
    expect(urls).toEqual(["/things/a/1?page=2", "/things/a/1"]);
  });

  it.each(FORMS)("are not changed: %s", async (kind) => {
    server.play(json({ id: 1 }));
    const parameters = Object.freeze({ id: 7, part: "a", headers: Object.freeze({ "x-a": "1" }) });
    const options = Object.freeze({ headers: Object.freeze({ "x-b": "2" }), ifNoneMatch: '"e"' });
    const names = kind === "object" ? [] : kind === "last" ? ["a"] : [7, "a"];
    await define(PART, { arguments: kind })(client(), ...names, parameters, options);
    const [arrival] = server.arrivals;
    expect(arrival?.headers).toMatchObject({ "x-a": "1", "x-b": "2", "if-none-match": '"e"' });
  });

  it.each<[title: string, args: readonly unknown[], expected: Readonly<Record<string, unknown>>]>([
    [
      "over those of parameters",
      [{ headers: { "X-A": "1" } }, { headers: { "x-a": "2" } }],
      { "x-a": "2" },
    ],
    ["over those of the client", [{}, { headers: { "X-Default": "own" } }], { "x-default": "own" }],
    ["and removed", [{}, { headers: { "x-default": undefined } }], { "x-default": undefined }],
    ["of any form", [{}, { headers: new Headers({ "x-a": "3" }) }], { "x-a": "3" }],
    ["as pairs", [{}, { headers: [["x-a", "4"]] }], { "x-a": "4" }],
  ])("include headers that are sent %s", async (_, args, expected) => {
    server.play(json({}));
    const withDefaults = connect(server.url, { headers: { "x-default": "all" } });
    await define("GET /things")(withDefaults, ...args);
    for (const [name, value] of Object.entries(expected))
      expect(server.arrivals[0]?.headers[name]).toBe(value);
  });

  it.each<[title: string, args: readonly unknown[], error: object]>([
    ["no client", [undefined], { name: "TypeError" }],
    [
      "no object of parameters",
      [connect("http://a.example"), "7"],
      { code: "INVALID_OPTION", parameters: ["parameters"] },
    ],
    [
      "no object of options",
      [connect("http://a.example"), {}, 7],
      { code: "INVALID_OPTION", parameters: ["options"] },
    ],
    ["no path parameter", [connect("http://a.example"), {}], { code: "MISSING_PARAMETER" }],
    [
      "a header that cannot be sent",
      [connect("http://a.example"), { id: 7 }, { headers: { "a b": "" } }],
      { code: "INVALID_HEADER" },
    ],
    [
      "a timeout that is no number",
      [connect("http://a.example"), { id: 7 }, { timeout: "1" }],
      { name: "TypeError" },
    ],
  ])("reject if there is %s", async (_, args, error) => {
    const call = retrieve(...args);
    expect(await errorOf(call)).toMatchObject(error);
    expect(await errorOf(call.asResponse())).toBe(await errorOf(call.withResponse()));
  });

  it("include the ETag of a 304, which has no data", async () => {
    server.play(reply(304));
    const call = retrieve(client(), { id: 7 }, { ifNoneMatch: '"e"' });
    expect(await call).toBeUndefined();
    expect((await call.withResponse()).response.status).toBe(304);
    expect(server.arrivals[0]?.headers["if-none-match"]).toBe('"e"');
  });

  it("include a signal", async () => {
    silentServer.play(silence);
    const controller = new AbortController();
    const call = retrieve(connect(silentServer.url), { id: 7 }, { signal: controller.signal });
    controller.abort("left");
    expect(await call.then(undefined, (reason: unknown) => reason)).toBe("left");
    expect(await call.asResponse().catch((reason: unknown) => reason)).toBe("left");
  });

  it("include a timeout", async () => {
    silentServer.play(silence);
    const silent = connect(silentServer.url);
    expect(await errorOf(retrieve(silent, { id: 7 }, { timeout: 20 }))).toMatchObject({
      name: "TimeoutError",
      timeout: 20,
    });
  });

  it("include the number of retries", async () => {
    server.play(reset, json({ id: 7 }));
    const quick = connect(server.url, { sleep: () => Promise.resolve() });
    expect(await retrieve(quick, { id: 7 }, { retry: 1 })).toEqual({ id: 7 });
    expect(server.arrivals).toHaveLength(2);
  });
});

function client() {
  return connect(server.url);
}
