import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const responses = { 204: { description: "" } };

const description = {
  servers: [{ url: "https://api.acme.example/" }],
  paths: {
    "/teams/{team-id}/files/{path}": {
      parameters: [
        { $ref: "#/components/parameters/team" },
        {
          name: "path",
          in: "path",
          required: true,
          schema: { type: "string" },
          "x-multi-segment": true,
        },
      ],
      get: {
        operationId: "files/get",
        summary: "Get a file.",
        externalDocs: { url: "https://docs.acme.example/files" },
        deprecated: true,
        parameters: [
          { $ref: "#/components/parameters/per-page" },
          { $ref: "#/components/parameters/sort" },
          {
            name: "tags",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "string" } },
          },
          { name: "ids", in: "query", schema: { type: "array", items: { type: "integer" } } },
          { name: "filter", in: "query", style: "deepObject", schema: { type: "object" } },
          {
            name: "q",
            in: "query",
            required: true,
            deprecated: true,
            description: "Words.",
            schema: { type: "string" },
          },
        ],
        responses: {
          200: {
            description: "",
            content: {
              "text/html": { schema: { type: "string" } },
              "application/json": { schema: { $ref: "#/components/schemas/file" } },
            },
          },
          304: { $ref: "#/components/responses/same" },
          "4xx": {
            description: "Refused.",
            content: { "text/plain": { schema: { type: "string" } } },
          },
          default: { description: "" },
        },
      },
      put: {
        operationId: "uploadFile",
        tags: ["Big Files"],
        servers: [{ url: "https://uploads.acme.com" }],
        requestBody: {
          content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
        },
        responses,
      },
      delete: { responses },
    },
    "/words": {
      post: {
        operationId: "words/create",
        requestBody: {
          required: true,
          content: {
            "text/plain": { schema: { type: "string" } },
            "text/x-markdown": { schema: { type: "string" } },
          },
        },
        responses: {},
      },
    },
  },
  components: {
    parameters: {
      team: { name: "team-id", in: "path", required: true, schema: { type: "integer" } },
      "per-page": {
        name: "per_page",
        in: "query",
        description: "How many.",
        schema: { type: "integer", default: 30 },
      },
      sort: { name: "sort", in: "query", schema: { $ref: "#/components/schemas/sort" } },
      unused: { name: "unused", in: "query", schema: { type: "string", enum: ["a"] } },
    },
    responses: { same: { description: "" } },
    schemas: { file: { type: "object" }, sort: { type: "string", enum: ["up", "down"] } },
  },
};

const yaml = `# yaml-language-server: $schema=../codegen/meta/routes.schema.json

GET /teams/{team-id}/files/{path}:
  operation: files/get
  summary: Get a file.
  docs: https://docs.acme.example/files
  deprecated: true
  path: { team-id: integer, path: { type: string, multiSegment: true } }
  query:
    per_page: { $ref: components/parameters.yaml#/per-page }
    sort: { $ref: components/api.yaml#/sort }
    tags: { type: array, items: { type: string }, style: comma }
    ids: { type: array, items: { type: integer } }
    filter: { type: object, style: brackets }
    q: { type: string, description: Words., deprecated: true, required: true }
  responses:
    200: { $ref: components/api.yaml#/file }
    304: null
    4XX: { description: Refused., contentType: text/plain, schema: { type: string } }
    default: null

PUT /teams/{team-id}/files/{path}:
  operation: big-files/upload-file
  method: bigFiles.update
  server: https://uploads.acme.example
  path: { team-id: integer, path: { type: string, multiSegment: true } }
  body:
    required: false
    contentType: application/octet-stream
    schema: { type: string, format: binary }
  responses:
    204: null

DELETE /teams/{team-id}/files/{path}:
  operation: teams/delete-teams-team-id-files-path
  method: teams.files.delete
  path: { team-id: integer, path: { type: string, multiSegment: true } }
  responses:
    204: null

POST /words:
  operation: words/create
  body: { contentType: [text/plain, text/x-markdown], schema: { type: string } }
`;

