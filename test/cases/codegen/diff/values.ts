/** Single changes of the schema of a value, with the level of each. */
import type { Level } from "../../../../codegen/diff/levels.js";

export interface ValueCase {
  /** The schema before the change, as YAML. */
  readonly before: string;
  readonly after: string;
  /** The level where callers write the value: in a body. */
  readonly sent: Level;
  /** The level where programs read the value: in a response, or in a payload. */
  readonly received: Level;
  /** Values that are valid before the change, and may be refused after it. */
  readonly writes?: readonly unknown[];
  /** Statements about `value` that compile before the change. Default: the new value is assigned to the old type. */
  readonly reads?: readonly string[];
  /** Lines of `vendor.yaml`, before and after. */
  readonly vendor?: string;
}

/**
 * The YAML of an object.
 * @param fields The fields, as `properties` has them.
 * @param required Names of those that are required, with commas between them.
 * @param additional The schema of all other fields.
 */
const OBJECT = (fields: string, { required = "", additional = "" } = {}) =>
  `{ type: object, properties: { ${fields} }${required && `, required: [${required}]`}${additional && `, additionalProperties: ${additional}`} }`;

const value = (
  before: string,
  after: string,
  others: Omit<ValueCase, "before" | "after">,
): ValueCase => ({ before, after, ...others });

/** The YAML of a choice among these components of `components/shapes.yaml`. */
const SHAPE = (...kinds: readonly string[]) => `{ ${oneOfShapes(kinds)} }`;

/** The same choice, whose variants are told by their field `kind`. */
const SHAPE_BY_KIND = (...kinds: readonly string[]) => {
  const mapping = "{ circle: components/shapes.yaml#/circle }";
  return `{ ${oneOfShapes(kinds)}, discriminator: { propertyName: kind, mapping: ${mapping} } }`;
};

