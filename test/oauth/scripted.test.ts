/** Clients whose authorization server answers by a script: what a good one does not do. */
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createClock, START } from "../client/clock.js";
import { errorOf } from "../client/error-of.js";
import { cutShort, json, reply, reset, startServer, type Step } from "../client/server.js";
import { createService, type Grants, type Options } from "./service.js";

/** The token endpoint, and the API. */
const authority = startServer();
const api = startServer();

const CLIENT = { clientId: "acme", clientSecret: "s3cret" };
const USER = { refreshToken: "r0", save: () => undefined };

const connect = (
  auth: Options["auth"] = CLIENT,
  options: Partial<Options> = {},
  ...more: [oauth?: object, more?: object]
) =>
  createService(
    { baseUrl: api.url, auth, retry: 0, ...options },
    { tokenUrl: `${authority.url}/token`, ...more[0] },
    more[1],
  );

const grant = (token: string, more: object = {}): Step =>
  json({ access_token: token, token_type: "Bearer", expires_in: 600, ...more });

const sent = (): (string | undefined)[] => api.arrivals.map(({ headers }) => headers.authorization);

describe("[L.1] the option `auth`", () => {
  const expected =
    'expected "clientId" with "clientSecret", or "refreshToken" with the function "save"';
  it.each<[title: string, given: object, message: string]>([
    ["no secret", { clientId: "hidden" }, `Option "auth" has no "clientSecret"; ${expected}.`],
    ["no id", { clientSecret: "hidden" }, `Option "auth" has no "clientId"; ${expected}.`],
    ["no function", { refreshToken: "hidden" }, `Option "auth" has no "save"; ${expected}.`],
    [
      "an unknown key",
      { clientID: "hidden", clientSecret: "hidden" },
      `Option "auth" has "clientID"; ${expected}; beside them load, scopes, parameters, tokenUrl.`,
    ],
    [
      "no function to load",
      { ...USER, load: "hidden" },
      'Option "auth" has a string as "load"; expected a function.',
    ],
    [
      "a function to load, and none to save",
      { refreshToken: "hidden", load: () => "hidden" },
      `Option "auth" has no "save"; ${expected}.`,
    ],
    [
      "no text",
      { ...CLIENT, clientSecret: 7 },
      'Option "auth" has a number as "clientSecret"; expected text.',
    ],
    [
      "empty text",
      { ...CLIENT, clientSecret: "" },
      'Option "auth" has an empty text as "clientSecret"; expected text.',
    ],
    [
      "a scope with a space",
      { ...CLIENT, scopes: ["hidden hidden"] },
      'Option "auth" has an array as "scopes"; expected a list of scopes, each without spaces.',
    ],
    [
      "other parameters",
      { ...CLIENT, parameters: { a: 1 } },
      'Option "auth" has an object as "parameters"; expected an object with texts.',
    ],
  ])("with %s is refused", (_title, auth, message) => {
    let error: unknown;
    try {
      connect(auth);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message });
    expect(inspect(error)).not.toContain("hidden");
  });

  it("may name the scheme, beside others", async () => {
    authority.play(grant("t1"));
    api.play(json({}));
    const key = { name: "key", in: "header", key: "x-api-key" } as const;
    await connect({ oauth: CLIENT, key: "k1" }, {}, {}, { auth: [key] }).request("GET /things");
    await connect({ oauth: "given", key: "k2" }, {}, {}, { auth: [key] }).request("GET /things");
    const pairs = api.arrivals.map(({ headers }) => [headers.authorization, headers["x-api-key"]]);
    expect(pairs).toEqual([
      ["Bearer t1", "k1"],
      ["Bearer given", "k2"],
    ]);
  });

  it("has further parameters", async () => {
    authority.play(grant("t1"));
    api.play(json({}));
    const parameters = { audience: "https://api.acme.example/", grant_type: "own" };
    await connect({ ...CLIENT, parameters, scopes: ["a", "b"] }).request("GET /things");
    expect(Object.fromEntries(new URLSearchParams(authority.arrivals[0]?.body))).toEqual({
      ...{ grant_type: "client_credentials", audience: "https://api.acme.example/", scope: "a b" },
    });
  });
});

