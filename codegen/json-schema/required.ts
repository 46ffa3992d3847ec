import type { JsonSchema, SchemaModel } from "../model/model.js";
import { changeSchemas } from "./model-schemas.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";
import { mapChildren, membersOf, propertiesOf, refOf, requiredOf } from "./walk.js";

/**
 * Repeats a property where one part of an `allOf` requires what another part describes, as in
 * `allOf: [Base, { required: [name] }]`: a type can only require a property that it has.
 */
export function describeRequired(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, (schema) => describe(schema, schema, resolve));
}

/** @param whole The schema whose `allOf` the other one is in, at any depth; else the schema itself. */
function describe(schema: JsonSchema, whole: JsonSchema, resolve: ResolveComponent): JsonSchema {
  if (typeof schema === "boolean" || refOf(schema) !== undefined) return schema;
  const members = new Set(membersOf(schema, "allOf"));
  const inside = mapChildren(schema, (child) =>
    describe(child, members.has(child) ? whole : child, resolve),
  );
  if (whole === schema && members.size === 0) return inside;
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(properties, name));
  const found = missing.flatMap((name) => {
    const property = findProperty(whole, name, resolve);
    return property === undefined ? [] : [[name, property] as const];
  });
  if (found.length === 0) return inside;
  return { ...inside, properties: { ...propertiesOf(inside), ...Object.fromEntries(found) } };
}

/** The property in a schema and in the members of its `allOf`, the last one first. */
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
