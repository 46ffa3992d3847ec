/** Credentials that a function gives, and gives anew after a 401. */
import { describe, expect, it } from "vitest";
import { createClient } from "typewire/client";
import { anyRoute } from "../../src/runtime/endpoint.js";
import { errorOf } from "./error-of.js";
import { json, reply, startServer, type Step } from "./server.js";
import { createService } from "./service.js";
import { SECRET, KEY } from "./auth-schemes.js";

const server = startServer();

/** A server of another origin. */
const stranger = startServer();

const connect = (options: Parameters<typeof createClient>[0] = {}) =>
  createClient({ baseUrl: server.url, retry: 0, auth: SECRET, ...options });

describe("[F.7] a function that gives the credential", () => {
  it("is called once for many requests", async () => {
    server.play(json({}));
    const { auth, count } = createTokens("one");
    const client = connect({ auth });
    await Promise.all([1, 2, 3].map(() => client.request(anyRoute("GET /anything"))));
    await client.request(anyRoute("GET /anything"));
    expect(count()).toBe(1);
  });

  it("is called again once after a 401, whatever the method", async () => {
    server.play(refuseWithout("two"));
    const { auth, count } = createTokens("one", "two");
    const { status } = await connect({ auth }).request(anyRoute("POST /anything"), { a: 1 });
    expect({ status, calls: count(), sent: server.arrivals.length }).toEqual({
      status: 200,
      calls: 2,
      sent: 2,
    });
    expect(server.arrivals[1]?.body).toBe('{"a":1}');
  });

  it("is not called a third time", async () => {
    server.play(json({}, 401));
    const { auth, count } = createTokens("one", "two", "three");
    expect(await errorOf(connect({ auth }).request(anyRoute("GET /anything")))).toMatchObject({
      status: 401,
      attempts: 2,
    });
    expect(count()).toBe(2);
  });

  it("is called once for requests that fail together", async () => {
    server.play(refuseWithout("two"));
    const { auth, count } = createTokens("one", "two", "three");
    const client = connect({ auth });
    await Promise.all(Array.from({ length: 20 }, () => client.request(anyRoute("GET /anything"))));
    expect(count()).toBe(2);
  });

  it("that fails rejects the request, and is called again by the next", async () => {
    server.play(json({}));
    let calls = 0;
    const failure = new Error("no token");
    const auth = () => {
      if (calls++ === 0) throw failure;
      return "one";
    };
    const client = connect({ auth });
    expect(await errorOf(client.request(anyRoute("GET /anything")))).toBe(failure);
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
  });

  it("may send a request that brings a credential, to get what it gives", async () => {
    server.play((response, arrival) => {
      const token = arrival.url === "/token" ? "app" : "installation";
      refuseWithout(token)(response, arrival);
    });
    const client = connect({
      async auth() {
        await client.request(anyRoute("POST /token"), { headers: { authorization: "Bearer app" } });
        return "installation";
      },
    });
    expect(await client.request(anyRoute("GET /anything"))).toMatchObject({ status: 200 });
    expect(server.arrivals.map(({ url }) => url)).toEqual(["/token", "/anything"]);
  });

  it("that is still asked when the call ends sends nothing", async () => {
    const controller = new AbortController();
    const reason = new Error("not needed any more");
    let sent = 0;
    const client = connect({
      fetch: async () => {
        sent++;
        return Response.json({});
      },
      auth: async () => {
        controller.abort(reason);
        return "a token";
      },
    });
    const { signal } = controller;
    expect(await errorOf(client.request(anyRoute("GET /anything"), {}, { signal }))).toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(0);
  });

  it("is not asked after a 401 to what a call brought", async () => {
    server.play(json({}, 401));
    const { auth, count } = createTokens("one");
    const headers = { authorization: "Bearer own" };
    const error = await errorOf(connect({ auth }).request(anyRoute("POST /anything"), { headers }));
    expect(error).toMatchObject({ attempts: 1 });
    expect(count()).toBe(0);
  });

  it("is not asked after a 401 of another origin", async () => {
    stranger.play(json({}, 401));
    const { auth, count } = createTokens("one", "two");
    const error = await errorOf(
      connect({ auth }).request(anyRoute(`POST ${stranger.url}/anything`)),
    );
    expect(error).toMatchObject({ status: 401, attempts: 1 });
    expect(count()).toBe(0);
  });

  it("is not asked after a 401 of another origin that a redirect leads to", async () => {
    server.play(reply(307, { location: `${stranger.url}/elsewhere` }));
    stranger.play(json({}, 401));
    const { auth, count } = createTokens("one", "two");
    const service = createService({ auth: [KEY] }, { baseUrl: server.url, retry: 0, auth });
    expect(await errorOf(service.request("GET /things"))).toMatchObject({ attempts: 1 });
    expect([count(), server.arrivals.length]).toEqual([1, 1]);
  });

  it("is called again without a wait, and hooks are told so", async () => {
    server.play(refuseWithout("two"));
    const seen: unknown[] = [];
    const client = connect({
      auth: createTokens("one", "two").auth,
      onRetry: ({ attempt, delay, error }) => void seen.push([attempt, delay, error.message]),
      sleep: () => Promise.reject(new Error("There is a wait.")),
    });
    await client.request(anyRoute("GET /anything"));
    expect(seen).toEqual([[1, 0, '"GET /anything" got status 401.']]);
  });

  it("is not asked after a 401 to a string", async () => {
    server.play(json({}, 401));
    expect(await errorOf(connect().request(anyRoute("GET /anything")))).toMatchObject({
      attempts: 1,
    });
  });
});

/** A function that gives these tokens in turn, and its number of calls. */
function createTokens(...tokens: readonly string[]) {
  const left = [...tokens];
  let calls = 0;
  const auth = async () => {
    calls++;
    return left.shift() ?? "none";
  };
  return { auth, count: () => calls };
}

/** Answers with 401 to requests without the token. */
function refuseWithout(token: string): Step {
  return (response, { headers }) => {
    const isAllowed = headers.authorization === `Bearer ${token}`;
    json({}, isAllowed ? 200 : 401)(response);
  };
}
