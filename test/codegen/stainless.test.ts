/** Packages that keep the surface of an SDK that Stainless made. */
import { describe, expect, it } from "vitest";
import { importChecked } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { generate } from "../../codegen/generate.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { describeApi } from "../cases/codegen/import/describe.js";
import { toSurfaceBase } from "../../codegen/emit/names/type-names.js";

const NAMES = `
organization: { name: garden }
targets: { typescript: { package_name: garden } }
environments: { production: https://garden.example }
client_settings:
  opts: { api_key: { type: string, auth: { security_scheme: bearer }, read_env: GARDEN_API_KEY } }
pagination:
  - name: cursor_page
    type: cursor
    request:
      after: { x-stainless-pagination-property: { purpose: next_cursor_param } }
    response:
      plants: { type: array, x-stainless-pagination-property: { purpose: items } }
      next: { x-stainless-pagination-property: { purpose: next_cursor_field } }
resources:
  $shared: { models: { soil: "#/components/schemas/Earth", unused: Unused } }
  plants:
    models: { plant: "#/components/schemas/Plant", PlantID: Key, PlantIDs: Keys }
    methods:
      list: get /plants
      list_ids: get /plants/ids
      retrieve: get /plants/{id}
      delete: delete /plants/{id}
      create: { endpoint: post /plants, body_param_name: NewPlant }
      update: put /plants/{id}
      arrange: post /plants/order
      sort: post /plants/order
      photograph: post /plants/{id}/photo
    subresources:
      leaves: { methods: { water: "post /plants/{plant}/leaves/{leaf}" } }
`;

const text = { type: "string" };

const PLANT = { $ref: "#/components/schemas/Plant" };

const DESCRIPTION = describeApi({
  servers: [{ url: "https://garden.example" }],
  components: {
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    schemas: {
      Earth: fields({ kind: text }),
      Plant: fields({ name: text, soil: { $ref: "#/components/schemas/Earth" } }),
      Unused: fields({ name: text }),
      Key: fields({ id: text }),
      Keys: { type: "array", items: { $ref: "#/components/schemas/Key" } },
    },
  },
  security: [{ bearer: [] }],
  paths: {
    "/plants": {
      get: {
        parameters: [{ name: "after", in: "query", schema: text }],
        responses: answer(fields({ plants: { type: "array", items: PLANT }, next: text })),
      },
      post: withBody(fields({ name: text }, "name")),
    },
    "/plants/ids": {
      get: {
        parameters: [{ name: "after", in: "query", schema: text }],
        responses: answer(fields({ plants: { $ref: "#/components/schemas/Keys" }, next: text })),
      },
    },
    "/plants/{id}": {
      get: { parameters: [inPath("id")], responses: answer(PLANT) },
      delete: { parameters: [inPath("id")], responses: { 204: { description: "gone" } } },
      put: { parameters: [inPath("id")], ...withBody(fields({ id: text, url: text }, "url")) },
    },
    "/plants/order": { post: withBody({ type: "array", items: text }) },
    "/plants/{id}/photo": {
      post: {
        parameters: [inPath("id")],
        ...withBody(fields({ file: { ...text, format: "binary" } }, "file"), "multipart/form-data"),
      },
    },
    "/plants/{plant}/leaves/{leaf}": {
      post: {
        parameters: [inPath("plant"), inPath("leaf")],
        ...withBody(fields({ litres: text })),
      },
    },
  },
});

const model = importWith(NAMES);
const files = await generateTexts(model);

/** A generated file on one line. */
const fileOf = (path: string): string => (files.get(path) ?? "").replace(/\s+/g, " ");

