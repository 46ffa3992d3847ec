/** Routes of a description: the YAML that they become, and the links in their texts. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
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