describe("[L.2] a token URL", () => {
  it.each<[given: string, baseUrl: string, url: string]>([
    ["/token", "https://acme.example/v1/", "https://acme.example/token"],
    ["token", "https://acme.example/v1", "https://acme.example/v1/token"],
    ["token?a=1#b", "https://acme.example", "https://acme.example/token?a=1"],
    ["https://id.acme.example/t", "http://api.acme.example", "https://id.acme.example/t"],
    ["http://localhost:3000/t", "https://acme.example", "http://localhost:3000/t"],
    ["http://id.localhost/t", "https://acme.example", "http://id.localhost/t"],
    ["http://127.0.0.2/t", "https://acme.example", "http://127.0.0.2/t"],
    ["http://[::1]:80/t", "https://acme.example", "http://[::1]/t"],
  ])("%s below %s is %s", async (tokenUrl, baseUrl, url) => {
    const fetch = vi.fn(async () => Response.json({ access_token: "t", token_type: "bearer" }));
    await createService({ auth: CLIENT, baseUrl, fetch }, { tokenUrl }).request("GET /things");
    expect(fetch.mock.calls.map(([address]: unknown[]) => address)).toEqual([
      url,
      `${baseUrl.replace(/\/$/, "")}/things`,
    ]);
  });

  it("for refresh tokens may be another one, and a caller may replace either", async () => {
    const urls: unknown[] = [];
    const fetch = async (url: unknown) => {
      urls.push(url);
      return Response.json({ access_token: "t" });
    };
    const oauth = { tokenUrl: "/token", refreshUrl: "/refresh" };
    for (const auth of [CLIENT, USER, { ...USER, tokenUrl: "https://id.example/t" }])
      await createService({ auth, fetch }, oauth).request("GET /things");
    expect(urls.filter((_, index) => index % 2 === 0)).toEqual([
      ...["https://api.acme.example/token", "https://api.acme.example/refresh"],
      "https://id.example/t",
    ]);
  });

  it.each([
    ["http://id.acme.example/t?secret", "http://id.acme.example/t"],
    ["http://localhost.acme.example/t", "http://localhost.acme.example/t"],
    ["https://user:pass@id.acme.example/t", "https://id.acme.example/t"],
    ["ftp://127.0.0.1/t", "ftp://127.0.0.1/t"],
    ["https://[bad", "https://[bad"],
  ])("%s is refused", (tokenUrl, shown) => {
    expect(() => connect({ ...CLIENT, tokenUrl })).toThrow(
      new TypeError(
        `The token URL is "${shown}"; expected an https: address without user and password, or an http: one of this machine.`,
      ),
    );
  });
});