const mapping = {
  "import.yaml": "servers:\n  https://uploads.acme.com: https://uploads.acme.example\n",
};

describe("routes", () => {
  const { texts, notes } = importInto(mapping, describeApi(description));

  it("have their parameters by place, bodies and responses", () => {
    expect(texts["routes.yaml"]).toBe(yaml);
  });

  it("share the parameters that have more to tell than a type", () => {
    expect(texts["components/parameters.yaml"]).toBe(
      [
        "# yaml-language-server: $schema=../../codegen/meta/components.schema.json",
        "",
        "per-page:",
        "  type: integer",
        "  description: How many.",
        "  default: 30",
        "",
      ].join("\n"),
    );
  });

  it("begin a folder with a vendor of that title and address", () => {
    expect(texts["vendor.yaml"]).toContain(
      "\nname: acme\n\ntitle: Acme\n\nbaseUrl: https://api.acme.example\n",
    );
  });

  it("tell what was left out", () => {
    expect(notes).toEqual([
      "Not imported: text/html beside application/json, whose schemas differ: GET /teams/{team-id}/files/{path} 200.",
      "Ignored: `tags` of an operation (1).",
    ]);
  });
});

describe("`accept` of a response with several media types", () => {
  const bytes = { schema: { type: "string", format: "binary" } };
  const problem = { "application/problem+json": { schema: { type: "object" } } };
  const importContents = (contents: Record<string, object>) => {
    const answers = Object.entries(contents).map(
      ([status, content]) => [status, { description: "", content }] as const,
    );
    const get = { operationId: "x/get", responses: Object.fromEntries(answers) };
    return importAlone(describeApi({ paths: { "/x": { get } } }));
  };

  it.each<[what: string, contents: Record<string, object>, accept: string | undefined]>([
    [
      "asks for all that share the schema, those of errors last",
      { 400: problem, 200: { "application/pdf": bytes, "text/csv": bytes } },
      "application/pdf, text/csv, application/problem+json",
    ],
    [
      "asks for each success",
      { 200: { "image/png": bytes, "image/gif": bytes }, 202: { "application/json": {} } },
      "image/png, image/gif, application/json",
    ],
    ["asks for JSON alone", { 200: { "text/csv": {}, "application/json": {} } }, undefined],
    [
      "asks for the one whose schema the response has",
      { 200: { "text/csv": { schema: { type: "string" } }, "image/png": bytes } },
      undefined,
    ],
    [
      "asks for no other type of an error",
      { 400: { "text/a": bytes, "text/b": bytes } },
      undefined,
    ],
  ])("%s", (_what, contents, accept) => {
    const { texts } = importContents(contents);
    expect(texts["routes.yaml"]?.match(/accept: (.*)/)?.[1]).toBe(accept);
  });
});

describe("links in texts", () => {
  const TEXT =
    "See [a](/a), [b](../b.md), [c](#c)![d](d.png), [e](https://e.example/e), [f][1] and (g).";
  const importText = (more: object) => {
    const get = { operationId: "x/get", description: TEXT, responses };
    const { texts } = importAlone(describeApi({ paths: { "/x": { get } }, ...more }));
    const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { description: string }>;
    return routes["GET /x"]?.description;
  };

  it("become absolute from the address of the documentation", () => {
    expect(importText({ externalDocs: { url: "https://docs.example/api/index.html" } })).toBe(
      "See [a](https://docs.example/a), [b](https://docs.example/b.md), c![d](https://docs.example/api/d.png), [e](https://e.example/e), [f][1] and (g).",
    );
  });

  it("become text where it is not known", () => {
    expect(importText({})).toBe("See a, b, c, [e](https://e.example/e), [f][1] and (g).");
  });
});

