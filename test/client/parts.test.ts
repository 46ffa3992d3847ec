/** A client of functions has only the parts that it is given, and refuses the options of others. */
import { describe, expect, it } from "vitest";
import {
  defaults,
  limits,
  mediaTypes,
  optionNames,
  validation,
} from "../../src/request/client/client-parts.js";
import { createCoreFactory } from "../../src/request/client/client.js";
import type { ClientPart, CoreClient } from "../../src/request/client/types.js";
import { compileListRoute } from "../../src/request/endpoint/route/function-routes.js";
import { defineMethod, defineReadMethod } from "../../src/request/sdk/methods.js";
import { errorOf } from "./error-of.js";

const service = {
  baseUrl: "https://api.acme.example",
  accept: "application/vnd.acme.v3+json",
  mediaTypePrefix: "application/vnd.acme",
};
const catalog = { rateLimit: { remaining: "x-left", reset: "x-reset" } };
const create = createCoreFactory(service, catalog);

const get = defineReadMethod<Method>("GET /things/{id}");
const update = defineMethod<Method>("PATCH /things/{id}");

const EVERY_PART = [defaults, limits, mediaTypes, optionNames, validation];

const LIMIT_HEADERS = {
  "content-type": "application/json",
  "x-left": "7",
  "x-reset": "1800000000",
};

const schemas = {
  createChecks: () => ({
    request: () => undefined,
    response: () => {
      throw new Error("refused");
    },
  }),
};

describe("parameters of functions", () => {
  const getWithLists = defineReadMethod<Method>("GET /things/{id}", { compile: compileListRoute });
  const ADDRESS = "https://api.acme.example/things/";
  const SINGLE = "a string, number, bigint, boolean or Date";

  it.each<[parameters: object, url: string]>([
    [{ id: "a" }, "a"],
    [
      { id: 7, page: 2, since: new Date(0), all: true },
      "7?page=2&since=1970-01-01T00%3A00%3A00.000Z&all=true",
    ],
    [{ id: "ä/b", q: "x y", "a b": 1, left: null, out: undefined }, "%C3%A4%2Fb?q=x%20y&a%20b=1"],
    [{ id: "a", q: "" }, "a?q="],
  ])(
    "[H.5] writes single values %j the same way with and without lists",
    async (parameters, url) => {
      for (const method of [get, getWithLists]) {
        const { sent, answer } = createAnswer();
        await method(create({ fetch: answer }), parameters);
        expect(sent.map((request) => request.url)).toEqual([ADDRESS + url]);
      }
    },
  );

  it.each<[parameters: object, single: string, withLists: string | undefined]>([
    [
      { id: "a", q: [1, 2] },
      `"q" of "GET /things/{id}" is an array; expected ${SINGLE}`,
      undefined,
    ],
    [{ id: ["a", "b"] }, `"id" of "GET /things/{id}" is an array; expected ${SINGLE}`, undefined],
    [{ id: "a", q: { b: 1 } }, `is an object; expected ${SINGLE}`, "expected a value or a list"],
    [{ id: "a", q: NaN }, "expected a finite number", "expected a finite number"],
    [{ id: "\ud800" }, "has a lone surrogate", "has a lone surrogate"],
    [{ id: null }, `Missing required parameter`, `Missing required parameter`],
    [{ id: "" }, `Missing required parameter`, `Missing required parameter`],
    [{ id: ".." }, `"id" would make a path segment`, `"id" would make a path segment`],
  ])("[H.5] refuses %j where values are single", async (parameters, single, withLists) => {
    const { sent, answer } = createAnswer();
    const client = create({ fetch: answer });
    expect(await errorOf(get(client, parameters))).toMatchObject({
      message: expect.stringContaining(single) as string,
    });
    expect(sent).toEqual([]);
    if (withLists === undefined) await getWithLists(client, parameters);
    else
      expect(await errorOf(getWithLists(client, parameters))).toMatchObject({
        message: expect.stringContaining(withLists) as string,
      });
    expect(sent.map((request) => request.url)).toEqual(
      withLists === undefined ? [expect.stringMatching(/a,b$|q=1&q=2$/)] : [],
    );
  });
});

