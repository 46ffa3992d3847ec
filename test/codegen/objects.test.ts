/** Properties of composed objects are collected in linear time. */
import { describe, expect, it } from "vitest";
import { readObjectProperties } from "../../codegen/json-schema/objects.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { component, miniature, refTo } from "../cases/codegen/emit/miniature.js";

describe("the properties of an object", () => {
  it("are read once where compositions lead to them in very many ways", () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const inner = refTo(`level${level + 1}`);
      return component(`level${level}`, { oneOf: [inner, { allOf: [inner, inner] }] });
    });
    const last = component("level40", {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" } },
    });
    const resolve = createResolver(miniature({ components: [...levels, last] }));
    expect(readObjectProperties(refTo("level0"), resolve)).toEqual({
      properties: { id: { type: "string" } },
      required: ["id"],
      allowsAdditional: false,
      hasOtherForms: false,
      isChoice: true,
    });
  });
});
