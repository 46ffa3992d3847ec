/** The class with the surface of an SDK that Stainless made (contract H.10). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import type { SdkCatalog } from "../../src/catalog/sdk.js";
import * as stainless from "../../src/runtime/stainless.js";
import type { UsualBody } from "../../src/stainless/errors.js";
import type { Call } from "../../src/request/sdk/types.js";
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { readFields } from "../../src/receive/webhooks/parts/fields.js";
import { createOpener } from "../../src/receive/webhooks/unwrap.js";
import { createService } from "../client/service.js";

const CATALOG: SdkCatalog = {
  name: "GardenTool",
  arguments: "last",
  credentials: [{ option: "apiKey", env: "GARDEN_TOOL_API_KEY", scheme: "bearer" }],
  environments: { production: "https://garden.example", dev: "https://dev.garden.example" },
  resources: {
    plants: `/plants
 POST create
/plants/{id}
 GET !retrieve
 PUT update
/plants
 GET *list
 PUT replace
/plants/{id}/photos
 POST attach
/plants/{id}/picture
 PUT paint`,
    "plants.leaves": "/plants/{plant}/leaves/{leaf}\n POST water",
    "plants.seeds": "/plants/{id}/seeds\n GET ?list",
  },
  shapes: {
    "POST /plants": { others: [], body: "NewPlant" },
    "PUT /plants/{id}": { others: ["id"], renamed: { body_id: "id" } },
    "PUT /plants": { others: [] },
    "PUT /plants/{id}/picture": { others: ["id"], body: "picture" },
  },
};

type Method = (...args: readonly unknown[]) => Call<unknown> & AsyncIterable<unknown>;
interface Garden extends stainless.StainlessClient {
  readonly plants: Readonly<
    Record<"create" | "retrieve" | "update" | "list" | "replace" | "attach" | "paint", Method>
  > & {
    readonly leaves: { readonly water: Method };
    readonly seeds: { readonly list: Method };
  };
  withOptions(options: stainless.StainlessOptions): Garden;
}

const GardenTool = stainless.createStainless<Garden>(CATALOG, (options: object) =>
  createService(
    {
      auth: [{ name: "bearer", in: "header", key: "authorization", prefix: "Bearer " }],
      pagination: { style: "cursor", parameter: "after", next: { body: "next" } },
    } as never,
    options,
    {
      "POST /plants/{id}/photos": { contentType: "multipart/form-data" },
      "PUT /plants/{id}/picture": { contentType: "image/png" },
    },
  ),
);

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";

const received: Received[] = [];
/** Answers in turn; the last one stays. */
let answers: { status?: number; headers?: Record<string, string>; body?: unknown }[] = [];

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    const [answer = {}] = answers.length > 1 ? answers.splice(0, 1) : answers;
    const { status = 200, headers: answerHeaders = {}, body } = answer;
    response.writeHead(status, { "content-type": "application/json", ...answerHeaders });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
});

let baseURL = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  received.length = 0;
  answers = [{ body: {} }];
});

const sleep = (): Promise<void> => Promise.resolve();
const connect = (options: object = {}) =>
  new GardenTool({ baseURL, apiKey: "My API Key", sleep, ...options } as never);
const last = () => received.at(-1);

describe("arguments", () => {
  it("[H.10] takes the last path parameter by itself, and the others with the parameters", async () => {
    await connect().plants.leaves.water("7", { plant: "rose", litres: 2 });
    expect(last()).toMatchObject({ method: "POST", url: "/plants/rose/leaves/7" });
    expect(JSON.parse(last()?.body ?? "")).toEqual({ litres: 2 });
  });

  it("[H.10] sends a wrapped body without its key", async () => {
    await connect().plants.create({ NewPlant: { name: "rose" } });
    expect(last()?.body).toBe('{"name":"rose"}');
  });

  it("[H.10] sends a field whose name is taken under its own name", async () => {
    await connect().plants.update("7", { body_id: "8", name: "rose" });
    expect(last()).toMatchObject({ url: "/plants/7", body: '{"id":"8","name":"rose"}' });
  });

  it("[H.10] sends fields that are named like options of the client", async () => {
    const body = { url: "https://example.org", method: "spade", headers: [1], data: 2 };
    await connect().plants.replace(body);
    expect(JSON.parse(last()?.body ?? "")).toEqual(body);
  });
});

/** Options that do not change the address. */
const PLAIN_OPTIONS = {
  headers: { "x-a": "1" },
  maxRetries: 1,
  timeout: 1e5,
  signal: new AbortController().signal,
  idempotencyKey: "key",
  fetchOptions: {},
};

