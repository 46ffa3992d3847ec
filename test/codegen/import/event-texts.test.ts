/** Texts of events and their actions: where an import finds them, and where it writes them. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { generate } from "../../../codegen/generate.js";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

/** A text that would end a comment, or be a tag, a row of a table or another kind of YAML. */
const HOSTILE = "*/ @deprecated a: b | #c {@link d} <i>e</i> \u0000\ud800 ---";

describe("an imported event has", () => {
  it.each<[what: string, texts: object, expected: string]>([
    ["its summary", { summary: "A thing came", description: "Long." }, "A thing came"],
    ["else its description", { description: "A thing came." }, "A thing came."],
    ["the first sentence", { description: "It came. It saw." }, "It came."],
    [
      "no less for an abbreviation",
      { description: "It came, e.g. Tom. Ah." },
      "It came, e.g. Tom.",
    ],
    [
      "no less for a name",
      { description: "See api.x.com v1.2 first. Ah." },
      "See api.x.com v1.2 first.",
    ],
    ["a sentence in brackets whole", { summary: "It came (at last.) Then" }, "It came (at last.)"],
    ["a sentence of another script", { summary: "订单已创建。第二句。" }, "订单已创建。"],
    ["one line", { description: "A thing\n  came\u2028home.\n\nMore." }, "A thing came home."],
    ["the first paragraph", { description: "# Thing\n\n> Old!\n\nIt came\n- now" }, "It came"],
    ["no code", { description: "```\nIt. is.\n```\nIt came" }, "It came"],
    ["what a colon announces as dots", { description: "Sent when:\n- a\n- b" }, "Sent when …"],
    [
      "links as their text",
      { summary: "A [thing](https://x.y/a) [came][1] ![x](y)" },
      "A thing came",
    ],
    ["no markup", { summary: "A **thing**<br/>came \\_by\\_ `us`" }, "A thing came _by_ `us`"],
    [
      "the description, where the summary is the name",
      { summary: "Thing made", description: "It came." },
      "It came.",
    ],
  ])("%s", (_what, texts, expected) => {
    expect(textOf(texts)).toEqual({ description: expected });
  });

  it.each<[what: string, texts: object]>([
    ["that are no text", { summary: 1, description: ["A thing"] }],
    ["that are empty", { summary: "", description: " \n" }],
    ["that only repeat its name", { summary: "Thing Made.", description: "thing.made" }],
    ["of no letters", { summary: "…" }],
    ["with no prose", { description: "# Thing\n\n| a |" }],
  ])("no text of those %s", (_what, texts) => {
    expect(textOf(texts)).toBeNull();
  });

  it.each<[what: string, text: string, end: string]>([
    ["words", "thing ".repeat(100), "thing thing …"],
    ["a word", "🙂a".repeat(100), "🙂a …"],
    ["a code span", `${"thing ".repeat(30)}\`${"a b ".repeat(30)}\``, "thing thing …"],
  ])("200 characters at most of %s", (_what, summary, end) => {
    const { description } = textOf({ summary }) as { description: string };
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description.endsWith(end)).toBe(true);
    expect(description).toMatch(
      /^[^\ud800-\udfff]*(?:[\ud800-\udbff][\udc00-\udfff][^\ud800-\udfff]*)*$/,
    );
  });

  it("the texts of its path item, below those of the operation and those beside a reference", () => {
    const paths = {
      made: { summary: "Any thing", ...webhook({}) },
      lost: { summary: "Any thing", ...webhook({ description: "It went." }) },
    };
    const webhooks = {
      one: { $ref: "#/components/pathItems/made" },
      two: { $ref: "#/components/pathItems/made", description: "The second thing." },
      three: { $ref: "#/components/pathItems/lost" },
    };
    expect(importEvents(webhooks, { components: { pathItems: paths } }).events).toEqual({
      one: { description: "Any thing" },
      two: { description: "The second thing." },
      three: { description: "It went." },
    });
  });
});

