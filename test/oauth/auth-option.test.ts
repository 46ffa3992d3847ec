/** The option `auth` of clients with OAuth 2, and the URL that tokens are requested from. */
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { json } from "../client/server.js";
import { createService } from "./service.js";
import { CLIENT, grant, USER, startScripted } from "./scripted.js";

const { authority, api, connect } = startScripted();

/** The grants that an error of the option names. */
const EXPECTED =
  'expected "clientId" with "clientSecret", or "refreshToken" with the function "save"';

describe("[L.1] the option `auth`", () => {
  it.each<[title: string, auth: object, message: string]>([
    ["no secret", { clientId: "hidden" }, `Option "auth" has no "clientSecret"; ${EXPECTED}.`],
    ["no id", { clientSecret: "hidden" }, `Option "auth" has no "clientId"; ${EXPECTED}.`],
    ["no function", { refreshToken: "hidden" }, `Option "auth" has no "save"; ${EXPECTED}.`],
    [
      "an unknown key",
      { clientID: "hidden", clientSecret: "hidden" },
      `Option "auth" has "clientID"; ${EXPECTED}; beside them load, scopes, parameters, tokenUrl.`,
    ],
    [
      "no function to load",
      { ...USER, load: "hidden" },
      'Option "auth" has a string as "load"; expected a function.',
    ],
    [
      "a function to load, and none to save",
      { refreshToken: "hidden", load: () => "hidden" },
      `Option "auth" has no "save"; ${EXPECTED}.`,
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

  it("may name its scheme beside those of others", async () => {
    authority.play(grant("t1"));
    api.play(json({}));
    const key = { name: "key", in: "header", key: "x-api-key" } as const;
    await connect({ oauth: CLIENT, key: "k1" }, {}, {}, [key]).request("GET /things");
    await connect({ oauth: "given", key: "k2" }, {}, {}, [key]).request("GET /things");
    const pairs = api.arrivals.map(({ headers }) => [headers.authorization, headers["x-api-key"]]);
    expect(pairs).toEqual([
      ["Bearer t1", "k1"],
      ["Bearer given", "k2"],
    ]);
  });

  it("takes further parameters, which replace none of the token request", async () => {
    authority.play(grant("t1"));
    api.play(json({}));
    const parameters = { audience: "https://api.acme.example/", grant_type: "own" };
    await connect({ ...CLIENT, parameters, scopes: ["a", "b"] }).request("GET /things");
    expect(Object.fromEntries(new URLSearchParams(authority.arrivals[0]?.body))).toEqual({
      grant_type: "client_credentials",
      audience: "https://api.acme.example/",
      scope: "a b",
    });
  });
});

describe("[L.2] a token URL", () => {
  it.each<[tokenUrl: string, baseUrl: string, url: string]>([
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
      "https://api.acme.example/token",
      "https://api.acme.example/refresh",
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
