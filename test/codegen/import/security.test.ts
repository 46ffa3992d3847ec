/** Security schemes that an import reads, for the credentials of the client. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const BEARER = { type: "http", scheme: "bearer" };
const BASIC = { type: "http", scheme: "Basic" };
const KEY = { type: "apiKey", in: "header", name: "X-Api-Key" };
const OAUTH = { type: "oauth2", flows: {} };

const WEBHOOK = { post: { requestBody: { content: { "application/json": { schema: {} } } } } };

const SINGLE: readonly (readonly [what: string, scheme: object, auth: object])[] = [
  ["a bearer token", { type: "http", scheme: "Bearer", bearerFormat: "JWT" }, { bearer: true }],
  ["user and password", BASIC, { basic: true }],
  ["a key in a header", KEY, { header: "X-Api-Key" }],
  ["a key in the query", { type: "apiKey", in: "query", name: "api key" }, { query: "api key" }],
  ["OAuth 2", OAUTH, { bearer: true }],
  ["OpenID Connect", { type: "openIdConnect", openIdConnectUrl: "/" }, { bearer: true }],
];

const LOST: readonly (readonly [kind: string, scheme: object, reason: string])[] = [
  [
    "apiKey in cookie",
    { type: "apiKey", in: "cookie", name: "s" },
    "which callers give in `headers`",
  ],
  [
    "apiKey in header",
    { type: "apiKey", in: "header", name: "a b" },
    "which callers give in `headers`",
  ],
  ["http digest", { type: "http", scheme: "digest" }, "which callers give in `headers`"],
  ["mutualTLS", { type: "mutualTLS" }, "which the caller's `fetch` has to carry out"],
  ["", { type: 3 }, "which callers give in `headers`"],
];

describe("a security scheme", () => {
  it.each(SINGLE)("that is %s becomes `auth`", (_, scheme, auth) => {
    const result = readAuth(importAlone(describeSecurity({ one: scheme }, [{ one: [] }])));
    expect(result).toMatchObject({ auth, routes: {} });
    expect(result.notes[0]).toMatch(/^Credentials of `createClient`: `one` \(/);
  });

  it.each(LOST)("of another kind is noted: %s", (kind, scheme, reason) => {
    const { auth, notes } = readAuth(importAlone(describeSecurity({ one: scheme }, [{ one: [] }])));
    expect(auth).toBeUndefined();
    expect(notes).toEqual([
      `Not imported: the security scheme \`one\` (${kind}), ${reason}: components/securitySchemes/one.`,
    ]);
  });

  it("may be a reference", () => {
    const text = describeSecurity({ one: { $ref: "#/components/securitySchemes/two" }, two: KEY });
    expect(readAuth(importAlone(text)).auth).toEqual({ header: "X-Api-Key" });
  });

  it("in `authorization` says that a word may stand before the key", () => {
    const { auth, notes } = readAuth(
      importAlone(describeSecurity({ one: { ...KEY, name: "Authorization" } })),
    );
    expect(auth).toEqual({ header: "Authorization" });
    expect(notes).toContain(
      "Sent in `authorization` as it is given, with a word such as `Bearer` if there is one: one.",
    );
  });

  it("of deliveries is listed", () => {
    const { texts, notes } = importAlone(
      describeApi({ webhooks: {}, components: { securitySchemes: { one: BASIC } } }),
    );
    expect(texts["vendor.yaml"]).not.toContain("auth");
    expect(notes).toEqual([
      "Not imported: the security scheme `one` (http Basic), since there are no routes: components/securitySchemes/one.",
    ]);
  });
});

describe("a scheme with OAuth 2", () => {
  it.each<[title: string, flows: object, auth: object]>([
    [
      "client credentials",
      {
        clientCredentials: flow("https://id.example/t", { scopes: { a: "Reads\nthings.", b: "" } }),
      },
      {
        oauth2: "https://id.example/t",
        flows: ["clientCredentials"],
        scopes: { a: "Reads\nthings.", b: "" },
      },
    ],
    ["a code", { authorizationCode: flow("/t") }, { oauth2: "/t", flows: ["refreshToken"] }],
    ["a password", { password: flow("t") }, { oauth2: "t", flows: ["refreshToken"] }],
    [
      "an address for refresh tokens",
      { authorizationCode: flow("/t", { refreshUrl: "/r" }) },
      { oauth2: "/t", refreshUrl: "/r", flows: ["refreshToken"] },
    ],
    [
      "all flows at one address",
      {
        implicit: { authorizationUrl: "/a", scopes: { c: "" } },
        clientCredentials: flow("/t", { scopes: { a: "" } }),
        authorizationCode: flow("/t", { scopes: { b: "" } }),
      },
      { oauth2: "/t", scopes: { a: "", b: "" } },
    ],
    [
      "flows at several addresses",
      { clientCredentials: flow("/t"), authorizationCode: flow("/u") },
      { oauth2: "/t", refreshUrl: "/u" },
    ],
    [
      "no address",
      { implicit: { authorizationUrl: "/a" }, clientCredentials: flow() },
      { bearer: true },
    ],
    [
      "scopes that cannot be sent",
      { password: flow("t", { scopes: { "a b": "" } }) },
      { oauth2: "t", flows: ["refreshToken"] },
    ],
  ])("becomes `auth`: %s", (_title, flows, auth) => {
    const result = readAuth(importAlone(describeSecurity({ one: oauth(flows) }, [{ one: [] }])));
    expect(result.auth).toEqual(auth);
    expect(result.notes).toEqual(["Credentials of `createClient`: `one` (oauth2)."]);
  });

  it.each(["http://acme.example/t", "https://{tenant}.example/t", "https://u:p@acme.example/t"])(
    "whose address is %s takes tokens alone",
    (url) => {
      const { auth, notes } = readAuth(
        importAlone(describeSecurity({ one: oauth({ password: flow(url) }) }, [{ one: [] }])),
      );
      expect(auth).toEqual({ bearer: true });
      expect(notes[0]).toBe(
        `Not imported: the token URL \`${url}\`, to which no secret can be sent: components/securitySchemes/one/password.`,
      );
    },
  );

  it("is joined with those that are sent alike", () => {
    const { auth, notes } = readAuth(
      importAlone(
        describeSecurity(
          {
            token: BEARER,
            program: oauth({ clientCredentials: flow("/t", { scopes: { a: "" } }) }),
            user: oauth({ authorizationCode: flow("/u", { scopes: { b: "" } }) }),
          },
          [{ token: [] }, { program: ["a"] }, { user: ["b"] }],
        ),
      ),
    );
    expect(auth).toEqual({ oauth2: "/t", refreshUrl: "/u", scopes: { a: "", b: "" } });
    expect(notes).toContain(
      "Sent like another security scheme: program like token, user like token.",
    );
  });

  it("of OpenID Connect asks for its address", () => {
    const openId = { type: "openIdConnect", openIdConnectUrl: "https://id.example" };
    const { notes } = readAuth(importAlone(describeSecurity({ one: openId }, [{ one: [] }])));
    expect(notes).toContain(
      "`oauth2` in vendor.yaml may say the token URL, which is not in the description: one.",
    );
  });

  it("is kept as it was edited, and as it was before there was OAuth 2", () => {
    const text = describeSecurity({ one: oauth({ password: flow("/t") }) }, [{ one: [] }]);
    const { texts } = importAlone(text);
    expect(importInto(texts, text).texts).toEqual(texts);
    const vendor = (texts["vendor.yaml"] ?? "").replace(
      /^auth:.*\n(?: {2}.*\n)*/m,
      "auth: { bearer: true }\n",
    );
    const again = importInto({ ...texts, "vendor.yaml": vendor }, text);
    expect(again.texts["vendor.yaml"]).toBe(vendor);
    expect(again.notes).toEqual([]);
  });
});