describe("a client of functions", () => {
  it.each<[option: string, part: string, options: object]>([
    ["concurrency", "limits", { concurrency: 2 }],
    ["onRateLimit", "limits", { onRateLimit: "wait" }],
    ["defaults", "defaults", { defaults: { id: 1 } }],
    ["validation", "validation", { validation: "refuse", schemas }],
  ])("[F.17] refuses the option %s without its part", (option, part, options) => {
    const message = `Option "${option}" of "createClient" needs the part \`${part}\`; pass it to \`createClient\`, in the option "parts".`;
    expect(() => create(options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message }),
    );
    const otherParts = EVERY_PART.filter((each) => !Object.hasOwn(each, part));
    expect(() => create({ ...options, parts: otherParts })).toThrow(message);
    expect(create({ ...options, parts: EVERY_PART })).toHaveProperty("rateLimit", undefined);
    expect(create({ [option]: undefined })).toHaveProperty("rateLimit", undefined);
  });

  it("[F.17] refuses a media type without its part", async () => {
    const { sent, answer } = createAnswer();
    const parameters = { id: "a", mediaType: { format: "raw" } };
    const error = await errorOf(get(create({ fetch: answer }), parameters));
    expect(error).toMatchObject({ code: "INVALID_OPTION", parameters: ["mediaType"] });
    expect(error).toHaveProperty("message", expect.stringContaining("needs the part `mediaTypes`"));
    expect(sent).toEqual([]);
    await get(create({ fetch: answer, parts: [mediaTypes] }), parameters);
    expect(sent[0]?.headers.get("accept")).toBe("application/vnd.acme.v3.raw");
  });

  it.each<[parts: readonly ClientPart[], expected: object | undefined]>([
    [[], undefined],
    [[limits], { remaining: 7 }],
  ])("[F.17] reads rate limits by its part alone", async (parts, expected) => {
    const { answer } = createAnswer();
    const client = create({ fetch: answer, parts });
    await get(client, { id: "a" });
    if (expected) expect(client.rateLimit).toMatchObject(expected);
    else expect(client.rateLimit).toBeUndefined();
  });

  it("[F.17] limits requests under way by a part", async () => {
    let most = 0;
    let current = 0;
    const answer = async (): Promise<Response> => {
      most = Math.max(most, ++current);
      await new Promise((resolve) => void setTimeout(resolve, 5));
      current--;
      return new Response("{}", { headers: LIMIT_HEADERS });
    };
    const client = create({ fetch: answer, concurrency: 2, parts: [limits] });
    await Promise.all(["a", "b", "c", "d", "e"].map((id) => get(client, { id })));
    expect(most).toBe(2);
  });

  it("[F.17] completes calls, checks bodies and names of options by parts", async () => {
    const { sent, answer } = createAnswer();
    await get(create({ fetch: answer, defaults: { id: "x" }, parts: [defaults] }));
    expect(sent[0]?.url).toBe("https://api.acme.example/things/x");
    const checked = create({
      fetch: answer,
      validation: "refuse",
      schemas: schemas as never,
      parts: [validation],
    });
    expect(await errorOf(get(checked, { id: "a" }))).toHaveProperty("message", "refused");
    const misspelt = { timeOut: 1 } as object;
    expect(create(misspelt)).toHaveProperty("rateLimit");
    expect(() => create({ ...misspelt, parts: [optionNames] })).toThrow(
      "Unknown option `timeOut`. Did you mean `timeout`?",
    );
  });

  it("[F.17] keeps headers, base address, retries, credentials and secrecy without parts", async () => {
    const busy = new Response("", { status: 503, headers: { "retry-after": "0" } });
    const gone = new Response('{"message":"no secret-1"}', {
      status: 410,
      headers: { "content-type": "application/json" },
    });
    const { sent, answer } = createAnswer(busy, gone);
    const client = create({
      fetch: answer,
      auth: "secret-1",
      baseUrl: "https://other.example/v1/",
      headers: { "x-a": "1" },
      timeout: 10_000,
    });
    const error = await errorOf(get(client, { id: "a" }));
    expect(error).toMatchObject({ status: 410, attempts: 2, data: { message: "no [hidden]" } });
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill("https://other.example/v1/things/a"));
    expect(sent[1]?.headers.get("authorization")).toBe("Bearer secret-1");
    expect(sent[1]?.headers.get("x-a")).toBe("1");
  });

  it("[H.5] sends a body that a hook adds by the code that its method brings", async () => {
    const { sent, answer } = createAnswer();
    const client = create({
      fetch: answer,
      onRequest({ request }) {
        request.body = { a: 1 };
      },
    });
    await update(client, { id: "a" });
    expect(await sent[0]?.json()).toEqual({ a: 1 });
    const error = await errorOf(get(client, { id: "a" }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toHaveProperty(
      "message",
      '"get https://api.acme.example/things/a" has a body; expected none for its method.',
    );
    expect(sent).toHaveLength(1);
  });
});

/** Answers each request, and keeps it. */
function createAnswer(...responses: readonly Response[]) {
  const sent: Request[] = [];
  const responsesLeft = [...responses];
  const answer = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push(new Request(input, init));
    const response = responsesLeft.shift() ?? new Response('{"id":1}', { headers: LIMIT_HEADERS });
    return Promise.resolve(response);
  };
  return { sent, answer };
}

type Method = (client: CoreClient, ...args: readonly unknown[]) => Promise<unknown>;