describe("[L.3] a token request", () => {
  it("is a form without what belongs to calls", async () => {
    authority.play(grant("t1"));
    api.play(json({}));
    const onRequest = vi.fn();
    await connect(CLIENT, { onRequest, headers: { "x-own": "1" }, concurrency: 1 }).request(
      "GET /things",
    );
    const [arrival] = authority.arrivals;
    expect(arrival).toMatchObject({
      ...{ method: "POST", url: "/token" },
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    });
    expect(arrival?.headers).not.toHaveProperty("x-own");
    expect(onRequest).toHaveBeenCalledOnce();
  });

  it.each<
    [title: string, auth: Grants["oauth"], oauth: object, authorization: unknown, body: string]
  >([
    ["basic", CLIENT, {}, `Basic ${btoa("acme:s3cret")}`, "grant_type=client_credentials"],
    [
      "post",
      CLIENT,
      { clientAuthentication: "post" },
      undefined,
      "grant_type=client_credentials&client_id=acme&client_secret=s3cret",
    ],
    ["nothing", USER, {}, undefined, "grant_type=refresh_token&refresh_token=r0"],
    [
      "the id",
      { ...USER, clientId: "acme" },
      {},
      undefined,
      "grant_type=refresh_token&refresh_token=r0&client_id=acme",
    ],
    [
      "basic with a refresh token",
      { ...USER, ...CLIENT },
      {},
      `Basic ${btoa("acme:s3cret")}`,
      "grant_type=refresh_token&refresh_token=r0",
    ],
  ])("says who asks: %s", async (_title, auth, oauth, authorization, body) => {
    authority.play(grant("t1"));
    api.play(json({}));
    await connect(auth, {}, oauth).request("GET /things");
    expect(authority.arrivals[0]?.headers.authorization).toBe(authorization);
    expect(authority.arrivals[0]?.body).toBe(body);
  });

  it("follows no redirect", async () => {
    authority.play(reply(307, { location: `${api.url}/elsewhere` }));
    expect(await errorOf(connect().request("GET /things"))).toMatchObject({
      ...{ code: "REFUSED", status: 307 },
    });
    expect(api.arrivals).toEqual([]);
  });

  it("has the fetch options of the client", async () => {
    const dispatcher = {};
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ access_token: "t" }));
    const service = createService({
      ...{ auth: CLIENT, fetch },
      ...({ defaults: { request: { dispatcher } } } as object),
    });
    await service.request("GET /things");
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ dispatcher, method: "POST" });
  });

  it.each([
    ["the reason of its signal", (signal?: AbortSignal | null): unknown => signal?.reason],
    ["an error of its own", () => new Error("The operation was aborted")],
  ])("ends after 30 seconds with a fetch that rejects with %s", async (_, findError) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const fetch = (_url: unknown, init?: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(findError(init.signal)));
        });
      const failed = errorOf(connect(CLIENT, { fetch }).request("GET /things"));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await failed).toMatchObject({
        ...{ code: "UNAVAILABLE", cause: { message: "It took longer than 30000 ms" } },
      });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("[L.4] a token request", () => {
  it("goes on for the others if one call ends", async () => {
    const answers: (() => void)[] = [];
    authority.play((response, arrival) => answers.push(() => grant("t1")(response, arrival)));
    api.play(json({}));
    const client = connect();
    const controller = new AbortController();
    const ended = errorOf(client.request("GET /things", {}, { signal: controller.signal }));
    const late = errorOf(client.request("GET /things", {}, { timeout: 20 }));
    const other = client.request("GET /things");
    await expect.poll(() => answers.length).toBe(1);
    controller.abort();
    expect([(await ended).name, (await late).name]).toEqual(["AbortError", "TimeoutError"]);
    answers[0]?.();
    expect((await other).status).toBe(200);
    expect([authority.arrivals.length, sent()]).toEqual([1, ["Bearer t1"]]);
  });

  it.each<[lifetime: unknown, seconds: number, requests: number]>([
    [10_000, 9_939, 1],
    [10_000, 9_939.999, 1],
    [10_000, 9_940, 2], // a minute before the end
    [10, 8.9, 1],
    [10, 9, 2], // a tenth before the end
    ["10", 9, 2],
    [undefined, 1e9, 1],
    [null, 1e9, 1],
    ["soon", 1e9, 1],
    ["", 1e9, 1],
    [-1, 1e9, 1],
    [0, 0, 2], // it has expired
    ["0", 0, 2],
  ])(
    "for a lifetime of %j, after %d seconds, was sent %d times",
    async (lifetime, seconds, requests) => {
      authority.play(grant("t1", { expires_in: lifetime }), grant("t2"));
      api.play(json({}));
      let time = START;
      const client = connect(CLIENT, { now: () => time });
      await client.request("GET /things");
      time += seconds * 1_000;
      await client.request("GET /things");
      expect(authority.arrivals.length).toBe(requests);
      expect(sent()[1]).toBe(`Bearer t${requests}`);
    },
  );

  it("that takes long shortens the use of its token", async () => {
    let time = START;
    authority.play((response, arrival) => {
      time += 595_000;
      grant("t1")(response, arrival);
    }, grant("t2"));
    api.play(json({}));
    const client = connect(CLIENT, { now: () => time });
    await client.request("GET /things");
    await client.request("GET /things");
    expect(sent()).toEqual(["Bearer t1", "Bearer t2"]);
  });
});

