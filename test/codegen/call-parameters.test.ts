/** Parts of a body that are keys of a call, and parts that have to be given under `data`. */
import { describe, expect, it } from "vitest";
import { isCallableBare, readCallForms } from "../../codegen/emit/calls/forms.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { Body, JsonSchema, Route } from "../../codegen/model/model.js";
import { component, miniature, parameter, refTo, route } from "../cases/codegen/emit/miniature.js";

const text = { type: "string" };

const model = miniature({
  components: [component("pair", object({ a: text, b: text }, ["a"]))],
});

describe("the body of a call", () => {
  it.each<[what: string, schema: JsonSchema, keys: string]>([
    ["an object", object({ a: text, b: text }, ["a"]), "a b? | data"],
    ["a shared object", refTo("pair"), "a b? | data"],
    [
      "an object with an optional property, or null",
      { ...(object({ a: text }) as object), type: ["object", "null"] },
      "a? | data",
    ],
    [
      "an object with a required property, or null",
      { ...(object({ a: text }, ["a"]) as object), type: ["object", "null"] },
      "a | data",
    ],
    ["a choice of one object", { oneOf: [object({ a: text }, ["a"])] }, "a | data"],
    ["a choice of an object and null", { anyOf: [refTo("pair"), { type: "null" }] }, "a b? | data"],
    [
      "a choice of objects",
      {
        oneOf: [object({ a: text, b: text }, ["a", "b"]), object({ a: text, c: text }, ["a"])],
      },
      "a b? c? | data",
    ],
    [
      "an object of which one property or another is required",
      {
        ...(object({ a: text, b: text, c: text }, ["c"]) as object),
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      "a? b? c | data",
    ],
    [
      "an object whose properties stand in its alternatives",
      { type: "object", oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] },
      "a? b? | data",
    ],
    [
      "a choice of an object and a list",
      { oneOf: [object({ a: text }, ["a"]), { type: "array", items: text }, text] },
      "a | data",
    ],
    [
      "an object or text",
      { ...(object({ a: text }, ["a"]) as object), type: ["object", "string"] },
      "a | data",
    ],
    ["a choice without an object", { oneOf: [text, { type: "array" }] }, "data"],
    ["a constant", { enum: [{ a: 1 }] }, "data"],
    ["an object with a name that is taken", object({ a: text, url: text }), "a? | data"],
    [
      "an object with a name that is taken, and a required one",
      object({ a: text, id: text }, ["a"]),
      "a | data",
    ],
    [
      "an object whose required name is taken",
      object({ a: text, headers: text }, ["headers"]),
      "data",
    ],
    ["an object with no other name than one that is taken", object({ id: text }), "data"],
  ])("that is %s has the keys that can be told apart", (_, schema, keys) => {
    expect(formsOf(schema)).toBe(keys);
  });

  it.each<[schema: JsonSchema, forms: string]>([
    [object({ a: text, b: text }, ["a"]), "a b? | data?"],
    [object({ a: text }), "a? | data?"],
    [{ type: "array" }, "data?"],
  ])("that may be left out lacks all of its keys or none that it requires: %j", (schema, forms) => {
    expect(formsOf(schema, { required: false })).toBe(forms);
  });

  it("that is not JSON is given whole", () => {
    expect(formsOf(object({ a: text }), { contentTypes: ["text/plain"] })).toBe("data");
  });

  it.each<[required: boolean, schema: JsonSchema, isBare: boolean]>([
    [true, { oneOf: [object({ a: text }, ["a"]), { type: "array" }] }, false],
    [false, { oneOf: [object({ a: text }, ["a"]), { type: "array" }] }, true],
    [true, object({ a: text }), true],
  ])(
    "decides if the call can be made without arguments: required %s, %j",
    (required, schema, isBare) => {
      const forms = formsOfBody({ schema, required }, { parameters: [] });
      expect(forms.some(isCallableBare)).toBe(isBare);
    },
  );

  it("gives a property the schemas of all alternatives, each once", () => {
    const described = { ...text, description: "What it is" };
    const number = { type: "integer" };
    const members = [object({ a: described }), object({ a: text }), object({ a: number })];
    const [form] = formsOfBody({ schema: { oneOf: members } });
    expect(form?.parameters[1]?.schema).toEqual({
      description: "What it is",
      anyOf: [described, number],
    });
  });

  it("gives a property the schema that stands outside the alternatives", () => {
    const narrow = object({ a: { enum: ["x"] } });
    const open = { properties: {}, additionalProperties: true };
    const schema = { ...(object({ a: text }) as object), oneOf: [narrow, open] };
    const [form] = formsOfBody({ schema });
    expect([form?.parameters[1]?.schema, form?.allowsAdditional]).toEqual([text, false]);
  });
});

function object(properties: object, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    required,
  };
}

function formsOfBody(body: Partial<Body> & Pick<Body, "schema">, parts: Partial<Route> = {}) {
  const things = route("PUT /things/{id}", {
    parameters: [parameter("path", "id")],
    body: { required: true, contentTypes: ["application/json"], ...body },
    ...parts,
  });
  return readCallForms(things, createResolver(model));
}

/** The forms of a call by the keys of the body in each, with `?` after what may be left out. */
function formsOf(schema: JsonSchema, parts: Partial<Body> = {}): string {
  const forms = formsOfBody({ schema, ...parts }).map(({ parameters, data }) => {
    const keys = parameters
      .filter((key) => key.in === "body")
      .map(({ name, required }) => (required ? name : `${name}?`));
    if (data !== undefined) keys.push(data.required ? "data" : "data?");
    return keys.join(" ");
  });
  return forms.join(" | ");
}
