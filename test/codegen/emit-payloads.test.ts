/** Types of events and payloads, and the list of event names. */
import { describe, expect, it } from "vitest";
import { action, component, event, refTo } from "../cases/codegen/emit/miniature.js";
import { emitted, object } from "./emitted.js";

describe("event-names.ts", () => {
  it("[B.9] [B.24] lists each event, then its combinations, frozen and tree-shakeable", async () => {
    const events = [event("push"), event("label", { actions: [action("created"), action("b")] })];
    const text = await emitted("event-names.ts", { events });
    expect(text).toContain(
      'type EmitterEventNames = readonly ["push", "label", "label.created", "label.b"];\n',
    );
    expect(text).toContain('const text = "" + " push" + " label .created .b";\n');
    expect(text).toContain("emitterEventNames = /* @__PURE__ */ expandNames(text);");
    expect(text).toContain("Object.freeze(names)");
    expect(text).toContain(
      "MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>",
    );
    expect(text).toContain(
      "MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>",
    );
  });
});

describe("payloads.ts", () => {
  it("describes an undescribed payload as any object", async () => {
    expect(await emitted("payloads.ts", { events: [event("push")] }))
      .toBe(`/** Payload of \`push\`. */
export interface PushPayload {
  [k: string]: unknown;
}
`);
  });

  it("takes maps among the values of a schema for values, whatever their keys", async () => {
    const value = { $ref: "package.json", tsType: "evil", hasOwnProperty: [1, null] };
    const payload = object({
      hasOwnProperty: { enum: ["hasOwnProperty"] },
      one: { enum: [value, "a"] },
      other: { const: value },
    });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })] });
    const printed = '{ $ref: "package.json"; tsType: "evil"; hasOwnProperty: [1, null] }';
    expect(text.replace(/\s+/g, " ")).toContain(
      `hasOwnProperty?: "hasOwnProperty"; one?: ${printed} | "a"; other?: ${printed}; }`,
    );
  });

  it("gives every action its literal, and the event the union", async () => {
    const payload = object({ action: { enum: ["a", "b"] }, id: { type: "integer" } }, ["id"]);
    const events = [event("thing", { actions: [action("a", payload), action("b")] })];
    expect(await emitted("payloads.ts", { events }))
      .toBe(`/** Payload of \`thing\` with any of its actions. */
export type ThingPayload = ThingAPayload | ThingBPayload;

/** Payload of \`thing.a\`. */
export interface ThingAPayload {
  action: "a";
  id: number;
}

/** Payload of \`thing.b\`. */
export interface ThingBPayload {
  action: "b";
  [k: string]: unknown;
}
`);
  });

  it("leaves the action of an event open whose sender chooses it", async () => {
    const payload = object({ action: { type: "string" } }, ["action"]);
    const events = [event("dispatch", { actions: [action("sample", payload)] })];
    const text = await emitted("payloads.ts", { events });
    expect(text).toContain("export interface DispatchPayload {\n  action: string;\n}\n");
    expect(text).toContain('export interface DispatchSamplePayload {\n  action: "sample";\n}\n');
  });

  it("declares a shared type once, under its key, whatever its title", async () => {
    const user = component("simple-user", {
      title: "User",
      ...object({ id: { type: "integer" } }),
    });
    const payload = object({ sender: refTo("simple-user"), owner: refTo("simple-user") });
    const events = [event("push", { payload }), event("fork", { payload })];
    const text = await emitted("payloads.ts", { events, components: [user] });
    expect(text.match(/interface SimpleUser /g)).toHaveLength(1);
    expect(text).toContain("  sender?: SimpleUser;\n  owner?: SimpleUser;\n");
    expect(text).not.toContain("SimpleUser1");
  });

  it("declares equal components once: one of the same name, an alias for another", async () => {
    const schema = object({ id: { type: "integer" } });
    const components = [
      component("user", schema, "a"),
      component("user", schema, "b"),
      component("owner", schema, "b"),
    ];
    const payload = object({
      x: refTo("user", "a"),
      y: refTo("user", "b"),
      z: refTo("owner", "b"),
    });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })], components });
    expect(text).toContain("  x?: User;\n  y?: User;\n  z?: Owner;\n");
    expect(text).toContain("export type Owner = User;\n");
    expect(text).not.toContain("User2");
  });

  it("merges equal components that refer to themselves, and keeps different ones apart", async () => {
    const node = (file: string, type: string) =>
      component("node", object({ next: refTo("node", file), value: { type } }), file);
    const components = [node("a", "string"), node("b", "string"), node("c", "integer")];
    const payload = object({ a: refTo("node", "a"), b: refTo("node", "b"), c: refTo("node", "c") });
    const text = await emitted("payloads.ts", { events: [event("push", { payload })], components });
    expect(text).toContain("  a?: Node;\n  b?: Node;\n  c?: CNode;\n");
    expect(text).toContain("  next?: CNode;\n  value?: number;\n");
  });

  it.each<[string, object, string]>([
    ["null in a list of types", { type: ["string", "null"] }, "p?: string | null;"],
    ["a nullable reference", { anyOf: [refTo("x"), { type: "null" }] }, "p?: X | null;"],
    ["a nullable enum", { enum: ["a", null] }, 'p?: "a" | null;'],
    ["const", { const: 7 }, "p?: 7;"],
    [
      "quotes in an enum",
      { enum: ["it's", 'a "b"', "`c`"] },
      `p?: "it's" | 'a "b"' | "\`c\`" | (string & {});`,
    ],
    ["a bare object", { type: "object" }, "p?: {\n    [k: string]: unknown;\n  };"],
    ["a map", { type: "object", additionalProperties: { type: "number" } }, "[k: string]: number;"],
    ["a list of a union", { items: { type: ["string", "integer"] } }, "p?: (string | number)[];"],
    ["a list with bounds", { type: "array", items: { type: "string" }, minItems: 2 }, "string[];"],
    ["one of", { oneOf: [refTo("x"), { type: "string" }] }, "p?: X | string;"],
    ["all of one", { allOf: [refTo("x")] }, "p?: X;"],
    [
      "an open enum",
      { type: "string", knownValues: ["a", 'b"'] },
      `p?: "a" | 'b"' | (string & {});`,
    ],
    [
      "an open enum with null",
      { type: ["string", "null"], knownValues: ["a"] },
      'p?: "a" | (string & {}) | null;',
    ],
    [
      "a list of an open enum",
      { items: { type: "string", knownValues: ["a"] } },
      'p?: ("a" | (string & {}))[];',
    ],
    [
      "an open enum of text and numbers",
      { type: ["string", "integer"], knownValues: ["a", 7] },
      'p?: "a" | 7 | (string & {}) | (number & {});',
    ],
    ["anything", {}, "p?: unknown;"],
    ["anything that is described", { description: "Any value." }, "p?: unknown;"],
    ["code for the tool behind", { type: "string", tsType: "Evil" }, "p?: string;"],
    ["an end of comment", { type: "string", description: "a */ b" }, "* a *\\/ b"],
    ["a default", { type: "integer", default: 30 }, "* Default: `30`"],
    ["deprecation", { type: "string", deprecated: true }, "* @deprecated"],
  ])("converts %s", async (_, schema, expected) => {
    const events = [event("push", { payload: object({ p: schema }) })];
    const components = [component("x", object({ id: { type: "string" } }))];
    expect(await emitted("payloads.ts", { events, components })).toContain(expected);
  });
});

describe("events.ts", () => {
  it("has one interface for each name, and one flat map", async () => {
    const events = [event("push"), event("label", { actions: [action("created")] })];
    const text = await emitted("events.ts", { events });
    expect(text).toContain(`export interface LabelEvent extends EventAttempt {
  id: string;
  name: "label";
  payload: LabelPayload;
}
`);
    expect(text).toContain(`export interface LabelCreatedEvent extends EventAttempt {
  id: string;
  name: "label";
  payload: LabelCreatedPayload;
}
`);
    expect(text).toContain(`export interface EventMap {
  push: PushEvent;
  label: LabelEvent;
  "label.created": LabelCreatedEvent;
}
`);
    expect(text).toContain('export type EmitterEventName = "push" | "label";\n');
    expect(text).toContain(
      'export type EmitterWebhookEventName = "push" | "label" | "label.created";\n',
    );
    expect(text)
      .toContain(`Name extends EmitterWebhookEventName = EmitterEventName> = EventMap[Name];
`);
  });
});