describe("[L.5] a 401", () => {
  const no = json({}, 401);

  it("is the answer if the new token gets one, too", async () => {
    authority.play(grant("t1"), grant("t2"), grant("t3"));
    api.play(no);
    const client = connect(CLIENT, { retry: 5 });
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(client.request("GET /things"))));
    for (const error of errors) expect(error).toMatchObject({ status: 401, attempts: 2 });
    expect(authority.arrivals.length).toBe(2);
    expect(sent().sort()).toEqual([1, 1, 1, 2, 2, 2].map((number) => `Bearer t${number}`));
    await errorOf(client.request("GET /things"));
    expect(sent().slice(6)).toEqual(["Bearer t2", "Bearer t3"]);
  });

  it("of an old call does not discard a newer token", async () => {
    authority.play(grant("t1"), grant("t2"), grant("t3"));
    const held: (() => void)[] = [];
    const client = connect();
    api.play((response, arrival) => held.push(() => no(response, arrival)), no, json({}));
    const old = client.request("GET /things");
    await expect.poll(() => held.length).toBe(1);
    await client.request("GET /things"); // renews the token
    held[0]?.();
    expect((await old).status).toBe(200);
    expect(sent()).toEqual(["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"]);
    expect(authority.arrivals.length).toBe(2);
  });
});

describe("[L.6] `save`", () => {
  it.each([
    ["none", {}],
    ["the same", { refresh_token: "r0" }],
    ["an empty one", { refresh_token: "" }],
    ["no text", { refresh_token: 7 }],
  ])("is not called if %s came", async (_title, more) => {
    authority.play(grant("t1", more));
    api.play(json({}));
    const save = vi.fn();
    await connect({ ...USER, save }).request("GET /things");
    expect(save).not.toHaveBeenCalled();
  });

  it("that fails is an error, and is tried again before anything else", async () => {
    authority.play(grant("t1", { refresh_token: "r1" }), grant("t2"));
    api.play(json({}));
    const save = vi
      .fn<(token: string) => Promise<void>>()
      .mockRejectedValueOnce(new Error("The disk is full, at r1"))
      .mockImplementationOnce(() => {
        throw new Error("The disk is still full");
      })
      .mockResolvedValue(undefined);
    let time = START;
    const client = connect({ ...USER, save }, { now: () => time, retry: 5 });
    for (const message of ["The disk is full, at r1", "The disk is still full"]) {
      const errors = await Promise.all([1, 2].map(() => errorOf(client.request("GET /things"))));
      for (const error of errors)
        expect(error).toMatchObject({
          ...{ name: "OAuthError", code: "SAVE_FAILED", cause: { message } },
          message: `The new refresh token of "${authority.url}/token" could not be saved.`,
        });
    }
    expect(sent()).toEqual([]);
    await client.request("GET /things");
    expect(save.mock.calls).toEqual([["r1"], ["r1"], ["r1"]]);
    expect([authority.arrivals.length, sent()]).toEqual([1, ["Bearer t1"]]);
    time += 600_000;
    await client.request("GET /things");
    expect(authority.arrivals[1]?.body).toContain("refresh_token=r1");
  });
});

