import { readObjectProperties } from "../../json-schema/objects.js";
import {
  allowsNull,
  descriptionOf,
  membersOf,
  propertiesOf,
  typesBesideNull,
  valuesOf,
} from "../../json-schema/keywords.js";
import { formatPath } from "../../model/messages.js";
import {
  type JsonSchema,
  type JsonSchemaObject,
  KNOWN_VALUES,
  type Source,
  VALUE_TYPE,
} from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { EmitContext } from "../prepare/types.js";

/** Prints the file and the key of an entry. */
export function describeSource({ file, path }: Source): string {
  const keys = path.filter((key) => typeof key === "string");
  return keys.length === 0 ? file : `${file}: ${formatPath(keys)}`;
}

/** A longer type is cut: the reference gives an overview, and editors show the whole. */
const MAX_TYPE_LENGTH = 80;

/** A short text for the type of a value: component names, values of an enum, `string[]`. */
export function describeType(schema: JsonSchema, context: EmitContext): string {
  const text = describeSchema(schema, context, 0);
  return text.length <= MAX_TYPE_LENGTH ? text : `${text.slice(0, MAX_TYPE_LENGTH).trimEnd()}…`;
}

/** Deeper types are described as `any`. */
const MAX_TYPE_DEPTH = 3;

function describeSchema(schema: JsonSchema, context: EmitContext, depth: number): string {
  if (typeof schema === "boolean" || depth > MAX_TYPE_DEPTH) return "any";
  if (typeof schema["$ref"] === "string") return nameOf(context.names.components, schema["$ref"]);
  const values = valuesOf(schema);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  const known = schema[KNOWN_VALUES];
  if (Array.isArray(known))
    return [...known.map((value) => JSON.stringify(value)), "…"].join(" | ");
  const text = describeKeywords(schema, context, depth);
  return allowsNull(schema) ? `${text} | null` : text;
}

function describeKeywords(schema: JsonSchemaObject, context: EmitContext, depth: number): string {
  for (const [keyword, separator] of [
    ["allOf", " & "],
    ["anyOf", " | "],
    ["oneOf", " | "],
  ] as const) {
    const members = membersOf(schema, keyword).map((each) =>
      describeSchema(each, context, depth + 1),
    );
    if (members.length > 0) return [...new Set(members)].join(separator);
  }
  const value = schema[VALUE_TYPE];
  if (typeof value === "string") return value;
  const types = typesBesideNull(schema);
  if (types.includes("array")) {
    const item = describeSchema((schema["items"] ?? true) as JsonSchema, context, depth + 1); // as validated
    return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (types.length > 0) return types.join(" | ");
  return Object.keys(propertiesOf(schema)).length > 0 ? "object" : "any";
}

/** A field of the payloads of an event. */
export interface FieldRow {
  readonly name: string;
  /** The types that it has in different actions. */
  readonly types: readonly string[];
  /** `yes` if every payload has it. */
  readonly required: "yes" | "no";
  readonly description: string;
}

/** Limit for the types of a field that are shown. Editors show the others. */
export const MAX_FIELD_TYPES = 3;

/** The fields of an event's payloads, in the order in which they are found. */
export function describeFields(
  schemas: readonly JsonSchema[],
  context: EmitContext,
): readonly FieldRow[] {
  const payloads = schemas.flatMap((schema) => readObjectProperties(schema, context.resolve) ?? []);
  const names = new Set(payloads.flatMap(({ properties }) => Object.keys(properties)));
  return [...names].map((name) => {
    const found = payloads.flatMap(({ properties }) =>
      Object.hasOwn(properties, name) ? [properties[name] ?? true] : [],
    );
    const types = [...new Set(found.map((schema) => describeType(schema, context)))];
    const isRequired = payloads.every(({ required }) => required.includes(name));
    const [description = ""] = found.flatMap((schema) => descriptionOf(schema) ?? []);
    return { name, types, required: isRequired ? "yes" : "no", description };
  });
}
