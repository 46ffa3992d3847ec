/** Packages that keep the surface of an SDK that Stainless made. */
import { describe, expect, it } from "vitest";
import { importChecked } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { generate } from "../../codegen/generate.js";
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
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const answer = (schema: object) => ({
  200: { description: "ok", content: { "application/json": { schema } } },
});
const withBody = (schema: object, type = "application/json") => ({
  requestBody: { required: true, content: { [type]: { schema } } },
  responses: answer(text),
});
const PLANT = { $ref: "#/components/schemas/Plant" };
const fields = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
});

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

const names = readNamesFile({ path: "stainless.yml", text: NAMES });
const { model } = importChecked({ path: "openapi.json", text: DESCRIPTION }, [], { names });
const files = new Map(
  (await generate(model)).map(({ path, text: content }) => [path, content.replace(/\s+/g, " ")]),
);
const fileOf = (path: string): string => files.get(path) ?? "";

describe("the surface of Stainless", () => {
  it("names types after the last resource, in the singular", () => {
    const calls = ["chats.participants.add", "addresses.list", "people.get", "fs.readFile", "ping"];
    calls.push("stopIdsForAgency.list", "grids.findById", "ideas.list", "stopIds.get");
    expect(calls.map(toSurfaceBase)).toEqual([
      "ParticipantAdd",
      "AddressList",
      "PersonGet",
      "FReadFile",
      "Ping",
      "StopIDsForAgencyList",
      "GridFindByID",
      "IdeaList",
      "StopIDGet",
    ]);
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

  it("has options in place of optional parameters, as SDKs of the older generator", async () => {
    const old = readNamesFile({
      path: "stainless.yml",
      text: NAMES.replace("typescript:", "node:"),
    });
    const imported = importChecked({ path: "openapi.json", text: DESCRIPTION }, [], { names: old });
    const made = new Map(
      (await generate(imported.model)).map(({ path, text: content }) => [path, content]),
    );
    const list = (text = "") => [...text.matchAll(/^ {2}(?:list|update)\([^;]*;/gm)].map(String);
    expect(list(made.get("methods/plants.ts")).map((each) => each.replace(/\s+/g, " "))).toEqual([
      " list(options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      " list(params?: $routes.PlantListParams | null, options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      " update(id: string, params: $routes.PlantUpdateParams, options?: RequestOptions): APIPromise<$results.PlantUpdateResponse>;",
    ]);
    expect(made.get("sdk-catalog.ts")).toContain("/plants\n GET ?*list\n");
    expect(fileOf("sdk.ts") + fileOf("methods/plants.ts")).not.toContain("list(options");
  });

  it("has each of several methods of one route", () => {
    const methods = fileOf("methods/plants.ts");
    expect(methods).not.toContain("@deprecated");
    expect(fileOf("sdk.ts")).toContain("export type PlantSortParams = $routes.PlantArrangeParams;");
    expect(fileOf("api.md")).not.toContain("deprecated");
  });

  it("says where keys go that the client would not put there", () => {
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