describe("[L.6] `load`", () => {
  /** What two processes share: the saved refresh token, of which the service takes the latest alone. */
  function createStore(saved: string) {
    const store = { saved };
    const auth = {
      refreshToken: saved,
      load: async () => store.saved,
      save: async (token: string) => void (store.saved = token),
    };
    return { store, auth };
  }

  /** An authorization server that rotates: it takes the latest refresh token, once. */
  function playRotation(first: string): void {
    let latest = first;
    let number = 0;
    authority.play((response, arrival) => {
      const refreshToken = new URLSearchParams(arrival.body).get("refresh_token");
      if (refreshToken !== latest) return json({ error: "invalid_grant" }, 400)(response, arrival);
      number++;
      latest = `r${number}`;
      return grant(`t${number}`, { refresh_token: latest })(response, arrival);
    });
  }

  const listSent = () =>
    authority.arrivals.map(({ body }) => new URLSearchParams(body).get("refresh_token"));

  it("lets two processes share a refresh token that changes", async () => {
    playRotation("r0");
    api.play(json({}));
    const { store, auth } = createStore("r0");
    let time = START;
    const clients = [1, 2].map(() => connect(auth, { now: () => time }));
    for (let round = 0; round < 2; round++) {
      for (const client of clients) expect((await client.request("GET /things")).status).toBe(200);
      time += 600_000;
    }
    expect(sent()).toEqual(["Bearer t1", "Bearer t2", "Bearer t3", "Bearer t4"]);
    expect(listSent()).toEqual(["r0", "r1", "r2", "r3"]);
    expect(store.saved).toBe("r4");
  });

  it("is called again, once, if the service refuses the refresh token", async () => {
    playRotation("r0");
    api.play(json({}));
    const load = vi.fn<() => string>().mockReturnValueOnce("old").mockReturnValue("r0");
    await connect({ ...USER, load }).request("GET /things");
    expect(listSent()).toEqual(["old", "r0"]);
    expect(load).toHaveBeenCalledTimes(2);

    authority.play(json({ error: "invalid_grant" }, 400));
    let number = 0;
    const changing = connect({ ...USER, load: () => `x${number++}` });
    expect(await errorOf(changing.request("GET /things"))).toMatchObject({ code: "REFUSED" });
    expect(listSent().slice(2)).toEqual(["x0", "x1"]);
  });

  it.each<[title: string, answer: Step, load: () => string | undefined, tokens: string[]]>([
    ["unchanged", json({ error: "invalid_grant" }, 400), () => "r0", ["r0"]],
    ["absent", json({ error: "invalid_grant" }, 400), () => undefined, ["r0"]],
    ["refused for another reason", json({ error: "invalid_client" }, 401), createCounter(), ["x1"]],
  ])("asks once for a token that is %s", async (_title, answer, load, tokens) => {
    authority.play(answer);
    const error = await errorOf(connect({ ...USER, load }).request("GET /things"));
    expect(error).toMatchObject({ code: "REFUSED" });
    expect(listSent()).toEqual(tokens);
  });

  function createCounter(): () => string {
    let number = 0;
    return () => `x${(number += 1)}`;
  }

  it("is not called while a new refresh token is not saved", async () => {
    authority.play(grant("t1", { refresh_token: "r1" }));
    api.play(json({}));
    const load = vi.fn(() => "r0");
    const save = vi.fn<(token: string) => Promise<void>>().mockRejectedValueOnce(new Error("full"));
    const client = connect({ ...USER, load, save });
    await errorOf(client.request("GET /things"));
    await client.request("GET /things");
    expect(load).toHaveBeenCalledTimes(1);
    expect(save.mock.calls).toEqual([["r1"], ["r1"]]);
  });

  it.each<[title: string, load: () => unknown, message: string]>([
    ["throws", () => Promise.reject(new Error("locked, at r0-long")), "locked, at [hidden]"],
    [
      "returns a number",
      () => 7,
      '"load" returned a number; expected a refresh token, or undefined.',
    ],
    [
      "returns no text",
      () => "",
      '"load" returned an empty text; expected a refresh token, or undefined.',
    ],
  ])("that %s is an error", async (_title, load, message) => {
    const auth = { ...USER, refreshToken: "r0-long", load: load as () => string };
    const error = await errorOf(connect(auth).request("GET /things"));
    expect(error).toMatchObject({
      ...{ name: "OAuthError", code: "LOAD_FAILED" },
      message: `The saved refresh token of "${authority.url}/token" could not be loaded.`,
      cause: { message },
    });
    expect(authority.arrivals).toEqual([]);
  });
});