describe("between an event and its actions", () => {
  const common = { summary: "Things change." };
  it.each<[what: string, webhooks: object, expected: unknown]>([
    [
      "what all webhooks say is the event's, the rest belongs to the actions",
      {
        "thing-made": webhook({ ...common, description: "It came." }, "made"),
        "thing-lost": webhook({ ...common, description: "It went." }, "lost"),
        "thing-kept": webhook(common, "kept"),
      },
      {
        description: "Things change.",
        actions: { made: "It came.", lost: "It went.", kept: null },
      },
    ],
    [
      "texts that differ are the actions'",
      {
        "thing-made": webhook({ summary: "It came." }, "made"),
        "thing-lost": webhook({}, "lost"),
      },
      { actions: { made: "It came.", lost: null } },
    ],
    [
      "the only text of one action is the action's",
      { "thing-made": webhook(common, "made") },
      { actions: { made: "Things change." } },
    ],
    [
      "the text of one webhook for several actions is the event's",
      { thing: webhook({ ...common, description: "They do." }, "made", "lost") },
      { description: "Things change.", actions: ["made", "lost"] },
    ],
    [
      "without texts, there are names alone",
      { thing: webhook({}, "made", "lost") },
      { actions: ["made", "lost"] },
    ],
  ])("%s", (_what, webhooks, expected) => {
    expect(importEvents(webhooks).events).toEqual({ thing: expected });
  });
});

describe("a text of the description", () => {
  const hostile = { thing: webhook({ summary: HOSTILE }), other: webhook({ summary: "null" }) };

  it("stays text in YAML, in comments and in Markdown", async () => {
    const { texts, events } = importEvents(hostile);
    const text = "*/ @deprecated a: b | #c {@link d} e \ufffd ---";
    expect(events).toEqual({ thing: { description: text }, other: { description: "null" } });
    const files = Object.entries(texts).map(([path, each]) => ({ path, text: each }));
    const generated = new Map(
      (await generate(readSchema(files))).map((file) => [file.path, file.text]),
    );
    const safe = "*\\/ \\@deprecated a: b | #c {\\@link d} e \ufffd ---";
    expect(generated.get("events.ts")).toContain(`\n/** Delivery of \`thing\`. ${safe} */\n`);
    expect(generated.get("payloads.ts")).toContain(`\n/** Payload of \`thing\`. ${safe} */\n`);
    expect(generated.get("reference/events.md")).toContain(
      "\\*/ @deprecated a: b \\| \\#c \\{@link d\\}",
    );
  });

  it("is counted among what is ignored only where it is not read", () => {
    const { notes } = importEvents({
      thing: webhook({ summary: "Thing", description: "It came." }),
    });
    const ofWebhooks = notes.filter((note) => note.includes("of a webhook"));
    expect(ofWebhooks).toEqual(["Ignored: `summary` of a webhook (1)."]);
  });
});

describe("an import over events with texts", () => {
  const webhooks = {
    ping: webhook({ summary: "It is there." }),
    "thing-made": webhook({ summary: "Things change.", description: "It came." }, "made"),
    "thing-lost": webhook({ summary: "Things change.", description: "It went." }, "lost"),
  };
  const api = describeApi({ webhooks });

  it("changes nothing of its own result", () => {
    const { texts } = importAlone(api);
    expect(importInto(texts, api).texts).toEqual(texts);
  });

  it("keeps what was written by hand, and adds what is absent", () => {
    const events = `ping:
  # Ours.
  description: By hand.

thing:
  actions:
    made: By hand.
    lost:
`;
    const { texts } = importInto({ "events.yaml": events }, api);
    expect(texts["events.yaml"]).toBe(`ping:
  # Ours.
  description: By hand.

thing:
  description: Things change.
  actions: { made: By hand., lost: It went. }
`);
    expect(importInto(texts, api).texts).toEqual(texts);
  });

  it("makes a map of a list whose actions have texts now", () => {
    const events = "ping:\nthing:\n  description: By hand.\n  actions: [lost, other]\n";
    const { texts } = importInto({ "events.yaml": events }, api);
    expect(parse(texts["events.yaml"] ?? "")).toEqual({
      ping: { description: "It is there." },
      thing: {
        description: "By hand.",
        actions: { lost: "It went.", other: null, made: "It came." },
      },
    });
  });
});

function textOf(texts: object, key = "thing.made") {
  return (importEvents({ [key]: webhook(texts) }).events as Record<string, unknown>)[key];
}

/** A webhook with texts, whose payload holds one of some actions. */
function webhook(texts: object, ...actions: readonly string[]) {
  const properties = actions.length === 0 ? {} : { action: { enum: actions } };
  const schema = { type: "object", properties };
  return { post: { ...texts, requestBody: { content: { "application/json": { schema } } } } };
}

function importEvents(webhooks: object, more: object = {}) {
  const imported = importAlone(describeApi({ webhooks, ...more }));
  return { ...imported, events: parse(imported.texts["events.yaml"] ?? "") as unknown };
}