describe("options of a request", () => {
  it.each<[what: string, given: readonly unknown[], url: string]>([
    ["options alone", [{ path: "/moved", query: { a: 1 } }], "/moved?a=1"],
    ...Object.entries(PLAIN_OPTIONS).map(([name, value]): [string, readonly unknown[], string] => [
      `the option ${name} alone`,
      [{ [name]: value }],
      "/plants/7/seeds",
    ]),
    ["parameters alone", [{ colour: "red" }], "/plants/7/seeds?colour=red"],
    ["parameters and options", [{ colour: "red" }, { path: "/moved" }], "/moved?colour=red"],
    ["no parameters, and options", [{}, { path: "/moved" }], "/moved"],
    ["a name of both kinds", [{ colour: "red", path: "x" }], "/plants/7/seeds?colour=red&path=x"],
    ["parameters named like options", [{ path: "x" }, { timeout: 1e5 }], "/plants/7/seeds?path=x"],
  ])(
    "[H.10] stand in place of optional parameters where a method allows it: %s",
    async (_, args, url) => {
      await connect().plants.seeds.list("7", ...args);
      expect(last()?.url).toBe(url);
    },
  );

  it("[H.10] do not elsewhere", async () => {
    await connect().plants.list({ path: "x" });
    expect(last()?.url).toBe("/plants?path=x");
  });

  it("[H.10] keep the whole query at another path", async () => {
    await connect().get("/plants?name=a?b", { path: "/moved" });
    expect(last()?.url).toBe("/moved?name=a?b");
  });

  it("[H.10] replace the path, and make the error of its status", async () => {
    answers = [{ status: 404, body: { message: "no such path" } }];
    const call = connect().plants.retrieve("7", { path: "/unknown" });
    const error = await call.then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(GardenTool.NotFoundError);
    expect(error).toBeInstanceOf(GardenTool.APIError);
    expect(error).toMatchObject({ status: 404, error: { message: "no such path" } });
    // As such SDKs have it where the service declares no body.
    if (error instanceof GardenTool.NotFoundError)
      expectTypeOf(error.error).toEqualTypeOf<UsualBody>();
    expectTypeOf<
      stainless.BodyOf<{ NotFoundError: unknown }, "NotFoundError">
    >().toEqualTypeOf<UsualBody>();
    expect(last()?.url).toBe("/unknown");
  });

  it("[H.10] add to the query and the headers, and replace the body", async () => {
    const options = {
      query: { tags: ["a", "b"], at: { x: 1 } },
      headers: { "X-One": "1" },
      body: [1],
    };
    await connect().plants.update("7", { name: "rose" }, { ...options, idempotencyKey: "key" });
    expect(last()).toMatchObject({
      url: "/plants/7?tags%5B%5D=a&tags%5B%5D=b&at%5Bx%5D=1",
      headers: { "x-one": "1", "idempotency-key": "key", "content-type": JSON_TYPE },
      body: "[1]",
    });
  });

  it.each<[what: string, body: unknown, type: string | undefined, sent: string]>([
    ["an object", { a: 1 }, "application/json", '{"a":1}'],
    ["a list", [1], "application/json", "[1]"],
    ["text", "a", "text/plain;charset=UTF-8", "a"],
    ["bytes", new TextEncoder().encode("a"), undefined, "a"],
    ["fields of a form", new URLSearchParams({ a: "1" }), FORM_TYPE, "a=1"],
    ["null, which is no body", null, undefined, ""],
  ])("[H.10] send their body: %s", async (_, body, type, sent) => {
    await connect().post("/some/path", { body });
    expect(last()?.headers["content-type"]).toBe(type);
    expect(last()?.body).toBe(sent);
  });

  const form = new FormData();
  form.append("file", new Blob(["a"]), "a.txt");
  it.each<[what: string, body: unknown, type: RegExp, sent: RegExp]>([
    ["a form with files", form, /^multipart\/form-data; ?boundary=/, /filename="a.txt"/],
    ["fields of a form", new URLSearchParams({ a: "1" }), /^application\/x-www-form-/, /^a=1$/],
    ["a file", new Blob(["a"], { type: "image/png" }), /^image\/png$/, /^a$/],
    ["a file without a type", new Blob(["a"]), /^none$/, /^a$/],
    ["bytes", new TextEncoder().encode("a"), /^none$/, /^a$/],
  ])("[H.10] send %s in place of JSON, by its own type", async (_, body, type, sent) => {
    for (const parameters of [{ name: "rose" }, {}]) {
      await connect().plants.update("7", parameters, { body });
      expect(last()?.headers["content-type"] ?? "none").toMatch(type);
      expect(last()?.body).toMatch(sent);
    }
    const headers = { "Content-Type": "application/json" };
    await connect().plants.update("7", { name: "rose" }, { body, headers });
    expect(last()?.headers["content-type"]).toBe("application/json");
  });

  it.each<[what: string, body: unknown, type: RegExp]>([
    ["bytes", new TextEncoder().encode("b"), /^image\/png$/],
    ["a file of another type", new Blob(["b"], { type: "image/gif" }), /^image\/gif$/],
    ["a file of that type", new Blob(["b"], { type: "image/png" }), /^image\/png$/],
    ["a form", form, /^multipart\/form-data; ?boundary=/],
  ])("[H.10] send %s in place of a picture", async (_, body, type) => {
    const picture = new TextEncoder().encode("a");
    await connect().plants.paint("7", { picture });
    expect(last()).toMatchObject({ body: "a", headers: { "content-type": "image/png" } });
    await connect().plants.paint("7", { picture }, { body });
    expect(last()?.headers["content-type"]).toMatch(type);
    if (body !== form) expect(last()?.body).toBe("b");
  });

  it("[H.10] send no body in place of the method's", async () => {
    await connect().plants.update("7", { name: "rose" }, { body: null });
    expect(last()?.headers).not.toHaveProperty("content-type");
    expect(last()?.body).toBe("");
  });

  it("[H.10] may be null, which is none", async () => {
    await connect().plants.retrieve("7", { signal: null, query: null, headers: null });
    expect(last()).toMatchObject({ method: "GET", url: "/plants/7", body: "" });
  });

  it("[H.10] reach any path by the verbs of HTTP", async () => {
    answers = [{ body: { name: "rose" } }];
    const data = await connect().post("/some/path", { body: { a: 1 }, query: { b: 2 } });
    expect(data).toEqual({ name: "rose" });
    expect(last()).toMatchObject({ method: "POST", url: "/some/path?b=2", body: '{"a":1}' });
  });

  it("[H.10] end a request by a signal", async () => {
    const call = connect().plants.retrieve("7", { signal: AbortSignal.abort() });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIUserAbortError);
  });
});