describe("the surface of Stainless", () => {
  it("names types after the last resource, in the singular", () => {
    const names = {
      "chats.participants.add": "ParticipantAdd",
      "addresses.list": "AddressList",
      "people.get": "PersonGet",
      "fs.readFile": "FReadFile",
      ping: "Ping",
      "stopIdsForAgency.list": "StopIDsForAgencyList",
      "grids.findById": "GridFindByID",
      "ideas.list": "IdeaList",
      "stopIds.get": "StopIDGet",
    };
    expect(Object.keys(names).map(toSurfaceBase)).toEqual(Object.values(names));
  });

  it("has the types in a namespace of the class, and at the root", () => {
    const sdk = fileOf("sdk.ts");
    expect(sdk).toContain("export declare namespace Garden {");
    expect(sdk).toContain("export namespace Plants {");
    expect(sdk.match(/export type PlantUpdateParams = /g)).toHaveLength(3);
    expect(sdk.match(/export type LeafWaterParams = /g)).toHaveLength(2); // below `Plants`
    expect(fileOf("index.ts")).toContain("export { Garden as default }");
  });

  it("has models by their names, pages after their items, and nothing without a body", () => {
    const sdk = fileOf("sdk.ts");
    expect(model.vendor.sdk.models).toEqual({
      Soil: "Earth",
      "plants.Plant": "Plant",
      "plants.PlantID": "Key",
      "plants.PlantIDs": "Keys",
    });
    expect(sdk).toContain("export type Soil = $responses.Earth;");
    expect(sdk).toContain("export type PlantsCursorPage = $runtime.Page<");
    expect([
      ...fileOf("api.md").matchAll(/client\.plants\.<a [^>]*>(.*?)<.a>\(.*?-> (\w+)/g),
    ]).toMatchObject([
      { 1: "list", 2: "PlantsCursorPage" },
      { 1: "create", 2: "PlantCreateResponse" },
      { 1: "listIDs", 2: "PlantIDsCursorPage" },
      { 1: "retrieve", 2: "Plant" },
      { 1: "delete", 2: "void" },
      { 1: "update", 2: "PlantUpdateResponse" },
      { 1: "arrange", 2: "PlantArrangeResponse" },
      { 1: "sort", 2: "PlantSortResponse" },
      { 1: "photograph", 2: "PlantPhotographResponse" },
    ]);
  });

  it("takes the last path parameter by itself", () => {
    expect(fileOf("methods/plants/leaves.ts")).toContain(
      "water(leaf: string, params: $routes.LeafWaterParams, options?: RequestOptions): APIPromise<$results.LeafWaterResponse>;",
    );
    expect(fileOf("routes.ts")).toMatch(/LeafWaterParams \{ plant: string;[^}]*litres\?: /);
  });

  it("takes options in place of optional parameters where the older generator made the SDK", async () => {
    const older = await generateTexts(importWith(NAMES.replace("typescript:", "node:")));
    const methods = older.get("methods/plants.ts") ?? "";
    const signatures = [...methods.matchAll(/^ {2}(?:list|update)\([^;]*;/gm)].map(String);
    expect(signatures.map((signature) => signature.replace(/\s+/g, " "))).toEqual([
      " list(options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      " list(params?: $routes.PlantListParams | null, options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      " update(id: string, params: $routes.PlantUpdateParams, options?: RequestOptions): APIPromise<$results.PlantUpdateResponse>;",
    ]);
    expect(older.get("sdk-catalog.ts")).toContain("/plants\n GET ?*list\n");
    expect(fileOf("sdk.ts") + fileOf("methods/plants.ts")).not.toContain("list(options");
  });

  it("has several methods of one route, none of them deprecated", () => {
    const methods = fileOf("methods/plants.ts");
    expect(methods).not.toContain("@deprecated");
    expect(fileOf("sdk.ts")).toContain("export type PlantSortParams = $routes.PlantArrangeParams;");
    expect(fileOf("api.md")).not.toContain("deprecated");
  });

  it("says where keys go that the client would put elsewhere", () => {
    const catalog = fileOf("sdk-catalog.ts");
    expect(catalog).toContain('"POST /plants": { others: [], body: "NewPlant" }');
    expect(catalog).toContain('"POST /plants/order": { others: [], body: "body" }');
    expect(catalog).toContain('"PUT /plants/{id}": { others: ["id"], renamed: { body_id: "id" } }');
    expect(fileOf("methods/plants.ts")).toMatch(
      /call: "plants\.\w+",\s+shape: \{ others: \[\], body: "NewPlant" \}/,
    );
  });

  it("types wrapped, renamed and uploaded keys", () => {
    const routes = fileOf("routes.ts");
    expect(routes).toMatch(/PlantCreateParams \{[^}]*NewPlant: /);
    expect(routes).toMatch(/PlantUpdateParams \{ body_id\?: [^}]* url: string/);
    expect(routes).toMatch(/PlantPhotographParams \{ file: Uploadable/);
    expect(routes).toContain('import type { Uploadable } from "typewire-runtime/stainless";');
  });
});

/** The model of the description with the names of a `stainless.yml`. */
function importWith(text: string): SchemaModel {
  const names = readNamesFile({ path: "stainless.yml", text });
  return importChecked({ path: "openapi.json", text: DESCRIPTION }, [], { names }).model;
}

async function generateTexts(model: SchemaModel): Promise<ReadonlyMap<string, string>> {
  return new Map((await generate(model)).map(({ path, text }) => [path, text]));
}

function inPath(name: string) {
  return { name, in: "path", required: true, schema: text };
}

function answer(schema: object) {
  return {
    200: { description: "ok", content: { "application/json": { schema } } },
  };
}

function withBody(schema: object, type = "application/json") {
  return {
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: answer(text),
  };
}

/** A closed object. */
function fields(properties: object, ...required: string[]) {
  return {
    type: "object",
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}
