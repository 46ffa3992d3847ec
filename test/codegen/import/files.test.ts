/** Where a description comes from: one file or several, JSON or YAML, of any version. */
import { describe, expect, it } from "vitest";
import { importChecked, importDescription } from "../../../codegen/import/import.js";
import { loadDescription } from "../../../codegen/import/read/load-description.js";
import { parseYaml } from "../../../codegen/read/documents/yaml-document.js";

const PATHS = "paths:\n  /pets:\n    get: { operationId: pets/list }\n";

describe("a description in several files", () => {
  const files = {
    "api/openapi.yaml": `${head("3.1.0")}
paths:
  /pets: { $ref: paths/pets.yaml }
  /cats:
    get: { $ref: "paths/cats.yaml#/list" }
components:
  schemas: { $ref: ./schemas/index.yaml }
`,
    "api/paths/pets.yaml": `
parameters:
  - $ref: ../parameters.yaml#/page
get:
  operationId: pets/list
  responses:
    200:
      content: { application/json: { schema: { type: array, items: { $ref: ../schemas/Pet.yaml } } } }
    404: { $ref: ../../shared/missing.json }
`,
    "api/paths/cats.yaml": `
list:
  operationId: cats/list
  responses:
    200: { content: { application/json: { schema: { $ref: "#/Cat" } } } }
    201: { content: { application/json: { schema: { $ref: "../openapi.yaml#/components/schemas/Pet" } } } }
Cat: { type: object, properties: { of: { $ref: "#/Cat" }, as: { $ref: "#/components/schemas/Pet" } } }
`,
    "api/parameters.yaml": "page: { in: query, name: page, schema: { type: integer } }",
    "api/schemas/index.yaml": "Pet: { $ref: Pet.yaml }\n",
    "api/schemas/Pet.yaml":
      "type: object\nproperties: { kind: { $ref: kinds/Kind.yaml }, mother: { $ref: Pet.yaml } }\n",
    "api/schemas/kinds/Kind.yaml": "type: string\nenum: [cat, dog]\n",
    "shared/missing.json": '{ "description": "There is none." }',
  };

  it("is read whole, with the names of the files", async () => {
    const { texts, notes } = await importFrom(files);
    expect(texts["routes.yaml"]).toContain(`GET /pets:
  operation: pets/list
  query: { page: integer }
  responses:
    200: { type: array, items: { $ref: components/openapi.yaml#/Pet } }
    404: { description: There is none., schema: null }
`);
    expect(texts["routes.yaml"]).toContain(`    200: { $ref: components/openapi.yaml#/Cat }
    201: { $ref: components/openapi.yaml#/Pet }
`);
    expect(texts["components/openapi.yaml"]).toContain(`Pet:
  type: object
  properties: { kind: { $ref: "#/Kind" }, mother: { $ref: "#/Pet" } }

Cat:
  type: object
  properties: { of: { $ref: "#/Cat" }, as: { $ref: "#/Pet" } }

Kind:
  type: string
  enum: [cat, dog]
`);
    expect(notes).toEqual([]);
  });

  it.each<[what: string, reference: string, message: string]>([
    [
      "the web",
      "https://x.example/a.yaml",
      'An address on the web is referred to, such as "https://x.example/a.yaml"; expected files. To make one file of it: npx @redocly/cli bundle <description> -o bundled.yaml',
    ],
    [
      "a file that is not there",
      "lost.yaml#/x",
      'A file that it refers to cannot be read, such as "api/lost.yaml"; expected YAML or JSON there. To make one file of it: npx @redocly/cli bundle <description> -o bundled.yaml',
    ],
  ])("is refused in one line for a reference to %s", async (_, reference, message) => {
    const text = `${head("3.0.0")}paths: { /x: { $ref: "${reference}" } }`;
    await expect(importFrom({ "api/openapi.yaml": text })).rejects.toThrow(
      `api/openapi.yaml: ${message}`,
    );
  });

  it("takes values of a discriminator that lead nowhere for names, and says so", async () => {
    const get = typedAnswer("#/components/schemas/Pet");
    const text = `${head("3.0.0")}paths: { /pets: { get: ${get} } }
components:
  schemas:
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }]
      discriminator:
        propertyName: kind
        mapping: { cat: Cat, dog: "https://x.example/dog.json", hen: lost/hen.yaml }
    Cat: { type: object, properties: { kind: { type: string } } }
`;
    const { texts, notes } = await importFrom({ "api/openapi.yaml": text });
    expect(texts["components/openapi.yaml"]).toContain('mapping: { cat: "#/Cat" }');
    expect(notes.filter((note) => note.includes("discriminator"))).toEqual([
      "Not imported: the value `dog` of a discriminator, which is of another schema: schemas/Pet.",
      "Not imported: the value `hen` of a discriminator, which is of another schema: schemas/Pet.",
    ]);
  });

  it("does not take a `$ref` in an example for a reference", async () => {
    const example = '{ schema: { type: object, example: { $ref: "https://x.example/1" } } }';
    const get = `{ responses: { 200: { content: { application/json: ${example} } } } }`;
    const text = `${head("3.0.0")}paths: { /x: { get: ${get} } }`;
    expect((await importFrom({ "api/openapi.yaml": text })).model.routes).toHaveLength(1);
  });
});

