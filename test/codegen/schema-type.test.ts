/** Which type is made of the keywords of a schema, and how it is printed. */
import { describe, expect, it } from "vitest";
import { convertSchemas } from "../../codegen/emit/types/convert-schemas.js";
import type { PlainSchema } from "../../codegen/emit/types/plain-schema.js";

const object = (properties: object, more: object = {}): PlainSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const text = { type: "string" };
const other = { tsType: "Other" };

const ALIASES: readonly (readonly [PlainSchema, string])[] = [
  [true, "unknown"],
  [false, "never"],
  [{}, "unknown"],
  [text, "string"],
  [{ type: "integer" }, "number"],
  [{ type: "null" }, "null"],
  [{ type: ["string", "boolean"] }, "string | boolean"],
  [{ type: ["array", "string"], items: text }, "string[] | string"],
  [{ tsType: "Other" }, "Other"],
  [{ tsType: "(string | Date)" }, "string | Date"],
  [{ enum: ["a", 1, null, "a"] }, '"a" | 1 | null'],
  [{ enum: [] }, "never"],
  [{ type: "array" }, "unknown[]"],
  [{ type: "array", items: { enum: ["a"] } }, '("a")[]'],
  [{ items: { anyOf: [text, other] } }, "(string | Other)[]"],
  [{ type: "array", items: { tsType: "(string | Date)" } }, "(string | Date)[]"],
  [{ type: "array", items: [text, other], additionalItems: false }, "[string, Other]"],
  [{ type: "array", items: [text], additionalItems: other }, "[string, ...(Other)[]]"],
  [{ anyOf: [text, other, text] }, "string | Other"],
  [{ anyOf: [{ tsType: "(string | Date)" }, { type: "null" }] }, "string | Date | null"],
  [{ oneOf: [{ enum: ["a", "b"] }, { anyOf: [other] }] }, '"a" | "b" | Other'],
  [{ anyOf: [text, true] }, "unknown"],
  [{ allOf: [other, {}, { anyOf: [text, { type: "null" }] }] }, "Other & (string | null)"],
  [{ anyOf: [{ allOf: [other, text] }, text] }, "(Other & string) | string"],
  [{ allOf: [other], anyOf: [text, { tsType: "More" }] }, "Other & (string | More)"],
  [{ allOf: [{}] }, "unknown"],
];

/** The bodies of interfaces. */
const INTERFACES: readonly (readonly [PlainSchema, string])[] = [
  [object({}), ""],
  [object({ a: text, "b-c": other }, { required: ["a"] }), 'a: string\n"b-c"?: Other'],
  [object({ a: { anyOf: [text, other] } }), "a?: string | Other"],
  [object({ a: object({ b: text }) }), "a?: {\nb?: string\n}"],
  [{ anyOf: [object({ a: text })] }, "a?: string"],
  [{ allOf: [] }, "[k: string]: unknown"],
  [{ description: "Anything." }, "[k: string]: unknown"],
  [{ properties: { a: text } }, "a?: string"],
  [
    { type: "object", additionalProperties: { anyOf: [text, other] } },
    "[k: string]: string | Other",
  ],
  [
    object({ a: other }, { required: ["a"], additionalProperties: text }),
    "a: Other\n[k: string]: string | Other",
  ],
  [
    object({ a: other, b: false }, { additionalProperties: text }),
    "a?: Other\nb?: never\n[k: string]: string | Other | undefined",
  ],
  [object({ a: {} }, { additionalProperties: text }), "a?: unknown\n[k: string]: unknown"],
  [object({ a: { ...text, description: "One.\nTwo." } }), "/**\n * One.\n * Two.\n */\na?: string"],
  [object({ a: { ...text, deprecated: true } }), "/**\n * @deprecated\n */\na?: string"],
  [
    object({ a: { allOf: [other], anyOf: [text], deprecated: true } }),
    "/**\n * @deprecated\n */\na?: Other & string",
  ],
  [
    object({ a: { type: "array", description: "All.", items: { ...text, description: "Each." } } }),
    "/**\n * All.\n * \n * Items: Each.\n */\na?: string[]",
  ],
  [
    object({ a: { type: "array", items: { ...text, description: "\\@x {@link y}" } } }),
    "/**\n * Items: \\@x {@link y}\n */\na?: string[]",
  ],
  [object({ a: { type: "array", items: { ...text, description: "See @x." } } }), "a?: string[]"],
];

describe("the type of a schema", () => {
  it.each(ALIASES)("of %j is %s", (schema, type) => {
    expect(convert(schema)).toEqual({ kind: "alias", text: type });
  });

  it.each(INTERFACES)("of %j has members of its own", (schema, body) => {
    expect(convert(schema)).toEqual({ kind: "interface", text: `{\n${body}\n}` });
  });
});

function convert(schema: PlainSchema): unknown {
  return convertSchemas([{ name: "T", schema }]).get("T");
}
