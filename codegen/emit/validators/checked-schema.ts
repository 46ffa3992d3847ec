import type { JsonSchema, JsonSchemaObject } from "../../model.js";
import { isSchema, mapOf } from "../types/plain-schema.js";

/**
 * A schema of the keywords that a type can tell, and `$ref`: what is validated is what the types
 * promise. Formats, lengths, ranges and patterns are left out (what is sent breaks them), unknown
 * properties are allowed, and so `oneOf` cannot exclude anything and reads as `anyOf`.
 */
export interface ShapeSchema {
  readonly $ref?: string;
  readonly type?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ShapeSchema>>;
  readonly additionalProperties?: ShapeSchema;
  readonly items?: ShapeSchema;
  readonly allOf?: readonly ShapeSchema[];
  readonly anyOf?: readonly ShapeSchema[];
  /** Of a schema that nothing satisfies. */
  readonly not?: ShapeSchema;
}

/** Reduces a schema to its shape. */
export function toShape(schema: JsonSchema): ShapeSchema {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  if (typeof schema["$ref"] === "string") {
    const reference = { $ref: schema["$ref"] };
    return schema["nullable"] === true ? { anyOf: [reference, { type: ["null"] }] } : reference;
  }
  const allOf = listOf(schema["allOf"]);
  const items = isSchema(schema["items"]) ? toShape(schema["items"]) : {};
  return {
    ...valueShape(schema),
    ...objectShape(schema),
    ...(isEmpty(items) ? {} : { items }),
    ...(allOf.length > 0 ? { allOf } : {}),
    ...alternativesShape(schema),
  };
}

/** An `enum` says more than the type beside it. */
function valueShape(schema: JsonSchemaObject): ShapeSchema {
  const types = typesOf(schema);
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values)) return types.length === 0 ? {} : { type: types };
  const isNullMissing = types.includes("null") && !values.includes(null);
  return { enum: isNullMissing ? [...(values as unknown[]), null] : values };
}

function typesOf(schema: JsonSchemaObject): readonly string[] {
  const type = schema["type"];
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
  const isNullable = schema["nullable"] === true && types.length > 0;
  return isNullable && !types.includes("null") ? [...types, "null"] : types;
}

function objectShape(schema: JsonSchemaObject): ShapeSchema {
  const properties = Object.entries(mapOf(schema["properties"])).map(
    ([name, property]) => [name, toShape(property)] as const,
  );
  const required = schema["required"];
  const additional = schema["additionalProperties"];
  const rest = isSchema(additional) && additional !== false ? toShape(additional) : {};
  return {
    ...(Array.isArray(required) && required.length > 0
      ? { required: required.filter((name) => typeof name === "string") }
      : {}),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(isEmpty(rest) ? {} : { additionalProperties: rest }),
  };
}

/** `anyOf` and `oneOf` beside each other have to hold both. */
function alternativesShape(schema: JsonSchemaObject): ShapeSchema {
  const [first, second] = ["anyOf", "oneOf"]
    .map((keyword) => listOf(schema[keyword]))
    .filter((members) => members.length > 0);
  if (first === undefined) return {};
  if (second === undefined) return { anyOf: first };
  return { allOf: [...listOf(schema["allOf"]), { anyOf: first }, { anyOf: second }] };
}

function listOf(value: unknown): readonly ShapeSchema[] {
  return Array.isArray(value) ? value.filter(isSchema).map(toShape) : [];
}

/** Whether a shape says nothing. */
export function isEmpty(shape: ShapeSchema): boolean {
  return Object.keys(shape).length === 0;
}
