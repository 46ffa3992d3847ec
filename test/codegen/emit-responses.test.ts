/** Types of responses, and the map `Endpoints`, as a compiler sees them. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import type { Route } from "../../codegen/model/model.js";
import { component, miniature, refTo, route } from "../cases/codegen/emit/miniature.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { emitted, object } from "./emitted.js";

/** The files that `Endpoints` needs. */
const MAPS = new Set(
  ["routes", "responses", "results", "client-types", "endpoints"].map((name) => `${name}.ts`),
);

describe("responses.ts and endpoints.ts", () => {
  /** The route of all cases that have none of their own. */
  const routes = [
    route("POST /things", {
      responses: [
        {
          status: "201",
          contentType: "application/json",
          schema: object({ id: { type: "integer" } }),
        },
        { status: "204" },
        { status: "4XX", contentType: "application/json", schema: refTo("problem") },
      ],
      body: { required: true, contentTypes: [], schema: object({ a: { type: "string" } }) },
    }),
  ];
  const components = [component("problem", object({ text: { type: "string" } }))];

  it("declares bodies once", async () => {
    const text = await emitted("responses.ts", { routes, components });
    expect(text).toContain("export interface ThingsDoResponse201 {\n  id?: number;\n}\n");
    expect(text).toContain("export interface Problem {\n  text?: string;\n}\n");
  });

  it("gives an equal body no second declaration", async () => {
    const both = routes.flatMap((made): readonly Route[] => [
      made,
      { ...made, key: "PUT /things", operation: "things/put", call: "things.put" },
    ]);
    const text = await emitted("responses.ts", { routes: both, components });
    expect(text).not.toContain("ThingsPutResponse201");
    expect(
      await errorsOfClaims({ routes: both, components }, [
        {
          type: result("ThingsPutResponse"),
          equals: `${response("ThingsDoResponse201")} | undefined`,
        },
      ]),
    ).toEqual([]);
  });

  it("maps a route to parameters, request, response and all responses", async () => {
    const claims: readonly Claim[] = [
      {
        type: 'Endpoints["POST /things"]["parameters"]',
        equals:
          'import("./routes.js").ThingsDoDataParameters | import("./routes.js").ThingsDoParameters',
      },
      {
        type: 'Endpoints["POST /things"]["request"]',
        equals:
          'import("./endpoints.js").EndpointRequest<"post", Pick<import("./routes.js").ThingsDoParameters, "a">>',
      },
      {
        type: 'Endpoints["POST /things"]["response"]',
        equals: 'import("./results.js").ThingsDoResponse',
      },
      {
        type: 'Endpoints["POST /things"]["responses"]',
        equals:
          '{ 201: import("./responses.js").ThingsDoResponse201; 204: undefined; "4XX": import("./responses.js").Problem }',
      },
    ];
    expect(await errorsOfClaims({ routes, components }, claims)).toEqual([]);
    // The claims prove something only if the compiler refuses one that is wrong.
    const wrong: Claim = { type: 'Endpoints["POST /things"]["response"]', equals: "number" };
    expect(await errorsOfClaims({ routes, components }, [wrong])).toHaveLength(1);
    const text = await emitted("endpoints.ts", { routes, components });
    expect(text).toContain('export type * from "./results.js";\n');
  });

  it.each<[title: string, responses: Route["responses"], expected: string]>([
    [
      "which the client reads as text",
      [{ status: "200", contentType: "text/plain", schema: refTo("problem") }],
      '{ 200: import("./responses.js").Problem }',
    ],
    [
      "without a success",
      [
        { status: "302" },
        { status: "404", contentType: "application/json", schema: refTo("problem") },
      ],
      '{ 302: undefined; 404: import("./responses.js").Problem }',
    ],
    [
      "by class, and all others",
      [
        { status: "2XX", contentType: "application/json", schema: refTo("problem") },
        { status: "default" },
      ],
      '{ "2XX": import("./responses.js").Problem; default: undefined }',
    ],
    ["without any", [], "{}"],
  ])("maps a route to responses as they are described: %s", async (_title, described, expected) => {
    const parts = { routes: [route("GET /things", { responses: described })], components };
    const claim = { type: 'Endpoints["GET /things"]["responses"]', equals: expected };
    expect(await errorsOfClaims(parts, [claim])).toEqual([]);
  });

  it("gives a response that stands for a class all statuses of it, as the runtime does", async () => {
    const responses = [
      { status: "2XX", contentType: "application/json", schema: refTo("problem") },
    ];
    const text = await emitted("client-types.ts", {
      routes: [route("GET /things", { responses })],
      components,
    });
    const [, statuses = ""] = /Success<([\d |]+),/.exec(text) ?? [];
    expect(statuses.split(" | ").map(Number)).toEqual([
      200, 201, 202, 203, 204, 205, 206, 207, 208, 226,
    ]);
  });

  it("names types after the method, not after the operation", async () => {
    const renamed = routes.map((made) => ({ ...made, call: "shop.things.add" }));
    const claims: readonly Claim[] = [
      {
        type: 'Endpoints["POST /things"]["parameters"]',
        equals:
          'import("./routes.js").ShopThingsAddDataParameters | import("./routes.js").ShopThingsAddParameters',
      },
      {
        type: 'Endpoints["POST /things"]["response"]',
        equals: result("ShopThingsAddResponse"),
      },
      {
        type: 'Endpoints["POST /things"]["responses"][201]',
        equals: response("ShopThingsAddResponse201"),
      },
    ];
    expect(await errorsOfClaims({ routes: renamed, components }, claims)).toEqual([]);
  });

  it("gives as a result what the client reads, by its content type", async () => {
    const parts = {
      routes: [
        ...routes,
        route("GET /text", {
          operation: "texts/get",
          responses: [{ status: "200", contentType: "text/plain", schema: refTo("problem") }],
        }),
        route("GET /file", {
          operation: "files/get",
          responses: [{ status: "200", contentType: "application/pdf", schema: true }],
        }),
        route("GET /video", {
          operation: "videos/get",
          responses: [
            {
              status: "200",
              contentType: "application/json",
              otherTypes: ["video/mp4", "image/webp"],
              schema: object({ id: { type: "string" } }),
            },
          ],
        }),
        route("GET /nothing", { operation: "nothing/get" }),
      ],
      components,
    };
    const claims: readonly Claim[] = [
      {
        type: result("VideosGetResponse"),
        equals: `${response("VideosGetResponse200")} | ArrayBuffer`,
      },
      {
        type: result("ThingsDoResponse"),
        equals: `${response("ThingsDoResponse201")} | undefined`,
      },
      { type: result("TextsGetResponse"), equals: "string" },
      { type: result("FilesGetResponse"), equals: "ArrayBuffer" },
      { type: result("NothingGetResponse"), equals: "unknown" },
    ];
    expect(await errorsOfClaims(parts, claims)).toEqual([]);
    expect(await emitted("results.ts", parts)).not.toContain("./endpoints.js");
  });
});

/** Says that two types, which are given as code, are equal. */
interface Claim {
  readonly type: string;
  readonly equals: string;
}

/** The errors of a compiler about claims, one for each that is wrong. */
async function errorsOfClaims(
  parts: Parameters<typeof miniature>[0],
  claims: readonly Claim[],
): Promise<readonly string[]> {
  const files = await emitFiles(miniature(parts), (path) => MAPS.has(path));
  const lines = claims.map(
    ({ type, equals }, index) => `export const claim${index}: Equal<${type}, ${equals}> = true;`,
  );
  const imports = `import type { Endpoints } from "./endpoints.js";
export type { Endpoints };
type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;`;
  return typeErrors(files, [imports, ...lines].join("\n"));
}

function result(name: string): string {
  return `import("./results.js").${name}`;
}

function response(name: string): string {
  return `import("./responses.js").${name}`;
}