describe("a description is read", () => {
  const typed = (schema: string) => `paths:
  /pets:
    get:
      operationId: pets/list
      responses: { 200: { content: { application/json: { schema: ${schema} } } } }
components: { schemas: { Pet: { type: object, properties: { a: { type: string } } } } }
`;
  const pet = "#/components/schemas/Pet";

  it.each<[what: string, text: string, part: string]>([
    ["with its version as a number", `${head("3.1")}${PATHS}`, "GET /pets:"],
    [
      "with brackets and quotes that end at the column of their key",
      `${head("3.0.3")}paths:
  /pets:
    get:
      operationId: pets/list
      summary: "All
      of them."
      x-a: 'one

'
      x-b: {
        a: [
        ]
      }
`,
      "GET /pets:\n  operation: pets/list\n  summary: All of them.\n",
    ],
    ["of OpenAPI 3.2", `${head("3.2.0")}${PATHS}`, "GET /pets:"],
    ["with a byte-order mark", `\ufeff${head("3.0.3")}${PATHS}`, "GET /pets:"],
    [
      "with anchors and merge keys",
      `${head("3.0.3")}x-base: &base { operationId: pets/list }\npaths: { /pets: { get: { <<: *base, summary: All. } } }`,
      "GET /pets:\n  operation: pets/list\n  summary: All.\n",
    ],
    [
      "with `nullable` beside a reference",
      `${head("3.0.3")}${typed(`{ $ref: "${pet}", nullable: true }`)}`,
      '200: { anyOf: [{ $ref: components/openapi.yaml#/Pet }, { type: "null" }] }',
    ],
    [
      "with a format for a type",
      `${head("3.0.3")}${typed("{ type: int64 }")}`,
      "200: { type: integer, format: int64 }",
    ],
    ["with a type that there is not", `${head("3.0.3")}${typed("{ type: thing }")}`, "200: true"],
    [
      "with a number in place of a schema",
      `${head("3.0.3")}${typed("{ type: object, properties: { a: 1 } }")}`,
      "200: { type: object, properties: { a: true } }",
    ],
  ])("%s", async (_, text, part) => {
    expect((await importFrom({ "api/openapi.yaml": text })).texts["routes.yaml"]).toContain(part);
  });

  it("whose title begins with a digit", async () => {
    const text = `openapi: 3.0.0\ninfo: { title: 3D Things! }\n${PATHS}`;
    const { model } = await importFrom({ "api/openapi.yaml": text });
    expect([model.vendor.name, model.vendor.title]).toEqual(["api3dthings", "3D Things!"]);
  });

  it("of Swagger 2.0, converted", async () => {
    const text = `
swagger: "2.0"
info: { title: Acme, version: "1" }
host: api.acme.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
paths:
  /pets:
    post:
      operationId: addPet
      parameters:
        - { in: query, name: tags, type: array, items: { type: string }, collectionFormat: csv }
        - { $ref: "#/parameters/pet" }
      responses:
        200: { description: "", schema: { $ref: "#/definitions/Pet" } }
  /files:
    post:
      operationId: upload
      consumes: [multipart/form-data]
      parameters: [{ in: formData, name: file, type: file, required: true }]
      responses: { 204: { description: "" } }
parameters:
  pet: { in: body, name: pet, required: true, schema: { $ref: "#/definitions/Pet" } }
definitions:
  Pet: { type: object, properties: { name: { type: string } } }
`;
    const { texts, model } = await importFrom({ "api/openapi.yaml": text });
    expect(model.vendor.baseUrl).toBe("https://api.acme.example/v1");
    expect(texts["routes.yaml"]).toContain(`POST /pets:
  operation: pets/add
  method: pets.create
  query: { tags: { type: array, items: { type: string }, style: comma } }
  body: { schema: { $ref: components/openapi.yaml#/Pet } }
  responses:
    200: { $ref: components/openapi.yaml#/Pet }
`);
    expect(model.routes[1]?.body?.contentTypes).toEqual(["multipart/form-data"]);
  });

  it("with all its methods, and with queries and fragments in URLs", async () => {
    const text = `${head("3.0.0")}
paths:
  /pets: { get: { operationId: list }, head: { operationId: count }, options: { operationId: ask } }
  /pets?beta=true: { get: { operationId: list } }
  /pets/{id}#rename: { put: { parameters: [{ in: path, name: id, schema: { type: string } }] } }
  /pets/{id}: { put: { parameters: [{ in: path, name: id, schema: { type: string } }] } }
`;
    const { model, notes } = await importFrom({ "api/openapi.yaml": text });
    expect(model.routes.map(({ key, operation }) => `${key} ${operation}`)).toEqual([
      "GET /pets pets/list",
      "HEAD /pets pets/count",
      "OPTIONS /pets pets/ask",
      "GET /pets?beta=true pets-beta-true/list",
      "PUT /pets/{id}#rename pets/put-pets-id-rename",
      "PUT /pets/{id} pets/put-pets-id",
    ]);
    expect(notes).toEqual([
      "Named less surely, because several routes want one name; `method` in routes.yaml says another: GET /pets?beta=true (`petsBetaTrue.list`).",
    ]);
  });
});

