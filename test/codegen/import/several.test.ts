/** Several descriptions in one folder. */
import { describe, expect, it } from "vitest";
import { importAll, importChecked } from "../../../codegen/import/import.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";

interface Parts {
  readonly title: string;
  readonly path?: string;
  readonly url: string;
  readonly type: string;
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
    ...{ openapi: "3.1.0", info: { title }, servers: [{ url: "https://acme.example" }] },
    paths: { [url]: { get } },
    webhooks: { changed: { post: { requestBody: { content } } } },
    components: { schemas: { Thing }, parameters: { page } },
  };
  return { path, text: JSON.stringify(root) };
}

const first = describeThing({ title: "First", url: "/a", type: "string" });
const second = describeThing({ title: "Second", url: "/b", type: "integer" });

const textsOf = (folder: readonly SchemaFile[]) =>
  Object.fromEntries(folder.map(({ path, text }) => [path, text]));

describe("two descriptions of the same file name", () => {
  const both = importAll([first, second], []).at(-1)?.folder ?? [];
  const texts = textsOf(both);

  it("have components of their own", () => {
    expect(Object.keys(texts).sort()).toEqual([
      ...["components/api-acme-parameters.yaml", "components/api-acme.yaml", "components/api.yaml"],
      ...["components/parameters.yaml", "events.yaml", "import.yaml", "imported.yaml"],
      ...["payloads/changed.yaml", "routes.yaml", "vendor.yaml"],
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
  const ADVICE = "To replace that, import it with: --label api.";

  it("is taken for another one, with a note that says what to do", () => {
    const { folder } = importChecked(first, []);
    const { notes } = importChecked({ ...first, path: "v2.json" }, folder);
    expect(notes.join("\n")).toContain(ADVICE);
  });

  it("is nothing to speak of where most of it is new", () => {
    const { folder } = importChecked(first, []);
    const { notes } = importChecked(second, folder);
    expect(notes.join("\n")).not.toContain("--label");
  });
});