const oneOfShapes = (kinds: readonly string[]) =>
  `oneOf: [${kinds.map((kind) => `{ $ref: components/shapes.yaml#/${kind} }`).join(", ")}]`;

const CLOSED = "enums: closed";

const RICH = "values: { date-time: Date, int64: bigint }";

// prettier-ignore
export const VALUES: Readonly<Record<string, ValueCase>> = {
  "nothing": value("{ type: string }", "{ type: string }", { sent: "none", received: "none" }),
  "a text about it": value("{ type: string }", "{ type: string, description: New. }", { sent: "patch", received: "patch" }),
  "an example": value("{ type: string }", "{ type: string, examples: [a] }", { sent: "patch", received: "patch" }),
  "another default": value("{ type: integer, default: 1 }", "{ type: integer, default: 2 }", { sent: "patch", received: "patch" }),
  "deprecated": value("{ type: string }", "{ type: string, deprecated: true }", { sent: "minor", received: "minor" }),
  "no longer deprecated": value("{ type: string, deprecated: true }", "{ type: string }", { sent: "patch", received: "patch" }),

  // type
  "string to number": value("{ type: string }", "{ type: number }", { sent: "major", received: "major" }),
  "number to string": value("{ type: number }", "{ type: string }", { sent: "major", received: "major" }),
  "string to boolean": value("{ type: string }", "{ type: boolean }", { sent: "major", received: "major" }),
  "integer to number": value("{ type: integer }", "{ type: number }", { sent: "minor", received: "patch" }),
  "number to integer": value("{ type: number }", "{ type: integer }", { sent: "major", received: "patch", writes: [1.5] }),
  "string to list": value("{ type: string }", "{ type: array, items: { type: string } }", { sent: "major", received: "major" }),
  "object to list": value(OBJECT("a: { type: string }"), "{ type: array, items: { type: string } }", { sent: "major", received: "major" }),
  "string to object": value("{ type: string }", OBJECT("a: { type: string }"), { sent: "major", received: "major" }),
  "nullable by type": value("{ type: string }", "{ type: [string, \"null\"] }", { sent: "minor", received: "major" }),
  "no longer nullable": value("{ type: [string, \"null\"] }", "{ type: string }", { sent: "major", received: "minor" }),
  "nullable by anyOf": value("{ type: string }", "{ anyOf: [{ type: string }, { type: \"null\" }] }", { sent: "minor", received: "major" }),
  "nullable in another notation": value("{ type: [string, \"null\"] }", "{ anyOf: [{ type: string }, { type: \"null\" }] }", { sent: "patch", received: "patch" }),
  "anything to string": value("true", "{ type: string }", { sent: "major", received: "minor", writes: [1] }),
  "string to anything": value("{ type: string }", "true", { sent: "minor", received: "major" }),
  "one type more": value("{ type: string }", "{ type: [string, integer] }", { sent: "minor", received: "major" }),
  "one type less": value("{ type: [string, integer] }", "{ type: string }", { sent: "major", received: "major", writes: [1], reads: ["if (typeof value === 'number') value.toFixed();"] }),

  // enum, const
  "a new value": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, b, c] }", { sent: "minor", received: "minor" }),
  "a value less": value("{ type: string, enum: [a, b, c] }", "{ type: string, enum: [a, b] }", { sent: "major", received: "minor", writes: ["c"], reads: ["if (value === 'c') value.length;"] }),
  "all values but one": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a] }", { sent: "major", received: "major", writes: ["b"], reads: ["if (value === 'b') value.length;"] }),
  "other values": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, c] }", { sent: "major", received: "minor" }),
  "values in another order": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [b, a] }", { sent: "patch", received: "patch" }),
  "a list of values": value("{ type: string }", "{ type: string, enum: [a, b] }", { sent: "major", received: "minor", writes: ["z"] }),
  "no list of values": value("{ type: string, enum: [a, b] }", "{ type: string }", { sent: "minor", received: "minor" }),
  "a new number": value("{ type: integer, enum: [1, 2] }", "{ type: integer, enum: [1, 2, 3] }", { sent: "minor", received: "minor" }),
  "a number less": value("{ type: integer, enum: [1, 2, 3] }", "{ type: integer, enum: [1, 2] }", { sent: "major", received: "minor", writes: [3] }),
  "null among the values": value("{ enum: [a, b] }", "{ enum: [a, b, null] }", { sent: "minor", received: "major" }),
  "another constant": value("{ const: a }", "{ const: b }", { sent: "major", received: "major" }),
  "a constant to a list": value("{ const: a }", "{ type: string, enum: [a, b] }", { sent: "minor", received: "major" }),

  // limits
  "a minimum": value("{ type: integer }", "{ type: integer, minimum: 1 }", { sent: "major", received: "patch", writes: [0] }),
  "a smaller minimum": value("{ type: integer, minimum: 5 }", "{ type: integer, minimum: 1 }", { sent: "minor", received: "patch" }),
  "a greater minimum": value("{ type: integer, minimum: 1 }", "{ type: integer, minimum: 5 }", { sent: "major", received: "patch", writes: [1] }),
  "no minimum": value("{ type: integer, minimum: 1 }", "{ type: integer }", { sent: "minor", received: "patch" }),
  "a maximum": value("{ type: integer }", "{ type: integer, maximum: 9 }", { sent: "major", received: "patch", writes: [10] }),
  "a smaller maximum": value("{ type: integer, maximum: 9 }", "{ type: integer, maximum: 5 }", { sent: "major", received: "patch", writes: [9] }),
  "a greater maximum": value("{ type: integer, maximum: 5 }", "{ type: integer, maximum: 9 }", { sent: "minor", received: "patch" }),
  "an exclusive minimum": value("{ type: number }", "{ type: number, exclusiveMinimum: 0 }", { sent: "major", received: "patch", writes: [0] }),
  "a minimum becomes exclusive": value("{ type: number, minimum: 0 }", "{ type: number, exclusiveMinimum: 0 }", { sent: "major", received: "patch", writes: [0] }),
  "a minimum is no longer exclusive": value("{ type: number, exclusiveMinimum: 0 }", "{ type: number, minimum: 0 }", { sent: "minor", received: "patch" }),
  "a greater exclusive minimum": value("{ type: number, exclusiveMinimum: 1 }", "{ type: number, exclusiveMinimum: 2 }", { sent: "major", received: "patch", writes: [1.5] }),
  "no exclusive minimum": value("{ type: number, exclusiveMinimum: 0 }", "{ type: number }", { sent: "minor", received: "patch" }),
  "the same minimum of integers, exclusive": value("{ type: integer, minimum: 1 }", "{ type: integer, exclusiveMinimum: 0 }", { sent: "patch", received: "patch" }),
  "the stricter of two minimums": value("{ type: number, minimum: 5, exclusiveMinimum: 1 }", "{ type: number, minimum: 5 }", { sent: "patch", received: "patch" }),
  "an exclusive maximum": value("{ type: number }", "{ type: number, exclusiveMaximum: 9 }", { sent: "major", received: "patch", writes: [9] }),
  "a maximum becomes exclusive": value("{ type: number, maximum: 9 }", "{ type: number, exclusiveMaximum: 9 }", { sent: "major", received: "patch", writes: [9] }),
  "a maximum is no longer exclusive": value("{ type: number, exclusiveMaximum: 9 }", "{ type: number, maximum: 9 }", { sent: "minor", received: "patch" }),
  "a greater exclusive maximum": value("{ type: number, exclusiveMaximum: 5 }", "{ type: number, exclusiveMaximum: 9 }", { sent: "minor", received: "patch" }),
  "a step": value("{ type: number }", "{ type: number, multipleOf: 2 }", { sent: "major", received: "patch", writes: [3] }),
  "a finer step": value("{ type: number, multipleOf: 4 }", "{ type: number, multipleOf: 2 }", { sent: "minor", received: "patch" }),
  "a finer step of fractions": value("{ type: number, multipleOf: 0.3 }", "{ type: number, multipleOf: 0.1 }", { sent: "minor", received: "patch" }),
  "a coarser step": value("{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 4 }", { sent: "major", received: "patch", writes: [2] }),
  "another step": value("{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 3 }", { sent: "major", received: "patch", writes: [2] }),
  "no step": value("{ type: number, multipleOf: 2 }", "{ type: number }", { sent: "minor", received: "patch" }),
  "a least length": value("{ type: string }", "{ type: string, minLength: 2 }", { sent: "major", received: "patch", writes: ["a"] }),
  "no least length": value("{ type: string, minLength: 2 }", "{ type: string }", { sent: "minor", received: "patch" }),
  "a greatest length": value("{ type: string }", "{ type: string, maxLength: 2 }", { sent: "major", received: "patch", writes: ["abc"] }),
  "a smaller greatest length": value("{ type: string, maxLength: 3 }", "{ type: string, maxLength: 2 }", { sent: "major", received: "patch", writes: ["abc"] }),
  "a greater greatest length": value("{ type: string, maxLength: 2 }", "{ type: string, maxLength: 3 }", { sent: "minor", received: "patch" }),
  "a pattern": value("{ type: string }", "{ type: string, pattern: '^a' }", { sent: "major", received: "patch", writes: ["b"] }),
  "another pattern": value("{ type: string, pattern: '^b' }", "{ type: string, pattern: '^a' }", { sent: "major", received: "patch", writes: ["b"] }),
  "no pattern": value("{ type: string, pattern: '^b' }", "{ type: string }", { sent: "minor", received: "patch" }),
  "a format": value("{ type: string }", "{ type: string, format: uuid }", { sent: "major", received: "patch", writes: ["b"] }),
  "no format": value("{ type: string, format: uuid }", "{ type: string }", { sent: "minor", received: "patch" }),
  "a time": value("{ type: string }", "{ type: string, format: date-time }", { sent: "major", received: "patch", writes: ["b"] }),
  "no time": value("{ type: string, format: date-time }", "{ type: string }", { sent: "major", received: "patch" }),
  "a least number of items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, minItems: 1 }", { sent: "major", received: "patch", writes: [[]] }),
  "a smaller number of items": value("{ type: array, items: { type: string }, minItems: 2 }", "{ type: array, items: { type: string }, minItems: 1 }", { sent: "minor", received: "patch" }),

  // objects
  "a new field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }, b: { type: string }"), { sent: "minor", received: "minor" }),
  "a new required field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }, b: { type: string }", { required: "b" }), { sent: "major", received: "minor" }),
  "a field less": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }"), { sent: "major", received: "major", writes: [{ a: "", b: "" }], reads: ["value.b;"] }),
  "a required field less": value(OBJECT("a: { type: string }, b: { type: string }", { required: "b" }), OBJECT("a: { type: string }"), { sent: "major", received: "major", writes: [{ b: "" }] }),
  "a renamed field": value(OBJECT("a: { type: string }"), OBJECT("b: { type: string }"), { sent: "major", received: "major", writes: [{ a: "" }], reads: ["value.a;"] }),
  "a field is required": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }", { required: "a" }), { sent: "major", received: "minor" }),
  "a field is optional": value(OBJECT("a: { type: string }", { required: "a" }), OBJECT("a: { type: string }"), { sent: "minor", received: "major" }),
  "another type of a field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: number }"), { sent: "major", received: "major" }),
  "a nullable field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: [string, \"null\"] }"), { sent: "minor", received: "major" }),
  "a deep field less": value(OBJECT(`a: ${OBJECT("b: { type: string }, c: { type: string }")}`), OBJECT(`a: ${OBJECT("c: { type: string }")}`), { sent: "major", received: "major", writes: [{ a: { b: "" } }], reads: ["value.a?.b;"] }),
  "a deep new field": value(OBJECT(`a: ${OBJECT("b: { type: string }")}`), OBJECT(`a: ${OBJECT("b: { type: string }, c: { type: string }")}`), { sent: "minor", received: "minor" }),
  "other fields": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }", { additional: "true" }), { sent: "minor", received: "minor" }),
  "no other fields": value(OBJECT("a: { type: string }", { additional: "true" }), OBJECT("a: { type: string }"), { sent: "major", received: "major", writes: [{ z: 1 }], reads: ["value.z;"] }),
  "other fields are forbidden": value(OBJECT("a: { type: string }", { additional: "true" }), OBJECT("a: { type: string }", { additional: "false" }), { sent: "major", received: "major", writes: [{ z: 1 }], reads: ["value.z;"] }),
  "other fields were forbidden": value(OBJECT("a: { type: string }", { additional: "false" }), OBJECT("a: { type: string }", { additional: "true" }), { sent: "minor", received: "minor" }),
  "a map of another type": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: number } }", { sent: "major", received: "major" }),
  "a map whose values are wider": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: [string, \"null\"] } }", { sent: "minor", received: "major" }),
  "any object is described": value("{ type: object }", OBJECT("a: { type: string }"), { sent: "major", received: "major", writes: [{ z: 1 }], reads: ["value.z;"] }),
  "an object is no longer described": value(OBJECT("a: { type: string }"), "{ type: object }", { sent: "minor", received: "major", reads: ["const text: string | undefined = value.a; void text;"] }),
  "a field less where others are allowed": value(OBJECT("a: { type: string }, b: { type: string }", { additional: "true" }), OBJECT("a: { type: string }", { additional: "true" }), { sent: "minor", received: "major", writes: [{ b: "" }], reads: ["const text: string | undefined = value.b; void text;"] }),
  "another pattern of names": value("{ type: object, patternProperties: { '^a': { type: string } } }", "{ type: object, patternProperties: { '^a': { type: number } } }", { sent: "major", received: "major" }),
  "readOnly": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }, b: { type: string, readOnly: true }"), { sent: "major", received: "patch", writes: [{ b: "" }] }),
  "writeOnly": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }, b: { type: string, writeOnly: true }"), { sent: "patch", received: "major", reads: ["value.b;"] }),

  // lists
  "a greatest number of items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, maxItems: 1 }", { sent: "major", received: "patch", writes: [["a", "b"]] }),
  "a greater number of items": value("{ type: array, items: { type: string }, maxItems: 1 }", "{ type: array, items: { type: string }, maxItems: 2 }", { sent: "minor", received: "patch" }),
  "no greatest number of items": value("{ type: array, items: { type: string }, maxItems: 1 }", "{ type: array, items: { type: string } }", { sent: "minor", received: "patch" }),
  "items that differ": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, uniqueItems: true }", { sent: "major", received: "patch", writes: [["a", "a"]] }),
  "items that may be equal": value("{ type: array, items: { type: string }, uniqueItems: true }", "{ type: array, items: { type: string } }", { sent: "minor", received: "patch" }),
  "a least number of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string }, minProperties: 1 }", { sent: "major", received: "patch", writes: [{}] }),
  "a greatest number of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string }, maxProperties: 1 }", { sent: "major", received: "patch", writes: [{ a: "", b: "" }] }),
  "a smaller number of fields": value("{ type: object, additionalProperties: { type: string }, minProperties: 2 }", "{ type: object, additionalProperties: { type: string }, minProperties: 1 }", { sent: "minor", received: "patch" }),

  // closed enums, values that JSON does not have
  "a new value of a closed list": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, b, c] }", { sent: "minor", received: "major", vendor: CLOSED }),
  "a value less of a closed list": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a] }", { sent: "major", received: "major", vendor: CLOSED, writes: ["b"], reads: ["if (value === 'b') return value;"] }),
  "a closed list of values": value("{ type: string }", "{ type: string, enum: [a] }", { sent: "major", received: "minor", vendor: CLOSED, writes: ["b"] }),
  "no closed list of values": value("{ type: string, enum: [a] }", "{ type: string }", { sent: "minor", received: "major", vendor: CLOSED }),
  "a variant more of a closed choice": value(SHAPE("circle", "square"), SHAPE("circle", "square", "line"), { sent: "minor", received: "major", vendor: CLOSED }),
  "a date to text": value("{ type: string, format: date-time }", "{ type: string }", { sent: "major", received: "major", vendor: RICH, reads: ["value.getTime();"] }),
  "a text to date": value("{ type: string }", "{ type: string, format: date-time }", { sent: "major", received: "major", vendor: RICH, writes: ["no date"] }),
  "a date that may be null": value("{ type: string, format: date-time }", "{ type: [string, \"null\"], format: date-time }", { sent: "minor", received: "major", vendor: RICH }),
  "a bigint to number": value("{ type: integer, format: int64 }", "{ type: integer }", { sent: "major", received: "major", vendor: RICH }),
  "a bigint in another unit": value("{ type: integer, format: int64 }", "{ type: integer, format: int64, description: In cents. }", { sent: "patch", received: "patch", vendor: RICH }),
  "a list of dates to texts": value("{ type: array, items: { type: string, format: date-time } }", "{ type: array, items: { type: string } }", { sent: "major", received: "major", vendor: RICH }),

  "items of another type": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: number } }", { sent: "major", received: "major" }),
  "nullable items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: [string, \"null\"] } }", { sent: "minor", received: "major" }),
  "items of any type": value("{ type: array, items: { type: string } }", "{ type: array }", { sent: "minor", received: "major" }),
  "items with a new field": value(`{ type: array, items: ${OBJECT("a: { type: string }")} }`, `{ type: array, items: ${OBJECT("a: { type: string }, b: { type: string }")} }`, { sent: "minor", received: "minor" }),
  "a longer tuple": value("{ type: array, prefixItems: [{ type: string }], items: { type: number } }", "{ type: array, prefixItems: [{ type: string }, { type: string }], items: { type: number } }", { sent: "major", received: "major" }),
  "a list becomes a tuple": value("{ type: array, items: { type: string } }", "{ type: array, prefixItems: [{ type: string }, { type: number }] }", { sent: "major", received: "major" }),
  "another type in a tuple": value("{ type: array, prefixItems: [{ type: string }, { type: number }] }", "{ type: array, prefixItems: [{ type: string }, { type: string }] }", { sent: "major", received: "major" }),

  // allOf, anyOf, oneOf, $ref
  "a field moves into allOf": value(OBJECT("a: { type: string }"), `{ allOf: [${OBJECT("a: { type: string }")}] }`, { sent: "patch", received: "patch" }),
  "allOf with a new field": value(`{ allOf: [${OBJECT("a: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}, ${OBJECT("b: { type: string }")}] }`, { sent: "minor", received: "minor" }),
  "allOf with a field less": value(`{ allOf: [${OBJECT("a: { type: string }")}, ${OBJECT("b: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}] }`, { sent: "major", received: "major", writes: [{ a: "", b: "" }], reads: ["value.b;"] }),
  "allOf with a required field": value(`{ allOf: [${OBJECT("a: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}, { required: [a] }] }`, { sent: "major", received: "minor" }),
  "an alternative more": value("{ anyOf: [{ type: string }, { type: number }] }", "{ anyOf: [{ type: string }, { type: number }, { type: boolean }] }", { sent: "minor", received: "major" }),
  "an alternative less": value("{ anyOf: [{ type: string }, { type: number }] }", "{ anyOf: [{ type: string }] }", { sent: "major", received: "major", writes: [1], reads: ["if (typeof value === 'number') value.toFixed();"] }),
  "another notation of a choice": value("{ type: [string, number] }", "{ anyOf: [{ type: string }, { type: number }] }", { sent: "patch", received: "patch" }),
  "a variant more": value(SHAPE("circle", "square"), SHAPE("circle", "square", "line"), { sent: "minor", received: "minor", reads: ["switch (value.kind) { case 'circle': value.radius; break; case 'square': value.side; break; default: value.kind; }"] }),
  "a variant less": value(SHAPE("circle", "square", "line"), SHAPE("circle", "square"), { sent: "major", received: "major", writes: [{ kind: "line", length: 1 }], reads: ["if (value.kind === 'line') value.length;"] }),
  "another shared type": value("{ $ref: components/shapes.yaml#/circle }", "{ $ref: components/shapes.yaml#/square }", { sent: "major", received: "major" }),
  "a shared type in place of its fields": value(OBJECT("kind: { const: circle }, radius: { type: number }", { required: "kind, radius" }), "{ $ref: components/shapes.yaml#/circle }", { sent: "patch", received: "patch" }),

  // names, contents, discriminators
  "names of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", { sent: "major", received: "major", writes: [{ z: "" }] }),
  "another type of fields with names": value("{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: number } }", { sent: "major", received: "major" }),
  "no names of fields": value("{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string } }", { sent: "minor", received: "minor", reads: ["value.a;"] }),
  "a content": value("{ type: string }", "{ type: string, contentMediaType: text/html }", { sent: "patch", received: "patch" }),
  "an encoding": value("{ type: string }", "{ type: string, contentEncoding: base64 }", { sent: "patch", received: "patch" }),
  "a discriminator": value(SHAPE("circle", "square"), SHAPE_BY_KIND("circle", "square"), { sent: "none", received: "none" }),
};
