import type { Component, JsonSchema, JsonSchemaObject, SchemaModel } from "../model.js";
import { type Composition, COMPOSITIONS, membersOf, without } from "./walk.js";

/**
 * Removes the circles in which a value would have to be described by itself: a base that lists its
 * variants in `oneOf`, while each variant extends the base by `allOf`. A type alias cannot express
 * them, and a validator does not end. A variant gets what the base says beside the list; a union that
 * contains itself loses that member. Circles through properties and items stay.
 */
export function breakCircles(model: SchemaModel): SchemaModel {
  const extended = changeCircular(model.components, (component, schemas, circle) =>
    extendInline(component.schema, { schemas, circle, seen: new Set([component.ref]) }),
  );
  const components = changeCircular(extended, ({ ref, schema }, schemas, circle) =>
    dropMembers(schema, (target) => circle.has(target) && reaches(target, ref, schemas)),
  );
  return components === model.components ? model : { ...model, components };
}

type Schemas = Map<string, JsonSchema>;

type Change = (component: Component, schemas: Schemas, circle: ReadonlySet<string>) => JsonSchema;

/** Changes the components that are part of a circle, one after the other. */
function changeCircular(components: readonly Component[], change: Change): readonly Component[] {
  const schemas: Schemas = new Map(components.map(({ ref, schema }) => [ref, schema]));
  const circle = findCircular(schemas);
  if (circle.size === 0) return components;
  return components.map((component) => {
    if (!circle.has(component.ref)) return component;
    const schema = change(component, schemas, circle);
    schemas.set(component.ref, schema);
    return { ...component, schema };
  });
}

/** The components that reach themselves through compositions alone. */
function findCircular(schemas: Schemas): ReadonlySet<string> {
  const targets = new Map([...schemas].map(([ref, schema]) => [ref, composedRefs(schema)]));
  // What leads to no circle is removed first, which leaves few components in most folders.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [ref, found] of targets) {
      if (!found.some((target) => targets.has(target))) targets.delete(ref);
    }
  }
  return new Set([...targets.keys()].filter((ref) => reaches(ref, ref, schemas)));
}

function reaches(from: string, to: string, schemas: Schemas): boolean {
  const seen = new Set<string>();
  const pending = [...composedRefs(schemas.get(from))];
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (ref === to) return true;
    if (seen.has(ref)) continue;
    seen.add(ref);
    pending.push(...composedRefs(schemas.get(ref)));
  }
  return false;
}

/** The references that describe the same value as the schema. */
function composedRefs(schema: JsonSchema | undefined): readonly string[] {
  if (typeof schema !== "object") return [];
  if (typeof schema["$ref"] === "string") return [schema["$ref"]];
  return COMPOSITIONS.flatMap((keyword) => membersOf(schema, keyword).flatMap(composedRefs));
}

interface Extension {
  readonly schemas: Schemas;
  readonly circle: ReadonlySet<string>;
  /** The bases that are already part of the schema. */
  readonly seen: ReadonlySet<string>;
}

/** Writes the bases of a circle out, without their lists of variants. */
function extendInline(schema: JsonSchema, extension: Extension): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of COMPOSITIONS) {
    const members = membersOf(schema, keyword);
    if (members.length === 0) continue;
    result[keyword] = members.flatMap((member) => {
      const ref = typeof member === "object" ? member["$ref"] : undefined;
      const isBase = keyword === "allOf" && typeof ref === "string" && extension.circle.has(ref);
      if (!isBase) return [extendInline(member, extension)];
      return writeBase(ref, extension);
    });
  }
  return withoutEmpty(result);
}

/** A base without its variants; nothing if nothing is left of it. */
function writeBase(ref: string, extension: Extension): readonly JsonSchema[] {
  const { schemas, circle, seen } = extension;
  const base = schemas.get(ref);
  if (seen.has(ref) || typeof base !== "object") return [];
  const inside = { ...extension, seen: new Set([...seen, ref]) };
  if (typeof base["$ref"] === "string") return writeBase(base["$ref"], inside);
  const lists = (["oneOf", "anyOf"] as const).filter((keyword) =>
    membersOf(base, keyword)
      .flatMap(composedRefs)
      .some((target) => circle.has(target)),
  );
  const described = without(base, lists.length > 0 ? [...lists, "discriminator"] : []);
  const own = extendInline(described, inside);
  return typeof own === "object" && Object.keys(own).length === 0 ? [] : [own];
}

/** Removes the members of unions that lead back to the union itself. */
function dropMembers(schema: JsonSchema, isBack: (ref: string) => boolean): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of COMPOSITIONS) {
    const members = membersOf(schema, keyword);
    if (members.length === 0) continue;
    result[keyword] = members
      .filter((member) => !composedAlone(member).some(isBack))
      .map((member) => dropMembers(member, isBack));
  }
  return withoutEmpty(result);
}

function composedAlone(schema: JsonSchema): readonly string[] {
  const ref = typeof schema === "object" ? schema["$ref"] : undefined;
  return typeof ref === "string" ? [ref] : [];
}

function withoutEmpty(schema: JsonSchemaObject): JsonSchemaObject {
  const isEmpty = (keyword: Composition) => membersOf(schema, keyword).length === 0;
  const empty = COMPOSITIONS.filter((keyword) => keyword in schema && isEmpty(keyword));
  if (empty.length === 0) return schema;
  const hasUnion = !isEmpty("oneOf") || !isEmpty("anyOf");
  return without(schema, hasUnion ? empty : [...empty, "discriminator"]);
}
