/** Token requests: their form, their credentials, their deadline, and how often they are sent. */
import { describe, expect, it, vi } from "vitest";
import { START } from "../client/clock.js";
import { errorOf } from "../client/error-of.js";
import { json, reply } from "../client/server.js";
import { createService, type Grants } from "./service.js";
import { CLIENT, grant, USER, startScripted } from "./scripted.js";

const { authority, api, connect, sent } = startScripted();

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
      method: "POST",
      url: "/token",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    });
    expect(arrival?.headers).not.toHaveProperty("x-own");
    expect(onRequest).toHaveBeenCalledOnce();
  });

  it.each<TokenRequest>([
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
  ])("identifies its client: %s", async (_title, auth, oauth, authorization, body) => {
    authority.play(grant("t1"));
    api.play(json({}));
    await connect(auth, {}, oauth).request("GET /things");
    expect(authority.arrivals[0]?.headers.authorization).toBe(authorization);
    expect(authority.arrivals[0]?.body).toBe(body);
  });

  it("follows no redirect", async () => {
    authority.play(reply(307, { location: `${api.url}/elsewhere` }));
    expect(await errorOf(connect().request("GET /things"))).toMatchObject({
      code: "REFUSED",
      status: 307,
    });
    expect(api.arrivals).toEqual([]);
  });

  it("has the fetch options of the client", async () => {
    const dispatcher = {};
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ access_token: "t" }));
    const service = createService({
      auth: CLIENT,
      fetch,
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
        code: "UNAVAILABLE",
        cause: { message: "It took longer than 30000 ms" },
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

type TokenRequest = readonly [
  title: string,
  auth: Grants["oauth"],
  oauth: object,
  authorization: string | undefined,
  body: string,
];
