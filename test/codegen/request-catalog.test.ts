/** Exceptions of the catalog: what the client must know of a route besides its key, made of a few lines of YAML. */
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { generatedRoute, type Files, FORM_TYPE } from "./generated-route.js";

describe("the path", () => {
  it.each<ExceptionCase>([
    ["path: { id: { type: string, style: label } }", "GET /x{id}", { template: "/x{.id}" }],
    ["path: { id: { type: string, style: matrix } }", "GET /x{id}", { template: "/x{;id}" }],
    [
      "path: { id: { type: array, style: matrix, explode: true } }",
      "GET /x/{id}/y",
      { template: "/x/{;id*}/y" },
    ],
    ["path: { id: { type: object, explode: true } }", "GET /x/{id}", { template: "/x/{id*}" }],
    ["path: { id: { type: string, style: simple } }", "GET /x/{id}", undefined],
    ["path: { url: string }", "GET /x/{url}", { template: "/x/{parameters.url}", named: ["url"] }],
    [
      "path: { data: { type: string, multiSegment: true } }",
      "GET /x/{data}",
      { template: "/x/{parameters.data}", multiSegment: ["parameters.data"], named: ["data"] },
    ],
    [
      "path: { id: string }",
      "PUT /x/{id}#rename",
      { template: "/x/{id}" }, // a fragment tells routes apart and is not sent
    ],
    ["query: { a: string }", "POST /x?beta=true#b", { template: "/x?beta=true{&a}" }],
  ])("%s of %s", expectException);
});

describe("the query", () => {
  it.each<ExceptionCase>([
    ["query: { a: string }", "HEAD /x", undefined],
    ["query: { a: string }", "OPTIONS /x", undefined],
    ["query: { a: string }", "GET /x?beta=true", undefined],
    ["query: { a: string }", "GET /x", undefined],
    ["query: { a: { type: array, style: comma } }", "GET /x", { query: { a: "comma" } }],
    ["query: { a: { type: object, style: explode } }", "GET /x", { query: { a: "explode" } }],
    [
      "query: { a: { type: array, style: spaces, reserved: true } }",
      "GET /x",
      { query: { a: "reserved-spaces" } },
    ],
    ["query: { a: { type: string, reserved: true } }", "GET /x", { query: { a: "reserved" } }],
    ["query: { a: { type: string, style: json } }", "GET /x", { query: { a: "json" } }],
    ['query: { "a[]": array }', "GET /x", undefined],
    [
      'query: { "a[]": array, "t<": string, b: string }',
      "POST /x",
      { template: "/x{?b}", query: { "a[]": "repeat", "t<": "repeat" } },
    ],
    ["query: { a: { type: array, style: pipes } }", "DELETE /x", { query: { a: "pipes" } }],
    ["query: { a: { type: array, style: tabs } }", "DELETE /x", { query: { a: "tabs" } }],
    [
      "query: { request: string, b: string }",
      "GET /x",
      { query: { request: "repeat" }, named: ["request"] },
    ],
    ["query: { parameters: string }", "GET /x", undefined],
    [
      "query: { parameters: string, url: string }",
      "GET /x",
      { query: { parameters: "repeat", url: "repeat" }, named: ["parameters", "url"] },
    ],
  ])("%s of %s", expectException);
});

describe("headers and cookies", () => {
  it.each<ExceptionCase>([
    [
      "header: { X-Id: string, b: { type: object, explode: true }, c: { type: object, style: json } }",
      "GET /x",
      { headers: { "X-Id": "simple", b: "explode", c: "json" } },
    ],
    [
      "cookie: { a: string, b: { type: array, style: comma }, c: { type: object, style: json } }",
      "GET /x",
      { cookies: { a: "form", b: "comma", c: "json" } },
    ],
  ])("%s of %s", expectException);
});