describe("a description does not take all memory", () => {
  const deep = (depth: number) =>
    `{"openapi":"3.0.0","paths":{},"x":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;

  it.each<[what: string, text: string, message: string]>([
    ["10,000 values inside each other", deep(10_000), "The nesting is too deep"],
    [
      "10,000 lists inside each other",
      `openapi: 3.0.0\npaths: ${"[".repeat(10_000)}`,
      "The content is neither JSON nor YAML: nesting exceeded",
    ],
    [
      "a million references",
      `{"openapi":"3.0.0","paths":{},"x":[${'{"$ref":"#/x"},'.repeat(1_000_000)}1]}`,
      "The description has too many `$ref`s; expected at most 200000.",
    ],
    [
      "aliases of aliases",
      `openapi: 3.0.0\npaths: {}\na0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n${Array.from(
        { length: 12 },
        (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(8)}1]\n`,
      ).join("")}`,
      "There are too many values; expected at most 4000000.",
    ],
    ["a value that contains itself", "openapi: 3.0.0\npaths: &a { x: *a }\n", "contains itself"],
  ])("%s", async (_, text, message) => {
    await expect(importFrom({ "api/openapi.yaml": text })).rejects.toThrow(message);
  });
});

describe("a deeply nested description", () => {
  it("is kept up to the depth that a schema folder may have", async () => {
    const inner = (depth: number): object =>
      depth === 0 ? { type: "string" } : { type: "object", properties: { a: inner(depth - 1) } };
    const content = { "application/json": { schema: inner(90) } };
    const paths = { "/x": { get: { responses: { 200: { content } } } } };
    const text = JSON.stringify({ openapi: "3.0.0", info: { title: "Acme" }, paths });
    const { notes, model } = await importFrom({ "api/openapi.yaml": text });
    expect(model.routes).toHaveLength(1);
    expect(notes.join("\n")).toContain("what is inside more than 35 schemas");
  });
});

describe("the values of new files", () => {
  it("are what a parser reads from their texts, since they take its place", async () => {
    const text = `${head("3.1.0")}
paths:
  /pets/{id}#x:
    post:
      operationId: pets/make
      parameters: [{ in: query, name: "on", schema: { enum: ["1", 1, null, "yes", "a: b", 1e21] } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/0" } } } }
webhooks:
  "null": { post: { requestBody: { content: { application/json: { schema: { type: object } } } } } }
  made: { post: { requestBody: { content: { application/json: { schema: { properties: { action: { enum: [a, b] } } } } } } } }
components: { schemas: { "0": { type: object, properties: { "~": true, "2": { const: "\\u2028" }, "1": { default: -0.5 } } } } }
`;
    const loaded = await loadDescription({ path: "api.yaml", text }, () =>
      Promise.resolve(undefined),
    );
    const { files, values } = importDescription(loaded, []);
    const read = [...values.keys()].map((path) => {
      const file = files.find((each) => each.path === path);
      return [path, JSON.stringify(parseYaml({ path, text: file?.text ?? "" }, () => {}).value)];
    });
    expect(read).toHaveLength(5);
    expect(read).toEqual([...values].map(([path, value]) => [path, JSON.stringify(value)]));
  });
});

/** The first lines of a description. */
function head(version: string) {
  return `openapi: ${version}\ninfo: { title: Acme, version: "1" }\n`;
}

/** An operation that answers with a schema. */
function typedAnswer(ref: string): string {
  return `{ responses: { 200: { content: { application/json: { schema: { $ref: "${ref}" } } } } } }`;
}

/** Imports `api/openapi.yaml` of some files into an empty folder. */
async function importFrom(files: Files) {
  const path = "api/openapi.yaml";
  const read = (file: string) => Promise.resolve(files[file]);
  const loaded = await loadDescription({ path, text: files[path] ?? "" }, read);
  const { files: written, notes, model } = importChecked(loaded, []);
  const texts = Object.fromEntries(written.map((file) => [file.path, file.text]));
  return { texts, notes, model };
}

type Files = Readonly<Record<string, string>>;
