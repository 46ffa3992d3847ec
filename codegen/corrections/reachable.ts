import { isObject, mapChildren } from "../json-schema/parts.js";
import type { JsonSchema, SchemaModel } from "../model.js";

/** The `$ref`s of all components that payloads lead to. */
export function findReachable(model: SchemaModel): ReadonlySet<string> {
  const schemas = new Map(model.components.map(({ ref, schema }) => [ref, schema]));
  const found = new Set<string>();
  const visit = (schema: JsonSchema): JsonSchema => {
    if (!isObject(schema)) return schema;
    const ref = schema["$ref"];
    if (typeof ref !== "string") mapChildren(schema, visit);
    else if (!found.has(ref)) {
      found.add(ref);
      visit(schemas.get(ref) ?? true);
    }
    return schema;
  };
  for (const { payload, actions } of model.events) {
    visit(payload ?? true);
    for (const action of actions) visit(action.payload ?? true);
  }
  return found;
}
