/** Values in requests: every place of a value, as the service gets it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importClient, removeClient, writeClient, type Generated } from "./clients.js";
import { Instant, installTemporal, PlainDate } from "./temporal.js";

const TIME = new Date("2026-03-01T10:20:30.5Z");
const TEXT = "2026-03-01T10:20:30.500Z";
const ENCODED = encodeURIComponent(TEXT);
const MAXIMUM = 9007199254740993n;
const MINIMUM = -9223372036854775808n;

let generated: Generated;
let folder: string;
let remove: () => void;

beforeAll(async () => {
  remove = installTemporal();
  folder = await writeClient("sent");
  generated = await importClient(folder);
});

afterAll(() => {
  remove();
  removeClient(folder);
});

describe("in a URL", () => {
  it.each<readonly [title: string, route: string, parameters: object, url: string]>([
    ["a path", "GET /things/{id}", { id: MAXIMUM }, "/things/9007199254740993"],
    ["a path", "GET /things/{id}", { id: MINIMUM }, "/things/-9223372036854775808"],
    ["a path", "GET /visits/{at}", { at: TIME }, `/visits/${ENCODED}`],
    ["an instant in a path", "GET /visits/{at}", { at: new Instant(TEXT) }, `/visits/${ENCODED}`],
    ["a text, unchanged", "GET /visits/{at}", { at: "2026-03-01" }, "/visits/2026-03-01"],
    ["a query", "GET /things/{id}", { id: 1n, since: TIME }, `/things/1?since=${ENCODED}`],
    [
      "an instant in a query",
      "GET /things/{id}",
      { id: 1n, since: new Instant(TEXT) },
      `/things/1?since=${ENCODED}`,
    ],
    [
      "a list in a query",
      "GET /things/{id}",
      { id: 1n, ids: [MAXIMUM, 2n, 3] },
      "/things/1?ids=9007199254740993&ids=2&ids=3",
    ],
    ["absent", "GET /things/{id}", { id: 1n, since: undefined }, "/things/1"],
  ])("[J.4] %s", (_title, route, parameters, url) => {
    expect(generated.endpoint(route, parameters).url).toBe(`https://depot.example${url}`);
  });

  it("[J.4] in headers and cookies", () => {
    const parameters = { id: 1n, "X-Until": new Instant(TEXT), "X-Id": MAXIMUM, seen: TIME };
    expect(generated.endpoint("GET /things/{id}", parameters).headers).toMatchObject({
      "x-until": TEXT,
      "x-id": "9007199254740993",
      cookie: `seen=${ENCODED}`,
    });
  });
});

describe("in a body", () => {
  it.each<readonly [title: string, fields: object, json: string]>([
    ["a date", { at: TIME }, `{"at":"${TEXT}"}`],
    ["an instant", { at: new Instant(TEXT) }, `{"at":"${TEXT}"}`],
    ["a plain date", { day: new PlainDate("2026-03-01") }, `{"day":"2026-03-01"}`],
    ["a text, unchanged", { at: "2026-03-01" }, `{"at":"2026-03-01"}`],
    ["an integer", { id: 7n }, `{"id":7}`],
    ["a number, unchanged", { id: 7 }, `{"id":7}`],
    ["an integer above 2^53", { id: MAXIMUM }, `{"id":9007199254740993}`],
    ["the smallest integer", { id: MINIMUM }, `{"id":-9223372036854775808}`],
    ["null", { maybe: null }, `{"maybe":null}`],
    [
      "lists",
      { times: [TIME], ids: [1n, MAXIMUM] },
      `{"times":["${TEXT}"],"ids":[1,9007199254740993]}`,
    ],
    [
      "maps",
      { by_name: { a: TIME }, counts: { b: MAXIMUM } },
      `{"by_name":{"a":"${TEXT}"},"counts":{"b":9007199254740993}}`,
    ],
    ["a tuple", { pair: [TIME, 8n] }, `{"pair":["${TEXT}",8]}`],
    [
      "a union",
      { animal: { kind: "dog", mark: MAXIMUM } },
      `{"animal":{"kind":"dog","mark":9007199254740993}}`,
    ],
    [
      "recursion",
      { node: { id: 1n, children: [{ id: MAXIMUM, next: null }] } },
      `{"node":{"id":1,"children":[{"id":9007199254740993,"next":null}]}}`,
    ],
    [
      "texts that look like integers",
      { text: "9007199254740993", id: MAXIMUM },
      `{"text":"9007199254740993","id":9007199254740993}`,
    ],
  ])("[J.4] %s", async (_title, fields, json) => {
    expect(await bodyOf("POST /things", fields)).toBe(json);
    expect(await bodyOf("POST /things", { data: fields })).toBe(json);
    expect(await bodyOf("PUT /things", { data: [fields] })).toBe(`[${json}]`);
  });

  it("[J.4] a form", async () => {
    const body = await bodyOf("POST /visits", { at: TIME, id: MAXIMUM });
    expect(body).toBe(`at=${ENCODED}&id=9007199254740993`);
  });

  it("[J.4] changes nothing that was passed", async () => {
    const fields = Object.freeze({ times: Object.freeze([TIME]), ids: Object.freeze([MAXIMUM]) });
    await bodyOf("POST /things", fields);
    expect(fields).toEqual({ times: [TIME], ids: [MAXIMUM] });
  });

  it("[J.4] an object that occurs twice is sent twice", async () => {
    const node = { id: MAXIMUM };
    expect(await bodyOf("POST /things", { node: { id: 1n, children: [node, node] } })).toBe(
      `{"node":{"id":1,"children":[{"id":9007199254740993},{"id":9007199254740993}]}}`,
    );
  });

  it("[J.4] goes and comes unchanged over HTTP", async () => {
    const server = createServer((request, response) => {
      response.writeHead(201, { "content-type": "application/json" });
      request.pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = generated.createClient({ baseUrl: `http://127.0.0.1:${port}` });
    const thing = { at: TIME, id: MAXIMUM, ids: [MINIMUM, 5n], node: { id: MINIMUM } };
    try {
      expect((await client.request("POST /things", thing)).data).toEqual(thing);
    } finally {
      server.close();
    }
  });
});

describe("what cannot be sent", () => {
  const cycle: Record<string, unknown> = { at: TIME };
  cycle["node"] = cycle;

  it.each<readonly [fields: object, parameter: string, message: string]>([
    [
      { at: new Date(NaN) },
      "at",
      `"at" of "POST /things" is an invalid Date; expected a valid one.`,
    ],
    [
      { times: [TIME, new Date(NaN)] },
      "times",
      `"times[1]" of "POST /things" is an invalid Date; expected a valid one.`,
    ],
    [
      { data: { node: { children: [{ at: new Date(NaN) }] } } },
      "data",
      `"data.node.children[0].at" of "POST /things" is an invalid Date; expected a valid one.`,
    ],
    [
      { at: new Date(Date.UTC(10_000, 0)) },
      "at",
      `"at" of "POST /things" is a Date outside of the years 0 to 9999, which RFC 3339 does not have.`,
    ],
    [
      { node: cycle },
      "node",
      `"node" of "POST /things" contains itself; expected what JSON can express.`,
    ],
    [
      { node: { id: () => 1 } },
      "node",
      `"node" of "POST /things" holds a function; expected what JSON can express.`,
    ],
  ])("[J.6] %o names its path", (fields, parameter, message) => {
    expect(() => generated.endpoint("POST /things", fields)).toThrow(
      expect.objectContaining({
        code: "INVALID_PARAMETER",
        parameters: [parameter],
        message: `Parameter ${message}`,
      }) as Error,
    );
  });

  it("[J.6] an invalid date in a URL", () => {
    expect(() => generated.endpoint("GET /visits/{at}", { at: new Date(NaN) })).toThrow(
      `Parameter "at" of "GET /visits/{at}" is an invalid Date; expected a valid one.`,
    );
  });

  it("[J.6] an object that is nested too deeply", () => {
    let node: object = { id: 1n };
    for (let depth = 0; depth < 100_000; depth++) node = { next: node };
    expect(() => generated.endpoint("POST /things", { node })).toThrow(
      expect.objectContaining({ code: "INVALID_PARAMETER" }) as Error,
    );
  });
});

/** The text of a body as it is sent. */
async function bodyOf(route: string, parameters: object): Promise<string> {
  const client = generated.createClient();
  const mock = generated.createMockFetch(client);
  mock.reply(route, { status: 204, data: undefined });
  await client.request(route, parameters);
  return new Response(mock.requests[0]?.body as string).text();
}
