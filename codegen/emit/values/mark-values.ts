/**
 * Marks the schemas of values that JSON does not have (contract J.3) with their types. Plans and types are both made of
 * the marks, so that they agree.
 */
import type { ValueFormat } from "../../../src/catalog/values.js";
import { mapChildren, typesBesideNull, valuesOf } from "../../json-schema/keywords.js";
import { changeSchemas } from "../../json-schema/model-schemas.js";
import {
  type JsonSchema,
  type JsonSchemaObject,
  KNOWN_VALUES,
  type SchemaModel,
  VALUE_TYPE,
} from "../../model/model.js";

/** Marks schemas with the types of their values, for types and for plans. */
export function markValues(model: SchemaModel): SchemaModel {
  const { values } = model.vendor;
  if (values === undefined) return model;
  return changeSchemas(model, mark);

  function mark(schema: JsonSchema): JsonSchema {
    if (typeof schema === "boolean") return schema;
    const format = readFormat(schema);
    const type = format && values?.[format];
    return type === undefined ? mapChildren(schema, mark) : { ...schema, [VALUE_TYPE]: type };
  }
}

/** The types of JSON that a format describes. */
const JSON_TYPES: Readonly<Record<ValueFormat, readonly string[]>> = {
  "date-time": ["string"],
  date: ["string"],
  int64: ["integer", "number"],
};

/** Reads the format of a schema. Listed values have none: they are literals in the types, so they stay JSON. */
function readFormat(schema: JsonSchemaObject): ValueFormat | undefined {
  const { format } = schema;
  if (typeof format !== "string" || !Object.hasOwn(JSON_TYPES, format)) return undefined;
  if (valuesOf(schema) !== undefined || KNOWN_VALUES in schema) return undefined;
  const known = format as ValueFormat; // a key of the table
  const types = typesBesideNull(schema);
  const [type = ""] = types;
  return types.length === 1 && JSON_TYPES[known].includes(type) ? known : undefined;
}
