/** Entries that no description has any more. */
import { describe, expect, it } from "vitest";
import { importChecked } from "../../../codegen/import/import.js";
import { SchemaError } from "../../../codegen/model/messages.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { describeApi } from "../../cases/codegen/import/describe.js";

const OBJECT = { type: "object", properties: { id: { type: "integer" } } };
const FISH = { $ref: "#/components/schemas/fish" };

const both = importInto({}, describeRoutes(["cats", "dogs"])).texts;
const dogs = describeRoutes(["dogs"]);
const OBSOLETE = "2 imported entries are in no description any more; --prune removes them.";

describe("an import of a description that has lost entries", () => {
  it("counts them and names the option, and keeps them", () => {
    const { obsolete, texts } = importInto(both, dogs);
    expect(obsolete).toBe(OBSOLETE);
    expect(texts).toEqual(both);
  });

  it("counts them again the next time", () => {
    expect(importInto(importInto(both, dogs).texts, dogs).obsolete).toBe(OBSOLETE);
  });

  it("removes them with `prune`, as if they had never been there", () => {
    const { obsolete, texts, notes } = importInto(both, dogs, { prune: true });
    expect(texts).toEqual(importInto({}, dogs).texts);
    expect(obsolete).toBeUndefined();
    expect(notes).toContain(
      "Removed, since no description has it any more: components/api.yaml cats, routes.yaml GET /cats.",
    );
    expect(notes.join("\n")).not.toContain("Kept");
  });

  it("removes them after any number of imports that kept them", () => {
    const kept = importInto(importInto(both, dogs).texts, dogs).texts;
    expect(importInto(kept, dogs, { prune: true }).texts).toEqual(importInto({}, dogs).texts);
  });

  it("changes nothing when it is done again", () => {
    const { texts } = importInto(both, dogs, { prune: true });
    const again = importInto(texts, dogs, { prune: true });
    expect([again.texts, again.obsolete]).toEqual([texts, undefined]);
  });

  it("writes nothing where a correction of a component is in the way, and says what to do", () => {
    const fish = describeRoutes(["fish"], { caught: { post: { requestBody: json(FISH) } } });
    const correction = "- { property: id, optional: true, reason: absent }";
    const corrections = `components:\n  components/api.yaml#/fish:\n    ${correction}\n`;
    const texts = { ...importInto({}, fish).texts, "corrections.yaml": corrections };
    expect(() => importInto(texts, dogs, { prune: true })).toThrow("Remove it if it is obsolete.");
  });

  it("refuses a record that no import wrote", () => {
    const texts = { ...both, "imported.yaml": "api: [1]\n" };
    expect(() => importInto(texts, dogs)).toThrow(SchemaError);
  });

  it("removes nothing where nothing was lost", () => {
    const catsAndDogs = describeRoutes(["cats", "dogs"]);
    expect(importInto(both, catsAndDogs, { prune: true }).texts).toEqual(both);
  });
});

describe("an obsolete entry is kept", () => {
  const ROUTE = "GET /cats:\n";
  const HAND = `GET /mine:\n  operation: mine/get\n  responses: { 200: { $ref: components/api.yaml#/cats } }\n`;
  it.each<[reason: string, texts: Texts, kept: readonly string[], obsolete: string | undefined]>([
    [
      "with a text by hand",
      edit(both, "routes.yaml", ROUTE, `${ROUTE}  summary: All cats.\n`),
      ["GET /cats:", "summary: All cats."],
      undefined,
    ],
    [
      "with a changed value",
      edit(both, "routes.yaml", "operation: cats/get", "operation: cats/list"),
      ["GET /cats:", "operation: cats/list"],
      undefined,
    ],
    [
      "with a comment above it",
      edit(both, "routes.yaml", ROUTE, `# Ours.\n${ROUTE}`),
      ["# Ours.\nGET /cats:"],
      undefined,
    ],
    [
      "with a comment in it",
      edit(both, "routes.yaml", ROUTE, "GET /cats: # ours\n"),
      ["GET /cats: # ours"],
      undefined,
    ],
    [
      "if a user wrote it",
      { ...both, "routes.yaml": `${both["routes.yaml"] ?? ""}\n${HAND}` },
      ["GET /mine:"],
      "2 imported entries are in no description any more; --prune removes the 1 that was not changed by hand and is not referred to.",
    ],
  ])("%s, with what it refers to", (_reason, texts, kept, obsolete) => {
    expect(importInto(texts, dogs).obsolete).toBe(obsolete);
    const pruned = importInto(texts, dogs, { prune: true });
    for (const text of kept) expect(pruned.texts["routes.yaml"]).toContain(text);
    expect(pruned.texts["components/api.yaml"]).toContain("cats:");
    expect(importInto(pruned.texts, dogs, { prune: true }).texts).toEqual(pruned.texts);
  });

  it("until its change is undone", () => {
    const changed = edit(both, "routes.yaml", ROUTE, `${ROUTE}  summary: All cats.\n`);
    const kept = importInto(changed, dogs, { prune: true }).texts;
    const undone = edit(kept, "routes.yaml", "  summary: All cats.\n", "");
    expect(importInto(undone, dogs, { prune: true }).texts).toEqual(importInto({}, dogs).texts);
  });

  it("with a text by hand, whatever an import has changed in it since", () => {
    const changed = edit(both, "routes.yaml", ROUTE, `${ROUTE}  summary: All cats.\n`);
    const deprecated = describeRoutes(["cats", "dogs"]).replace(
      '"operationId":"cats/get"',
      '"operationId":"cats/get","deprecated":true',
    );
    const { texts } = importInto(changed, deprecated);
    expect(texts["routes.yaml"]).toContain("deprecated: true\n");
    expect(importInto(texts, dogs, { prune: true }).texts["routes.yaml"]).toContain("GET /cats:");
  });

  it("if no record says that an import wrote it", () => {
    const { "imported.yaml": _record, ...texts } = both;
    const { texts: pruned } = importInto(texts, dogs, { prune: true });
    expect(pruned["routes.yaml"]).toContain("GET /cats:");
  });
});

