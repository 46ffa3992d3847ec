/** Samples of responses: all properties if they fit, else the first ones. */
import { describe, expect, it } from "vitest";
import { sampleJson } from "../../codegen/site/json-sample.js";

const settings = {
  resolve: () => {
    throw new Error("The schemas refer to nothing.");
  },
  baseUrl: "https://a.example",
};

describe("a sample of a body", () => {
  it("has optional properties and an item of each list, and none that is deprecated", () => {
    const { text, isCut } = sampleJson(
      {
        type: "object",
        properties: {
          id: { type: "string" },
          old: { type: "string", deprecated: true },
          tags: { type: "array", items: { type: "string" } },
          owner: { type: "object", properties: { name: { type: "string" } } },
        },
      },
      settings,
    );
    const value = JSON.parse(text) as Record<string, unknown>;
    expect([isCut, Object.keys(value)]).toEqual([false, ["id", "tags", "owner"]]);
    expect(value["tags"]).toHaveLength(1);
    expect(value["owner"]).toHaveProperty("name");
  });

  it("is cut if it is long, and says so", () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const item = { type: "object", required: names, properties };
    const { text, isCut } = sampleJson({ type: "array", items: item }, settings);
    expect(isCut).toBe(true);
    expect(text.split("\n").length).toBeLessThanOrEqual(40);
    expect((JSON.parse(text) as Record<string, unknown>[])[0]).toHaveProperty("p0");
  });
});