describe("several security schemes", () => {
  it("have their names, the most used first", () => {
    const text = describeSecurity({ key: KEY, user: BASIC }, undefined, [
      [{ user: [] }],
      [{ user: [] }],
    ]);
    expect(Object.entries(readAuth(importAlone(text)).auth as object)).toEqual([
      ["user", { basic: true }],
      ["key", { header: "X-Api-Key" }],
    ]);
  });

  it("that are sent alike become one", () => {
    const { auth, routes, notes } = readAuth(
      importAlone(
        describeSecurity(
          { oauth: OAUTH, token: BEARER },
          [{ token: [] }],
          [[{ oauth: ["a"] }], [{ oauth: ["b"] }], [{ oauth: [] }]],
        ),
      ),
    );
    expect(auth).toEqual({ bearer: true });
    expect(routes).toEqual({});
    expect(notes).toContain("Sent like another security scheme: token like oauth.");
  });

  it("that are needed together say so", () => {
    const app = { ...KEY, name: "X-App" };
    const text = describeSecurity({ key: KEY, app, user: BASIC }, [
      { app: [], key: [] },
      { user: [] },
    ]);
    expect(readAuth(importAlone(text))).toMatchObject({
      auth: { key: { header: "X-Api-Key", with: ["app"] }, app: { header: "X-App" } },
      routes: {},
    });
  });

  it("stand at the routes that take others", () => {
    const { routes } = readAuth(
      importAlone(
        describeSecurity(
          { key: KEY, user: BASIC, token: BEARER },
          [{ key: [] }, { user: [] }, { token: [] }],
          [
            [{ user: [] }],
            [{ key: [], user: [] }],
            [{ key: [] }, {}],
            [],
            [{}],
            [{ token: [] }, { user: [] }, { key: [] }],
          ],
        ),
      ),
    );
    expect(routes).toEqual({
      "/r0": "user",
      "/r1": ["key", "user"],
      "/r2": "key",
      "/r3": false,
      "/r4": false,
    });
  });

  it("that nobody declares are listed", () => {
    const { routes, notes } = readAuth(
      importAlone(describeSecurity({ key: KEY }, [{ key: [] }], [[{ x: [] }]])),
    );
    expect(routes).toEqual({});
    expect(notes).toContain("Not imported: a security scheme without declaration, `x`: GET /r0.");
  });

  it.each(["constructor", "toString", "*/ `${x}` \u2028"])("may be called %j", (name) => {
    const schemes = Object.fromEntries([
      [name, KEY],
      ["user", BASIC],
    ]);
    const text = describeSecurity(schemes, [Object.fromEntries([[name, []]])], [[{ user: [] }]]);
    const { auth, routes } = readAuth(importAlone(text));
    expect(auth).toEqual(
      Object.fromEntries([
        [name, { header: "X-Api-Key" }],
        ["user", { basic: true }],
      ]),
    );
    expect(routes).toEqual({ "/x": name, "/r0": "user" });
  });

  it("cannot be called `__proto__`, which is listed", () => {
    const text = describeSecurity({}).replace(
      '"securitySchemes":{}',
      `"securitySchemes":{"__proto__":${JSON.stringify(KEY)}}`,
    );
    const { auth, notes } = readAuth(importAlone(text));
    expect(auth).toBeUndefined();
    expect(notes).toEqual([
      "Not imported: the key `__proto__`, which YAML files cannot have: components/securitySchemes.",
    ]);
  });
});

