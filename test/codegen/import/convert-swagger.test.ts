/** Descriptions in Swagger 2.0. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { importChecked } from "../../../codegen/import/import.js";
import { loadDescription } from "../../../codegen/import/read/load-description.js";

const BODY = { in: "body", name: "b", schema: { $ref: "#/definitions/Pet" } };
const PET = { $ref: "components/api.yaml#/Pet" };
const MULTIPART = "multipart/form-data";
const URL_ENCODED = "application/x-www-form-urlencoded";

describe("the body of an operation of Swagger 2.0", () => {
  it.each<[what: string, operation: object, parts: object, body: object]>([
    ["is a parameter", { parameters: [BODY] }, {}, { required: false, schema: PET }],
    [
      "is one that must be sent",
      { parameters: [{ ...BODY, required: true }] },
      {},
      { schema: PET },
    ],
    [
      "is a shared parameter",
      { parameters: [{ $ref: "#/parameters/P" }] },
      { parameters: { P: { ...BODY, required: true } } },
      { schema: PET },
    ],
    [
      "has the media type of the operation",
      { parameters: [{ ...BODY, required: true }], consumes: ["text/plain"] },
      { consumes: ["application/json"] },
      { contentType: "text/plain", schema: PET },
    ],
    [
      "has the media type of the description",
      { parameters: [{ ...BODY, required: true }] },
      { consumes: ["application/merge-patch+json"] },
      { contentType: "application/merge-patch+json", schema: PET },
    ],
  ])("%s", async (_, operation, parts, body) => {
    const { route } = await importOperation(operation, parts);
    expect(route["body"]).toEqual(body);
  });

  it.each(["before", "after"])("is a parameter of the path, written %s it", async (position) => {
    const parameters = [{ ...BODY, required: true }];
    const post = { operationId: "send", responses: { 204: { description: "" } } };
    const item = position === "before" ? { parameters, post } : { post, parameters };
    const { read } = await importSwagger({ paths: { "/x": item } });
    expect(read("routes.yaml")["POST /x"]).toMatchObject({ body: { schema: PET } });
  });
});

describe("a form of Swagger 2.0", () => {
  it.each<[what: string, operation: object, parts: object, body: object]>([
    [
      "is URL-encoded where nothing says otherwise",
      { parameters: [form("a")] },
      { consumes: ["application/json"] },
      { required: false, contentType: URL_ENCODED },
    ],
    [
      "must be sent if its last parameter must",
      { parameters: [form("a"), form("b", { required: true })] },
      {},
      { contentType: URL_ENCODED },
    ],
    [
      "must be sent if its first parameter must",
      { parameters: [form("a", { required: true }), form("b")] },
      {},
      { contentType: URL_ENCODED },
    ],
    [
      "with a file is multipart",
      { parameters: [form("a", { type: "file", required: true })] },
      { consumes: [URL_ENCODED, "application/json"] },
      { contentType: MULTIPART },
    ],
    [
      "may be sent in both ways",
      { parameters: [form("a", { required: true })], consumes: [URL_ENCODED, MULTIPART] },
      {},
      { contentType: [URL_ENCODED, MULTIPART] },
    ],
    [
      "has shared parameters",
      { parameters: [{ $ref: "#/parameters/P" }, form("b", { required: true })] },
      { parameters: { P: form("a") } },
      { contentType: URL_ENCODED },
    ],
  ])("%s", async (_, operation, parts, { required, ...body }: { required?: boolean }) => {
    const { route } = await importOperation(operation, parts);
    expect(route["body"]).toMatchObject(body);
    expect((route["body"] as { required?: boolean }).required).toBe(required);
  });

  it("has every parameter, required or not, and files", async () => {
    const parameters = [form("a"), form("b", { type: "file", required: true })];
    const { route } = await importOperation({ parameters });
    expect(route["body"]).toMatchObject({
      schema: {
        required: ["b"],
        properties: { a: { type: "string" }, b: { type: "string", format: "binary" } },
      },
    });
  });
});

describe("a list in Swagger 2.0", () => {
  it.each<[collectionFormat: string | undefined, style: string | undefined]>([
    [undefined, "comma"],
    ["csv", "comma"],
    ["multi", undefined],
    ["ssv", "spaces"],
    ["pipes", "pipes"],
    ["tsv", "tabs"],
  ])("with collectionFormat %s has the style %s", async (collectionFormat, style) => {
    const { route } = await importOperation({ parameters: [listInQuery(collectionFormat)] });
    const { q } = route["query"] as { readonly q: Record<string, unknown> };
    expect(q["type"]).toBe("array");
    expect(q["style"]).toBe(style);
  });

  it("that is divided by tabs outside of the query is noted: OpenAPI has none", async () => {
    const { notes } = await importOperation({
      parameters: [{ ...listInQuery("tsv"), in: "header" }],
    });
    expect(notes).toContain(
      "Not imported: tabs between the items of a list, which is sent with commas: ",
    );
    expect((await importOperation({ parameters: [listInQuery("tsv")] })).notes).not.toContain(
      "tabs",
    );
  });
});

it("an answer in Swagger 2.0 keeps its schema and media types beside examples", async () => {
  const response = {
    description: "",
    schema: { $ref: "#/definitions/Pet" },
    examples: { "application/json": {} },
  };
  const { route } = await importOperation(
    {
      responses: { 200: { $ref: "#/responses/R" }, 201: response },
      produces: ["application/json"],
    },
    { responses: { R: response } },
  );
  expect(route["responses"]).toEqual({ 200: PET, 201: PET });
});

it.each<[what: string, parts: object, address: string]>([
  ["without schemes is secure", { schemes: undefined }, "https://api.acme.example"],
  ["prefers a secure scheme", { schemes: ["http", "https"] }, "https://api.acme.example"],
  ["may have only an insecure one", { schemes: ["http"] }, "http://api.acme.example"],
  ["has a base path", { basePath: "/v1/" }, "https://api.acme.example/v1"],
])("an address in Swagger 2.0 %s", async (_, parts, address) => {
  const get = { operationId: "x", responses: { 204: { description: "" } } };
  const { read } = await importSwagger({ ...parts, paths: { "/x": { get } } });
  expect(read("vendor.yaml")["baseUrl"]).toBe(address);
});

it("credentials in Swagger 2.0 keep their order", async () => {
  const securityDefinitions = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    login: { type: "basic" },
  };
  const get = { operationId: "x", responses: { 204: { description: "" } } };
  const security = [{ key: [] }, { login: [] }];
  const { read } = await importSwagger({ securityDefinitions, security, paths: { "/x": { get } } });
  expect(JSON.stringify(read("vendor.yaml")["auth"])).toMatch(/X-Key.*basic/);
});

it.each<[flow: string, auth: object]>([
  ["application", { oauth2: "/t", flows: ["clientCredentials"], scopes: { a: "A." } }],
  ["accessCode", { oauth2: "/t", flows: ["refreshToken"], scopes: { a: "A." } }],
  ["password", { oauth2: "/t", flows: ["refreshToken"], scopes: { a: "A." } }],
  ["implicit", { bearer: true }],
])("OAuth 2 in Swagger 2.0 has the flow of `%s`", async (flow, auth) => {
  const address = flow === "implicit" ? { authorizationUrl: "/a" } : { tokenUrl: "/t" };
  const securityDefinitions = { one: { type: "oauth2", flow, scopes: { a: "A." }, ...address } };
  const get = { operationId: "x", responses: { 204: { description: "" } } };
  const { read } = await importSwagger({ securityDefinitions, paths: { "/x": { get } } });
  expect(read("vendor.yaml")["auth"]).toEqual(auth);
});

function form(name: string, more: object = {}) {
  return {
    in: "formData",
    name,
    type: "string",
    ...more,
  };
}

/** A parameter that is a list. */
function listInQuery(collectionFormat?: string) {
  return {
    in: "query",
    name: "q",
    type: "array",
    items: { type: "string" },
    ...(collectionFormat !== undefined && { collectionFormat }),
  };
}

/** Imports a description in Swagger 2.0. */
async function importSwagger(parts: object) {
  const text = JSON.stringify({
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    host: "api.acme.example",
    schemes: ["https"],
    definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
    ...parts,
  });
  const description = await loadDescription({ path: "api.json", text }, () =>
    Promise.resolve(undefined),
  );
  const { files, allNotes } = importChecked(description, []);
  const texts = new Map(files.map(({ path, text: each }) => [path, each]));
  const read = (path: string) => parse(texts.get(path) ?? "{}") as Record<string, unknown>;
  return { read, notes: allNotes.join("\n") };
}

/** Imports a description of one operation. */
async function importOperation(operation: object, parts: object = {}) {
  const post = { operationId: "send", responses: { 204: { description: "" } }, ...operation };
  const { read, notes } = await importSwagger({ ...parts, paths: { "/x": { post } } });
  return { route: read("routes.yaml")["POST /x"] as Record<string, unknown>, notes };
}
