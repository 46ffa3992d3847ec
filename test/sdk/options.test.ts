/** The options of the class of an SDK, and the variables that stand in for them. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSdk } from "../../src/request/sdk/sdk.js";
import { errorOf } from "../client/error-of.js";
import { json, startServer } from "../client/server.js";
import { CATALOG, createAcmeClass, type AcmeInstance, type Options } from "./acme.js";

const server = startServer();

const Acme = createAcmeClass(server);

const TOKEN_FUNCTION = () => "f";

describe("[H.7] the options", () => {
  const VARIABLES = ["ACME_API_KEY", "ACME_TENANT", "ACME_VERSION", "ACME_OTHER"];
  const clear = () => {
    for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
  };
  beforeEach(clear);
  afterEach(() => {
    clear();
    vi.unstubAllGlobals();
  });

  it.each<
    [
      title: string,
      options: Options,
      environment: Record<string, string>,
      authorization: string | undefined,
    ]
  >([
    ["a credential", { apiKey: "k" }, {}, "Bearer k"],
    ["a function", { apiKey: () => Promise.resolve("f") }, {}, "Bearer f"],
    ["auth", { auth: "a" }, {}, "Bearer a"],
    ["auth and a credential", { auth: "a", apiKey: "k" }, { ACME_API_KEY: "e" }, "Bearer a"],
    ["an environment variable", {}, { ACME_API_KEY: "e" }, "Bearer e"],
    ["a credential and its variable", { apiKey: "k" }, { ACME_API_KEY: "e" }, "Bearer k"],
    ["undefined and its variable", { apiKey: undefined }, { ACME_API_KEY: "e" }, "Bearer e"],
    ["null and its variable", { apiKey: null }, { ACME_API_KEY: "e" }, undefined],
    ["an empty variable", {}, { ACME_API_KEY: "" }, undefined],
    ["none", {}, {}, undefined],
  ])("take %s", async (_, options, environment, authorization) => {
    Object.assign(process.env, environment);
    server.play(json({}));
    await new Acme(options).ping();
    expect(server.arrivals[0]?.headers.authorization).toBe(authorization);
  });

  it.each<[title: string, options: Options, headers: object, variable?: string]>([
    ["one of two", { otherKey: "o" }, { "x-key": "o", authorization: undefined }],
    ["both", { apiKey: "k", otherKey: "o" }, { "x-key": "o", authorization: "Bearer k" }],
    ["one and a variable", { apiKey: "k" }, { "x-key": "e", authorization: "Bearer k" }, "e"],
    ["auth by schemes", { auth: { key: "s" } }, { "x-key": "s", authorization: undefined }],
  ])("take several credentials: %s", async (_, options, headers, variable) => {
    if (variable !== undefined) process.env["ACME_OTHER"] = variable;
    const Two = createAcmeClass(
      server,
      {
        credentials: [
          { option: "apiKey", env: "ACME_API_KEY", scheme: "bearer" },
          { option: "otherKey", env: "ACME_OTHER", scheme: "key" },
        ],
      },
      {
        auth: [
          { name: "bearer", in: "header", key: "authorization", prefix: "Bearer " },
          { name: "key", in: "header", key: "x-key" },
        ],
      },
    );
    server.play(json({}));
    await new Two(options).ping();
    for (const [name, value] of Object.entries(headers))
      expect(server.arrivals[0]?.headers[name]).toBe(value);
  });

  it.each<[title: string, options: Options, auth: unknown, variable?: string]>([
    ["user and password", { apiKey: "u", password: "p" }, "u:p"],
    ["a user, and a password of its variable", { apiKey: "u" }, "u:e", "e"],
    ["a password alone", { password: "p" }, undefined],
    ["a function beside a password", { apiKey: TOKEN_FUNCTION, password: "p" }, TOKEN_FUNCTION],
    ["a client", { clientId: "i", clientSecret: "s" }, { clientId: "i", clientSecret: "s" }],
    ["the id of a client", { clientId: "i" }, { clientId: "i", clientSecret: undefined }],
    ["the secret of a client", { clientSecret: "s" }, { clientId: undefined, clientSecret: "s" }],
    ["a token beside a client", { apiKey: TOKEN_FUNCTION, clientId: "i" }, TOKEN_FUNCTION],
    ["nothing", {}, undefined],
  ])("give the client one credential: %s", (_, options, auth, variable) => {
    if (variable !== undefined) process.env["ACME_OTHER"] = variable;
    const clientOptions: unknown[] = [];
    const catalog = { ...CATALOG, credentials: [createCredential("ACME_API_KEY", "ACME_OTHER")] };
    const WithClient = createSdk<AcmeInstance, Options>(
      catalog,
      (created) => void clientOptions.push(created),
    );
    new WithClient({ ...options, retry: 1, environment: "local" });
    expect(clientOptions).toEqual([
      { retry: 1, auth, baseUrl: "http://127.0.0.1:1", findErrorClass: expect.any(Function) as unknown }, // prettier-ignore
    ]);
  });

  it.each<[options: Options, message: string]>([
    [{ apikey: "k" }, "Unknown option `apikey`. Did you mean `apiKey`?"],
    [{ enviroment: "local" }, "Unknown option `enviroment`. Did you mean `environment`?"],
    [{ tennant: "a" }, "Unknown option `tennant`. Did you mean `tenant`?"],
    [{ passwort: "a" }, "Unknown option `passwort`. Did you mean `password`?"],
    [{ clientID: "a" }, "Unknown option `clientID`. Did you mean `clientId`?"],
    [{ clientSecrets: "a" }, "Unknown option `clientSecrets`. Did you mean `clientSecret`?"],
    [{ webhookSecrets: "a" }, "Unknown option `webhookSecrets`. Did you mean `webhookSecret`?"],
  ])("are refused where they are misspelt: %j", (options, message) => {
    const webhookSecret = { option: "webhookSecret", env: "" };
    const catalog = { ...CATALOG, credentials: [createCredential("", "")], webhookSecret };
    const Acme = createSdk<AcmeInstance, Options>(catalog, () => undefined);
    expect(() => new Acme(options)).toThrow(new TypeError(message));
  });

  it("add nothing to a client where none is sent", () => {
    const clientOptions: unknown[] = [];
    const Whole = createSdk<AcmeInstance, Options>(
      CATALOG,
      (created) => void clientOptions.push(created),
    );
    new Whole();
    new Whole({ tenant: "a", onRequest: undefined });
    new Whole({ version: 2 });
    const all = { auth: undefined, baseUrl: undefined, findErrorClass: expect.any(Function) as unknown }; // prettier-ignore
    expect(clientOptions).toEqual([
      all,
      { ...all, onRequest: undefined, headers: { "x-tenant": "a" } },
      { ...all, onRequest: expect.any(Function) as unknown },
    ]);
  });

  it("are sent in the query, unless the call has a parameter of that name", async () => {
    server.play(json({}));
    const sent = [
      { option: "version", env: "", in: "query", key: "api version" },
      { option: "tenant", env: "", in: "query", key: "t" },
    ] as const;
    const acme = new (createAcmeClass(server, { sent }))({ version: "1=2\n3", tenant: "a&b" });
    await acme.things.retrieve(7);
    await acme.things.retrieve(7, { "api version": 2, q: 1 });
    await acme.things.retrieve(7, { "api version": 2, t: 1 });
    expect(server.arrivals.map(({ url }) => url)).toEqual([
      "/things/7?api+version=1%3D2%0A3&t=a%26b",
      "/things/7?api%20version=2&q=1&t=a%26b",
      "/things/7?api%20version=2&t=1",
    ]);
  });

  it.each<[title: string, value: unknown]>([
    ["absent", undefined],
    ["without variables", {}],
    [
      "one that refuses to show them",
      {
        get env() {
          throw new Error("PermissionDenied");
        },
      },
    ],
  ])("work where the process is %s", (_, value) => {
    vi.stubGlobal("process", value);
    const acme = new Acme();
    vi.unstubAllGlobals();
    expect(acme).toBeInstanceOf(Acme);
  });

  it("choose an environment", async () => {
    const sent = vi.fn(() => Promise.resolve(Response.json({})));
    const { ping } = new Acme({ environment: "production", fetch: sent });
    await ping();
    await new Acme({ environment: "production", baseUrl: "http://b.example", fetch: sent }).ping();
    const addresses = sent.mock.calls.map(([url]: readonly unknown[]) => url);
    expect(addresses).toEqual(["https://api.acme.example/ping", "http://b.example/ping"]);
  });

  it.each<[value: unknown, got: string]>([
    ["staging", '"staging"'],
    ["toString", '"toString"'],
    [7, "a number"],
    [null, "null"],
  ])("refuse an environment that the service does not have: %j", (environment, got) => {
    const message = `Option "environment" is ${got}; expected one of production, local.`;
    expect(() => new Acme({ environment })).toThrow(new TypeError(message));
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => new Acme({ environment })).toThrow('Option "environment": INVALID_OPTION, see ');
  });

  it.each<[title: string, options: Options, tenant: string | undefined]>([
    ["a value", { tenant: "a" }, "a"],
    ["a number", { tenant: 7 }, "7"],
    ["none", {}, undefined],
    ["a header of the caller", { tenant: "a", headers: { "X-Tenant": "b" } }, "b"],
    ["pairs of the caller", { tenant: "a", headers: [["X-Tenant", "b"]] }, "b"],
    ["Headers of the caller", { tenant: "a", headers: new Headers({ "X-Tenant": "b" }) }, "b"],
    ["another header", { tenant: "a", headers: { "x-b": "b" } }, "a"],
  ])("are sent as a header: %s", async (_, options, tenant) => {
    server.play(json({}));
    await new Acme(options).ping();
    expect(server.arrivals[0]?.headers["x-tenant"]).toBe(tenant);
  });

  it("are sent as a parameter of the query, with any method", async () => {
    process.env["ACME_VERSION"] = "2 b";
    server.play(json({}));
    const seen: string[] = [];
    const acme = new Acme({
      onRequest: ({ request }: { request: { url: string } }) => void seen.push(request.url),
    });
    await acme.ping();
    await acme.things.parts.add(7, { name: "a" });
    await acme.things.retrieve(7, { v: 3 });
    expect(server.arrivals.map(({ url, body }) => [url, body])).toEqual([
      ["/ping?v=2+b", ""],
      ["/things/7/parts?v=2+b", '{"name":"a"}'],
      ["/things/7?v=3", ""],
    ]);
    expect(seen[0]).toBe(`${server.url}/ping?v=2+b`);
  });

  it("are those of a client, too", async () => {
    expect(() => new Acme({ timeout: "1" })).toThrow(TypeError);
    const hook = vi.fn();
    server.play(json({ message: "a" }, 404));
    const acme = new Acme({ headers: { "x-a": "1" }, onResponse: hook, defaults: { page: 2 } });
    expect((await errorOf(acme.things.retrieve(1))).name).toBe("NotFoundError");
    expect(hook).toHaveBeenCalledTimes(1);
    expect(server.arrivals).toMatchObject([{ url: "/things/1?page=2", headers: { "x-a": "1" } }]);
  });

  it("are not sent, and not changed", async () => {
    server.play(json({}));
    const options = Object.freeze({ apiKey: "k", tenant: "t", environment: undefined });
    await new Acme(options).ping();
    expect(server.arrivals[0]?.url).toBe("/ping");
  });
});

/** A credential that is a key, a user with a password, or a client. */
function createCredential(env: string, passwordVariable: string) {
  return {
    option: "apiKey",
    env,
    scheme: "bearer",
    password: { option: "password", env: passwordVariable },
    client: { id: { option: "clientId", env: "" }, secret: { option: "clientSecret", env: "" } },
  };
}
