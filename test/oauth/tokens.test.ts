/** Clients that get their tokens from a real authorization server. */
import { describe, expect, it, vi } from "vitest";
import { createMockFetch } from "../../src/testing/client-mock.js";
import { createClock, START } from "../client/clock.js";
import { errorOf } from "../client/error-of.js";
import { CLIENT, POST_CLIENT, startService } from "./provider.js";
import type { OAuthScheme } from "../../src/catalog/client.js";
import { createService, type Options } from "./service.js";

const service = startService();

const connect = (options: Partial<Options> = {}, oauth: Partial<OAuthScheme> = {}) =>
  createService({ baseUrl: service.url, auth: CLIENT, retry: 0, ...options }, oauth);

const tokenOf = (call: string | undefined): string => String(call).replace("Bearer ", "");

describe("[L.1] client credentials", () => {
  it("become a token", async () => {
    const { status } = await connect().request("GET /things");
    expect(status).toBe(200);
    expect(service.calls[0]).toMatch(/^Bearer [\w-]{20,}$/);
  });

  it("ask for scopes", async () => {
    const { data } = await connect({ auth: { ...CLIENT, scopes: ["read", "write"] } }).request(
      "GET /things",
    );
    expect(data).toEqual({ scope: "read write" });
  });

  it("that are undefined are not given", async () => {
    const auth = { clientId: undefined, clientSecret: undefined };
    expect(await errorOf(connect({ auth }).request("GET /things"))).toMatchObject({ status: 401 });
    expect([service.calls, service.tokenRequests]).toEqual([[undefined], 0]);
  });
});

describe("[L.1] an access token", () => {
  it.each(["a text", "a function"])("may be %s all the same", async (kind) => {
    await connect().request("GET /things");
    const token = tokenOf(service.calls[0]);
    const auth = kind === "a text" ? token : () => token;
    expect((await connect({ auth }).request("GET /things")).status).toBe(200);
    expect(service.tokenRequests).toBe(1);
  });
});

describe("[L.3] id and secret", () => {
  it("are accepted as basic credentials, each written as a field of a form", async () => {
    const fetch = vi.fn(globalThis.fetch);
    await connect({ fetch }).request("GET /things");
    const headers = new Headers(fetch.mock.calls[0]?.[1]?.headers);
    const encoded = "acme+app:s3cret%2F%22w0rd%22%2B%26%3D%3A%25";
    expect(headers.get("authorization")).toBe(`Basic ${btoa(encoded)}`);
    expect(fetch.mock.calls[0]?.[1]?.body).toBe("grant_type=client_credentials");
  });

  it("are accepted in the form", async () => {
    const client = connect({ auth: POST_CLIENT }, { clientAuthentication: "post" });
    expect((await client.request("GET /things")).status).toBe(200);
  });
});

describe("[L.4] a token", () => {
  it("is asked for once by 1,000 calls at once", async () => {
    const client = connect();
    const calls = Array.from({ length: 1_000 }, () => client.request("GET /things"));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(service.tokenRequests).toBe(1);
    expect(service.calls.length).toBe(1_000);
    expect(new Set(service.calls).size).toBe(1);
  });

  it.each<[seconds: number, requests: number]>([
    [0, 1],
    [539.9, 1],
    [540, 2], // a lifetime of 600 seconds, but for a tenth
    [601, 2],
  ])("after %d seconds was asked for %d times", async (seconds, requests) => {
    let time = START;
    const client = connect({ now: () => time });
    await client.request("GET /things");
    time += seconds * 1_000;
    await Promise.all([client.request("GET /things"), client.request("GET /things")]);
    expect(service.tokenRequests).toBe(requests);
    expect(new Set(service.calls).size).toBe(requests);
  });

  it("is not needed by a call with a credential of its own", async () => {
    await connect().request("GET /things");
    const headers = { authorization: String(service.calls[0]) };
    expect((await connect().request("GET /things", { headers })).status).toBe(200);
    expect(service.tokenRequests).toBe(1);
  });
});

