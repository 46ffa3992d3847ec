/** Middleware of the client by path, over real sockets. */
import { describe, expect, it } from "vitest";
import {
  defaultBodySerializer,
  defaultPathSerializer,
  type Middleware,
} from "../../src/runtime/paths.js";
import { errorOf } from "../client/error-of.js";
import { json, reply, reset, silence, startServer } from "../client/server.js";
import { record, HOST, startService } from "./clients.js";

const { server, connect, arrival } = startService();
const other = startServer();

describe("[O.7] middleware", () => {
  it("is called in order, and backwards on the way back", async () => {
    server.play(json([]));
    const order: string[] = [];
    const createNamed = (name: string): Middleware => ({
      onRequest: () => void order.push(`${name} request`),
      onResponse: () => void order.push(`${name} response`),
    });
    const api = connect();
    const removed = createNamed("removed");
    api.use(createNamed("a"), removed, createNamed("b"));
    api.eject(removed);
    await api.GET("/things", { middleware: [createNamed("c")] });
    const requests = ["a request", "b request", "c request"];
    const responses = ["c response", "b response", "a response"];
    expect(order).toEqual([...requests, ...responses]);
  });

  it("is ejected by itself alone", async () => {
    const called: string[] = [];
    const createNamed = (name: string): Middleware => ({ onRequest: () => void called.push(name) });
    const { api } = record();
    const [a, b, c] = [createNamed("a"), createNamed("b"), createNamed("c")];
    api.use(a, b, c);
    api.eject(createNamed("unknown"));
    await api.GET("/things");
    api.eject(a, c);
    await api.GET("/things");
    api.use(a);
    await api.GET("/things", { middleware: [undefined as unknown as Middleware, c] });
    expect(called.join("")).toBe("abc" + "b" + "bac");
  });

  it("sees the same of a call at each step", async () => {
    const seen: SeenStep[] = [];
    const see = (step: object) => void seen.push(step as SeenStep);
    const { api, sent, fetch } = record();
    api.use({ onRequest: see, onResponse: see });
    const params = { query: { limit: 1 } };
    await api.GET("/things", { params, parseAs: "text" });
    const [onRequest, onResponse] = seen as [SeenStep, SeenStep];
    const options = {
      baseUrl: HOST,
      parseAs: "text",
      fetch,
      bodySerializer: defaultBodySerializer,
      pathSerializer: defaultPathSerializer,
      querySerializer: expect.any(Function) as unknown,
    };
    const shown = { schemaPath: "/things", params, options, id: onRequest.id };
    const request = expect.any(Request) as unknown;
    const response = expect.any(Response) as unknown;
    expect(seen).toEqual([
      { ...shown, request },
      { ...shown, request, response },
    ]);
    expect(onRequest.request.url).toBe(sent[0]?.request.url);
    expect(onResponse.request).toBe(onRequest.request);
    expect(onRequest.id).toMatch(/^\w+$/);
  });

  it("sees the error of a call with its request, under another id than that of the call before", async () => {
    const seen: SeenStep[] = [];
    const see = (step: object) => void seen.push(step as SeenStep);
    const { api } = record();
    api.use({ onRequest: see, onResponse: see });
    await api.GET("/things");
    const fetch = () => Promise.reject(new Error("lost"));
    const call = api.GET("/things", { middleware: [{ onError: see }], fetch, retry: 0 });
    await call.catch(() => undefined);
    expect(seen).toHaveLength(4); // no response of the call that is lost
    const [before, , onRequest, onError] = seen as [SeenStep, SeenStep, SeenStep, SeenStep];
    expect(onError).toMatchObject({ schemaPath: "/things", params: {}, error: { name: "ConnectionError" } }); // prettier-ignore
    expect(onError.request).toBe(onRequest.request);
    expect(onRequest.id).not.toBe(before.id);
  });

  it("sees the method, the body and the signal, and no body where there is none", async () => {
    const controller = new AbortController();
    const requests: Request[] = [];
    const { api } = record();
    api.use({ onRequest: ({ request }) => void requests.push(request.clone()) });
    await api.POST("/things", { body: { id: 1 }, signal: controller.signal, next: { tags: [] } });
    await api.GET("/things");
    const [post, get] = requests as [Request, Request];
    expect([post.method, await post.text()]).toEqual(["POST", '{"id":1}']);
    expect([get.method, get.body, get.signal.aborted]).toEqual(["GET", null, false]);
    controller.abort();
    expect([post.signal.aborted, get.signal.aborted]).toEqual([true, false]);
  });

  it("may end a call by a signal of its own", async () => {
    server.play(silence);
    const controller = new AbortController();
    const api = connect();
    api.use({ onRequest: ({ request }) => new Request(request, { signal: controller.signal }) });
    const call = errorOf(api.GET("/things"));
    await expect.poll(() => server.arrivals).toHaveLength(1);
    controller.abort(new Error("enough"));
    expect((await call).message).toBe("enough");
  });

  it("returns a request without a body, with the options of the first one", async () => {
    const { api, sent } = record();
    const returned = new Request(`${HOST}/b`, { method: "DELETE", credentials: "include" });
    api.use({ onRequest: () => returned });
    await api.POST("/things", { body: { id: 1 }, next: { tags: ["a"] } });
    const [{ request } = { request: undefined }] = sent;
    expect(request).toMatchObject({
      method: "DELETE",
      url: `${HOST}/b`,
      credentials: "include",
      body: null,
      next: { tags: ["a"] },
    });
    expect(request?.headers.get("content-type")).toBeNull();
  });

  it("keeps the stream of a call in a request that it returns", async () => {
    server.play(reply(204));
    const api = connect();
    api.use({
      onRequest: ({ request }) => new Request(request, { headers: { "x-added": "1" } }),
    });
    await api.PUT("/files/{path}", {
      params: { path: { path: "a" }, header: { "x-mode": "w" } },
      body: new Blob(["a stream"]).stream(),
    });
    expect(arrival()).toMatchObject({ body: "a stream", headers: { "x-added": "1" } });
  });

  it("leaves an error as it is if none answers it", async () => {
    const lost = new Error("lost");
    const { api } = record({ retry: 0, fetch: () => Promise.reject(lost) });
    const names: string[] = [];
    api.use({ onError: ({ error }) => void names.push((error as Error).name) }, { onResponse: () => undefined }); // prettier-ignore
    expect(await errorOf(api.GET("/things"))).toMatchObject({
      name: "ConnectionError",
      attempts: 1,
    });
    expect(names).toEqual(["ConnectionError"]);
  });

  it("sees the call once, and not the credentials", async () => {
    server.play(json({}, 503), json([]));
    const seen: unknown[] = [];
    const api = connect({ auth: "secret-token", sleep: () => Promise.resolve() });
    api.use({
      onRequest: ({ request, schemaPath, params, options, id }) => {
        seen.push([request.headers.get("authorization"), schemaPath, params]);
        expect(Object.isFrozen(options)).toBe(true);
        expect(options).toMatchObject({ baseUrl: server.url, parseAs: "json" });
        expect(id).not.toBe("");
      },
      onResponse: ({ response }) => void seen.push(response.status),
    });
    await api.GET("/things", { params: { query: { limit: 1 } } });
    expect(seen).toEqual([[null, "/things", { query: { limit: 1 } }], 200]);
    expect(arrival()?.headers["authorization"]).toBe("Bearer secret-token");
  });

  it("changes the request, or returns another one", async () => {
    server.play(json([]));
    other.play(json([]));
    const api = connect({ auth: "secret-token" });
    api.use({ onRequest: ({ request }) => request.headers.set("x-added", "1") });
    await api.POST("/things", { body: { id: 1 } });
    expect(arrival()).toMatchObject({ headers: { "x-added": "1" }, body: '{"id":1}' });
    api.use({
      onRequest: ({ request }) =>
        new Request(`${other.url}/elsewhere`, {
          method: "PUT",
          headers: request.headers,
          body: "new",
        }),
    });
    await api.POST("/things", { body: { id: 1 } });
    expect(other.arrivals[0]).toMatchObject({ method: "PUT", url: "/elsewhere", body: "new" });
    expect(other.arrivals[0]?.headers).not.toHaveProperty("authorization");
  });

  it("ends a call by a response", async () => {
    const api = connect();
    const called: string[] = [];
    api.use(
      { onRequest: () => Response.json([{ id: 9 }]), onResponse: () => void called.push("a") },
      { onRequest: () => void called.push("b"), onResponse: () => void called.push("c") },
    );
    const { data } = await api.GET("/things");
    expect([data, called, server.arrivals]).toEqual([[{ id: 9 }], [], []]);
  });

  it("changes responses and errors", async () => {
    server.play(reset);
    const api = connect({ retry: 0 });
    const names: unknown[] = [];
    api.use(
      {
        onError: ({ error }) => {
          names.push((error as Error).name);
          return Response.json([{ id: 1 }]);
        },
      },
      {
        onError: () => new RangeError("changed"),
        onResponse: ({ response }) => new Response(response.body, { status: 202 }),
      },
    );
    const { data, response } = await api.GET("/things");
    expect([names, data, response.status]).toEqual([["RangeError"], [{ id: 1 }], 202]);
  });

  it("rejects with what it throws", async () => {
    server.play(json([]));
    const api = connect();
    const thrown = new Error("mine");
    const errors: unknown[] = [];
    api.use({
      onResponse: () => {
        throw thrown;
      },
      onError: ({ error }) => void errors.push(error),
    });
    expect(await errorOf(api.GET("/things"))).toBe(thrown);
    expect(errors).toEqual([]);
  });

  it.each([
    ["onRequest", { onRequest: () => "text" }],
    ["onResponse", { onResponse: () => ({}) }],
  ])("refuses another result of %s", async (name, middleware) => {
    server.play(json([]));
    const api = connect();
    // @ts-expect-error -- no such result
    api.use(middleware);
    expect((await errorOf(api.GET("/things"))).message).toContain(`The result of ${name} is`);
  });

  it("refuses another result of onError", async () => {
    const { api } = record({ retry: 0, fetch: () => Promise.reject(new Error("lost")) });
    // @ts-expect-error -- no such result
    api.use({ onError: () => "text" });
    const error = await errorOf(api.GET("/things"));
    expect([error.name, error.message]).toEqual([
      "TypeError",
      "The result of onError is a string; expected Error.",
    ]);
  });

  it("refuses middleware without a function, and leaves `undefined` out", () => {
    // @ts-expect-error -- for programs in JavaScript
    expect(() => connect().use({})).toThrow(
      "The middleware is an object; expected an object with onRequest, onResponse, onError.",
    );
    expect(() => connect().use({ onError: () => undefined })).not.toThrow();
    // @ts-expect-error -- likewise
    expect(() => connect().use(undefined, false)).not.toThrow();
  });
});

/** Parts of what middleware gets that the tests compare. */
interface SeenStep {
  readonly id: string;
  readonly request: Request;
}
