/** A property of a payload, a correction of it, and what it becomes. */
export interface ChangeCase {
  readonly title: string;
  /** The schema of `state`, in YAML. */
  readonly schema: string;
  /** The change, in YAML. */
  readonly change: string;
  readonly becomes: unknown;
}

export const changes: readonly ChangeCase[] = [
  {
    title: "null beside a type",
    schema: "{ type: string }",
    change: "nullable: true",
    becomes: { type: ["string", "null"] },
  },
  {
    title: "null beside an object",
    schema: "{ type: object, properties: { a: { type: string } } }",
    change: "nullable: true",
    becomes: { type: ["object", "null"], properties: { a: { type: "string" } } },
  },
  {
    title: "null among values",
    schema: "{ type: string, enum: [open] }",
    change: "nullable: true",
    becomes: { type: ["string", "null"], enum: ["open", null] },
  },
  {
    title: "null beside the one value",
    schema: "{ const: open }",
    change: "nullable: true",
    becomes: { enum: ["open", null] },
  },
  {
    title: "null beside a reference",
    schema: "{ $ref: ../components/shared.yaml#/ticket }",
    change: "nullable: true",
    becomes: { anyOf: [{ $ref: "components/shared.yaml#/ticket" }, { type: "null" }] },
  },
  {
    title: "null among alternatives, which may then hold more than once",
    schema: "{ oneOf: [{ type: string }, { type: integer }] }",
    change: "nullable: true",
    becomes: { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
  },
  {
    title: "null where a type has it and alternatives do not",
    schema: '{ type: [string, "null"], oneOf: [{ type: string }] }',
    change: "nullable: true",
    becomes: {
      anyOf: [{ type: ["string", "null"], anyOf: [{ type: "string" }] }, { type: "null" }],
    },
  },
  {
    title: "a further type",
    schema: "{ type: string, format: date-time }",
    change: "types: [integer]",
    becomes: { type: ["string", "integer"], format: "date-time" },
  },
  {
    title: "a further type beside values",
    schema: "{ type: string, enum: [open] }",
    change: "types: [integer]",
    becomes: { anyOf: [{ type: "string", enum: ["open"] }, { type: "integer" }] },
  },
  {
    title: "an object beside a text",
    schema: "{ type: string }",
    change: "types: [object]",
    becomes: { anyOf: [{ type: "string" }, { type: "object" }] },
  },
  {
    title: "further values",
    schema: "{ type: string, enum: [open] }",
    change: "values: [open, closed]",
    becomes: { type: "string", enum: ["open", "closed"] },
  },
  {
    title: "further values in an alternative",
    schema: '{ anyOf: [{ type: "null" }, { type: string, enum: [open] }] }',
    change: "values: [closed]",
    becomes: { anyOf: [{ type: "null" }, { type: "string", enum: ["open", "closed"] }] },
  },
  {
    title: "any value of the type",
    schema: '{ type: [string, "null"], enum: [open, null] }',
    change: "open: true",
    becomes: { type: ["string", "null"], knownValues: ["open"] },
  },
  {
    title: "any value of the types that are listed",
    schema: "{ enum: [open, 7] }",
    change: "open: true",
    becomes: { type: ["string", "integer"], knownValues: ["open", 7] },
  },
  {
    title: "further properties",
    schema: "{ type: object, additionalProperties: false }",
    change: "open: true",
    becomes: { type: "object" },
  },
  {
    title: "no limits",
    schema: "{ type: string, format: uri, pattern: ^a, minLength: 3 }",
    change: "unlimited: true",
    becomes: { type: "string" },
  },
  {
    title: "another schema",
    schema: "{ type: string }",
    change: "schema: { $ref: components/shared.yaml#/ticket }",
    becomes: { $ref: "components/shared.yaml#/ticket" },
  },
];