describe("[L.7] a token endpoint", () => {
  it.each<[title: string, step: Step, fields: object]>([
    ["resets the connection", reset, { cause: { name: expect.any(String) as string } }],
    [
      "resets it with a code",
      reset,
      { message: expect.stringMatching(/got no response \([A-Z_]+\)\.$/) as string },
    ],
    ["breaks off", cutShort(), {}],
    [
      "fails",
      json({}, 500),
      { status: 500, message: expect.stringMatching(/got status 500\.$/) as string },
    ],
    ["is down", reply(503, {}, "<h1>Down</h1>"), { status: 503 }],
  ])("that %s is asked again, as often as `retry` says", async (_title, step, fields) => {
    authority.play(step);
    const clock = createClock();
    const error = await errorOf(connect(CLIENT, { ...clock, retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ name: "OAuthError", code: "UNAVAILABLE", ...fields });
    expect(error["url"]).toBe(`${authority.url}/token`);
    expect(authority.arrivals.length).toBe(4);
    expect(clock.delays).toHaveLength(3);
    for (const [index, delay] of clock.delays.entries())
      expect(delay).toBeLessThanOrEqual(500 * 2 ** index);
    expect(api.arrivals).toEqual([]);
  });

  it("that is up again is asked by the next call", async () => {
    authority.play(json({}, 500), grant("t1"));
    api.play(json({}));
    const client = connect();
    const errors = [client.request("GET /things"), client.request("GET /things")].map(errorOf);
    for (const error of await Promise.all(errors)) expect(error).toMatchObject({ status: 500 });
    expect((await client.request("GET /things")).status).toBe(200);
    expect(authority.arrivals.length).toBe(2);
  });

  it("says when it is up again", async () => {
    authority.play(reply(503, { "retry-after": "7" }), grant("t1"));
    api.play(json({}));
    const clock = createClock();
    await connect(CLIENT, { ...clock, retry: 1 }).request("GET /things");
    expect(clock.delays).toEqual([7_000]);
    authority.play(reply(503, { "retry-after": "61" }), grant("t1"));
    const error = await errorOf(connect(CLIENT, { ...clock, retry: 1 }).request("GET /things"));
    expect(error).toMatchObject({ code: "UNAVAILABLE", status: 503 });
  });

  it.each<[title: string, step: Step, fields: object]>([
    [
      "an error",
      json({ error: "invalid_grant", error_description: "It is over." }, 400),
      {
        reason: "invalid_grant",
        status: 400,
        message: expect.stringMatching(/ 400: invalid_grant, It is over\.$/) as string,
      },
    ],
    ["too many requests", json({ error: "slow_down" }, 429), { reason: "slow_down", status: 429 }],
    ["a status alone", reply(403), { reason: undefined, status: 403 }],
    [
      "a page",
      reply(404, { "content-type": "text/html" }, "<h1>s3cret</h1>"),
      { reason: undefined },
    ],
    [
      "an error with the status 200",
      json({ error: "bad_code" }),
      { reason: "bad_code", status: 200 },
    ],
  ])("that refuses with %s is not asked again", async (_title, step, fields) => {
    authority.play(step);
    const error = await errorOf(connect(CLIENT, { retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ code: "REFUSED", ...fields });
    expect(authority.arrivals.length).toBe(1);
  });

  const noToken = "with no `access_token` that can be sent.";
  it.each<[title: string, step: Step, detail: string]>([
    ["nothing", reply(200), noToken],
    ["no JSON", reply(200, {}, "ok: s3cret"), noToken],
    ["a list", json([]), noToken],
    ["null", json(null), noToken],
    ["no token", json({ token_type: "Bearer" }), noToken],
    ["a number", json({ access_token: 7 }), noToken],
    ["a token with a line break", json({ access_token: "a\r\nb" }), noToken],
    ["a token with a space", json({ access_token: "a b" }), noToken],
    ["an endless text", reply(200, {}, "x".repeat(3_000_000)), noToken],
    ...["DPoP", "BearerEvil", "Bearer ", "mybearer", ""].map((type): [string, Step, string] => [
      `a token of another kind, ${JSON.stringify(type)}`,
      grant("t", { token_type: type }),
      "with a `token_type` other than `Bearer`.",
    ]),
  ])("that answers %s is not asked again", async (_title, step, detail) => {
    authority.play(step);
    const error = await errorOf(connect(CLIENT, { retry: 3 }).request("GET /things"));
    expect(error).toMatchObject({ code: "INVALID_RESPONSE", status: 200 });
    expect(error.message).toBe(
      `The token request to "${authority.url}/token" got status 200 ${detail}`,
    );
    expect(authority.arrivals.length).toBe(1);
  });
});