describe("servers", () => {
  const importServers = (servers: readonly object[]) => {
    const { texts, notes } = importAlone(
      describeApi({ servers, paths: { "/x": { get: { responses } } } }),
    );
    const { baseUrl, environments } = parse(texts["vendor.yaml"] ?? "") as Record<string, unknown>;
    return { baseUrl, environments, others: notes.filter((note) => note.includes("the server")) };
  };
  const production = { url: "https://api.example/", description: "Production" };
  const sandbox = { url: "https://sandbox.example", description: "Sandbox server" };
  const notesOf = (url: string) => [
    `Not imported: the server \`${url}\`, since the first is taken: servers/1.`,
  ];

  it.each<
    [what: string, servers: readonly object[], environments: unknown, others: readonly string[]]
  >([
    [
      "are environments if they are called production and sandbox",
      [production, sandbox],
      { production: "https://api.example", sandbox: "https://sandbox.example" },
      [],
    ],
    [
      "are environments by their names of OpenAPI 3.2",
      [
        { url: "https://api.example", name: "prod" },
        { url: "https://t.example", name: "staging" },
      ],
      { production: "https://api.example", staging: "https://t.example" },
      [],
    ],
    [
      "are none where the second has no such name",
      [production, { url: "https://eu.example", description: "Europe" }],
      undefined,
      notesOf("https://eu.example"),
    ],
    [
      "are none where the first has no such name",
      [{ url: "https://api.example" }, sandbox],
      undefined,
      notesOf("https://sandbox.example"),
    ],
    [
      "are none where the second is on the same machine",
      [production, { url: "/sandbox", description: "Sandbox" }],
      undefined,
      notesOf("/sandbox"),
    ],
  ])("%s", (_what, servers, environments, left) => {
    const expected = { baseUrl: "https://api.example", environments, others: left };
    expect(importServers(servers)).toEqual(expected);
  });
});

describe("a path", () => {
  it("in another script is percent-encoded, and its placeholders keep their names", () => {
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    const paths = {
      "/商品/{id}": { get: { parameters, responses } },
      "/café": { get: { responses } },
    };
    const { texts, notes } = importAlone(describeApi({ paths }));
    const routes = parse(texts["routes.yaml"] ?? "") as Record<string, unknown>;
    expect(Object.keys(routes)).toEqual(["GET /%E5%95%86%E5%93%81/{id}", "GET /caf%C3%A9"]);
    expect(notes.join("\n")).not.toContain("Not imported");
  });

  it.each<[values: readonly unknown[], schema: unknown]>([
    [[""], "string"],
    [["", "a", "b"], { type: "string", enum: ["a", "b"] }],
  ])("does not take the empty value of %j, which cannot be sent", (values, schema) => {
    const p = { name: "p", in: "path", required: true, schema: { type: "string", enum: values } };
    const get = { operationId: "a/get", parameters: [p], responses };
    const { texts, notes } = importAlone(describeApi({ paths: { "/a/{p}": { get } } }));
    const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { path: object }>;
    expect(routes["GET /a/{p}"]?.path).toEqual({ p: schema });
    expect(notes).toEqual([
      "Not imported: the empty value of a path parameter, which cannot be sent: GET /a/{p} path p.",
    ]);
  });
});

describe("a response that is binary or JSON", () => {
  const bytes = { schema: { type: "string", format: "binary" } };
  const video = { type: "object", properties: { id: { type: "string" } } };

  it.each<
    [what: string, content: Record<string, object>, imported: object, notes: readonly string[]]
  >([
    [
      "has both types",
      { "video/mp4": bytes, "image/webp": bytes, "application/json": { schema: video } },
      { contentType: ["application/json", "video/mp4", "image/webp"], schema: video },
      [],
    ],
    [
      "has both types, whatever is said of the bytes",
      { "application/json": { schema: video }, "application/pdf": { schema: video } },
      { contentType: ["application/json", "application/pdf"], schema: video },
      [],
    ],
    [
      "has bytes of a type of its own",
      { "application/json": { schema: video }, "application/x-acme": bytes },
      { contentType: ["application/json", "application/x-acme"], schema: video },
      [],
    ],
    [
      "is binary alone where JSON is said to be bytes",
      { "video/mp4": bytes, "image/webp": bytes, "application/json": bytes },
      { contentType: "video/mp4", schema: bytes.schema },
      [],
    ],
    [
      "is no other way to write the same value",
      { "application/json": { schema: video }, "application/xml": { schema: video } },
      video,
      ["Not imported: application/xml beside application/json, with the same schema: GET /x 200."],
    ],
  ])("%s", (_what, content, imported, notes) => {
    const get = { operationId: "x/get", responses: { 200: { content } } };
    const { texts, notes: found } = importAlone(describeApi({ paths: { "/x": { get } } }));
    const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { responses: object }>;
    expect(routes["GET /x"]?.responses).toEqual({ 200: imported });
    expect(found).toEqual(notes);
  });
});