describe("options of the class", () => {
  it("[H.10] have only the names of the SDK, and take others", () => {
    expectTypeOf<keyof stainless.StainlessOptions>().toEqualTypeOf<
      | ("baseURL" | "maxRetries" | "timeout" | "defaultHeaders" | "defaultQuery" | "fetch")
      | ("fetchOptions" | "logLevel" | "logger" | "dangerouslyAllowBrowser")
    >();
    expectTypeOf<
      Exclude<keyof stainless.StainlessOAuthOptions, keyof stainless.StainlessOptions>
    >().toEqualTypeOf<"auth">();
    // @ts-expect-error -- an option of the client below the class
    expect(() => new GardenTool({ validation: "wrong" })).toThrow('Option "schemas"');
  });

  it("[H.10] are sent with every request", async () => {
    const options = { defaultHeaders: { "X-One": "1" }, defaultQuery: { a: "1", b: "2" } };
    await connect(options).get("/plants?a=9");
    expect(last()).toMatchObject({
      url: "/plants?a=9&b=2",
      headers: { "x-one": "1", authorization: "Bearer My API Key" },
    });
  });

  it("[H.10] read the address from the environment, unless it is null", () => {
    vi.stubEnv("GARDEN_TOOL_BASE_URL", "https://env.example/v1/");
    try {
      expect(new GardenTool({}).baseURL).toBe("https://env.example/v1");
      expect(new GardenTool({ baseURL: null, environment: "dev" } as never).baseURL).toBe(
        "https://dev.garden.example",
      );
      expect(() => new GardenTool({ environment: "dev" } as never)).toThrow(TypeError);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("[H.10] stay, unless others replace them", async () => {
    const other = connect({ maxRetries: 5 }).withOptions({ timeout: 7 });
    expect(other).toMatchObject({ maxRetries: 5, timeout: 7, baseURL });
    expect(JSON.stringify(other)).not.toContain("My API Key");
  });

  it.each(["maxRetries", "timeout"])("[H.10] %s is a number from 0", (name) => {
    for (const value of ["3", -1, NaN, null])
      expect(() => connect({ [name]: value })).toThrow(
        new TypeError(`Option "${name}" is ${value}; expected a number from 0.`),
      );
    expect(connect({ [name]: 0 })).toMatchObject({ [name]: 0 });
  });

  it("[H.10] have defaults, which are those of the SDKs of Stainless", () => {
    const defaults = { maxRetries: 2, timeout: 60_000, logLevel: "warn" };
    expect(new GardenTool({ baseURL, apiKey: "k" } as never)).toMatchObject(defaults);
    expect(GardenTool.DEFAULT_TIMEOUT).toBe(60_000);
    expect(GardenTool.toFile).toBe(stainless.toFile);
    expect([GardenTool.name, Reflect.get(GardenTool, "GardenTool")]).toEqual([
      "GardenTool",
      GardenTool,
    ]);
  });

  it.each([
    [undefined, "info", "info"],
    [undefined, "loud", "warn"],
    ["off", "info", "off"],
    ["loud", "info", "warn"],
  ])("[H.10] log at %s beside the variable %s: %s", (logLevel, variable, expected) => {
    vi.stubEnv("GARDEN_TOOL_LOG", variable);
    try {
      expect(connect({ logLevel }).logLevel).toBe(expected);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("[H.10] log each attempt with its headers, and no query", async () => {
    answers = [{ status: 500 }, { headers: { "x-secret-word": "a" }, body: {} }];
    const lines: unknown[][] = [];
    const write = (level: string) => (message: string, details: unknown) =>
      void lines.push([level, message, details]);
    const logger = Object.fromEntries(
      ["error", "warn", "info", "debug"].map((level) => [level, write(level)]),
    );
    await connect({ logger, logLevel: "debug" }).get("/plants?secret=1");
    const address = `GET ${baseURL}/plants`;
    const headers = expect.objectContaining({ authorization: "***" }) as unknown;
    expect(lines).toEqual([
      ["debug", `${address} sent`, { headers }],
      ["info", `${address} got 500`, { retries: 0 }],
      ["debug", "response", { status: 500, headers: expect.anything() as unknown }],
      ["debug", `${address} sent`, { headers }],
      ["info", `${address} got 200`, { retries: 1 }],
      [
        "debug",
        "response",
        { status: 200, headers: expect.objectContaining({ "x-secret-word": "***" }) as unknown },
      ],
    ]);
    lines.length = 0;
    await connect({ logger, logLevel: "off" }).get("/plants");
    expect(lines).toEqual([]);
  });

  it("[H.10] log no credential in a header of any name", async () => {
    const lines: unknown[] = [];
    const debug = (...line: unknown[]): void => void lines.push(line);
    const Named = stainless.createStainless<Garden>(CATALOG, (options: object) =>
      createService({ auth: [{ name: "bearer", in: "header", key: "x-pass" }] }, options),
    );
    const logger = { debug, info: debug, warn: debug, error: debug };
    const client = new Named({ baseURL, apiKey: "My API Key", logger, logLevel: "debug" } as never);
    await client.plants.retrieve("7");
    expect(last()?.headers).toHaveProperty("x-pass", "My API Key");
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain("My API Key");
  });

  it.each(["get", "post", "put", "patch", "delete"] as const)(
    "[H.10] leave %s for any path, whose braces are no template",
    async (verb) => {
      await connect()[verb]("/plants/{id}");
      expect(last()).toMatchObject({ method: verb.toUpperCase(), url: "/plants/%7Bid%7D" });
    },
  );

  it("[H.10] take null for no header, and undefined for no change", async () => {
    const client = connect({ defaultHeaders: { "X-One": "1", "X-Two": "2", "X-Three": 3 } });
    await client.get("/plants", { headers: { "x-one": null, "x-two": undefined } });
    const { headers } = last() ?? {};
    expect(headers).toMatchObject({ "x-two": "2", "x-three": "3" });
    expect(headers).not.toHaveProperty("x-one");
    await client.get("/plants", { headers: new Headers({ "X-Two": "4" }) });
    expect(last()?.headers).toMatchObject({ "x-one": "1", "x-two": "4" });
  });

  it("[H.10] write a query with dates, members and items, and nothing for undefined", async () => {
    const at = new Date(0);
    const query = { at, none: undefined, empty: null, "a b": [1, { c: true }], d: {} };
    await connect().get("/plants", { query });
    expect(decodeURIComponent(last()?.url ?? "")).toBe(
      "/plants?at=1970-01-01T00:00:00.000Z&empty=&a b[]=1&a b[][c]=true",
    );
  });

  it("[H.10] choose what is logged, without credentials", async () => {
    const lines: unknown[][] = [];
    const log = (...line: unknown[]): void => void lines.push(line);
    const logger = { error: log, warn: log, info: log, debug: log };
    await connect({ logger, logLevel: "info" }).plants.retrieve("7");
    expect(lines).toHaveLength(1);
    await connect({ logger, logLevel: "debug" }).plants.retrieve("7");
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toContain("My API Key");
  });
});

describe("the class", () => {
  it("[H.10] has the errors and `toFile`, and itself", () => {
    const names = Object.keys(GardenTool);
    expect(names.sort()).toEqual([
      ...["APIConnectionError", "APIConnectionTimeoutError", "APIError", "APIUserAbortError"],
      ...["AuthenticationError", "BadRequestError", "ConflictError", "DEFAULT_TIMEOUT"],
      ...["GardenTool", "InternalServerError", "NotFoundError", "PermissionDeniedError"],
      ...["RateLimitError", "UnprocessableEntityError", "toFile"],
    ]);
    for (const name of names.filter((each) => each.endsWith("Error")))
      expect(Reflect.get(GardenTool, name)).toBe(Reflect.get(stainless, name));
  });

  it("[H.10] has the credentials as properties that are not printed", () => {
    const client = connect({ maxRetries: 3, timeout: 9, logLevel: "off" });
    expect(Reflect.get(client, "apiKey")).toBe("My API Key");
    expect(Object.keys(client)).not.toContain("apiKey");
    expect(Reflect.get(new GardenTool({ baseURL }), "apiKey")).toBeNull();
    vi.stubEnv("GARDEN_TOOL_API_KEY", "of the environment");
    try {
      expect(Reflect.get(new GardenTool({ baseURL }), "apiKey")).toBe("of the environment");
    } finally {
      vi.unstubAllEnvs();
    }
    const facts = { maxRetries: 3, timeout: 9, logLevel: "off", baseURL };
    expect(client).toMatchObject(facts);
    expect(client.withOptions({ timeout: 8 })).toMatchObject({ ...facts, timeout: 8 });
    expect(Reflect.get(client.withOptions({}), "apiKey")).toBe("My API Key");
  });

  it("[H.10] has verbs that are no properties of the instance, and may be replaced", () => {
    for (const verb of ["get", "post", "put", "patch", "delete"])
      expect(Object.getOwnPropertyDescriptor(GardenTool.prototype, verb)).toMatchObject({
        ...{ writable: true, configurable: true, enumerable: false },
      });
  });

  it("[H.10] keeps a method of the service that is named like a verb", async () => {
    const catalog = { ...CATALOG, resources: { "": "/own\n GET get" } };
    const Own = stainless.createStainless<{ get(): Promise<unknown>; put(path: string): unknown }>(
      catalog,
      (options: object) => createService({}, options),
    );
    const client = new Own({ baseURL });
    await client.get();
    expect(last()).toMatchObject({ method: "GET", url: "/own" });
    await client.put("/other");
    expect(last()).toMatchObject({ method: "PUT", url: "/other" });
  });
});

it("[H.7] sends a user name and a password as one credential", async () => {
  const password = { option: "password", env: "GARDEN_TOOL_PASSWORD" };
  const credential = { option: "username", env: "GARDEN_TOOL_USERNAME", scheme: "basic", password };
  const made: object[] = [];
  const Class = stainless.createStainless<Garden>(
    { ...CATALOG, credentials: [credential] },
    (options: { auth: unknown }) => {
      made.push([options.auth, Object.keys(options)]);
      return createService({}, { baseUrl: baseURL });
    },
  );
  new Class({ username: "me", password: "secret" } as never);
  expect(made[0]).toEqual(["me:secret", expect.not.arrayContaining(["password"])]);
});

describe("attempts", () => {
  const failing = (status: number, headers = {}) => [{ status, headers }, { body: {} }];

  it.each([408, 409, 429, 500, 503])("[H.10] send again after status %d", async (status) => {
    answers = failing(status);
    await connect().plants.create({ NewPlant: {} });
    expect(received).toHaveLength(2);
  });

  it.each([
    [400, {}],
    [406, {}],
    [410, {}],
    [428, {}],
    [430, {}],
    [499, {}],
    [503, { "x-should-retry": "false" }],
  ])("[H.10] end with status %d and the headers %j", async (status, headers) => {
    answers = failing(status, headers);
    await expect(connect().plants.create({ NewPlant: {} })).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
  });

  it.each([
    [400, "true"],
    [500, "maybe"],
  ])("[H.10] go on after status %d with x-should-retry: %s", async (status, shouldRetry) => {
    answers = failing(status, { "x-should-retry": shouldRetry });
    await connect().plants.create({ NewPlant: {} });
    expect(received).toHaveLength(2);
  });

  it("[H.10] are three by default, and one with a stream, which is read once", async () => {
    answers = [{ status: 500 }];
    await expect(connect().post("/plants", { body: "a" })).rejects.toMatchObject({ status: 500 });
    expect(received).toHaveLength(3);
    const body = new Blob(["a"]).stream();
    await expect(connect().post("/plants", { body })).rejects.toMatchObject({ status: 500 });
    expect(received).toHaveLength(4);
    const other = connect({ maxRetries: 0 });
    await expect(other.post("/plants", { body: "a" })).rejects.toMatchObject({ status: 500 });
    expect(received).toHaveLength(5);
  });

  it("[H.10] follow lost connections, unless the caller has ended the request", async () => {
    let count = 0;
    const fail = () => Promise.reject(new TypeError(`lost ${++count}`));
    await expect(connect({ fetch: fail }).plants.retrieve("7")).rejects.toMatchObject({
      message: "Connection error.",
    });
    expect(count).toBe(3);
    const gone = new AbortController();
    const leave = () => {
      gone.abort();
      return fail();
    };
    const call = connect({ fetch: leave }).plants.retrieve("7", { signal: gone.signal });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIUserAbortError);
    expect(count).toBe(4);
  });

  const NOW = Date.UTC(2026, 0, 1);
  it.each<[headers: Record<string, string>, delay: number]>([
    [{ "retry-after-ms": "1500.5" }, 1_500.5],
    [{ "retry-after": "3" }, 3_000],
    [{ "retry-after-ms": "7", "retry-after": "3" }, 7],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "59.999" }, 59_999],
    [{ "retry-after": new Date(NOW + 5_000).toUTCString() }, 5_000],
    // Half a second, less the random part:
    [{ "retry-after": "60" }, 450],
    [{ "retry-after": "-1" }, 450],
    [{ "retry-after": "soon" }, 450],
    [{}, 450],
  ])("[H.10] wait as a response asks: %j", async (headers, delay) => {
    vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
    const random = vi.spyOn(Math, "random").mockReturnValue(0.4);
    answers = failing(500, headers);
    const delays: number[] = [];
    try {
      const client = connect({ sleep: async (time: number) => void delays.push(time) });
      await client.plants.retrieve("7");
    } finally {
      random.mockRestore();
      vi.useRealTimers();
    }
    expect(delays).toEqual([delay]);
  });

  it("[H.10] wait twice as long each time, up to 8 seconds", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    answers = [{ status: 500 }];
    const delays: number[] = [];
    const sleep = async (time: number) => void delays.push(time);
    await expect(connect({ sleep, maxRetries: 6 }).plants.retrieve("7")).rejects.toThrow();
    random.mockRestore();
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it.each<[status: number, name: string]>([
    [400, "BadRequestError"],
    [401, "AuthenticationError"],
    [403, "PermissionDeniedError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [418, "APIError"],
    [422, "UnprocessableEntityError"],
    [429, "RateLimitError"],
    [499, "APIError"],
    [500, "InternalServerError"],
    [599, "InternalServerError"],
  ])("[H.10] that end with status %d throw %s", async (status, name) => {
    answers = [{ status, body: { message: "no" } }];
    const call = connect({ maxRetries: 0 }).plants.retrieve("7");
    const error = await call.then(undefined, (reason: unknown) => reason);
    expect(error).toMatchObject({ name, status, error: { message: "no" } });
    expect((error as Error).constructor).toBe(Reflect.get(GardenTool, name));
  });

  it("[H.10] obey x-should-retry and maxRetries", async () => {
    answers = failing(500, { "x-should-retry": "false" });
    const client = connect();
    await expect(client.plants.retrieve("7")).rejects.toThrow(GardenTool.InternalServerError);
    answers = [{ status: 500 }];
    const call = client.plants.retrieve("7", { maxRetries: 4 });
    await expect(call).rejects.toThrow(GardenTool.InternalServerError);
    expect(received).toHaveLength(6);
  });

  it("[H.10] run the hooks of the client, and are counted in its errors", async () => {
    answers = [{ status: 500 }];
    const seen: unknown[] = [];
    const client = connect({
      maxRetries: 1,
      defaultQuery: { a: "1" },
      onRequest: ({ attempt, request }: { attempt: number; request: { url: string } }) =>
        void seen.push([attempt, new URL(request.url).search]),
      onRetry: ({ attempt }: { attempt: number }) => void seen.push(attempt),
    });
    await expect(client.plants.retrieve("7")).rejects.toMatchObject({ status: 500, attempts: 2 });
    expect(seen).toEqual([[1, "?a=1"], 1, [2, "?a=1"]]);
  });

  it("[H.10] get the options for `fetch` of the class and of the request", async () => {
    const sent: unknown[] = [];
    const send = (_url: string, { method, ...init }: RequestInit): Promise<Response> => {
      sent.push([method, Reflect.get(init, "cache"), Reflect.get(init, "dispatcher")]);
      return Promise.resolve(Response.json({}, { status: sent.length === 1 ? 500 : 200 }));
    };
    const dispatcher = { name: "a pool" };
    const fetchOptions = { cache: "no-store", dispatcher, method: "PUT" };
    const client = connect({ fetch: send, fetchOptions });
    await client.plants.retrieve("7", { fetchOptions: { cache: "reload" } });
    await client.plants.retrieve("7");
    expect(sent).toEqual([
      ["GET", "reload", dispatcher],
      ["GET", "reload", dispatcher],
      ["GET", "no-store", dispatcher],
    ]);
  });

  it("[H.10] end after the timeout of their request, each by itself", async () => {
    let count = 0;
    const silent = (_url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => {
        count++;
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    const call = connect({ fetch: silent }).plants.retrieve("7", { timeout: 5, maxRetries: 2 });
    await expect(call).rejects.toBeInstanceOf(GardenTool.APIConnectionTimeoutError);
    expect(count).toBe(3);
  });

  it.each(["3", -1, NaN])("[H.10] are not %j", async (maxRetries) => {
    const call = connect().plants.retrieve("7", { maxRetries });
    await expect(call).rejects.toThrow('Option "maxRetries" is');
    expect(received).toHaveLength(0);
  });

  it("[H.10] may be as many as a number can say", async () => {
    answers = [...Array.from({ length: 4 }, () => ({ status: 500 })), { body: {} }];
    await connect({ maxRetries: Infinity }).plants.retrieve("7");
    await connect({ maxRetries: 0 }).plants.retrieve("7", { maxRetries: Infinity });
    expect(received).toHaveLength(6);
  });

  it("[H.10] tell lost connections and timeouts apart", async () => {
    const lost = connect({ fetch: () => Promise.reject(new TypeError("failed")) });
    await expect(lost.plants.retrieve("7")).rejects.toMatchObject({ name: "APIConnectionError" });
    const silent = (_url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    const slow = connect({ fetch: silent, timeout: 5, maxRetries: 0 });
    const error: unknown = await slow.plants.retrieve("7").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GardenTool.APIConnectionTimeoutError);
    expect(error).toBeInstanceOf(GardenTool.APIError);
  });
});

describe("pages and uploads", () => {
  it("[H.10] iterate over pages", async () => {
    answers = [{ body: { items: [1], next: "b" } }, { body: { items: [2] } }];
    const page = (await connect().plants.list()) as stainless.Page<{ items: number[] }, number>;
    const pages: unknown[] = [];
    for await (const each of page.iterPages()) pages.push(each.getPaginatedItems());
    expect(pages).toEqual([[1], [2]]);
  });

  it("[H.10] have errors of the class, also where the first page has arrived", async () => {
    let count = 0;
    const send = (): Promise<Response> =>
      ++count === 1
        ? Promise.resolve(Response.json({ items: [1], next: "b" }))
        : Promise.reject(new TypeError("lost"));
    const client = connect({ fetch: send, maxRetries: 0 });
    const items: unknown[] = [];
    const read = async () => {
      for await (const item of client.plants.list()) items.push(item);
    };
    await expect(read()).rejects.toBeInstanceOf(GardenTool.APIConnectionError);
    expect([items, count]).toEqual([[1], 2]);
    await expect(client.plants.list()).rejects.toBeInstanceOf(GardenTool.APIConnectionError);
  });

  it.each([
    ["text", "rose", "", "unknown_file"],
    ["bytes", Buffer.from("rose"), "rose.txt", "rose.txt"],
    ["a response", new Response("rose"), "rose.txt", "rose.txt"],
    ["a stream", Object.assign(Readable.from(["ro", "se"]), { path: "/a/rose.md" }), "", "rose.md"],
    ["a file", new File(["rose"], "own.txt"), "", "own.txt"],
  ])("[H.10] makes a file of %s", async (_kind, value, name, expected) => {
    const file = await stainless.toFile(value as never, name === "" ? undefined : name);
    expect(file.name).toBe(expected);
    expect(await file.text()).toBe("rose");
  });

  const text = { type: "text/plain" };
  const blob = new Blob(["rose"], text);
  const textFile = new File(["rose"], "own.txt", { ...text, lastModified: 7 });
  const bytes = Buffer.from("rose");
  const html = { type: "text/html", lastModified: 8 };
  const answer = new Response(blob);
  Object.defineProperty(answer, "url", { value: "https://a.example/roses/7.html" });

  it.each<
    [what: string, Parameters<typeof stainless.toFile>, name: string, type: string, time?: number]
  >([
    ["a file as it is", [textFile], "own.txt", "text/plain", 7],
    ["a file with another name", [textFile, "7.txt"], "7.txt", "text/plain"],
    ["a file with other options", [textFile, undefined, html], "own.txt", "text/html", 8],
    ["a name that is null", [textFile, null], "own.txt", "text/plain"],
    ["an empty name", [bytes, ""], "unknown_file", ""],
    ["the type of a blob", [blob, "a.txt"], "a.txt", "text/plain"],
    ["a type before that of a blob", [blob, "a", html], "a", "text/html", 8],
    ["an address", [answer.clone()], "unknown_file", "text/plain"],
    ["the end of an address", [answer], "7.html", "text/plain"],
    [
      "the end of a path of Windows",
      [Object.assign(Readable.from(["ro", "se"]), { path: "C:\\a\\rose.md" })],
      "rose.md",
      "",
    ],
    ["an empty path", [Object.assign(Readable.from(["rose"]), { path: "" })], "unknown_file", ""],
    ["a promise", [Promise.resolve(textFile)], "own.txt", "text/plain", 7],
  ])("[H.10] names a file by %s", async (_, args, name, type, time) => {
    const file = await stainless.toFile(...args);
    expect([file.name, file.type, await file.text()]).toEqual([name, type, "rose"]);
    if (time !== undefined) expect(file.lastModified).toBe(time);
  });

  it.each<[what: string, photo: () => unknown, sent: readonly (readonly [string, string])[]]>([
    ["a response", () => new Response("rose"), [["unknown_file", "rose"]]],
    [
      "a stream of Node",
      () => Object.assign(Readable.from(["ro", "se"]), { path: "/a/rose.md" }),
      [["rose.md", "rose"]],
    ],
    [
      "a list with one",
      () => [textFile, new Response("tulip")],
      [
        ["own.txt", "rose"],
        ["unknown_file", "tulip"],
      ],
    ],
  ])("[H.10] sends %s as a file", async (_, photo, sent) => {
    await connect().plants.attach("7", { title: "Mine", photo: photo() });
    const { method, url, headers, body } = last() ?? {};
    expect([method, url]).toEqual(["POST", "/plants/7/photos"]);
    const type = String(headers?.["content-type"]);
    const form = await new Response(body ?? "", { headers: { "content-type": type } }).formData();
    expect(form.get("title")).toBe("Mine");
    const files = form.getAll("photo") as File[]; // the server has got files
    expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual(
      sent,
    );
  });
});

describe("[H.10] deliveries", () => {
  const NOW = 1_700_000_000;
  const SECRET = `whsec_${Buffer.from("a-secret-of-twenty-four-b").toString("base64")}`;
  const OTHER = `whsec_${Buffer.from("b-secret-of-twenty-four-b").toString("base64")}`;
  const BODY = '{"type":"plant.wilted","data":{"id":7}}';
  const scheme = createAnyScheme(PRESETS["standard-webhooks"]);
  const sign = (body: string, seconds = NOW, secret = SECRET): Record<string, string> =>
    createVerifier(scheme, { secrets: [secret] }).sign(body, {
      ...{ id: "msg_1", method: "POST", url: "", timestamp: seconds * 1_000 },
    });
  const open = createOpener(
    {
      path: "/hooks",
      event: { body: "type" },
      delivery: { header: "webhook-id" },
      eventNames: ["plant.wilted"],
    },
    { scheme, fields: readFields },
  );
  interface Receiver {
    readonly webhooks: stainless.StainlessWebhooks;
    withOptions(options: object): Receiver;
  }
  const create = (options: object = {}, env = "GARDEN_WEBHOOK_SECRET"): Receiver =>
    new (stainless.createStainless<Receiver, object>(
      { ...CATALOG, webhookSecret: { option: "webhookSecret", env } },
      (clientOptions: object) => createService({}, clientOptions),
      { open },
    ))(options);

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW * 1_000, toFake: ["Date"] });
    return () => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    };
  });

  const headers = sign(BODY);
  it("are verified at once, with the key of the call before that of the class", () => {
    const payload = { type: "plant.wilted", data: { id: 7 } };
    const { webhooks } = create();
    expect(webhooks.unwrap(BODY, { headers, key: SECRET })).toEqual(payload);
    const other = create({ webhookSecret: OTHER });
    expect(other.webhooks.unwrap(BODY, { headers, key: SECRET })).toEqual(payload);
    const changed = other.withOptions({ webhookSecret: SECRET });
    expect(changed.webhooks.unwrap(BODY, { headers: new Headers(headers) })).toEqual(payload);
    vi.stubEnv("GARDEN_WEBHOOK_SECRET", SECRET);
    expect(create().webhooks.unwrap(BODY, { headers })).toEqual(payload);
    expect(webhooks.unsafeUnwrap(BODY)).toEqual(payload);
  });

  it.each<[title: string, headers: object, key: string, text: RegExp]>([
    ["another key", headers, OTHER, /^No matching signature found: /],
    ["another body", sign("{}"), SECRET, /^No matching signature found: /],
    ["another id", { ...headers, "webhook-id": "b" }, SECRET, /^No matching signature found: /],
    ["no header", {}, SECRET, /^Missing required headers: /],
    ["an old time", { ...headers, "webhook-timestamp": "5" }, SECRET, /^Message timestamp too old/],
    ["an old delivery", sign(BODY, NOW - 301), SECRET, /^Message timestamp too old: /],
    ["a time to come", sign(BODY, NOW + 301), SECRET, /^Message timestamp too new: /],
  ])("are refused with the usual text: %s", (_title, headers, key, text) => {
    const { webhooks } = create();
    expect(() => webhooks.unwrap(BODY, { headers: headers as never, key })).toThrow(text);
  });

  it.each<[env: string, expected: string]>([
    [
      "GARDEN_WEBHOOK_SECRET",
      '`key`, the option "webhookSecret" or the environment variable GARDEN_WEBHOOK_SECRET',
    ],
    ["", '`key` or the option "webhookSecret"'],
  ])("say which option is missing, with the variable %j", (env, expected) => {
    expect(() => create({}, env).webhooks.unwrap(BODY, { headers })).toThrow(
      new TypeError(`The key is undefined; expected ${expected}.`),
    );
  });

  it("say that a key is empty", () => {
    const empty = /^No matching signature found: The secret/;
    expect(() => create().webhooks.unwrap(BODY, { headers, key: "whsec_" })).toThrow(empty);
  });
});
