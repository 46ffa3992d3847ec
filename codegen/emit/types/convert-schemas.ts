import type { TypeText } from "../print.js";
import type { PlainSchema } from "./plain-schema.js";
import { readSchemaType } from "./read-schema-type.js";
import { isObjectType, printSchemaType } from "./schema-type.js";

/** A schema with the name of the type to make of it. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: PlainSchema;
}

/** Converts schemas to types. References are already type names, so each type stands for itself. */
export function convertSchemas(schemas: readonly NamedSchema[]): ReadonlyMap<string, TypeText> {
  return new Map(schemas.map(({ name, schema }) => [name, convertSchema(schema)]));
}

function convertSchema(schema: PlainSchema): TypeText {
  const type = readSchemaType(schema);
  return { kind: isObjectType(type) ? "interface" : "alias", text: printSchemaType(type) };
}
