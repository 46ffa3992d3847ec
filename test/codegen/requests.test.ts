/** Requests as a schema folder declares them: a few lines of YAML, and the lines made of them. */
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { emitFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";

interface Files {
  /** Emits one file. */
  get(path: string): Promise<string>;
}

function generated(files: Readonly<Record<string, string>>): Files {
  const model = readSchema(miniatureWith(files));
  return { get: (path) => emitFile(model, path) };
}

/** Generates one route from the lines below its operation. */
function generatedRoute(key: string, lines: string, vendor = ""): Files {
  const indented = lines.replace(/^/gm, "  ");
  return generated({
    "routes.yaml": `${JSON.stringify(key)}:\n  operation: x/do\n${indented}\n`,
    "vendor.yaml": `${miniature["vendor.yaml"] ?? ""}${vendor}`,
  });
}

/** What the runtime reads of the first route, as it differs from plain JSON. */
async function exceptionOf(files: Files): Promise<unknown> {
  const { code } = await transform(await files.get("route-exceptions.ts"), { loader: "ts" });
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const expand = (module as { expandRouteExceptions(): object }).expandRouteExceptions; // its one export
  return Object.entries(expand())[0];
}

const form = "application/x-www-form-urlencoded";

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
      `body: { contentType: ${form}, schema: { properties: { a: { type: string } } } }`,
      "POST /x",
      { contentType: form, emptyBody: true },
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
      `body: { contentType: ${form}, schema: { type: object }, lists: brackets }`,
      "POST /x",
      { contentType: form, lists: "brackets" },
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
      `body: { content: { text/csv: true, ${form}: { schema: true, lists: brackets, encoding: { a: { style: comma } } } } }`,
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
    // A server that is not known
    ["needsBaseUrl: true", "GET /x", { needsBaseUrl: true }],
    ["needsBaseUrl: false", "GET /x", undefined],
    [
      "responses: { 200: { contentType: text/csv, schema: true } }\naccept: text/csv;header=present",
      "GET /x",
      { accept: "text/csv;header=present" },
    ],
    ["responses: { 204: null }", "GET /x", undefined],
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

describe("the entry", () => {
  it.each<[yaml: string, code: string]>([
    ["body: { schema: true }", "createEndpoint<Routes>(endpointCatalog);"],
    [`body: { contentType: ${form}, schema: true }`, "(endpointCatalog, { bodies: [formBody] });"],
    [
      `body: { content: { application/json: { type: object }, multipart/form-data: true, ${form}: true } }`,
      "(endpointCatalog, { bodies: [formBody, multipartBody] });",
    ],
    ["header: { a: string }", "(endpointCatalog, { parameters: declaredParameters });"],
  ])("passes the code that a route needs: %s", async (yaml, code) => {
    const text = await generatedRoute("POST /x", yaml).get("endpoint.ts");
    expect(text.replace(/\s+/g, " ").replaceAll(", }", " }").replace("= /*", "=\n/*")).toContain(
      code,
    );
  });
});

describe("the parameters of a route", () => {
  it.each<[yaml: string, types: string]>([
    [
      "header: { X-Id: { type: string, required: true } }\ncookie: { session: string }",
      `export interface XDoParameters extends BodyRequestParameters {
  "X-Id": string;
  session?: string | undefined;
}`,
    ],
    [
      `body: { required: false, contentType: ${form}, schema: { properties: { a: { type: string } } } }`,
      `export interface XDoDataParameters extends WithoutFields<XDoParameters> {
  /** The whole body, in place of its fields: \`${form}\`. */
  data?: BodyFields<XDoParameters> | URLSearchParams | BodyOf<"${form}"> | undefined;
}`,
    ],
    ...[true, false].flatMap((required): [string, string][] => {
      const body = `required: ${required}, schema: { required: [a], properties: { a: { type: string }, b: { type: string } } }`;
      return [
        [
          `query: { q: string }\nbody: { ${body} }`,
          `export interface XDoParameters extends BodyRequestParameters {
  q?: string | undefined;
  a: string;
  b?: string | undefined;
  data?: undefined;
}`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `export interface XDoDataParameters extends ${required ? "WithBody" : "WithOptionalBody"}<XDoParameters, "q"> {}`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `> = WithoutFields<Parameters, Others> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data${required ? ": BodyFields<Parameters, Others> | RawBody" : "?: BodyFields<Parameters, Others> | RawBody | undefined"};
};`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `  "POST /x": [parameters${required ? "" : "?"}: XDoDataParameters | XDoParameters];`,
        ],
      ];
    }),
    [
      "body: { schema: { oneOf: [{ required: [a], properties: { a: { type: string } } }, { type: array, items: { type: string } }] } }",
      `  data:
    | {
        a: string;
      }
    | string[]
    | RawBody;`,
    ],
    [
      "body: { contentType: multipart/form-data, schema: { required: [url, f], properties: { url: { type: string, format: binary }, f: { type: string } } } }",
      `export interface XDoParameters extends BodyRequestParameters {
  /** The body: \`multipart/form-data\`. */
  data:
    | {
        url: Blob;
        f: string;
      }
    | FormData
    | BodyOf<"multipart/form-data">;
}`,
    ],
    [
      "body: { contentType: multipart/form-data, schema: { properties: { f: { type: string, format: binary }, g: { type: array, items: { contentMediaType: image/png } }, h: { type: string, contentMediaType: image/png, contentEncoding: base64 }, i: { type: string, contentEncoding: binary } } } }",
      `  f?: Blob | undefined;
  g?: Blob[] | undefined;
  /** Contents: \`image/png\` in \`base64\` */
  h?: string | undefined;
  i?: Blob | undefined;
  data?: undefined;
}`,
    ],
    [
      "body: { contentType: application/json-patch+json, schema: { type: array, items: { type: object } } }",
      `data:
    | {
        [k: string]: unknown;
      }[]
    | BodyOf<"application/json-patch+json">;`,
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      "export interface XDoDataParameters extends WithBody<XDoParameters> {}",
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      `export interface XDoTextCsvParameters extends BodyRequestParameters {
  headers: ContentTypeHeaders<"text/csv">;
  /** The body: \`text/csv\`. */
  data: string | BodyOf<"text/csv">;
}`,
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      `  "POST /x": [parameters?: XDoTextCsvParameters | XDoDataParameters | XDoParameters];`,
    ],
  ])("%s", async (yaml, types) => {
    expect(await generatedRoute("POST /x", yaml).get("routes.ts")).toContain(types);
  });

  it("has no type of a body that no route needs", async () => {
    const text = await generatedRoute("POST /x", "body: { schema: true }").get("routes.ts");
    expect(text).not.toMatch(/BodyOf|ContentTypeHeaders/);
  });
});

describe("the reference", () => {
  it("lists parameters by where they go, and bodies by content type", async () => {
    const files = generatedRoute(
      "POST /x/{id}",
      `path: { id: { type: string, style: label } }
query: { a: { type: array, style: comma }, url: string }
header: { X-Id: { type: string, required: true, description: Who asks. } }
body:
  content:
    application/json: { properties: { b: { type: string } } }
    multipart/form-data: { schema: { properties: { f: { type: string } } }, lists: brackets }
accept: text/csv`,
    );
    const [, section] = (await files.get("reference/routes.md")).split("## `POST /x/{id}`");
    expect(section).toContain(`| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`id\` | \`string\` | path (label) | yes |  |
| \`a\` | \`any[]\` | query (comma) | no |  |
| \`X-Id\` | \`string\` | header | yes | Who asks. |
| \`parameters.url\` | \`string\` | query | no |  |

Body: \`application/json\`.

| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`b\` | \`string\` | body | no |  |

Body, chosen by its content type: \`multipart/form-data\`, lists: brackets.

| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`f\` | \`string\` | body | no |  |

Header \`accept\`: \`text/csv\`.
`);
  });
});

describe("keywords of JSON Schema", () => {
  it.each<[yaml: string, type: string]>([
    [
      "{ type: array, prefixItems: [{ type: string }, { type: number }], items: false }",
      "[string, number]",
    ],
    ["{ type: array, prefixItems: [{ type: string }] }", "[string, ...unknown[]]"],
    [
      "{ type: array, prefixItems: [{ type: string }], items: { type: integer }, minItems: 0 }",
      "[] | [string, ...number[]]",
    ],
    [
      '{ type: object, patternProperties: { "^x-": { type: string } }, additionalProperties: false }',
      "{\n    [k: string]: string;\n  }",
    ],
    [
      "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: integer } }",
      "{\n    a?: number;\n    b?: number;\n    [k: string]: number | undefined;\n  }",
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/cat" }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: kind, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        kind: "tom";
      })
    | (Dog & {
        kind?: "dog";
      })
    | {
        kind: \`unlisted \${string}\`;
      }`,
    ],
    [
      '{ oneOf: [{ description: A cat., allOf: [{ $ref: "../components/shared.yaml#/cat" }] }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: kind, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        kind: "tom";
      })
    | (Dog & {
        kind?: "dog";
      })
    | {
        kind: \`unlisted \${string}\`;
      }`,
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/cat" }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: sort, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        sort?: "tom";
      })
    | (Dog & {
        sort?: string;
      })`,
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/fox" }], discriminator: { propertyName: kind } }',
      "Fox",
    ],
  ])("%s", async (yaml, type) => {
    const files = generated({
      "payloads/ping.yaml": `payload: { type: object, required: [a], properties: { a: ${yaml} } }\n`,
      "components/shared.yaml": `${miniature["components/shared.yaml"] ?? ""}
cat: { type: object, required: [kind], properties: { kind: { type: string }, paws: { type: integer } } }
dog: { allOf: [{ type: object, properties: { kind: { type: string } } }] }
fox: { type: object, properties: { kind: { const: fox } } }
`,
    });
    const text = await files.get("payloads.ts");
    const [, property = ""] = text.split("  a:");
    expect(property.trimStart().slice(0, type.trim().length + 1)).toBe(`${type.trim()};`);
  });
});
