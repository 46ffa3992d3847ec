/** Keywords of JSON Schema in the type of a payload. */
import { describe, expect, it } from "vitest";
import { miniature } from "../cases/codegen/read/miniature.js";
import { generated } from "./generated-route.js";

describe("keywords of JSON Schema", () => {
  it.each<[yaml: string, type: string]>([
    [
      "{ type: array, prefixItems: [{ type: string }, { type: number }], items: false }",
      "[string, number]",
    ],
    ["{ type: array, prefixItems: [{ type: string }] }", "[string, ...unknown[]]"],
    [
      "{ type: array, prefixItems: [{ type: string }], items: { type: integer }, minItems: 0 }",
      "[] | [string, ...number[]]",
    ],
    [
      '{ type: object, patternProperties: { "^x-": { type: string } }, additionalProperties: false }',
      "{\n    [k: string]: string;\n  }",
    ],
    [
      "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: integer } }",
      "{\n    a?: number;\n    b?: number;\n    [k: string]: number | undefined;\n  }",
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/cat" }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: kind, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        kind: "tom";
      })
    | (Dog & {
        kind?: "dog";
      })
    | {
        kind: \`unlisted \${string}\`;
      }`,
    ],
    [
      '{ oneOf: [{ description: A cat., allOf: [{ $ref: "../components/shared.yaml#/cat" }] }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: kind, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        kind: "tom";
      })
    | (Dog & {
        kind?: "dog";
      })
    | {
        kind: \`unlisted \${string}\`;
      }`,
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/cat" }, { $ref: "../components/shared.yaml#/dog" }], discriminator: { propertyName: sort, mapping: { tom: "../components/shared.yaml#/cat" } } }',
      `\n    | (Cat & {
        sort?: "tom";
      })
    | (Dog & {
        sort?: string;
      })`,
    ],
    [
      '{ oneOf: [{ $ref: "../components/shared.yaml#/fox" }], discriminator: { propertyName: kind } }',
      "Fox",
    ],
  ])("%s", async (yaml, type) => {
    const files = generated({
      "payloads/ping.yaml": `payload: { type: object, required: [a], properties: { a: ${yaml} } }\n`,
      "components/shared.yaml": `${miniature["components/shared.yaml"] ?? ""}
cat: { type: object, required: [kind], properties: { kind: { type: string }, paws: { type: integer } } }
dog: { allOf: [{ type: object, properties: { kind: { type: string } } }] }
fox: { type: object, properties: { kind: { const: fox } } }
`,
    });
    const text = await files.get("payloads.ts");
    const [, property = ""] = text.split("  a:");
    expect(property.trimStart().slice(0, type.trim().length + 1)).toBe(`${type.trim()};`);
  });
});
