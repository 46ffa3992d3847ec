/** Components that contain themselves without a property between: no type can say that, so the cycle is broken. */
import { describe, expect, it } from "vitest";
import { breakCycles } from "../../codegen/json-schema/cycles.js";
import type { JsonSchema } from "../../codegen/model/model.js";
import { component, miniature, refTo } from "../cases/codegen/emit/miniature.js";

const text = { type: "string" };

describe("a cycle", () => {
  it.each<[what: string, schemas: Schemas, changed: Schemas]>([
    [
      "a base that lists the variants that extend it",
      {
        Base: {
          type: "object",
          properties: { id: text },
          oneOf: [refTo("Cat"), refTo("Dog")],
        },
        Cat: { allOf: [refTo("Base"), variant("claws")] },
        Dog: { allOf: [refTo("Base"), variant("tail")] },
      },
      {
        Cat: { allOf: [{ type: "object", properties: { id: text } }, variant("claws")] },
        Dog: { allOf: [{ type: "object", properties: { id: text } }, variant("tail")] },
      },
    ],
    [
      "a base that is nothing but its variants",
      {
        Base: { oneOf: [refTo("Cat")], discriminator: { propertyName: "kind" } },
        Cat: { allOf: [refTo("Base"), variant("claws")] },
      },
      { Cat: { allOf: [variant("claws")] } },
    ],
    [
      "variants of variants",
      {
        Base: { properties: { id: text }, anyOf: [refTo("Pet")] },
        Pet: { allOf: [refTo("Base"), variant("name")], anyOf: [refTo("Cat")] },
        Cat: { allOf: [refTo("Pet"), variant("claws")] },
      },
      {
        Pet: { allOf: [{ properties: { id: text } }, variant("name")], anyOf: [refTo("Cat")] },
        Cat: {
          allOf: [{ allOf: [{ properties: { id: text } }, variant("name")] }, variant("claws")],
        },
      },
    ],
    [
      "a union that contains itself",
      { Value: { anyOf: [text, refTo("Value"), { type: "array", items: refTo("Value") }] } },
      { Value: { anyOf: [text, { type: "array", items: refTo("Value") }] } },
    ],
    [
      "two unions that contain each other",
      { A: { oneOf: [text, refTo("B")] }, B: { oneOf: [{ type: "null" }, refTo("A")] } },
      { A: { oneOf: [text] } },
    ],
    [
      "a union that contains nothing but itself",
      {
        Value: {
          description: "Any.",
          oneOf: [refTo("Value")],
          discriminator: { propertyName: "a" },
        },
      },
      { Value: { description: "Any." } },
    ],
    [
      "a schema that extends itself",
      { A: { allOf: [refTo("A"), variant("a")] } },
      { A: { allOf: [variant("a")] } },
    ],
  ])("without a property in it is broken: %s", (_what, schemas, changed) => {
    expect(breakCyclesOf(schemas)).toEqual({ ...schemas, ...changed });
  });

  it.each<[what: string, schemas: Schemas]>([
    ["through a property", { A: object({ a: refTo("A") }) }],
    ["through items", { A: { anyOf: [text, { type: "array", items: refTo("A") }] } }],
    ["through other properties", { A: { allOf: [{ additionalProperties: refTo("A") }] } }],
    [
      "back to a shared base through a property",
      { A: { allOf: [refTo("B")] }, B: object({ a: refTo("A") }) },
    ],
  ])("stays where it leads %s", (_what, schemas) => {
    expect(breakCyclesOf(schemas)).toEqual(schemas);
  });
});

function object(properties: object): JsonSchema {
  return { type: "object", properties };
}

function variant(kind: string) {
  return { type: "object", properties: { [kind]: text } };
}

/** The schemas of the components after cycles were broken, by name. */
function breakCyclesOf(schemas: Readonly<Record<string, JsonSchema>>) {
  const components = Object.entries(schemas).map(([name, schema]) => component(name, schema));
  const model = breakCycles(miniature({ components }));
  return Object.fromEntries(model.components.map(({ name, schema }) => [name, schema]));
}

type Schemas = Readonly<Record<string, JsonSchema>>;