describe("what routes.yaml cannot carry", () => {
  const importPath = (item: object, url = "/x") =>
    importAlone(describeApi({ paths: { [url]: item } }));
  const get = (operation: object) => ({ get: { operationId: "x/get", responses, ...operation } });
  const parameter = (part: object) =>
    get({ parameters: [{ name: "p", schema: { type: "string" }, ...part }] });

  it.each<[what: string, item: object, note: string, url?: string]>([
    [
      "a style of a path that is none",
      parameter({ in: "path", style: "form" }),
      'Not imported: the style "form" of a path parameter: GET /x/{p} path p.',
      "/x/{p}",
    ],
    [
      "a parameter of another media type",
      parameter({ in: "query", schema: undefined, content: { "application/xml": {} } }),
      "Not imported: the media type application/xml of a parameter: GET /x query p.",
    ],
    [
      "reserved characters in a header",
      parameter({ in: "header", allowReserved: true }),
      "Not imported: `allowReserved` of a header parameter: GET /x header p.",
    ],
    [
      "a path parameter that the URL does not have",
      parameter({ in: "path" }),
      "Not imported: the path parameter `p`, which the URL does not have: GET /x.",
    ],
    [
      "a placeholder that is declared in the query",
      parameter({ in: "query" }),
      "Placeholder declared in the query: `{p}`: GET /x/{p}.",
      "/x/{p}",
    ],
    [
      "a placeholder without parameter",
      get({}),
      "Placeholder without a parameter, imported as a string: `{id}`: GET /x/{id}.",
      "/x/{id}",
    ],
    [
      "a method that `fetch` refuses",
      { trace: {} },
      "Not imported: an operation with TRACE, which `fetch` refuses to send: TRACE /x.",
    ],
    [
      "another method that `fetch` refuses",
      { additionalOperations: { Connect: {} } },
      "Not imported: an operation with Connect, which `fetch` refuses to send: Connect /x.",
    ],
    [
      "a usual method among the others",
      { additionalOperations: { get: {} } },
      "Not imported: an operation with get, which is no method of its own: get /x.",
    ],
    [
      "a URL that a response gives",
      get({}),
      "Not imported: a route whose whole URL is a placeholder; callers pass the URL they received: GET /<upload_url>.",
      "/<upload_url>",
    ],
    [
      "a body beside GET",
      get({ requestBody: { content: {} } }),
      "Not imported: the body of a GET request: GET /x.",
    ],
    [
      "a URL of another form",
      get({}),
      "Not imported: an unsupported URL (expected no placeholders after the path: `query` declares parameters): GET /x?y={y}.",
      "/x?y={y}",
    ],
    [
      "headers of an answer",
      get({ responses: { 200: { headers: { link: {} } } } }),
      "Not imported: headers of responses: GET /x.",
    ],
    ["an odd status", get({ responses: { 99: {} } }), "Not imported: the status 99: GET /x."],
    ["another keyword", get({ links: {} }), "Not imported: `links` of an operation: GET /x."],
    [
      "a server with variables",
      get({
        servers: [
          { url: "https://{region}.acme.example", variables: { region: { default: "eu" } } },
        ],
      }),
      "Not imported: the variable `region` of a server of its own, written as its default: GET /x servers.",
    ],
    [
      "another server",
      get({ servers: [{ url: "https://a.example" }, { url: "https://b.example" }] }),
      "Not imported: the server `https://b.example`, since the first is taken: GET /x servers/1.",
    ],
  ])("is told: %s", (_what, item, note, url) => {
    expect(importPath(item, url).notes).toContain(note);
  });
});

