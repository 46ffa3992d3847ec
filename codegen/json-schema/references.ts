import { childSchemas } from "../emit/types/plain-schema.js";
import type { Component, JsonSchema, SchemaModel } from "../model.js";

/** Finds a component by its `$ref`. */
export type ResolveComponent = (ref: string) => Component;

/** A resolver over the components of a model. */
export function createResolver(model: SchemaModel): ResolveComponent {
  const byRef = new Map(model.components.map((component) => [component.ref, component]));
  return (ref) => {
    const component = byRef.get(ref);
    if (component === undefined) throw new Error(`The model has no component ${ref}.`);
    return component;
  };
}

/** Every `$ref` that schemas lead to, through other components too. */
export function collectRefs(
  schemas: Iterable<JsonSchema>,
  resolve: ResolveComponent,
): ReadonlySet<string> {
  const found = new Set<string>();
  let next = directRefs(schemas);
  while (next.size > 0) {
    const added = [...next].filter((ref) => !found.has(ref));
    for (const ref of added) found.add(ref);
    next = directRefs(added.map((ref) => resolve(ref).schema));
  }
  return found;
}

/** Every `$ref` that stands in the schemas themselves. */
export function directRefs(schemas: Iterable<JsonSchema>): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...schemas];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean") continue;
    if (typeof schema["$ref"] === "string") found.add(schema["$ref"]);
    for (const child of childSchemas(schema)) pending.push(child);
  }
  return found;
}

/** Follows a reference at the top of a schema; the schema itself when there is none. */
export function dereference(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  let current = schema;
  const seen = new Set<string>();
  while (typeof current === "object" && typeof current["$ref"] === "string") {
    const ref = current["$ref"];
    if (seen.has(ref)) throw new Error(`The component ${ref} is a reference to itself.`);
    seen.add(ref);
    current = resolve(ref).schema;
  }
  return current;
}