describe("the next import", () => {
  const text = describeSecurity(
    { key: KEY, user: BASIC },
    [{ key: [] }, { user: [] }],
    [[{ user: [] }], []],
  );

  it("changes nothing", () => {
    const { texts } = importAlone(text);
    expect(importInto(texts, text).texts).toEqual(texts);
  });

  it("keeps `auth` as it was edited", () => {
    const { texts } = importAlone(text);
    const edited = (texts["vendor.yaml"] ?? "")
      .replace("key: { header: X-Api-Key }", "token: { header: x-api-key }")
      .replace("user: { basic: true }", 'user: { header: X-User, prefix: "User " }');
    const routes = (texts["routes.yaml"] ?? "").replace("auth: user", "auth: [token, user]");
    const present = { ...texts, "vendor.yaml": edited, "routes.yaml": routes };
    expect(edited).not.toBe(texts["vendor.yaml"]);
    const again = importInto(present, text);
    expect(again.texts).toEqual(present);
    expect(again.notes).toEqual([]);
  });

  it("brings nothing back that was taken out of vendor.yaml", () => {
    const { texts } = importAlone(text);
    const vendor = (texts["vendor.yaml"] ?? "").replace(/\nauth:\n(?: .*\n)*/, "");
    const present = { ...texts, "vendor.yaml": vendor };
    const again = importInto(present, text);
    expect(again.texts["vendor.yaml"]).toBe(vendor);
    expect(again.notes).toEqual([
      "Not imported: the security scheme `key` (apiKey in header), since vendor.yaml has others: components/securitySchemes/key.",
      "Not imported: the security scheme `user` (http Basic), since vendor.yaml has others: components/securitySchemes/user.",
    ]);
  });

  it("of routes beside webhooks adds `auth`", () => {
    const { texts } = importAlone(describeApi({ webhooks: { created: WEBHOOK } }));
    expect(texts["routes.yaml"]).toBeUndefined();
    expect(readAuth(importInto(texts, text)).auth).toBeDefined();
  });
});

/** An operation with requirements of its own, if it has any. */
function operation(security?: unknown) {
  return { responses: {}, ...(security ? { security } : {}) };
}

function flow(tokenUrl?: unknown, more: object = {}) {
  return { tokenUrl, scopes: {}, ...more };
}

function oauth(flows: object) {
  return { type: "oauth2", flows };
}

/** A description of `/x`, and of `/r0`, `/r1` … for lists of requirements of their own. */
function describeSecurity(
  securitySchemes: object,
  security?: unknown,
  lists: unknown[] = [],
): string {
  const routes = lists.map((list, index) => [`/r${index}`, { get: operation(list) }] as const);
  return describeApi({
    servers: [{ url: "https://api.acme.example" }],
    paths: { "/x": { get: operation() }, ...Object.fromEntries(routes) },
    components: { securitySchemes },
    ...(security ? { security } : {}),
  });
}

/** The imported credentials, those of routes that differ, and the notes. Fails if the YAML is refused. */
function readAuth({ texts, notes }: ReturnType<typeof importAlone>): Result {
  const { auth } = parse(texts["vendor.yaml"] ?? "") as { readonly auth: unknown };
  const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { readonly auth?: unknown }>;
  const differing = Object.entries(routes).filter(([, route]) => "auth" in route);
  readSchema(Object.entries(texts).map(([path, text]) => ({ path, text })));
  return {
    auth,
    routes: Object.fromEntries(differing.map(([key, route]) => [key.slice(4), route.auth])),
    notes,
  };
}

interface Result {
  readonly auth: unknown;
  readonly routes: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}
