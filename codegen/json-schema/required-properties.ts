/** Describes properties that a part of a composition only requires. */
import type { JsonSchema, SchemaModel } from "../model/model.js";
import { mapChildren, membersOf, propertiesOf, refOf, requiredOf } from "./keywords.js";
import { changeSchemas } from "./model-schemas.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";

/**
 * Repeats a property that one part of an `allOf` requires and another describes, as in `allOf:
 * [Base, { required: [name] }]`: a type can only require a property that it has.
 */
export function describeRequired(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, (schema) => describeParts(schema, schema, resolve));
}

/** @param whole The outermost schema whose `allOf` contains the schema, or the schema itself. */
function describeParts(
  schema: JsonSchema,
  whole: JsonSchema,
  resolve: ResolveComponent,
): JsonSchema {
  if (typeof schema === "boolean" || refOf(schema) !== undefined) return schema;
  const members = new Set(membersOf(schema, "allOf"));
  const inside = mapChildren(schema, (child) =>
    describeParts(child, members.has(child) ? whole : child, resolve),
  );
  if (whole === schema && members.size === 0) return inside;
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(properties, name));
  const described = missing.flatMap((name) => {
    const property = findProperty(whole, name, resolve);
    return property === undefined ? [] : [[name, property] as const];
  });
  if (described.length === 0) return inside;
  return { ...inside, properties: { ...propertiesOf(inside), ...Object.fromEntries(described) } };
}

/** Finds a property in a schema, or else in the last member of its `allOf` that has it. */
function findProperty(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
): JsonSchema | undefined {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return undefined;
  const properties = propertiesOf(target);
  if (Object.hasOwn(properties, name)) return properties[name];
  return membersOf(target, "allOf")
    .map((member) => findProperty(member, name, resolve))
    .findLast((property) => property !== undefined);
}