describe("a description that is none", () => {
  const path = "data/api.openapi.json";
  it.each<[what: string, text: string, message: string]>([
    ["neither JSON nor YAML", "{", `${path}: The content is neither JSON nor YAML: `],
    ["no map", "- a", `${path}: The content is a list; expected a map with \`openapi\`.`],
    ["no version", "a: 1", `${path}: The OpenAPI version is missing; expected 2.0 or 3.0 to 3.2.`],
    [
      "an older version",
      'swagger: "2.0"',
      `${path}: The version is Swagger 2.0; expected it converted.`,
    ],
    [
      "nothing described",
      "openapi: 3.1.0",
      `${path}: The description is without \`paths\` and \`webhooks\`; expected one of them.`,
    ],
    [
      "paths of another kind",
      "openapi: 3.1.0\npaths: []",
      `${path}: paths: The value is a list; expected a map.`,
    ],
  ])("is refused: %s", (_what, text, message) => {
    expect(() => importAlone(text)).toThrow(message);
  });

  it.each<[what: string, paths: object, note: string]>([
    [
      "a reference to nothing",
      { "/x": { $ref: "#/components/pathItems/x" } },
      'Not imported: a reference to nothing, "#/components/pathItems/x": /x.',
    ],
    [
      "a reference to a file that was not read",
      { "/x": { get: { responses: { 200: { $ref: "other.yaml" } } } } },
      'Not imported: a reference to nothing, "other.yaml": GET /x responses/200.',
    ],
    [
      "an operation that is a list",
      { "/x": { get: [] } },
      "Not imported: a list in place of an operation: GET /x.",
    ],
    [
      "a parameter without a place",
      { "/x": { get: { parameters: [{ name: "a" }] } } },
      "Not imported: a parameter without `name` and `in`: GET /x parameters/0.",
    ],
  ])("is imported without %s", (_what, odd, note) => {
    const paths = { ...odd, "/y": { get: { operationId: "y/get" } } };
    const { texts, notes } = importAlone(describeApi({ paths }));
    expect(texts["routes.yaml"]).toContain("GET /y:");
    expect(notes).toContain(note);
  });

  it("may be YAML", () => {
    const { texts } = importAlone(
      "openapi: 3.0.0\npaths:\n  /x:\n    get: { operationId: x/get }\n",
    );
    expect(texts["routes.yaml"]).toContain("\nGET /x:\n  operation: x/get\n");
  });
});

describe("an API without an address", () => {
  it.each<[what: string, servers: object, comment: string]>([
    ["without servers", {}, ""],
    ["with a path alone", { servers: [{ url: "/v1" }] }, ' (the API description has "/v1")'],
    [
      "with variables without a value",
      { servers: [{ url: "{protocol}://{address}/v3" }] },
      ' (the API description has "{protocol}://{address}/v3")',
    ],
  ])("gets none: %s", (_what, servers, comment) => {
    const text = describeApi({ ...servers, paths: { "/x": { get: { operationId: "x/get" } } } });
    const { texts } = importAlone(text);
    expect(texts["vendor.yaml"]).toContain(`title: Acme

# TODO baseUrl: the address of the API, such as https://api.acme.example${comment}
`);
    expect(texts["vendor.yaml"]).not.toMatch(/^baseUrl/m);
    const model = readSchema(Object.entries(texts).map(([path, each]) => ({ path, text: each })));
    expect(model.todos.map(({ path, line }) => [path, line])).toEqual([[["baseUrl"], 7]]);
    expect(importInto(texts, text).texts).toEqual(texts);
  });
});
