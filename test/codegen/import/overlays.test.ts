/**
 * OpenAPI Overlays. The sets are from OAI/Overlay-Specification, `compliant-sets` (Apache-2.0); the
 * others are of the shape of the examples of the specification.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadDescription } from "../../../codegen/import/read/load-description.js";
import { importDescription } from "../../../codegen/import/import.js";

const SETS = new URL("../../cases/codegen/import/overlays/", import.meta.url);

const BASE = `openapi: 3.1.0
info: { title: Acme, version: 1.0.0, description: Before. }
servers: [{ url: https://a.example, description: Dev }, { url: https://b.example }]
paths:
  /foo:
    get:
      x-traits: { paged: true }
      tags: [a, dummy]
      parameters: [{ name: filter, in: query }, { name: dummy, in: query }]
      responses: { 200: { description: OK }, 500: { description: No } }
  /bar:
    get: { responses: { 200: { description: OK } } }
`;

describe("[K.17] an overlay", () => {
  it.each(readdirSync(SETS).filter((name) => !name.includes(".")))(
    "gives what the set %s says",
    async (name) => {
      const { root, unmatched } = await apply(
        readOfSet(`${name}/openapi.yaml`),
        readOfSet(`${name}/overlay.yaml`),
      );
      expect(root).toEqual(parse(readOfSet(`${name}/output.yaml`)));
      expect(unmatched).toEqual([]);
    },
  );

  it.each<[what: string, actions: string, keys: readonly string[], value: unknown]>([
    [
      "merges maps at any depth",
      "- { target: $, update: { info: { title: New, contact: { name: Jane } } } }",
      ["info"],
      { title: "New", version: "1.0.0", description: "Before.", contact: { name: "Jane" } },
    ],
    [
      "appends a map to a list",
      "- { target: $.servers, update: { url: https://c.example } }",
      ["servers", "2"],
      { url: "https://c.example" },
    ],
    [
      "appends the items of a list",
      "- { target: $.paths.*.get.tags, update: [b, c] }",
      ["paths", "/foo", "get", "tags"],
      ["a", "dummy", "b", "c"],
    ],
    [
      "appends lists inside maps",
      "- { target: $, update: { servers: [{ url: https://c.example }] } }",
      ["servers", "length"],
      3,
    ],
    ["replaces a text", "- { target: $.info.title, update: New }", ["info", "title"], "New"],
    [
      "removes by a filter, whatever its position",
      "- { target: '$.paths.*.get.parameters[?@.name == \"filter\"]', remove: true }",
      ["paths", "/foo", "get", "parameters"],
      [{ name: "dummy", in: "query" }],
    ],
    [
      "removes a text from a list",
      "- { target: '$.paths.*.get.tags[?@ == \"dummy\"]', remove: true }",
      ["paths", "/foo", "get", "tags"],
      ["a"],
    ],
    [
      "removes although it has an update",
      "- { target: $.info.description, update: After., remove: true }",
      ["info", "description"],
      undefined,
    ],
    [
      "knows names with hyphens without quotes",
      "- { target: '$.paths[?@.get.x-traits.paged].get', update: { description: Paged } }",
      ["paths", "/foo", "get", "description"],
      "Paged",
    ],
    [
      "copies",
      "- { target: '$.paths[\"/bar\"]', copy: '$.paths[\"/foo\"]' }",
      ["paths", "/bar", "get", "tags"],
      ["a", "dummy"],
    ],
    [
      "moves in two actions, one after the other",
      "- { target: $.paths, update: { /new: {} } }\n- { target: '$.paths[\"/new\"]', copy: '$.paths[\"/foo\"]' }\n- { target: '$.paths[\"/foo\"]', remove: true }",
      ["paths", "/new", "get", "x-traits"],
      { paged: true },
    ],
    [
      "takes an empty value for no change",
      "- { target: $, update: { info: , servers: } }",
      ["info", "title"],
      "Acme",
    ],
    [
      "leaves other maps as they are",
      "- { target: '$.paths[\"/bar\"].get', update: { description: One } }",
      ["paths", "/foo", "get", "description"],
      undefined,
    ],
  ])("%s", async (_, actions, keys, value) => {
    expect(await valueAfter(actions, keys)).toEqual(value);
  });

  it("leaves an alias of what it changes as it is", async () => {
    const aliased = `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: &a { get: {} }, /b: *a }\n`;
    const { root } = await apply(
      aliased,
      overlay("- { target: '$.paths[\"/a\"].get', update: { summary: A } }"),
    );
    expect(root["paths"]).toEqual({ "/a": { get: { summary: "A" } }, "/b": { get: {} } });
  });

  it("follows others, and says which action selects nothing", async () => {
    const first = overlay("- { target: $.info, update: { x-note: 1 } }");
    const second = overlay(
      "- { target: $.info.x-note, update: 2 }\n- { target: $.nothing, remove: true }",
    );
    const loaded = await apply(BASE, first, second);
    expect(loaded.root["info"]).toHaveProperty("x-note", 2);
    expect(loaded.unmatched).toEqual(["o1.yaml $.nothing"]);
    expect(importDescription(loaded, []).notes).toContain(
      "An action of an overlay selects nothing: o1.yaml $.nothing.",
    );
  });

  it.each<[text: string, message: string]>([
    [
      "actions: []",
      "o0.yaml: The version of the overlay is nothing; expected a map with `overlay: 1.0.0`.",
    ],
    ["- a", "o0.yaml: The version of the overlay is a list; expected a map with `overlay: 1.0.0`."],
    [
      overlay("- {}", "2.0.0"),
      'o0.yaml: The version of the overlay is "2.0.0"; expected 1.0 or 1.1.',
    ],
    [
      "overlay: 1.0.0\nactions: []",
      "o0.yaml: `actions` is an empty list; expected a list of actions.",
    ],
    ["overlay: 1.0.0\n", "o0.yaml: `actions` is nothing; expected a list of actions."],
    [overlay("- a"), 'o0.yaml: actions[0]: The action is "a"; expected a map.'],
    [overlay("- { update: 1 }"), "o0.yaml: actions[0]: `target` is nothing; expected a JSONPath."],
    [
      overlay("- { target: $, remove: 1 }"),
      "o0.yaml: actions[0]: `remove` is 1; expected true or false.",
    ],
    [overlay("- { target: $, copy: 1 }"), "o0.yaml: actions[0]: `copy` is 1; expected a JSONPath."],
    [
      overlay("- { target: $, copy: $.info, update: {} }"),
      "o0.yaml: actions[0]: The action has both `update` and `copy`; expected one of them.",
    ],
    [
      overlay("- { target: $, remove: true }"),
      "o0.yaml: actions[0]: The action removes the whole description.",
    ],
    [
      overlay("- { target: '$.paths.*', update: {} }\n- { target: $.info, update: text }"),
      'o0.yaml: actions[1]: The update is "text" for a map; expected a value of the same kind.',
    ],
    [
      overlay("- { target: '$.info[?@ == \"Acme\"]', update: 1 }\n- { target: $.*, update: 1 }"),
      "o0.yaml: actions[1]: The target selects texts, numbers, flags or null and maps and lists; expected values of one kind for an update.",
    ],
    [
      overlay("- { target: $.info, copy: $.paths.* }"),
      "o0.yaml: actions[0]: `copy` selects 2 values; expected exactly one.",
    ],
  ])("with a mistake is refused: %j", async (text, message) => {
    await expect(apply(BASE, text)).rejects.toThrow(message);
  });

  it.each(["paths", "$.paths[", "$[?@.a ==]"])(
    "names the JSONPath that is none: %s",
    async (path) => {
      await expect(
        apply(BASE, overlay(`- { target: ${JSON.stringify(path)}, update: 1 }`)),
      ).rejects.toThrow(
        `o0.yaml: actions[0]: ${JSON.stringify(path)} is no JSONPath of RFC 9535: `,
      );
    },
  );
});

function readOfSet(path: string): string {
  return readFileSync(new URL(path, SETS), "utf8");
}

/** An overlay of some actions in YAML. */
function overlay(actions: string, version = "1.1.0"): string {
  return `overlay: ${version}\ninfo: { title: T, version: 1.0.0 }\nactions:\n${actions}\n`;
}

function apply(description: string, ...overlays: readonly string[]) {
  const files = overlays.map((text, index) => ({ path: `o${index}.yaml`, text }));
  return loadDescription(
    { path: "openapi.yaml", text: description },
    () => Promise.resolve(undefined),
    files,
  );
}

/** The value at a path of keys, after an overlay of the base. */
async function valueAfter(actions: string, keys: readonly string[]) {
  const { root } = await apply(BASE, overlay(actions));
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    root,
  );
}
