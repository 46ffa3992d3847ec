/** Objects of payloads that are equal are declared once, under a name that stays. */
import { describe, expect, it } from "vitest";
import { correctModel } from "../../codegen/corrections/correct-model.js";
import { NO_CORRECTIONS } from "../../codegen/corrections/corrections.js";
import { emitFile } from "../../codegen/generate.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";
import { action, component, event, miniature, refTo } from "../cases/codegen/emit/miniature.js";

const text = { type: "string" };

const user = object({ id: { type: "integer" }, login: text, url: text });
const card = object({ title: text, author: user, closed_by: user });

const issue = event("issue", {
  actions: [action("opened", object({ issue: card })), action("closed", object({ issue: card }))],
});
const release = event("release", { payload: object({ author: user }) });

describe("equal objects", () => {
  it("are declared once, and the objects inside them too", async () => {
    const printed = await printPayloads({ events: [issue, release] });
    expect(printed.match(/login: string;/g)).toHaveLength(1);
    expect(printed.match(/title: string;/g)).toHaveLength(1);
    expect(printed).toContain("issue: Issue;");
    expect(printed).toContain("closed_by: Author;");
  });

  it("are called by their event if they are in one, and by their most frequent key if in several", async () => {
    const label = object({ a: text, b: text, c: text });
    const labels = { type: "array", items: label };
    const labelled = event("thing", {
      actions: [action("b", object({ labels })), action("a", object({ labels }))],
    });
    const names = await sharedNames({ events: [labelled, issue, release] });
    expect(names).toEqual(["Author", "Issue", "ThingLabelsItem"]);
  });

  it("keep their names when another event changes", async () => {
    expect(await sharedNames({ events: [issue, release] })).toEqual(["Author", "Issue"]);
    const other = object({ id: text, name: text, url: text });
    const added = event("added", {
      actions: [
        action("a", object({ issue: other, author: other })),
        action("b", object({ issue: other })),
      ],
    });
    const names = await sharedNames({ events: [added, issue, release] });
    expect(names).toEqual(["AddedIssue", "Author", "Issue"]);
  });

  it("are called what a rule for objects calls them, and so are those inside them", async () => {
    const account = object({ id: text, login: text, url: text });
    const card = object({ title: text, lane: text, author: account });
    const rules = [
      { name: "account", having: ["id", "login"], lacking: [], corrections: [] },
      { name: "card", having: ["title", "lane"], lacking: [], corrections: [] },
    ];
    const events = ["issue", "release"].map((name) =>
      event(name, { payload: object({ subject: card, owner: account }) }),
    );
    const { model } = correctModel(miniature({ events }), { ...NO_CORRECTIONS, objects: rules });
    expect(await sharedNames(model)).toEqual(["Account", "Card"]);
  });

  it("are called by their first event too, not by a number, when the name of their key is taken", async () => {
    // Three cards, which differ. Each is in two events: as `card`, and in the second also as `other`.
    const events = ["a", "b", "c"].flatMap((key) => {
      const card = () => object({ [key]: text, x: text, y: text });
      return [
        event(`one_${key}`, { payload: object({ card: card() }) }),
        event(`two_${key}`, { payload: object({ card: card(), other: card() }) }),
      ];
    });
    expect(await sharedNames({ events })).toEqual(["Card", "OneBCard", "OneCCard"]);
  });

  it("have a name even if they occur once, where they are long", async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `key_${index}`);
    const long = object(Object.fromEntries(keys.map((key) => [key, text])));
    const short = object({ a: text, b: text, c: text });
    const opened = action("opened", object({ ticket: long, note: short }));
    expect(await sharedNames({ events: [event("desk", { actions: [opened] })] })).toEqual([
      "DeskOpenedTicket",
    ]);
  });

  it("differ in name where they differ in type", async () => {
    const actions = [
      action("a", object({ card: user, more: object({ card }) })),
      action("b", object({ card: user, more: object({ card }) })),
      action("c", object({ card })),
    ];
    const names = await sharedNames({ events: [event("thing", { actions })] });
    expect(new Set(names).size).toBe(names.length);
  });

  it("may be null, deprecated or described in one place and not in another", async () => {
    const payload = object({
      author: user,
      editor: { ...(user as object), type: ["object", "null"], description: "Who wrote last." },
      closer: { ...(user as object), type: ["object", "null"], deprecated: true },
    });
    const printed = await printPayloads({ events: [event("page", { payload })] });
    expect(printed).toMatch(/author: PageAuthor;/);
    expect(printed).toMatch(/\/\*\* Who wrote last\. \*\/\s+editor: PageAuthor \| null;/);
    expect(printed).toMatch(/@deprecated\s+\*\/\s+closer: PageAuthor \| null;/);
  });

  it("are the component that says the same", async () => {
    const events = [event("push", { payload: object({ author: user, by: refTo("person") }) })];
    const printed = await printPayloads({ events, components: [component("person", user)] });
    expect(printed).toContain("author: Person;");
    expect(printed.match(/login: string;/g)).toHaveLength(1);
  });

  it("are told apart by the comments on their properties and by what is required", async () => {
    const described = object({
      id: { type: "integer" },
      login: { ...text, description: "Handle." },
      url: text,
    });
    const optional = object({ id: { type: "integer" }, login: text, url: text }, { required: [] });
    const payload = object({ one: user, other: described, third: optional });
    expect(await sharedNames({ events: [event("push", { payload })] })).toEqual([]);
  });

  it("stay in their places where they are shorter than a name", async () => {
    const from = object({ from: text });
    const payload = object({ title: from, body: from });
    expect(await sharedNames({ events: [event("edited", { payload })] })).toEqual([]);
  });
});

function object(properties: object, more: object = {}): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    ...more,
  };
}

function printPayloads(parts: Partial<SchemaModel>): Promise<string> {
  return emitFile(miniature(parts), "payloads.ts");
}

/** The names of the types that are declared for objects without a name in the YAML. */
async function sharedNames(parts: Partial<SchemaModel>): Promise<readonly string[]> {
  const declared = [...(await printPayloads(parts)).matchAll(/^export \w+ (\w+)/gm)];
  return declared.map(([, name = ""]) => name).filter((name) => !name.endsWith("Payload"));
}
