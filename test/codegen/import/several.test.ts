/** Several descriptions in one folder. */
import { describe, expect, it } from "vitest";
import { importAll, importChecked } from "../../../codegen/import/import.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";

const first = describeThing({ title: "First", url: "/a", type: "string" });
const second = describeThing({ title: "Second", url: "/b", type: "integer" });

describe("two descriptions of the same file name", () => {
  const both = importAll([first, second], []).at(-1)?.folder ?? [];
  const texts = textsOf(both);

  it("have components of their own", () => {
    expect(Object.keys(texts).sort()).toEqual([
      "components/api-acme-parameters.yaml",
      "components/api-acme.yaml",
      "components/api.yaml",
      "components/parameters.yaml",
      "events.yaml",
      "import.yaml",
      "imported.yaml",
      "payloads/changed.yaml",
      "routes.yaml",
      "vendor.yaml",
    ]);
    expect(texts["components/api.yaml"]).toContain("{ id: { type: string } }");
    expect(texts["components/api-acme.yaml"]).toContain("{ id: { type: integer } }");
    expect(texts["import.yaml"]).toContain(`descriptions:
  api: { file: api.acme.json, title: First }
  api-acme: { file: api.acme.json, title: Second, leaves: [events.yaml changed] }
`);
  });

  it("leave what the other brought first, and say so", () => {
    expect(texts["payloads/changed.yaml"]).toContain("{ id: { type: string } }");
    expect(importChecked(second, both).notes).toContain(
      "Left to the description that brought it first: events.yaml changed.",
    );
  });

  it("change nothing when they are imported in turn again", () => {
    expect(textsOf(importAll([first, second, first], both).at(-1)?.folder ?? [])).toEqual(texts);
  });

  it("follow their next versions", () => {
    const next = describeThing({ title: "Second", url: "/b", type: "boolean" });
    const changed = textsOf(importChecked(next, both).folder);
    const differing = Object.keys(texts).filter((path) => changed[path] !== texts[path]);
    expect(differing).toEqual(["components/api-acme.yaml", "imported.yaml"]);
  });

  it("can be named", () => {
    const again = describeThing({ title: "Second, renamed", url: "/b", type: "boolean" });
    const changed = textsOf(importChecked(again, both, { label: "api-acme" }).folder);
    expect(changed["components/api-acme.yaml"]).toContain("{ id: { type: boolean } }");
    expect(changed["import.yaml"]).toContain('title: "Second, renamed"');
  });
});

describe("a description under another name", () => {
  const { folder } = importChecked(first, []);
  const next = (changes: Partial<Parts>) =>
    describeThing({ title: "First", path: "v2.json", url: "/a", type: "boolean", ...changes });
  const elsewhere = (server: string) => {
    const description = next({});
    return { ...description, text: description.text.replace("https://acme.example", server) };
  };

  it("[K.18] is the next version, if title and address agree", () => {
    const result = importChecked(next({}), folder);
    const texts = textsOf(result.folder);
    expect(texts["components/api.yaml"]).toContain("{ id: { type: boolean } }");
    expect(texts["import.yaml"]).toContain("api: { file: v2.json, title: First }");
    expect(result.notes).toContain(
      "Taken for the next version of a description with the same title and address: api.acme.json (--label api).",
    );
    expect(result.possibleUpdate).toBeUndefined();
    expect(importChecked(next({}), result.folder).files).toEqual(result.files);
  });

  it("is the next version for a present address that was written in place of the described one", () => {
    const mapped = folder.map((file) =>
      file.path === "import.yaml"
        ? {
            ...file,
            text: `${file.text}servers: { "https://v2.example": "https://acme.example" }\n`,
          }
        : file,
    );
    expect(importChecked(elsewhere("https://v2.example"), mapped).possibleUpdate).toBeUndefined();
    expect(importChecked(elsewhere("https://v2.example"), folder).possibleUpdate).toBeDefined();
  });

  it.each([
    { title: "another title", description: next({ title: "Second" }) },
    { title: "another address", description: elsewhere("https://other.example") },
  ])("is left to the one that is there, with $title", ({ description }) => {
    const { possibleUpdate, folder: after } = importChecked(description, folder);
    const otherLabels = [{ label: "api", file: "api.acme.json" }];
    expect(possibleUpdate).toEqual({
      label: "v2",
      others: otherLabels,
      repeated: 2,
      added: 0,
    });
    expect(textsOf(after)["components/api.yaml"]).toContain("{ id: { type: string } }");
  });

  it("is a description of its own where most of it is new", () => {
    const beside = importChecked(next({ url: "/b" }), folder);
    expect(beside.possibleUpdate).toBeUndefined();
    expect(textsOf(beside.folder)["components/v2.yaml"]).toContain("{ id: { type: boolean } }");
  });

  it("is no next version of routes, if it has webhooks alone", () => {
    const { paths: _paths, ...webhooks } = JSON.parse(next({}).text) as Record<string, unknown>;
    const beside = { path: "hooks.json", text: JSON.stringify(webhooks) };
    const { notes } = importChecked(beside, folder);
    expect(notes.join("\n")).not.toContain("next version");
  });
});

function textsOf(folder: readonly SchemaFile[]) {
  return Object.fromEntries(folder.map(({ path, text }) => [path, text]));
}

/** A description of one route and one webhook with a shared schema `Thing`, and a shared parameter. */
function describeThing({ title, path = "api.acme.json", url, type }: Parts) {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const get = {
    operationId: "get",
    parameters: [{ $ref: "#/components/parameters/page" }],
    responses: { 200: { content } },
  };
  const page = { in: "query", name: "page", schema: { type: "integer", description: title } };
  const Thing = { type: "object", properties: { id: { type } } };
  const root = {
    openapi: "3.1.0",
    info: { title },
    servers: [{ url: "https://acme.example" }],
    paths: { [url]: { get } },
    webhooks: { changed: { post: { requestBody: { content } } } },
    components: { schemas: { Thing }, parameters: { page } },
  };
  return { path, text: JSON.stringify(root) };
}

interface Parts {
  readonly title: string;
  readonly path?: string;
  readonly url: string;
  readonly type: string;
}
