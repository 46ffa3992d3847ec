/**
 * Single changes of a value's schema, with their level where callers write the value (a body) and where programs
 * read it (a response, a payload). `writes` are valid before the change; `reads` are statements about `value`
 * that compile before it. Without `reads`, the new value is assigned to the old type.
 */
import type { Level } from "../../../../codegen/diff/levels.js";

export interface ValueCase {
  readonly before: string;
  readonly after: string;
  readonly sent: Level;
  readonly received: Level;
  readonly writes?: readonly unknown[];
  readonly reads?: readonly string[];
  /** Lines of `vendor.yaml`, before and after. */
  readonly vendor?: string;
}

const OBJECT = (fields: string, required = "", additional = "") =>
  `{ type: object, properties: { ${fields} }${required && `, required: [${required}]`}${additional && `, additionalProperties: ${additional}`} }`;

const value = (
  before: string,
  after: string,
  sent: Level,
  received: Level,
  more: Pick<ValueCase, "writes" | "reads" | "vendor"> = {},
): ValueCase => ({ before, after, sent, received, ...more });

const SHAPE = (...kinds: readonly string[]) =>
  `{ oneOf: [${kinds.map((kind) => `{ $ref: components/shapes.yaml#/${kind} }`).join(", ")}] }`;

const CLOSED = "enums: closed";

const RICH = "values: { date-time: Date, int64: bigint }";

// prettier-ignore
export const VALUES: Readonly<Record<string, ValueCase>> = {
  "nothing": value("{ type: string }", "{ type: string }", "none", "none"),
  "a text about it": value("{ type: string }", "{ type: string, description: New. }", "patch", "patch"),
  "an example": value("{ type: string }", "{ type: string, examples: [a] }", "patch", "patch"),
  "another default": value("{ type: integer, default: 1 }", "{ type: integer, default: 2 }", "patch", "patch"),
  "deprecated": value("{ type: string }", "{ type: string, deprecated: true }", "minor", "minor"),
  "no longer deprecated": value("{ type: string, deprecated: true }", "{ type: string }", "patch", "patch"),

  // type
  "string to number": value("{ type: string }", "{ type: number }", "major", "major"),
  "number to string": value("{ type: number }", "{ type: string }", "major", "major"),
  "string to boolean": value("{ type: string }", "{ type: boolean }", "major", "major"),
  "integer to number": value("{ type: integer }", "{ type: number }", "minor", "patch"),
  "number to integer": value("{ type: number }", "{ type: integer }", "major", "patch", { writes: [1.5] }),
  "string to list": value("{ type: string }", "{ type: array, items: { type: string } }", "major", "major"),
  "object to list": value(OBJECT("a: { type: string }"), "{ type: array, items: { type: string } }", "major", "major"),
  "string to object": value("{ type: string }", OBJECT("a: { type: string }"), "major", "major"),
  "nullable by type": value("{ type: string }", "{ type: [string, \"null\"] }", "minor", "major"),
  "no longer nullable": value("{ type: [string, \"null\"] }", "{ type: string }", "major", "minor"),
  "nullable by anyOf": value("{ type: string }", "{ anyOf: [{ type: string }, { type: \"null\" }] }", "minor", "major"),
  "nullable in another notation": value("{ type: [string, \"null\"] }", "{ anyOf: [{ type: string }, { type: \"null\" }] }", "patch", "patch"),
  "anything to string": value("true", "{ type: string }", "major", "minor", { writes: [1] }),
  "string to anything": value("{ type: string }", "true", "minor", "major"),
  "one type more": value("{ type: string }", "{ type: [string, integer] }", "minor", "major"),
  "one type less": value("{ type: [string, integer] }", "{ type: string }", "major", "major",
    { writes: [1], reads: ["if (typeof value === 'number') value.toFixed();"] }),

  // enum, const
  "a new value": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, b, c] }", "minor", "minor"),
  "a value less": value("{ type: string, enum: [a, b, c] }", "{ type: string, enum: [a, b] }", "major", "minor",
    { writes: ["c"], reads: ["if (value === 'c') value.length;"] }),
  "all values but one": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a] }", "major", "major",
    { writes: ["b"], reads: ["if (value === 'b') value.length;"] }),
  "other values": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, c] }", "major", "minor"),
  "values in another order": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [b, a] }", "patch", "patch"),
  "a list of values": value("{ type: string }", "{ type: string, enum: [a, b] }", "major", "minor", { writes: ["z"] }),
  "no list of values": value("{ type: string, enum: [a, b] }", "{ type: string }", "minor", "minor"),
  "a new number": value("{ type: integer, enum: [1, 2] }", "{ type: integer, enum: [1, 2, 3] }", "minor", "minor"),
  "a number less": value("{ type: integer, enum: [1, 2, 3] }", "{ type: integer, enum: [1, 2] }", "major", "minor", { writes: [3] }),
  "null among the values": value("{ enum: [a, b] }", "{ enum: [a, b, null] }", "minor", "major"),
  "another constant": value("{ const: a }", "{ const: b }", "major", "major"),
  "a constant to a list": value("{ const: a }", "{ type: string, enum: [a, b] }", "minor", "major"),

  // limits
  "a minimum": value("{ type: integer }", "{ type: integer, minimum: 1 }", "major", "patch", { writes: [0] }),
  "a smaller minimum": value("{ type: integer, minimum: 5 }", "{ type: integer, minimum: 1 }", "minor", "patch"),
  "a greater minimum": value("{ type: integer, minimum: 1 }", "{ type: integer, minimum: 5 }", "major", "patch", { writes: [1] }),
  "no minimum": value("{ type: integer, minimum: 1 }", "{ type: integer }", "minor", "patch"),
  "a maximum": value("{ type: integer }", "{ type: integer, maximum: 9 }", "major", "patch", { writes: [10] }),
  "a smaller maximum": value("{ type: integer, maximum: 9 }", "{ type: integer, maximum: 5 }", "major", "patch", { writes: [9] }),
  "a greater maximum": value("{ type: integer, maximum: 5 }", "{ type: integer, maximum: 9 }", "minor", "patch"),
  "an exclusive minimum": value("{ type: number }", "{ type: number, exclusiveMinimum: 0 }", "major", "patch", { writes: [0] }),
  "a minimum becomes exclusive": value("{ type: number, minimum: 0 }", "{ type: number, exclusiveMinimum: 0 }", "major", "patch", { writes: [0] }),
  "a minimum is no longer exclusive": value("{ type: number, exclusiveMinimum: 0 }", "{ type: number, minimum: 0 }", "minor", "patch"),
  "a greater exclusive minimum": value("{ type: number, exclusiveMinimum: 1 }", "{ type: number, exclusiveMinimum: 2 }", "major", "patch", { writes: [1.5] }),
  "no exclusive minimum": value("{ type: number, exclusiveMinimum: 0 }", "{ type: number }", "minor", "patch"),
  "the same minimum of integers, exclusive": value("{ type: integer, minimum: 1 }", "{ type: integer, exclusiveMinimum: 0 }", "patch", "patch"),
  "the stricter of two minimums": value("{ type: number, minimum: 5, exclusiveMinimum: 1 }", "{ type: number, minimum: 5 }", "patch", "patch"),
  "an exclusive maximum": value("{ type: number }", "{ type: number, exclusiveMaximum: 9 }", "major", "patch", { writes: [9] }),
  "a maximum becomes exclusive": value("{ type: number, maximum: 9 }", "{ type: number, exclusiveMaximum: 9 }", "major", "patch", { writes: [9] }),
  "a maximum is no longer exclusive": value("{ type: number, exclusiveMaximum: 9 }", "{ type: number, maximum: 9 }", "minor", "patch"),
  "a greater exclusive maximum": value("{ type: number, exclusiveMaximum: 5 }", "{ type: number, exclusiveMaximum: 9 }", "minor", "patch"),
  "a step": value("{ type: number }", "{ type: number, multipleOf: 2 }", "major", "patch", { writes: [3] }),
  "a finer step": value("{ type: number, multipleOf: 4 }", "{ type: number, multipleOf: 2 }", "minor", "patch"),
  "a finer step of fractions": value("{ type: number, multipleOf: 0.3 }", "{ type: number, multipleOf: 0.1 }", "minor", "patch"),
  "a coarser step": value("{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 4 }", "major", "patch", { writes: [2] }),
  "another step": value("{ type: number, multipleOf: 2 }", "{ type: number, multipleOf: 3 }", "major", "patch", { writes: [2] }),
  "no step": value("{ type: number, multipleOf: 2 }", "{ type: number }", "minor", "patch"),
  "a least length": value("{ type: string }", "{ type: string, minLength: 2 }", "major", "patch", { writes: ["a"] }),
  "no least length": value("{ type: string, minLength: 2 }", "{ type: string }", "minor", "patch"),
  "a greatest length": value("{ type: string }", "{ type: string, maxLength: 2 }", "major", "patch", { writes: ["abc"] }),
  "a smaller greatest length": value("{ type: string, maxLength: 3 }", "{ type: string, maxLength: 2 }", "major", "patch", { writes: ["abc"] }),
  "a greater greatest length": value("{ type: string, maxLength: 2 }", "{ type: string, maxLength: 3 }", "minor", "patch"),
  "a pattern": value("{ type: string }", "{ type: string, pattern: '^a' }", "major", "patch", { writes: ["b"] }),
  "another pattern": value("{ type: string, pattern: '^b' }", "{ type: string, pattern: '^a' }", "major", "patch", { writes: ["b"] }),
  "no pattern": value("{ type: string, pattern: '^b' }", "{ type: string }", "minor", "patch"),
  "a format": value("{ type: string }", "{ type: string, format: uuid }", "major", "patch", { writes: ["b"] }),
  "no format": value("{ type: string, format: uuid }", "{ type: string }", "minor", "patch"),
  "a time": value("{ type: string }", "{ type: string, format: date-time }", "major", "patch", { writes: ["b"] }),
  "no time": value("{ type: string, format: date-time }", "{ type: string }", "major", "patch"),
  "a least number of items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, minItems: 1 }", "major", "patch", { writes: [[]] }),
  "a smaller number of items": value("{ type: array, items: { type: string }, minItems: 2 }", "{ type: array, items: { type: string }, minItems: 1 }", "minor", "patch"),

  // objects
  "a new field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }, b: { type: string }"), "minor", "minor"),
  "a new required field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }, b: { type: string }", "b"), "major", "minor"),
  "a field less": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }"), "major", "major",
    { writes: [{ a: "", b: "" }], reads: ["value.b;"] }),
  "a required field less": value(OBJECT("a: { type: string }, b: { type: string }", "b"), OBJECT("a: { type: string }"), "major", "major", { writes: [{ b: "" }] }),
  "a renamed field": value(OBJECT("a: { type: string }"), OBJECT("b: { type: string }"), "major", "major", { writes: [{ a: "" }], reads: ["value.a;"] }),
  "a field is required": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }", "a"), "major", "minor"),
  "a field is optional": value(OBJECT("a: { type: string }", "a"), OBJECT("a: { type: string }"), "minor", "major"),
  "another type of a field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: number }"), "major", "major"),
  "a nullable field": value(OBJECT("a: { type: string }"), OBJECT("a: { type: [string, \"null\"] }"), "minor", "major"),
  "a deep field less": value(OBJECT(`a: ${OBJECT("b: { type: string }, c: { type: string }")}`), OBJECT(`a: ${OBJECT("c: { type: string }")}`), "major", "major",
    { writes: [{ a: { b: "" } }], reads: ["value.a?.b;"] }),
  "a deep new field": value(OBJECT(`a: ${OBJECT("b: { type: string }")}`), OBJECT(`a: ${OBJECT("b: { type: string }, c: { type: string }")}`), "minor", "minor"),
  "other fields": value(OBJECT("a: { type: string }"), OBJECT("a: { type: string }", "", "true"), "minor", "minor"),
  "no other fields": value(OBJECT("a: { type: string }", "", "true"), OBJECT("a: { type: string }"), "major", "major",
    { writes: [{ z: 1 }], reads: ["value.z;"] }),
  "other fields are forbidden": value(OBJECT("a: { type: string }", "", "true"), OBJECT("a: { type: string }", "", "false"), "major", "major",
    { writes: [{ z: 1 }], reads: ["value.z;"] }),
  "other fields were forbidden": value(OBJECT("a: { type: string }", "", "false"), OBJECT("a: { type: string }", "", "true"), "minor", "minor"),
  "a map of another type": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: number } }", "major", "major"),
  "a map whose values are wider": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: [string, \"null\"] } }", "minor", "major"),
  "any object is described": value("{ type: object }", OBJECT("a: { type: string }"), "major", "major", { writes: [{ z: 1 }], reads: ["value.z;"] }),
  "an object is no longer described": value(OBJECT("a: { type: string }"), "{ type: object }", "minor", "major",
    { reads: ["const text: string | undefined = value.a; void text;"] }),
  "a field less where others are allowed": value(OBJECT("a: { type: string }, b: { type: string }", "", "true"), OBJECT("a: { type: string }", "", "true"), "minor", "major",
    { writes: [{ b: "" }], reads: ["const text: string | undefined = value.b; void text;"] }),
  "another pattern of names": value("{ type: object, patternProperties: { '^a': { type: string } } }", "{ type: object, patternProperties: { '^a': { type: number } } }", "major", "major"),
  "readOnly": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }, b: { type: string, readOnly: true }"), "major", "patch", { writes: [{ b: "" }] }),
  "writeOnly": value(OBJECT("a: { type: string }, b: { type: string }"), OBJECT("a: { type: string }, b: { type: string, writeOnly: true }"), "patch", "major", { reads: ["value.b;"] }),

  // lists
  "a greatest number of items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, maxItems: 1 }", "major", "patch", { writes: [["a", "b"]] }),
  "a greater number of items": value("{ type: array, items: { type: string }, maxItems: 1 }", "{ type: array, items: { type: string }, maxItems: 2 }", "minor", "patch"),
  "no greatest number of items": value("{ type: array, items: { type: string }, maxItems: 1 }", "{ type: array, items: { type: string } }", "minor", "patch"),
  "items that differ": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: string }, uniqueItems: true }", "major", "patch", { writes: [["a", "a"]] }),
  "items that may be equal": value("{ type: array, items: { type: string }, uniqueItems: true }", "{ type: array, items: { type: string } }", "minor", "patch"),
  "a least number of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string }, minProperties: 1 }", "major", "patch", { writes: [{}] }),
  "a greatest number of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string }, maxProperties: 1 }", "major", "patch", { writes: [{ a: "", b: "" }] }),
  "a smaller number of fields": value("{ type: object, additionalProperties: { type: string }, minProperties: 2 }", "{ type: object, additionalProperties: { type: string }, minProperties: 1 }", "minor", "patch"),

  // closed enums, values that JSON does not have
  "a new value of a closed list": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a, b, c] }", "minor", "major", { vendor: CLOSED }),
  "a value less of a closed list": value("{ type: string, enum: [a, b] }", "{ type: string, enum: [a] }", "major", "major",
    { vendor: CLOSED, writes: ["b"], reads: ["if (value === 'b') return value;"] }),
  "a closed list of values": value("{ type: string }", "{ type: string, enum: [a] }", "major", "minor", { vendor: CLOSED, writes: ["b"] }),
  "no closed list of values": value("{ type: string, enum: [a] }", "{ type: string }", "minor", "major", { vendor: CLOSED }),
  "a variant more of a closed choice": value(SHAPE("circle", "square"), SHAPE("circle", "square", "line"), "minor", "major", { vendor: CLOSED }),
  "a date to text": value("{ type: string, format: date-time }", "{ type: string }", "major", "major", { vendor: RICH, reads: ["value.getTime();"] }),
  "a text to date": value("{ type: string }", "{ type: string, format: date-time }", "major", "major", { vendor: RICH, writes: ["no date"] }),
  "a date that may be null": value("{ type: string, format: date-time }", "{ type: [string, \"null\"], format: date-time }", "minor", "major", { vendor: RICH }),
  "a bigint to number": value("{ type: integer, format: int64 }", "{ type: integer }", "major", "major", { vendor: RICH }),
  "a bigint in another unit": value("{ type: integer, format: int64 }", "{ type: integer, format: int64, description: In cents. }", "patch", "patch", { vendor: RICH }),
  "a list of dates to texts": value("{ type: array, items: { type: string, format: date-time } }", "{ type: array, items: { type: string } }", "major", "major", { vendor: RICH }),

  "items of another type": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: number } }", "major", "major"),
  "nullable items": value("{ type: array, items: { type: string } }", "{ type: array, items: { type: [string, \"null\"] } }", "minor", "major"),
  "items of any type": value("{ type: array, items: { type: string } }", "{ type: array }", "minor", "major"),
  "items with a new field": value(`{ type: array, items: ${OBJECT("a: { type: string }")} }`, `{ type: array, items: ${OBJECT("a: { type: string }, b: { type: string }")} }`, "minor", "minor"),
  "a longer tuple": value("{ type: array, prefixItems: [{ type: string }], items: { type: number } }", "{ type: array, prefixItems: [{ type: string }, { type: string }], items: { type: number } }", "major", "major"),
  "a list becomes a tuple": value("{ type: array, items: { type: string } }", "{ type: array, prefixItems: [{ type: string }, { type: number }] }", "major", "major"),
  "another type in a tuple": value("{ type: array, prefixItems: [{ type: string }, { type: number }] }", "{ type: array, prefixItems: [{ type: string }, { type: string }] }", "major", "major"),

  // allOf, anyOf, oneOf, $ref
  "a field moves into allOf": value(OBJECT("a: { type: string }"), `{ allOf: [${OBJECT("a: { type: string }")}] }`, "patch", "patch"),
  "allOf with a new field": value(`{ allOf: [${OBJECT("a: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}, ${OBJECT("b: { type: string }")}] }`, "minor", "minor"),
  "allOf with a field less": value(`{ allOf: [${OBJECT("a: { type: string }")}, ${OBJECT("b: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}] }`, "major", "major",
    { writes: [{ a: "", b: "" }], reads: ["value.b;"] }),
  "allOf with a required field": value(`{ allOf: [${OBJECT("a: { type: string }")}] }`, `{ allOf: [${OBJECT("a: { type: string }")}, { required: [a] }] }`, "major", "minor"),
  "an alternative more": value("{ anyOf: [{ type: string }, { type: number }] }", "{ anyOf: [{ type: string }, { type: number }, { type: boolean }] }", "minor", "major"),
  "an alternative less": value("{ anyOf: [{ type: string }, { type: number }] }", "{ anyOf: [{ type: string }] }", "major", "major",
    { writes: [1], reads: ["if (typeof value === 'number') value.toFixed();"] }),
  "another notation of a choice": value("{ type: [string, number] }", "{ anyOf: [{ type: string }, { type: number }] }", "patch", "patch"),
  "a variant more": value(SHAPE("circle", "square"), SHAPE("circle", "square", "line"), "minor", "minor",
    { reads: ["switch (value.kind) { case 'circle': value.radius; break; case 'square': value.side; break; default: value.kind; }"] }),
  "a variant less": value(SHAPE("circle", "square", "line"), SHAPE("circle", "square"), "major", "major",
    { writes: [{ kind: "line", length: 1 }], reads: ["if (value.kind === 'line') value.length;"] }),
  "another shared type": value("{ $ref: components/shapes.yaml#/circle }", "{ $ref: components/shapes.yaml#/square }", "major", "major"),
  "a shared type in place of its fields": value(OBJECT("kind: { const: circle }, radius: { type: number }", "kind, radius"), "{ $ref: components/shapes.yaml#/circle }", "patch", "patch"),

  // names, contents, discriminators
  "names of fields": value("{ type: object, additionalProperties: { type: string } }", "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", "major", "major", { writes: [{ z: "" }] }),
  "another type of fields with names": value("{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", "{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: number } }", "major", "major"),
  "no names of fields": value("{ type: object, propertyNames: { enum: [a, b] }, additionalProperties: { type: string } }", "{ type: object, additionalProperties: { type: string } }", "minor", "minor", { reads: ["value.a;"] }),
  "a content": value("{ type: string }", "{ type: string, contentMediaType: text/html }", "patch", "patch"),
  "an encoding": value("{ type: string }", "{ type: string, contentEncoding: base64 }", "patch", "patch"),
  "a discriminator": value(SHAPE("circle", "square"), `${SHAPE("circle", "square").slice(0, -2)}, discriminator: { propertyName: kind, mapping: { circle: components/shapes.yaml#/circle } } }`, "none", "none"),
};
