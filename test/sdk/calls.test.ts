/** Calls of methods: their arguments, and what is made of one request. */
import { setTimeout as pause } from "node:timers/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createMockFetch } from "typewire/testing";
import type { MethodForm } from "../../src/request/sdk/types.js";
import { fakeTime } from "../fake-time.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, silence, startServer, type Step } from "../client/server.js";
import { createService } from "../client/service.js";
import { bundleProgram } from "../programs/programs.js";
import { connect, define, FORMS } from "./service.js";

const server = startServer();
const retrieve = define("GET /things/{id}");
const create = define("POST /things");
const client = () => connect(server.url);

describe("[H.1] the arguments of a method", () => {
  const PART = "GET /things/{id}/parts/{part}";
  const PLAIN = "/things/7/parts/a%20b";
  const EXTRA = `${PLAIN}?page=2`;

  it.each<[form: MethodForm, route: string, given: readonly unknown[], url: string]>([
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

  it.each<[title: string, given: readonly unknown[], expected: Readonly<Record<string, unknown>>]>([
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

  it.each<[title: string, given: readonly unknown[], error: object]>([
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
    server.play(silence);
    const controller = new AbortController();
    const call = retrieve(client(), { id: 7 }, { signal: controller.signal });
    controller.abort("left");
    expect(await call.then(undefined, (reason: unknown) => reason)).toBe("left");
    expect(await call.asResponse().catch((reason: unknown) => reason)).toBe("left");
  });

  it("include a timeout", async () => {
    server.play(silence);
    expect(await errorOf(retrieve(client(), { id: 7 }, { timeout: 20 }))).toMatchObject({
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

describe("[H.2] a call", () => {
  it("is sent at once, and before it is awaited", async () => {
    const sent = vi.fn(async () => Response.json({ id: 1 }));
    const call = create(connect(server.url, { fetch: sent }), { name: "a" });
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await call).toEqual({ id: 1 });
  });

  it("sends one request, whatever is asked for", async () => {
    server.play(json({ id: 1 }));
    const call = create(client(), { name: "a" });
    const [first, second, { data, response }, raw, caught] = await Promise.all([
      call,
      call.then((thing) => thing),
      call.withResponse(),
      call.asResponse(),
      call.catch(() => undefined).finally(() => undefined),
    ]);
    expect([second, data, caught]).toEqual([first, first, first]);
    expect(second).toBe(first);
    expect(data).toBe(first);
    expect(raw).toBe(response);
    expect(await call).toBe(first);
    expect(server.arrivals).toHaveLength(1);
  });

  it("names the request by the header of the service", async () => {
    server.play(json({}, 200, { "x-request-id": "r1" }), json({}));
    const named = connect(server.url, {}, { requestId: "x-request-id" });
    expect((await retrieve(named, { id: 1 }).withResponse()).requestId).toBe("r1");
    expect((await retrieve(named, { id: 1 }).withResponse()).requestId).toBeUndefined();
    expect((await retrieve(client(), { id: 1 }).withResponse()).requestId).toBeUndefined();
  });

  it("is a promise, and what is derived from it is an ordinary one", async () => {
    server.play(json({ id: 1 }));
    const call = retrieve(client(), { id: 1 });
    expect(call).toBeInstanceOf(Promise);
    expect(Object.prototype.toString.call(call)).toBe("[object Promise]");
    const derived = [
      call.then(),
      call.catch(() => undefined),
      call.finally(() => undefined),
      Promise.resolve(call),
      Promise.prototype.finally.call(call, () => undefined),
    ];
    for (const each of derived) {
      expect(each.constructor).toBe(Promise);
      expect(each).not.toHaveProperty("asResponse");
    }
    expect(await Promise.all(derived)).toEqual(Array(5).fill({ id: 1 }));
    expect(await Promise.race([call])).toEqual({ id: 1 });
    expect(await (async () => call)()).toEqual({ id: 1 });
    expect(server.arrivals).toHaveLength(1);
  });

  it.each<[title: string, status: number]>([
    ["an error of the caller", 404],
    ["an error of the service", 500],
  ])("rejects with one error for %s", async (_, status) => {
    server.play(json({ message: "No" }, status));
    const call = retrieve(client(), { id: 1 });
    const error = await errorOf(call.asResponse());
    expect(error).toMatchObject({ name: "ResponseError", status, data: { message: "No" } });
    expect(await errorOf(call)).toBe(error);
    expect(await errorOf(call.withResponse())).toBe(error);
    const onFinally = vi.fn();
    expect(await errorOf(call.finally(onFinally))).toBe(error);
    expect(onFinally).toHaveBeenCalledTimes(1);
    expect(await call.catch(() => "caught")).toBe("caught");
    expect(server.arrivals).toHaveLength(1);
  });

  it("rejects where there is no connection", async () => {
    server.play(reset);
    const call = create(client(), {});
    expect(await errorOf(call.asResponse())).toMatchObject({ name: "ConnectionError" });
    expect(await errorOf(call)).toMatchObject({ name: "ConnectionError" });
  });

  it("that nobody awaits is sent, and does not end the process", async () => {
    const args = [await bundleProgram("test/sdk/unawaited-calls.ts")];
    const outcome = await promisify(execFile)(process.execPath, args); // rejects for another status
    expect(outcome).toEqual({ stdout: "/lost,/missing,/ok\n", stderr: "" });
  });

  it("runs the hooks of its client", async () => {
    server.play(reset, json({ id: 1 }));
    const seen: unknown[] = [];
    const call = retrieve(
      connect(server.url, {
        retry: 1,
        sleep: () => Promise.resolve(),
        onRequest: ({ attempt }) => void seen.push(attempt),
        onRetry: ({ error }) => void seen.push(error.name),
        onResponse: ({ response }) => {
          seen.push(response.status);
          return Response.json({ id: 2 }, { status: 201 });
        },
      }),
      { id: 1 },
    );
    const { data, response } = await call.withResponse();
    expect([data, response.status]).toEqual([{ id: 2 }, 201]);
    expect(seen).toEqual([1, "ConnectionError", 2, 200]);
  });

  it("shows no credential in the address of its response", async () => {
    server.play(json({ id: 1 }));
    const auth = [{ name: "key", in: "query", key: "api_key" }] as const;
    const secret = connect(server.url, { auth: "t0p-secret" }, { auth });
    const response = await retrieve(secret, { id: 1 }).asResponse();
    expect(server.arrivals[0]?.url).toBe("/things/1?api_key=t0p-secret");
    expect(response.url).not.toContain("t0p-secret");
  });
});

describe("[H.3] the body", () => {
  it.each<[title: string, step: Step, data: unknown]>([
    ["JSON", json({ id: 1 }), { id: 1 }],
    ["text", reply(200, { "content-type": "text/plain" }, "a"), "a"],
    [
      "bytes",
      reply(200, { "content-type": "image/png" }, new Uint8Array([1, 2])),
      new Uint8Array([1, 2]).buffer,
    ],
    ["nothing", reply(204), undefined],
  ])("is read when it is awaited: %s", async (_, step, data) => {
    server.play(step);
    const call = retrieve(client(), { id: 1 });
    expect(await call).toEqual(data);
    const response = await call.asResponse();
    expect(response.bodyUsed).toBe(data !== undefined);
    expect(server.arrivals).toHaveLength(1);
  });

  it("is unread if only the response is asked for, and can be read later", async () => {
    server.play(json({ id: 1 }));
    const call = retrieve(client(), { id: 1 });
    const response = await call.asResponse();
    expect(response.bodyUsed).toBe(false);
    const data = await call;
    expect(data).toEqual({ id: 1 });
    expect(response.bodyUsed).toBe(true);
    const later = await call.withResponse();
    expect(later.response).toBe(response);
    expect(later.data).toBe(data);
    expect(server.arrivals).toHaveLength(1);
  });

  it("can be a stream", async () => {
    server.play((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n");
    });
    const { body } = await retrieve(client(), { id: 1 }).asResponse();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: "data: 1\n\n" });
    await reader?.cancel();
  });

  it.each([0, 50])("is unread also if nothing was asked for in the first %i ms", async (delay) => {
    server.play(json({ id: 1 }));
    const call = retrieve(client(), { id: 1 });
    if (delay > 0) await pause(delay);
    const response = await call.asResponse();
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual({ id: 1 });
    if (delay > 0) expect(await call).toEqual({ id: 1 }); // from the clone
    expect(server.arrivals).toHaveLength(1);
  });

  it("that was read elsewhere is an error for whoever asks for the data", async () => {
    server.play(json({ id: 1 }));
    const call = retrieve(client(), { id: 1 });
    await (await call.asResponse()).text();
    expect(await errorOf(call)).toMatchObject({ name: "ConnectionError" });
  });

  it("that breaks off is requested again, unless it is handed out", async () => {
    const again = connect(server.url, { retry: 1, sleep: () => Promise.resolve() });
    server.play(cutShort(), json({ id: 1 }));
    expect(await retrieve(again, { id: 1 })).toEqual({ id: 1 });
    expect(server.arrivals).toHaveLength(2);

    server.play(cutShort(), json({ id: 1 }));
    const call = retrieve(again, { id: 1 });
    await call.asResponse();
    expect(await errorOf(call)).toMatchObject({ name: "ConnectionError" });
    expect(server.arrivals).toHaveLength(3);
  });

  it("that is not JSON rejects where the data is asked for", async () => {
    server.play(reply(200, { "content-type": "application/json" }, "{"));
    const call = retrieve(client(), { id: 1 });
    expect((await call.asResponse()).status).toBe(200);
    expect(await errorOf(call)).toMatchObject({ code: "INVALID_BODY", data: "{" });
  });

  it("that is unread ends with the signal, and not with the timeout", async () => {
    const halves: (() => void)[] = [];
    server.play((response) => {
      response.writeHead(200, { "content-type": "text/plain" }).write("a");
      halves.push(() => response.end("b"));
    });
    const time = fakeTime();
    const slow = await retrieve(client(), { id: 1 }, { timeout: 300 }).asResponse();
    await time.pass(350);
    halves[0]?.();
    expect(await slow.text()).toBe("ab");

    const controller = new AbortController();
    const { signal } = controller;
    const aborted = await retrieve(client(), { id: 1 }, { signal }).asResponse();
    controller.abort();
    expect((await errorOf(aborted.text())).name).toBe("AbortError");
  });

  it("that is unread does not count for the requests under way", async () => {
    server.play((response) => void response.writeHead(200).write("a"), json({ id: 2 }));
    const one = connect(server.url, { concurrency: 1 });
    const { body } = await retrieve(one, { id: 1 }).asResponse();
    expect(await retrieve(one, { id: 2 })).toEqual({ id: 2 });
    await body?.cancel();
  });
});

describe("[H.5] a function of a route", () => {
  it("takes a client, or what has one", async () => {
    server.play(json({ id: 1 }));
    expect(await retrieve(client(), { id: 1 })).toEqual({ id: 1 });
    expect(await retrieve({ client: client() }, { id: 1 })).toEqual({ id: 1 });
  });

  it.each<[given: unknown, got: string]>([
    [undefined, "undefined"],
    [null, "null"],
    ["https://api.example", "a string"],
    [{}, "an object"],
    [{ client: 7 }, "an object"],
  ])("rejects for %j in its place", async (wrongClient, got) => {
    const error = await errorOf(retrieve(wrongClient, { id: 1 }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(`The client is ${got}; expected one of \`createClient()\`.`);
  });

  it("works with a client of another copy of the package", async () => {
    server.play(json([{ id: 1 }]), json({ id: 1 }));
    vi.resetModules();
    const other = await import("../../src/request/sdk/methods.js");
    expect(other.defineMethod).not.toBe((await import("./service.js")).define);
    const call = other.defineMethod<typeof retrieve>("GET /things/{id}")(client(), { id: 1 });
    expect(await call).toEqual([{ id: 1 }]);
    const { connect: connectOther } = await import("./service.js");
    expect(await retrieve(connectOther(server.url), { id: 1 })).toEqual({ id: 1 });
  });

  it("gets the replies of a mock", async () => {
    const mocked = connect("http://acme.example");
    const mock = createMockFetch(mocked);
    mock.reply("GET /things", { status: 200, data: { name: "a" } });
    const call = define("GET /things")(mocked, { page: 2 });
    const response = await call.asResponse();
    expect(response.bodyUsed).toBe(false);
    expect(await call).toEqual({ name: "a" });
    expect(mock.requests.map(({ url }) => url)).toEqual(["http://acme.example/things?page=2"]);
  });
});