describe("[L.5] a token that was revoked", () => {
  it("is replaced once, for all calls that need another", async () => {
    const client = connect();
    await client.request("GET /things");
    await service.revoke(tokenOf(service.calls[0]));
    const calls = Array.from({ length: 20 }, () => client.request("GET /things"));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(service.tokenRequests).toBe(2);
    expect(new Set(service.calls).size).toBe(2);
  });
});

describe("[L.6] a refresh token", () => {
  it("is rotated, and saved before the new token is used", async () => {
    const order: string[] = [];
    let finish = (): void => undefined;
    const saved = new Promise<void>((resolve) => (finish = resolve));
    const refreshToken = await service.createRefreshToken();
    const save = vi.fn(async () => {
      order.push("saves");
      await saved;
      order.push("has saved");
    });
    const client = connect({ auth: { ...CLIENT, refreshToken, save } });
    const call = client.request("GET /things").then(() => order.push("has called"));
    await expect.poll(() => order).toEqual(["saves"]);
    expect(await service.isUsed(refreshToken)).toBe(true);
    expect(service.calls).toEqual([]);
    finish();
    await call;
    expect(order).toEqual(["saves", "has saved", "has called"]);
    expect(save).toHaveBeenCalledOnce();
  });

  it("is followed by the one that came with the last token", async () => {
    let time = START;
    const { client, first, saved } = await connectUser({ now: () => time });
    for (let round = 0; round < 4; round++) {
      expect((await client.request("GET /things")).status).toBe(200);
      time += 3_600_000;
    }
    expect(new Set([first, ...saved]).size).toBe(5);
    expect(service.tokenRequests).toBe(4);
    const used = await Promise.all([first, ...saved].map((token) => service.isUsed(token)));
    expect(used).toEqual([true, true, true, true, false]);
  });

  it("is used once by 1,000 calls at once", async () => {
    const { client, saved } = await connectUser();
    const calls = Array.from({ length: 1_000 }, () => client.request("GET /things"));
    await Promise.all(calls);
    expect([service.tokenRequests, saved.length]).toEqual([1, 1]);
  });

  it("that was used before is refused, with the reason", async () => {
    const { client, first } = await connectUser();
    await client.request("GET /things");
    const late = connect({ auth: { ...CLIENT, refreshToken: first, save: () => undefined } });
    expect(await errorOf(late.request("GET /things"))).toMatchObject({
      name: "OAuthError",
      code: "REFUSED",
      reason: "invalid_grant",
      status: 400,
      url: `${service.url}/oauth/token`,
    });
  });
});

describe("[L.7] the provider refuses", () => {
  it("a secret that is wrong, once", async () => {
    const auth = { ...CLIENT, clientSecret: "wr0ng-s3cret" };
    const clock = createClock();
    const error = await errorOf(connect({ auth, retry: 5, ...clock }).request("GET /things"));
    expect(error).toMatchObject({ code: "REFUSED", reason: "invalid_client", status: 401 });
    expect(error.message).toBe(
      `The token request to "${service.url}/oauth/token" was refused with status 401: invalid_client, client authentication failed.`,
    );
    expect([service.tokenRequests, clock.delays]).toEqual([1, []]);
  });

  it("a scope that the client may not have", async () => {
    const auth = { ...CLIENT, scopes: ["admin"] };
    expect(await errorOf(connect({ auth }).request("GET /things"))).toMatchObject({
      code: "REFUSED",
      reason: "invalid_scope",
    });
  });
});

describe("[L.9] a mock", () => {
  it("answers token requests", async () => {
    const client = connect();
    const mock = createMockFetch(client);
    mock.reply("GET /things" as never, { data: { name: "a" } } as never);
    expect((await client.request("GET /things")).data).toEqual({ name: "a" });
    expect(
      mock.requests.map(({ route, headers }) => [route, headers.get("authorization")]),
    ).toEqual([["GET /things", "Bearer token"]]);
    expect(service.tokenRequests).toBe(0);
  });
});

/** A client with a new refresh token, and what it saves. */
async function connectUser(options: Partial<Options> = {}) {
  const first = await service.createRefreshToken();
  const saved: string[] = [];
  const save = (token: string) => void saved.push(token);
  const client = connect({ auth: { ...CLIENT, refreshToken: first, save }, ...options });
  return { client, first, saved };
}