describe("obsolete webhooks", () => {
  const webhooks = {
    "pet-created": action("created"),
    "pet-closed": action("closed"),
    "toy-lost": action("lost"),
    "toy-found": action("found"),
  };
  const { "toy-lost": _lost, "toy-found": _found, ...pets } = webhooks;
  const { "pet-closed": _closed, ...withoutClosed } = webhooks;
  const before = importInto({}, describeRoutes(["dogs"], webhooks)).texts;
  const prune = (texts: Texts, left: object) =>
    importInto(texts, describeRoutes(["dogs"], left), { prune: true });

  it.each<[what: string, left: object, removed: readonly string[]]>([
    ["an event with its payloads", pets, ["payloads/toy.yaml"]],
    ["an action", withoutClosed, []],
  ])("are removed: %s", (_what, left, removed) => {
    const pruned = prune(before, left);
    expect(pruned.texts).toEqual(importInto({}, describeRoutes(["dogs"], left)).texts);
    expect(pruned.removed).toEqual(removed);
  });

  it("are removed where their names have dots", () => {
    const dotted = { "note.created": { post: { requestBody: json(OBJECT) } } };
    const more = { ...dotted, "note.created.twice": { post: { requestBody: json(OBJECT) } } };
    const { texts } = importInto({}, describeRoutes(["dogs"], more));
    expect(texts["events.yaml"]).toContain("note.created.twice:");
    expect(prune(texts, dotted).texts).toEqual(
      importInto({}, describeRoutes(["dogs"], dotted)).texts,
    );
  });

  it("stay as a whole where a user changed a part of the event", () => {
    const texts = edit(before, "payloads/toy.yaml", "  lost:\n", "  # Told by hand.\n  lost:\n");
    expect(prune(texts, pets).texts).toEqual(texts);
  });

  it("stay where a user wrote a text for the action", () => {
    const texts = edit(
      before,
      "events.yaml",
      "actions: [created, closed]",
      "actions: { created: null, closed: It went. }",
    );
    expect(prune(texts, withoutClosed).texts).toEqual(texts);
  });

  it("stay where corrections concern them", () => {
    const corrections =
      "payloads:\n  toy:\n    - { property: action, open: true, reason: more are sent }\n";
    const texts = { ...before, "corrections.yaml": corrections };
    expect(prune(texts, pets).texts).toEqual(texts);
  });
});

describe("several descriptions", () => {
  const second = describeRoutes(["cats", "fish"]).replace('"Acme"', '"Second"');
  const texts = importInto(both, second, { path: "second.json" }).texts;

  it("keep what another of them still has", () => {
    const pruned = importInto(texts, dogs, { prune: true });
    expect(pruned.texts["routes.yaml"]).toContain("GET /cats:");
    expect(pruned.texts["routes.yaml"]).toContain("GET /fish:");
  });

  it("lose what they alone had", () => {
    const next = describeRoutes(["cats"]).replace('"Acme"', '"Second"');
    const pruned = importInto(texts, next, { prune: true, path: "second.json" });
    expect(pruned.texts["routes.yaml"]).toBe(both["routes.yaml"]);
  });
});

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

/** A webhook that sends one action. */
function action(name: string) {
  return {
    post: {
      requestBody: json({ type: "object", properties: { action: { enum: [name] } } }),
    },
  };
}

/** A route for each name, with a component for its response. */
function describeRoutes(names: readonly string[], webhooks: object = {}) {
  const paths = names.map((name) => {
    const response = json({ $ref: `#/components/schemas/${name}` });
    return [`/${name}`, { get: { operationId: `${name}/get`, responses: { 200: response } } }];
  });
  return describeApi({
    paths: Object.fromEntries(paths),
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    components: { schemas: Object.fromEntries(names.map((name) => [name, OBJECT])) },
  });
}

function importInto(
  present: Texts,
  text: string,
  options: { prune?: boolean; path?: string } = {},
) {
  const { prune = false, path = "api.json" } = options;
  const files = Object.entries(present).map(([file, content]): SchemaFile => ({
    path: file,
    text: content,
  }));
  const result = importChecked({ path, text }, files, { prune });
  const texts = Object.fromEntries(result.folder.map((file) => [file.path, file.text]));
  return { ...result, texts };
}

/** The texts with a part of one file replaced. */
function edit(texts: Texts, path: string, from: string, to: string): Texts {
  const text = texts[path] ?? "";
  expect(text).toContain(from);
  return { ...texts, [path]: text.replace(from, to) };
}

type Texts = Readonly<Record<string, string>>;