describe("bodies", () => {
  it.each<ExceptionCase>([
    ["body: { schema: { type: object } }", "POST /x", undefined],
    [
      "body: { required: false, schema: { properties: { a: { type: string } } } }",
      "POST /x",
      undefined,
    ],
    [
      "body: { schema: { required: [a], properties: { a: { type: string } } } }",
      "POST /x",
      undefined,
    ],
    ["body: { schema: { type: array } }", "POST /x", undefined],
    ["body: { schema: { properties: { a: { type: string } } } }", "PATCH /x", { emptyBody: true }],
    [
      `body: { contentType: ${FORM_TYPE}, schema: { properties: { a: { type: string } } } }`,
      "POST /x",
      { contentType: FORM_TYPE, emptyBody: true },
    ],
    [
      "body: { contentType: multipart/form-data, schema: { properties: { a: { type: string } } } }",
      "POST /x",
      { contentType: "multipart/form-data", emptyBody: true },
    ],
    ["body: { contentType: application/json; charset=utf-8, schema: true }", "POST /x", undefined],
    [
      "body: { contentType: application/json-patch+json, schema: { type: array } }",
      "POST /x",
      { contentType: "application/json-patch+json" },
    ],
    [
      'body: { contentType: "*/*", schema: true }',
      "POST /x",
      { contentType: "application/octet-stream" },
    ],
    [
      "body: { contentType: [text/plain, text/x-markdown], schema: { type: string } }",
      "POST /x",
      { contentType: "text/plain" },
    ],
    [
      `body: { contentType: ${FORM_TYPE}, schema: { type: object }, lists: brackets }`,
      "POST /x",
      { contentType: FORM_TYPE, lists: "brackets" },
    ],
    [
      "body: { contentType: multipart/form-data, schema: true, lists: repeat, encoding: { f: { contentType: image/png } } }",
      "POST /x",
      { contentType: "multipart/form-data", encoding: { f: { contentType: "image/png" } } },
    ],
    [
      "body: { content: { text/csv: { type: string }, application/json: { type: object } } }",
      "POST /x",
      { contentType: "text/csv" },
    ],
    [
      "body: { content: { application/json: { type: object }, text/csv: { type: string } } }",
      "POST /x",
      { contentType: "application/json; charset=utf-8" },
    ],
    [
      `body: { content: { text/csv: true, ${FORM_TYPE}: { schema: true, lists: brackets, encoding: { a: { style: comma } } } } }`,
      "POST /x",
      { contentType: "text/csv", lists: "brackets", encoding: { a: { style: "comma" } } },
    ],
  ])("%s of %s", expectException);

  it("sends no empty bodies where the vendor says so", async () => {
    const files = generatedRoute(
      "POST /x",
      "body: { schema: { properties: { a: true } } }",
      "emptyBodies: false\n",
    );
    expect(await readExceptions(files)).toEqual({});
  });
});

describe("the accept header", () => {
  it.each<ExceptionCase>([
    [
      "stream: { format: sse, item: true }\nresponses: { 200: null, 400: true }",
      "GET /x",
      { accept: "text/event-stream, application/json" },
    ],
    [
      "stream: { format: json-lines, contentType: application/x-ndjson }",
      "GET /x",
      { accept: "application/x-ndjson" },
    ],
    [
      "stream: { format: sse, item: true, when: { live: true } }\nquery: { live: boolean }\nresponses: { 200: true }",
      "GET /x",
      undefined,
    ],
    [
      "responses: { 200: { contentType: [application/json, video/mp4], schema: true } }",
      "GET /x",
      { accept: "application/json, video/mp4" },
    ],
    [
      "responses: { 200: { contentType: application/hal+json, schema: true }, 4XX: { contentType: text/html, schema: true } }",
      "GET /x",
      { accept: "application/hal+json, text/html" },
    ],
    [
      "responses: { 4XX: true, 200: { contentType: text/csv, schema: true }, default: true }",
      "GET /x",
      { accept: "text/csv, application/json" },
    ],
    [
      "responses: { 200: { contentType: application/pdf, schema: true }, 202: true }",
      "GET /x",
      { accept: "application/pdf, application/json" },
    ],
    [
      "responses: { 200: true, 4XX: { contentType: text/html, schema: true } }",
      "GET /x",
      undefined,
    ],
    [
      "responses: { 204: null, 4XX: { contentType: a/b, schema: true } }",
      "GET /x",
      { accept: "a/b" },
    ],
    [
      "responses: { 204: null, 4XX: { contentType: a/b, schema: true }, 500: true }",
      "GET /x",
      undefined,
    ],
    [
      "responses: { 200: { contentType: text/csv, schema: true } }\naccept: text/csv;header=present",
      "GET /x",
      { accept: "text/csv;header=present" },
    ],
    ["responses: { 204: null }", "GET /x", undefined],
  ])("%s of %s", expectException);

  it.each<[what: string, mediaType: string]>([
    ["the vendor's own type", "mediaType: { accept: application/hal+json }\n"],
    ["any type, where the vendor says so", "mediaType: { accept: a/b, perRoute: false }\n"],
  ])("asks every route for %s", async (_, mediaType) => {
    const lines = "responses: { 200: { contentType: application/hal+json, schema: true } }";
    expect(await readExceptions(generatedRoute("GET /x", lines, mediaType))).toEqual({});
  });
});

describe("a server that is not known", () => {
  it.each<ExceptionCase>([
    ["needsBaseUrl: true", "GET /x", { needsBaseUrl: true }],
    ["needsBaseUrl: false", "GET /x", undefined],
  ])("%s of %s", expectException);
});

async function expectException(...[yaml, key, exception]: ExceptionCase): Promise<void> {
  const exceptions = await readExceptions(generatedRoute(key, yaml));
  expect(exceptions).toEqual(exception === undefined ? {} : { [key]: exception });
}

/** The exceptions of all routes, by their keys. */
async function readExceptions(files: Files): Promise<object> {
  const { code } = await transform(await files.get("route-exceptions.ts"), { loader: "ts" });
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { expandRouteExceptions(): object }).expandRouteExceptions(); // its one export
}

/** Lines of a route and its key; without an exception, the key says it all. */
type ExceptionCase = [yaml: string, key: string, exception: object | undefined];
