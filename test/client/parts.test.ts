/** A client of functions has only the parts that it is given, and refuses the options of others. */
import { describe, expect, it } from "vitest";
import {
  defaults,
  limits,
  mediaTypes,
  optionNames,
  validation,
} from "../../src/request/client/client-parts.js";
import type { ClientPart } from "../../src/request/client/types.js";
import { defineMethod } from "../../src/request/sdk/methods.js";
import { errorOf } from "./error-of.js";
import { create, createAnswer, get, LIMIT_HEADERS, type Method } from "./functions.js";

const update = defineMethod<Method>("PATCH /things/{id}");

const EVERY_PART = [defaults, limits, mediaTypes, optionNames, validation];

/** Schemas that refuse every response. */
const schemas = {
  createChecks: () => ({
    request: () => undefined,
    response: () => {
      throw new Error("refused");
    },
  }),
};

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

  it("[F.17] completes calls by a part", async () => {
    const { sent, answer } = createAnswer();
    await get(create({ fetch: answer, defaults: { id: "x" }, parts: [defaults] }));
    expect(sent[0]?.url).toBe("https://api.acme.example/things/x");
  });

  it("[F.17] checks bodies by a part", async () => {
    const { answer } = createAnswer();
    const checked = create({
      fetch: answer,
      validation: "refuse",
      schemas: schemas as never,
      parts: [validation],
    });
    expect(await errorOf(get(checked, { id: "a" }))).toHaveProperty("message", "refused");
  });

  it("[F.17] checks the names of options by a part alone", () => {
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
