/** Packages that keep the surface of an SDK that Stainless made: each from the few routes that a test is about. */
import { describe, expect, it } from "vitest";
import { importChecked } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { generate } from "../../codegen/generate.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { toSurfaceBase } from "../../codegen/emit/names/type-names.js";
import { describeApi } from "../cases/codegen/import/describe.js";

const TEXT = { type: "string" };

const PLANT = { $ref: "#/components/schemas/Plant" };

describe("names of the surface of Stainless", () => {
  it("are those of the last resource, in the singular", () => {
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

  it("stand in a namespace of the class, and at the root", async () => {
    const { textOf } = await generateSdk({
      routes: {
        "put /plants/{id}": { body: fields({ url: TEXT }) },
        "post /plants/{plant}/leaves/{leaf}": { body: fields({ litres: TEXT }) },
      },
      resources: {
        plants: {
          methods: { update: "put /plants/{id}" },
          subresources: {
            leaves: { methods: { water: "post /plants/{plant}/leaves/{leaf}" } },
          },
        },
      },
    });
    const sdk = textOf("sdk.ts");
    expect(sdk).toContain("export declare namespace Garden {");
    expect(sdk).toContain("export namespace Plants {");
    expect(sdk.match(/export type PlantUpdateParams = /g)).toHaveLength(3);
    expect(sdk.match(/export type LeafWaterParams = /g)).toHaveLength(2);
    expect(textOf("index.ts")).toContain("export { Garden as default }");
  });

  it("of models are those of the file, but for models that no route has", async () => {
    const { model, textOf } = await generateSdk({
      schemas: {
        Earth: fields({ kind: TEXT }),
        Plant: fields({ name: TEXT, soil: { $ref: "#/components/schemas/Earth" } }),
        Unused: fields({ name: TEXT }),
      },
      routes: { "get /plants/{id}": { answer: PLANT } },
      resources: {
        $shared: { models: { soil: "#/components/schemas/Earth", unused: "Unused" } },
        plants: {
          models: { plant: "#/components/schemas/Plant" },
          methods: { retrieve: "get /plants/{id}" },
        },
      },
    });
    expect(model.vendor.sdk.models).toEqual({ Soil: "Earth", "plants.Plant": "Plant" });
    expect(textOf("sdk.ts")).toContain("export type Soil = $responses.Earth;");
  });
});

describe("results of the surface of Stainless", () => {
  it("are models by their names, and nothing without a body", async () => {
    const { textOf } = await generateSdk({
      schemas: { Plant: fields({ name: TEXT }) },
      routes: {
        "get /plants/{id}": { answer: PLANT },
        "put /plants/{id}": { body: fields({ url: TEXT }) },
        "delete /plants/{id}": { answer: "nothing" },
      },
      resources: {
        plants: {
          models: { plant: "Plant" },
          methods: {
            retrieve: "get /plants/{id}",
            update: "put /plants/{id}",
            delete: "delete /plants/{id}",
          },
        },
      },
    });
    expect(listResults(textOf("api.md"))).toEqual({
      retrieve: "Plant",
      update: "PlantUpdateResponse",
      delete: "void",
    });
  });

  it("are pages that are named after their items", async () => {
    const { model, textOf } = await generateSdk({
      schemas: {
        Plant: fields({ name: TEXT }),
        Key: fields({ id: TEXT }),
        Keys: { type: "array", items: { $ref: "#/components/schemas/Key" } },
      },
      routes: {
        "get /plants": {
          query: ["after"],
          answer: fields({
            plants: { type: "array", items: PLANT },
            next: TEXT,
          }),
        },
        "get /plants/ids": {
          query: ["after"],
          answer: fields({ plants: { $ref: "#/components/schemas/Keys" }, next: TEXT }),
        },
      },
      resources: {
        plants: {
          models: { plant: "Plant", PlantID: "Key", PlantIDs: "Keys" },
          methods: { list: "get /plants", list_ids: "get /plants/ids" },
        },
      },
    });
    expect(model.vendor.sdk.models).toEqual({
      "plants.Plant": "Plant",
      "plants.PlantID": "Key",
      "plants.PlantIDs": "Keys",
    });
    expect(textOf("sdk.ts")).toContain("export type PlantsCursorPage = $runtime.Page<");
    expect(listResults(textOf("api.md"))).toEqual({
      list: "PlantsCursorPage",
      listIDs: "PlantIDsCursorPage",
    });
  });
});

describe("arguments of the surface of Stainless", () => {
  it("have the last path parameter by itself", async () => {
    const { files, textOf } = await generateSdk({
      routes: { "post /plants/{plant}/leaves/{leaf}": { body: fields({ litres: TEXT }) } },
      resources: {
        plants: {
          subresources: {
            leaves: { methods: { water: "post /plants/{plant}/leaves/{leaf}" } },
          },
        },
      },
    });
    expect(textOf("methods/plants/leaves.ts")).toContain(
      "water(leaf: string, params: $routes.LeafWaterParams, options?: RequestOptions): APIPromise<$results.LeafWaterResponse>;",
    );
    expect(interfaceOf("LeafWaterParams", files)).toBe(
      "plant: string; litres?: string | undefined;",
    );
  });

  it("are options in place of optional parameters, where the older generator made the SDK", async () => {
    const garden = {
      schemas: { Plant: fields({ name: TEXT }) },
      routes: {
        "get /plants": {
          query: ["after"],
          answer: fields({ plants: { type: "array", items: PLANT }, next: TEXT }),
        },
        "put /plants/{id}": { body: fields({ url: TEXT }, "url") },
      },
      resources: { plants: { methods: { list: "get /plants", update: "put /plants/{id}" } } },
    };
    const older = await generateSdk({ ...garden, generator: "node" });
    const methods = older.textOf("methods/plants.ts");
    const signatures = [...methods.matchAll(/(?<= )(?:list|update)\(.*?;/g)].map(String);
    expect(signatures).toEqual([
      "list(options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      "list(params?: $routes.PlantListParams | null, options?: RequestOptions): PagePromise<$results.PlantListResponse, $responses.Plant>;",
      "update(id: string, params: $routes.PlantUpdateParams, options?: RequestOptions): APIPromise<$results.PlantUpdateResponse>;",
    ]);
    expect(older.files.get("sdk-catalog.ts")).toContain("/plants\n GET ?*list\n");
    const newer = await generateSdk({ ...garden, generator: "typescript" });
    expect(newer.textOf("sdk.ts") + newer.textOf("methods/plants.ts")).not.toContain(
      "list(options",
    );
  });
});

it("Stainless has several methods of one route, none of them deprecated", async () => {
  const { textOf } = await generateSdk({
    routes: { "post /plants/order": { body: { type: "array", items: TEXT } } },
    resources: {
      plants: { methods: { arrange: "post /plants/order", sort: "post /plants/order" } },
    },
  });
  expect(textOf("methods/plants.ts")).not.toContain("@deprecated");
  expect(textOf("api.md")).not.toContain("deprecated");
  expect(textOf("sdk.ts")).toContain("export type PlantSortParams = $routes.PlantArrangeParams;");
  expect(listResults(textOf("api.md"))).toEqual({
    arrange: "PlantArrangeResponse",
    sort: "PlantSortResponse",
  });
});

describe("keys of a body that Stainless has elsewhere", () => {
  it("are those of a body with a name", async () => {
    const { files, textOf } = await generateSdk({
      routes: { "post /plants": { body: fields({ name: TEXT }, "name") } },
      resources: {
        plants: { methods: { create: { endpoint: "post /plants", body_param_name: "NewPlant" } } },
      },
    });
    expect(textOf("sdk-catalog.ts")).toContain('"POST /plants": { others: [], body: "NewPlant" }');
    expect(textOf("methods/plants.ts")).toMatch(
      /call: "plants\.\w+", shape: \{ others: \[\], body: "NewPlant" \}/,
    );
    expect(interfaceOf("PlantCreateParams", files)).toBe("NewPlant: { name: string; };");
    expect(listResults(textOf("api.md"))).toEqual({ create: "PlantCreateResponse" });
  });

  it("are those of a body that is a list", async () => {
    const { textOf } = await generateSdk({
      routes: { "post /plants/order": { body: { type: "array", items: TEXT } } },
      resources: { plants: { methods: { arrange: "post /plants/order" } } },
    });
    expect(textOf("sdk-catalog.ts")).toContain(
      '"POST /plants/order": { others: [], body: "body" }',
    );
  });

  it("are those that the path has, too", async () => {
    const { files, textOf } = await generateSdk({
      routes: { "put /plants/{id}": { body: fields({ id: TEXT, url: TEXT }, "url") } },
      resources: { plants: { methods: { update: "put /plants/{id}" } } },
    });
    expect(textOf("sdk-catalog.ts")).toContain(
      '"PUT /plants/{id}": { others: ["id"], renamed: { body_id: "id" } }',
    );
    expect(interfaceOf("PlantUpdateParams", files)).toBe(
      "body_id?: string | undefined; url: string;",
    );
  });

  it("are files, with the type of what can be uploaded", async () => {
    const { files, textOf } = await generateSdk({
      routes: {
        "post /plants/{id}/photo": {
          body: fields({ file: { ...TEXT, format: "binary" } }, "file"),
          contentType: "multipart/form-data",
        },
      },
      resources: { plants: { methods: { photograph: "post /plants/{id}/photo" } } },
    });
    expect(interfaceOf("PlantPhotographParams", files)).toBe("file: Uploadable;");
    expect(textOf("routes.ts")).toContain(
      'import type { Uploadable } from "typewire-runtime/stainless";',
    );
    expect(listResults(textOf("api.md"))).toEqual({ photograph: "PlantPhotographResponse" });
  });
});

/** Generates the SDK `Garden` from routes, and from the names that a `stainless.yml` gives them. */
async function generateSdk(source: SdkSource): Promise<GeneratedSdk> {
  const names = readNamesFile({ path: "stainless.yml", text: writeNames(source) });
  const description = { path: "openapi.json", text: writeDescription(source) };
  const { model } = importChecked(description, [], { names });
  const files = new Map((await generate(model)).map(({ path, text }) => [path, text]));
  return { model, files, textOf: (path) => (files.get(path) ?? "").replace(/\s+/g, " ") };
}

/** JSON, which is YAML, too. */
function writeNames({ resources, generator = "typescript" }: SdkSource): string {
  return JSON.stringify({
    organization: { name: "garden" },
    targets: { [generator]: { package_name: "garden" } },
    environments: { production: "https://garden.example" },
    client_settings: {
      opts: {
        api_key: {
          type: "string",
          auth: { security_scheme: "bearer" },
          read_env: "GARDEN_API_KEY",
        },
      },
    },
    pagination: [
      {
        name: "cursor_page",
        type: "cursor",
        request: { after: { "x-stainless-pagination-property": { purpose: "next_cursor_param" } } },
        response: {
          plants: { type: "array", "x-stainless-pagination-property": { purpose: "items" } },
          next: { "x-stainless-pagination-property": { purpose: "next_cursor_field" } },
        },
      },
    ],
    resources,
  });
}

function writeDescription({ routes, schemas = {} }: SdkSource): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, parts] of Object.entries(routes)) {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = { ...paths[path], [method]: describeRoute(path, parts) };
  }
  return describeApi({
    servers: [{ url: "https://garden.example" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, schemas },
    security: [{ bearer: [] }],
    paths,
  });
}

function describeRoute(path: string, route: SdkRoute): object {
  const { query = [], body, contentType = "application/json", answer = TEXT } = route;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    parameters: [
      ...inPath.map((name) => ({ name, in: "path", required: true, schema: TEXT })),
      ...query.map((name) => ({ name, in: "query", schema: TEXT })),
    ],
    ...(body && { requestBody: { required: true, content: { [contentType]: { schema: body } } } }),
    responses:
      answer === "nothing"
        ? { 204: { description: "gone" } }
        : { 200: { description: "ok", content: { "application/json": { schema: answer } } } },
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

/** The types that `api.md` names for the results of methods, by method. */
function listResults(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/client\.plants\.<a [^>]*>(\w+)<.a>\(.*?-> (\w+)/g);
  return Object.fromEntries(Array.from(lines, ([, method, result]) => [method, result]));
}

/** The members of an interface of the parameters, on one line and without comments. */
function interfaceOf(name: string, files: ReadonlyMap<string, string>): string | undefined {
  const declared = new RegExp(`interface ${name} \\{(.*?)^\\}`, "ms");
  const members = declared.exec(files.get("routes.ts") ?? "")?.[1];
  return members
    ?.replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .trim();
}

// ---- Types

interface SdkSource {
  /** By the method and the path. */
  readonly routes: Readonly<Record<string, SdkRoute>>;
  readonly schemas?: object;
  /** As `stainless.yml` has them. */
  readonly resources: object;
  /** The generator of the SDK: `node` is the older one. Default: `typescript`. */
  readonly generator?: "typescript" | "node";
}

/** A route, with the parameters that its path names. */
interface SdkRoute {
  /** Names of parameters of the query. */
  readonly query?: readonly string[];
  readonly body?: object;
  readonly contentType?: string;
  /** Default: text. */
  readonly answer?: object | "nothing";
}

interface GeneratedSdk {
  readonly model: SchemaModel;
  /** The generated files, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** A generated file on one line. */
  readonly textOf: (path: string) => string;
}
