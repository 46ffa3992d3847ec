/** Servers, environments and paths of a description. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const responses = { 204: { description: "" } };

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
    [
      "are noted by their places in the list, if others are environments",
      [production, sandbox, { url: "https://eu.example", description: "Europe" }],
      { production: "https://api.example", sandbox: "https://sandbox.example" },
      ["Not imported: the server `https://eu.example`, since the first is taken: servers/2."],
    ],
  ])("%s", (_what, servers, environments, others) => {
    const expected = { baseUrl: "https://api.example", environments, others };
    expect(importServers(servers)).toEqual(expected);
  });

  it("are none where the first has variables, and the others are noted", () => {
    const variables = { region: { default: "api" } };
    const regional = { url: "https://{region}.example", description: "Production", variables };
    const staging = { url: "https://s.example", description: "Staging" };
    expect(importServers([regional, sandbox, staging])).toEqual({
      baseUrl: "https://{region}.example",
      environments: undefined,
      others: [
        "Not imported: the server `https://sandbox.example`, since the first is taken: servers/1.",
        "Not imported: the server `https://s.example`, since the first is taken: servers/2.",
      ],
    });
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
