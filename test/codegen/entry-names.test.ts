/** Schemas of the YAML whose names `index.ts` exports already. */
import { describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { acme, component, event, miniature, refTo } from "../cases/codegen/emit/miniature.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";

/** Files that `index.ts` does not export: validation, tests and sending have entries of their own. */
const OTHER_FOLDERS = ["validators", "samples", "methods"];
const OTHER_FILES = [
  "schemas/json-schema.ts",
  "validate.ts",
  "testing.ts",
  "client.ts",
  "core.ts",
  "pages.ts",
  "sdk.ts",
];

describe("the types of schemas", () => {
  it("get other names than those that the entry exports of itself", async () => {
    // Without schemas, the entry has only names of its own, and those of the runtime.
    const vendor = { ...acme, runtime: "typewire-runtime" };
    const reserved = exportedNames((await generate(miniature({ vendor }))).filter(isOfEntry));
    expect(reserved).toContain("WebhookError");

    // Now each of these names is also that of a schema, which the payload of an event refers to.
    const components = [...reserved].map((name) => component(name, { type: "object" }));
    const properties = Object.fromEntries(components.map(({ name }) => [name, refTo(name)]));
    const events = [event("x", { payload: { type: "object", properties } })];
    const files = await generate(miniature({ components, events }));
    const ofSchemas = exportedNames(files.filter(({ path }) => path === "payloads.ts"));
    expect([...ofSchemas].filter((name) => reserved.has(name))).toEqual([]);
    expect(typeErrors(files)).toEqual([]);
  });
});

function isOfEntry({ path }: GeneratedFile): boolean {
  const [folder = ""] = path.split("/");
  return !OTHER_FOLDERS.includes(folder) && !OTHER_FILES.includes(path);
}

/** Types and classes that files export, by declarations and in lists. */
function exportedNames(files: readonly GeneratedFile[]): ReadonlySet<string> {
  const names = files.flatMap(({ text }) => {
    const declared = [...text.matchAll(/^export (?:interface|type|const) ([\w$]+)/gm)];
    const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
    const listed = lists.flatMap(([, list = ""]) => list.split(","));
    return [...declared.map(([, name = ""]) => name), ...listed.map((name) => name.trim())];
  });
  return new Set(names.filter((name) => /^[A-Z]/.test(name)));
}
