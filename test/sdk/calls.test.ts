/** Calls of methods: what is made of one request. */
import { setTimeout as pause } from "node:timers/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createMockFetch } from "typewire/testing";
import { fakeTime } from "../fake-time.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, startServer, type Step } from "../client/server.js";
import { bundleProgram } from "../programs/programs.js";
import { connect, define } from "./service.js";

const server = startServer();
const retrieve = define("GET /things/{id}");
const create = define("POST /things");

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
    const withIds = connect(server.url, {}, { requestId: "x-request-id" });
    expect((await retrieve(withIds, { id: 1 }).withResponse()).requestId).toBe("r1");
    expect((await retrieve(withIds, { id: 1 }).withResponse()).requestId).toBeUndefined();
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
    const limited = connect(server.url, { concurrency: 1 });
    const { body } = await retrieve(limited, { id: 1 }).asResponse();
    expect(await retrieve(limited, { id: 2 })).toEqual({ id: 2 });
    await body?.cancel();
  });
});

describe("[H.5] a function of a route", () => {
  it("takes a client, or an object that has one", async () => {
    server.play(json({ id: 1 }));
    expect(await retrieve(client(), { id: 1 })).toEqual({ id: 1 });
    expect(await retrieve({ client: client() }, { id: 1 })).toEqual({ id: 1 });
  });

  it.each<[wrongClient: unknown, got: string]>([
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

function client() {
  return connect(server.url);
}
