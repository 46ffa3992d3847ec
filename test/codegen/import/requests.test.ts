/** Parameters, bodies and servers of a description, in few lines, and the YAML that they become. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const text = { type: "string" };
const list = { type: "array", items: text };
const object = { type: "object", properties: { a: text } };
const components = {
  schemas: { Ids: list, Filter: object, Nullable: { anyOf: [list, { type: "null" }] } },
};

describe("a parameter", () => {
  it.each<[what: string, parameter: object, yaml: string]>([
    [
      "in a header",
      { in: "header", required: true },
      "header: { p: { type: string, required: true } }",
    ],
    ["in a cookie", { in: "cookie" }, "cookie: { p: string }"],
    ["that is an option of a call", { in: "query", name: "request" }, "query: { request: string }"],
    [
      "in brackets",
      { in: "query", name: "include[]", schema: list },
      'query: { "include[]": { type: array, items: { type: string } } }',
    ],
    [
      "with commas",
      { in: "query", explode: false, schema: list },
      "query: { p: { type: array, items: { type: string }, style: comma } }",
    ],
    [
      "with commas, by reference",
      { in: "query", explode: false, schema: ref("Ids") },
      "query: { p: { $ref: components/api.yaml#/Ids, style: comma } }",
    ],
    [
      "with commas, by allOf",
      { in: "query", explode: false, schema: { allOf: [ref("Ids")] } },
      "query: { p: { allOf: [{ $ref: components/api.yaml#/Ids }], style: comma } }",
    ],
    [
      "with commas, or null",
      { in: "query", explode: false, schema: ref("Nullable") },
      "query: { p: { $ref: components/api.yaml#/Nullable, style: comma } }",
    ],
    [
      "with commas, a list or null",
      { in: "query", explode: false, schema: { ...list, type: ["array", "null"] } },
      'query: { p: { type: [array, "null"], items: { type: string }, style: comma } }',
    ],
    [
      "that is an object",
      { in: "query", schema: object },
      "query: { p: { type: object, properties: { a: { type: string } }, style: explode } }",
    ],
    [
      "that is an object by reference",
      { in: "query", schema: ref("Filter") },
      "query: { p: { $ref: components/api.yaml#/Filter, style: explode } }",
    ],
    [
      "that is an object with commas",
      { in: "query", explode: false, schema: ref("Filter") },
      "query: { p: { $ref: components/api.yaml#/Filter, style: comma } }",
    ],
    [
      "that is a deep object",
      { in: "query", style: "deepObject", schema: ref("Filter") },
      "query: { p: { $ref: components/api.yaml#/Filter, style: brackets } }",
    ],
    [
      "with spaces",
      { in: "query", style: "spaceDelimited", schema: ref("Ids") },
      "query: { p: { $ref: components/api.yaml#/Ids, style: spaces } }",
    ],
    [
      "with spaces, exploded",
      { in: "query", style: "spaceDelimited", explode: true, schema: ref("Ids") },
      "query: { p: { $ref: components/api.yaml#/Ids } }",
    ],
    [
      "with pipes",
      { in: "query", style: "pipeDelimited", schema: ref("Ids") },
      "query: { p: { $ref: components/api.yaml#/Ids, style: pipes } }",
    ],
    [
      "that is JSON",
      {
        in: "query",
        schema: undefined,
        content: { "application/json": { schema: ref("Filter") } },
      },
      "query: { p: { $ref: components/api.yaml#/Filter, style: json } }",
    ],
    [
      "with reserved characters",
      { in: "query", allowReserved: true },
      "query: { p: { type: string, reserved: true } }",
    ],
    [
      "with reserved characters and commas",
      { in: "query", allowReserved: true, explode: false, schema: ref("Ids") },
      "query: { p: { $ref: components/api.yaml#/Ids, style: comma, reserved: true } }",
    ],
    [
      "in a header, exploded",
      { in: "header", explode: true, schema: ref("Filter") },
      "header: { p: { $ref: components/api.yaml#/Filter, explode: true } }",
    ],
    [
      "in a header, a list that has one form only",
      { in: "header", explode: true, schema: ref("Ids") },
      "header: { p: { $ref: components/api.yaml#/Ids } }",
    ],
    [
      "in a header, as JSON",
      {
        in: "header",
        schema: undefined,
        content: { "application/json": { schema: ref("Filter") } },
      },
      "header: { p: { $ref: components/api.yaml#/Filter, style: json } }",
    ],
    [
      "in a cookie, with commas",
      { in: "cookie", explode: false, schema: ref("Ids") },
      "cookie: { p: { $ref: components/api.yaml#/Ids, style: comma } }",
    ],
    [
      "in a cookie, not encoded",
      { in: "cookie", style: "cookie" },
      "cookie: { p: { type: string, style: plain } }",
    ],
    [
      "in a cookie, not encoded, with commas",
      { in: "cookie", style: "cookie", explode: false, schema: ref("Ids") },
      "cookie: { p: { $ref: components/api.yaml#/Ids, style: plain-comma } }",
    ],
    [
      "that is the whole query, a form",
      {
        in: "querystring",
        schema: undefined,
        content: { "application/x-www-form-urlencoded": { schema: ref("Filter") } },
      },
      "query: { p: { $ref: components/api.yaml#/Filter, style: explode } }",
    ],
    [
      "that is the whole query, other content",
      { in: "querystring", schema: undefined, content: { "text/plain": { schema: text } } },
      "query: { p: { type: string, style: whole } }",
    ],
    [
      "with required properties, which `required` cannot hold",
      { in: "query", style: "deepObject", schema: { ...object, required: ["a"] } },
      "query: { p: { allOf: [{ type: object, required: [a], properties: { a: { type: string } } }], style: brackets } }",
    ],
  ])("%s", (_, parameter, yaml) => {
    const parameters = [{ name: "p", schema: text, ...parameter }];
    const { route, notes } = importRoute({ parameters });
    expect(route).toEqual({ operation: "x/do", ...(parse(yaml) as object) });
    expect(notes).toEqual([]);
  });

  it.each<[what: string, parameter: object, yaml: string]>([
    ["simple", { schema: ref("Ids") }, "{ $ref: components/api.yaml#/Ids }"],
    [
      "simple and exploded, a list",
      { explode: true, schema: ref("Ids") },
      "{ $ref: components/api.yaml#/Ids }",
    ],
    [
      "simple and exploded, an object",
      { explode: true, schema: ref("Filter") },
      "{ $ref: components/api.yaml#/Filter, explode: true }",
    ],
    ["label", { style: "label" }, "{ type: string, style: label }"],
    [
      "label, exploded",
      { style: "label", explode: true, schema: ref("Ids") },
      "{ $ref: components/api.yaml#/Ids, style: label, explode: true }",
    ],
    ["matrix", { style: "matrix", explode: true }, "{ type: string, style: matrix }"],
    [
      "matrix, exploded",
      { style: "matrix", explode: true, schema: ref("Filter") },
      "{ $ref: components/api.yaml#/Filter, style: matrix, explode: true }",
    ],
  ])("in the path: %s", (_, parameter, yaml) => {
    const parameters = [{ name: "p", in: "path", required: true, schema: text, ...parameter }];
    const { route } = importRoute({ parameters }, "/x/{p}");
    expect(route).toEqual({ operation: "x/do", path: { p: parse(yaml) as object } });
  });
});

describe("a body", () => {
  const file = { type: "string", format: "binary" };
  const form = "application/x-www-form-urlencoded";

  it.each<[what: string, content: object, yaml: string]>([
    [
      "of a form",
      { [form]: { schema: object } },
      `{ contentType: ${form}, schema: { type: object, properties: { a: { type: string } } } }`,
    ],
    [
      "of a form with lists in brackets",
      {
        [form]: {
          schema: { properties: { a: list, b: object } },
          encoding: {
            a: { style: "deepObject", explode: true },
            b: { style: "deepObject", explode: true },
          },
        },
      },
      `{ contentType: ${form}, schema: { properties: { a: { type: array, items: { type: string } }, b: { type: object, properties: { a: { type: string } } } } }, lists: brackets }`,
    ],
    [
      "of a form with one list in brackets",
      {
        [form]: {
          schema: { properties: { a: list, b: list } },
          encoding: { a: { style: "deepObject" }, b: { explode: false } },
        },
      },
      `{ contentType: ${form}, schema: { properties: { a: { type: array, items: { type: string } }, b: { type: array, items: { type: string } } } }, encoding: { a: { style: brackets }, b: { style: comma } } }`,
    ],
    [
      "of several parts",
      {
        "multipart/form-data": {
          schema: { properties: { f: file, m: ref("Filter") } },
          encoding: { f: { contentType: "image/png" }, m: { style: "deepObject" } },
        },
      },
      "{ contentType: multipart/form-data, schema: { properties: { f: { type: string, format: binary }, m: { $ref: components/api.yaml#/Filter } } }, encoding: { f: { contentType: image/png }, m: { style: brackets } } }",
    ],
    [
      "of several parts, with objects in each style",
      {
        "multipart/form-data": {
          schema: { properties: { a: object, b: object, c: object, d: object } },
          encoding: {
            a: { explode: false },
            b: { style: "form" },
            c: { style: "spaceDelimited" },
            d: { style: "pipeDelimited", explode: false },
          },
        },
      },
      `{ contentType: multipart/form-data, schema: { properties: { ${["a", "b", "c", "d"].map((name) => `${name}: { type: object, properties: { a: { type: string } } }`).join(", ")} } }, encoding: { a: { style: comma }, b: { style: explode }, c: { style: spaces }, d: { style: pipes } } }`,
    ],
    [
      "of JSON Patch",
      { "application/json-patch+json": { schema: list } },
      "{ contentType: application/json-patch+json, schema: { type: array, items: { type: string } } }",
    ],
    [
      "of two types with one schema",
      { "text/csv": { schema: text }, "text/plain": { schema: text } },
      "{ contentType: [text/csv, text/plain], schema: { type: string } }",
    ],
    [
      "of two types with two schemas: JSON first",
      {
        "multipart/form-data": {
          schema: { properties: { f: file } },
          encoding: { f: { contentType: "image/png" } },
        },
        "application/json": { schema: object },
      },
      "{ content: { application/json: { type: object, properties: { a: { type: string } } }, multipart/form-data: { schema: { properties: { f: { type: string, format: binary } } }, encoding: { f: { contentType: image/png } } } } }",
    ],
  ])("%s", (_, content, yaml) => {
    const { route, notes } = importRoute({ requestBody: { required: true, content } });
    expect(route).toEqual({ operation: "x/do", body: parse(yaml) as object });
    expect(notes).toEqual([]);
  });
});

describe("servers", () => {
  const server = {
    url: "{protocol}://{region}.acme.example:{port}/{path}",
    variables: {
      protocol: { default: "https", enum: ["http", "https"] },
      region: { default: "eu", description: "Where the data is." },
      port: { default: "443" },
      path: { default: "v1" },
    },
  };

  it("become a base address with variables", () => {
    const { texts, notes } = importAlone(describeApi({ servers: [server], paths: {} }));
    expect(texts["vendor.yaml"]).toContain(`
baseUrl: "{protocol}://{region}.acme.example:{port}/{path}"

variables:
  protocol: { default: https, values: [http, https] }
  region: { default: eu, description: Where the data is. }
  port: "443"
  path: v1
`);
    expect(notes).toEqual([]);
  });

  it("leave a base address that is there", () => {
    const present = { "vendor.yaml": "name: acme\nbaseUrl: https://api.acme.example\n" };
    const { texts } = importInto(present, describeApi({ servers: [server], paths: {} }));
    expect(texts["vendor.yaml"]).not.toContain("variables");
  });

  it("are listed after the first", () => {
    const servers = [{ url: "https://a.example" }, { url: "https://b.example" }];
    const { notes } = importAlone(describeApi({ servers, paths: {} }));
    expect(notes).toEqual([
      "Not imported: the server `https://b.example`, since the first is taken: servers/1.",
    ]);
  });

  it.each<[title: string, own: object]>([
    [
      "a variable without a default",
      { url: "https://{tenant}.a.example", variables: { tenant: {} } },
    ],
    ["an empty default", { url: "https://{t}.a.example", variables: { t: { default: "" } } }],
    ["a placeholder that nothing declares", { url: "https://{tenant}.a.example" }],
    ["no address", { url: "ftp://a.example" }],
  ])("of routes are left to callers where they have %s", (_title, routeServer) => {
    const servers = [{ url: "https://a.example" }];
    const paths = { "/x": { get: { operationId: "x/get", servers: [routeServer] } } };
    const { texts } = importAlone(describeApi({ servers, paths }));
    expect(texts["routes.yaml"]).toContain("\n  needsBaseUrl: true\n");
  });

  it("of routes are left out where they are the base address", () => {
    const servers = [{ url: "https://a.example/" }];
    const paths = { "/x": { servers, get: { operationId: "x/get" } } };
    expect(importAlone(describeApi({ servers, paths })).texts["routes.yaml"]).not.toContain(
      "  server:",
    );
  });
});

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** Imports one route: its entry in the YAML, and the notes. */
function importRoute(parts: object, url = "/x") {
  const paths = { [url]: { post: { operationId: "x/do", ...parts } } };
  const { texts, notes } = importAlone(describeApi({ paths, components }));
  const files = Object.entries(texts).map(([path, yaml]) => ({ path, text: yaml }));
  expect(() => readSchema(files)).not.toThrow();
  const routes = parse(texts["routes.yaml"] ?? "") as Readonly<Record<string, object>>; // as written
  const { [`POST ${url}`]: route } = routes;
  return { route, notes: notes.filter((note) => !note.startsWith("Ignored: shared schemas")) };
}
