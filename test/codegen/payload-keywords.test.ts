/** Keywords of JSON Schema in the type of a payload. */
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { miniature } from "../cases/codegen/read/miniature.js";
import { generated } from "./generated-route.js";

/** In `dog`, the key is inside `allOf`; `cat` needs it, `dog` does not. */
const SHARED = `${miniature["components/shared.yaml"] ?? ""}
cat: { type: object, required: [kind], properties: { kind: { type: string }, paws: { type: integer } } }
dog: { allOf: [{ type: object, properties: { kind: { type: string } } }] }
fox: { type: object, properties: { kind: { const: fox } } }
`;
const CAT = '{ $ref: "../components/shared.yaml#/cat" }';
const DOG = '{ $ref: "../components/shared.yaml#/dog" }';
const FOX = '{ $ref: "../components/shared.yaml#/fox" }';

/** A cat is called `tom`. A dog, which has no entry, is called like its component. */
const TOM_IS_CAT = '{ tom: "../components/shared.yaml#/cat" }';
const TOM_OR_DOG = `| (Cat & {
        kind: "tom";
      })
    | (Dog & {
        kind?: "dog";
      })
    | {
        kind: \`unlisted \${string}\`;
      }`;

describe("keywords of JSON Schema", () => {
  it.each([
    {
      what: "`prefixItems` without others are a tuple",
      yaml: "{ type: array, prefixItems: [{ type: string }, { type: number }], items: false }",
      type: "[string, number]",
    },
    {
      what: "`prefixItems` alone are a tuple that goes on",
      yaml: "{ type: array, prefixItems: [{ type: string }] }",
      type: "[string, ...unknown[]]",
    },
    {
      what: "`prefixItems` that may be missing are a tuple that may be empty",
      yaml: "{ type: array, prefixItems: [{ type: string }], items: { type: integer }, minItems: 0 }",
      type: "[] | [string, ...number[]]",
    },
    {
      what: "`patternProperties` are an index signature",
      yaml: '{ type: object, patternProperties: { "^x-": { type: string } }, additionalProperties: false }',
      type: "{\n    [k: string]: string;\n  }",
    },
    {
      what: "`propertyNames` with an `enum` are properties, which may be missing",
      yaml: "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: integer } }",
      type: "{\n    a?: number;\n    b?: number;\n    [k: string]: number | undefined;\n  }",
    },
    {
      what: "a `discriminator` narrows its property in each member, and adds an unlisted one",
      yaml: `{ oneOf: [${CAT}, ${DOG}], discriminator: { propertyName: kind, mapping: ${TOM_IS_CAT} } }`,
      type: TOM_OR_DOG,
    },
    {
      what: "a `discriminator` does the same where a member has a description beside its reference",
      yaml: `{ oneOf: [{ description: A cat., allOf: [${CAT}] }, ${DOG}], discriminator: { propertyName: kind, mapping: ${TOM_IS_CAT} } }`,
      type: TOM_OR_DOG,
    },
    {
      what: "a `discriminator` of a property that no member has narrows it only where `mapping` names it",
      yaml: `{ oneOf: [${CAT}, ${DOG}], discriminator: { propertyName: sort, mapping: ${TOM_IS_CAT} } }`,
      type: `| (Cat & {
        sort?: "tom";
      })
    | (Dog & {
        sort?: string;
      })`,
    },
    {
      what: "a `discriminator` of a single member, whose property is constant, adds nothing",
      yaml: `{ oneOf: [${FOX}], discriminator: { propertyName: kind } }`,
      type: "Fox",
    },
  ])("$what", async ({ yaml, type }) => {
    const files = generated({
      "payloads/ping.yaml": `payload: { type: object, required: [a], properties: { a: ${yaml} } }\n`,
      "components/shared.yaml": SHARED,
    });
    expect(typeOfProperty("a", await files.get("payloads.ts"))).toBe(type);
  });
});

/** The type, as it is printed, of the first property of that name in an interface of a module. */
function typeOfProperty(name: string, text: string): string | undefined {
  const file = ts.createSourceFile("payloads.ts", text, ts.ScriptTarget.Latest, true);
  const members = file.statements.filter(ts.isInterfaceDeclaration).flatMap((each) => each.members);
  const properties = members.filter(ts.isPropertySignature);
  return properties.find((each) => each.name.getText() === name)?.type?.getText();
}
