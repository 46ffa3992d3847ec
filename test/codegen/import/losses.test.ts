/** Parts of a description that are not imported, each with its note, and descriptions that are refused. */
import { describe, expect, it } from "vitest";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

const responses = { 204: { description: "" } };

describe("a part that routes.yaml cannot carry", () => {
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
  ])("is noted: %s", (_what, item, note, url) => {
    expect(importPath(item, url).notes).toContain(note);
  });
});

describe("a file that is no description", () => {
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
});

describe("a description with odd parts", () => {
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

function importPath(item: object, url = "/x") {
  return importAlone(describeApi({ paths: { [url]: item } }));
}

function get(operation: object) {
  return { get: { operationId: "x/get", responses, ...operation } };
}

function parameter(part: object) {
  return get({ parameters: [{ name: "p", schema: { type: "string" }, ...part }] });
}
