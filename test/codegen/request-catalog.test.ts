/** Routes as the catalog of requests has them: a few lines of YAML, and the exception made of them. */
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { miniature } from "../cases/codegen/read/miniature.js";
import { generated, generatedRoute, type Files, FORM_TYPE } from "./generated-route.js";

describe("the catalog", () => {
  it.each<[yaml: string, key: string, exception: object | undefined]>([
    // The path
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
    // The query
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
    // Headers and cookies
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
    // Bodies
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
    // The accept header
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
    // A server that is not known
    ["needsBaseUrl: true", "GET /x", { needsBaseUrl: true }],
    ["needsBaseUrl: false", "GET /x", undefined],
  ])("%s", async (yaml, key, exception) => {
    const files = generatedRoute(key, yaml);
    expect(await exceptionOf(files)).toEqual(exception && [key, exception]);
  });

  it.each<[what: string, mediaType: string]>([
    ["the vendor's own type", "mediaType: { accept: application/hal+json }\n"],
    ["any type, where the vendor says so", "mediaType: { accept: a/b, perRoute: false }\n"],
  ])("asks every route for %s", async (_, mediaType) => {
    const lines = "responses: { 200: { contentType: application/hal+json, schema: true } }";
    expect(await exceptionOf(generatedRoute("GET /x", lines, mediaType))).toBeUndefined();
  });

  it("sends no empty bodies where the vendor says so", async () => {
    const files = generatedRoute(
      "POST /x",
      "body: { schema: { properties: { a: true } } }",
      "emptyBodies: false\n",
    );
    expect(await exceptionOf(files)).toBeUndefined();
  });

  it("has the variables of the address", async () => {
    const vendor = (miniature["vendor.yaml"] ?? "").replace(
      /baseUrl.*/,
      `baseUrl: "https://{region}.acme.example/{version}"
variables:
  region: { default: eu, values: [eu, us], description: Where the data is. }
  version: v1`,
    );
    const files = generated({ "vendor.yaml": vendor });
    expect(await files.get("endpoint-catalog.ts")).toContain(
      "  baseUrl,\n  variables,\n  accept,\n",
    );
    expect(await files.get("constants.ts")).toContain(`export const variables = {
  region: { default: "eu", values: ["eu", "us"] },
  version: { default: "v1" },
} as const;
`);
    expect(await files.get("constants.ts")).toContain(`  readonly variables?:
    | {
        /**
         * Where the data is.
         *
         * Default: \`eu\`
         */
        readonly region?: "eu" | "us" | undefined;
        /** Default: \`v1\` */
        readonly version?: string | undefined;
      }
    | undefined;
`);
    expect(await files.get("routes.ts")).toContain(
      "export interface RequestParameters extends ServerOptions {",
    );
    expect(await files.get("endpoint.ts"))
      .toContain(`export const endpoint: Endpoint<Routes, never, ServerOptions> = /* @__PURE__ */ createEndpoint<Routes, ServerOptions>(endpointCatalog, {
  variables: serverVariables,
});
`);
    expect(await files.get("reference/routes.md")).toContain(
      "| `region` | `eu` | eu, us | Where the data is. |",
    );
  });
});

describe("the entry of endpoint", () => {
  it.each<[yaml: string, code: string]>([
    ["body: { schema: true }", "createEndpoint<Routes>(endpointCatalog);"],
    [
      `body: { contentType: ${FORM_TYPE}, schema: true }`,
      "(endpointCatalog, { bodies: [formBody] });",
    ],
    [
      `body: { content: { application/json: { type: object }, multipart/form-data: true, ${FORM_TYPE}: true } }`,
      "(endpointCatalog, { bodies: [formBody, multipartBody] });",
    ],
    ["header: { a: string }", "(endpointCatalog, { parameters: declaredParameters });"],
  ])("passes the code that a route needs: %s", async (yaml, code) => {
    const text = await generatedRoute("POST /x", yaml).get("endpoint.ts");
    const onOneLine = text.replace(/\s+/g, " ").replaceAll(", }", " }");
    expect(onOneLine).toContain(code);
  });
});

/** The exception of the first route, if it has one. */
async function exceptionOf(files: Files): Promise<unknown> {
  const { code } = await transform(await files.get("route-exceptions.ts"), { loader: "ts" });
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const expand = (module as { expandRouteExceptions(): object }).expandRouteExceptions; // its one export
  return Object.entries(expand())[0];
}
