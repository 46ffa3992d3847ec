/**
 * Breaks cycles of compositions. A description may list the variants of a base, each of which extends the base:
 *
 *     Pet: { oneOf: [Cat, Dog], properties: { name: … } }
 *     Cat: { allOf: [Pet, { properties: { lives: … } }] }
 *
 * A type alias cannot express this, and a validator would never end. `Cat` gets the other keywords of `Pet`, here
 * its properties, in place of the reference. A union that contains itself loses that member.
 */
import type { Component, JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import { groupBy } from "../model/group-by.js";
import { ALTERNATIVES, COMPOSITIONS, membersOf, refOf, without } from "./keywords.js";

/** Breaks the cycles of compositions; cycles through properties and items stay. */
export function breakCycles(model: SchemaModel): SchemaModel {
  const extended = changeCyclic(model.components, (component, schemas, cyclic) =>
    inlineBases(component.schema, { schemas, cyclic, seen: new Set([component.ref]) }),
  );
  const components = changeCyclic(extended, ({ ref, schema }, schemas, cyclic) =>
    dropMembers(schema, (target) => cyclic.has(target) && reaches(target, ref, schemas)),
  );
  return components === model.components ? model : { ...model, components };
}

/** Changes the components that are part of a cycle, one after the other. */
function changeCyclic(
  components: readonly Component[],
  change: ChangeComponent,
): readonly Component[] {
  const schemas: Schemas = new Map(components.map(({ ref, schema }) => [ref, schema]));
  const cyclic = findCyclic(schemas);
  if (cyclic.size === 0) return components;
  return components.map((component) => {
    if (!cyclic.has(component.ref)) return component;
    const schema = change(component, schemas, cyclic);
    schemas.set(component.ref, schema);
    return { ...component, schema };
  });
}

/** The components that reach themselves through compositions alone. */
function findCyclic(schemas: Schemas): ReadonlySet<string> {
  return new Set([...findCandidates(schemas)].filter((ref) => reaches(ref, ref, schemas)));
}

/**
 * The components that may lead to a cycle. One without references leads to none, nor does one that refers only to such
 * components, and so on. In most folders few are left to be searched.
 */
function findCandidates(schemas: Schemas): ReadonlySet<string> {
  const remaining = new Set(schemas.keys());
  const references = [...schemas].flatMap(([from, schema]) =>
    composedRefs(schema).flatMap((to) => (remaining.has(to) ? [{ from, to }] : [])),
  );
  const referencesTo = groupBy(references, ({ to }) => to);
  const counts = new Map([...remaining].map((ref) => [ref, 0]));
  for (const { from } of references) counts.set(from, (counts.get(from) ?? 0) + 1);
  const ends = [...remaining].filter((ref) => counts.get(ref) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    remaining.delete(end);
    for (const { from } of referencesTo.get(end) ?? []) {
      const count = (counts.get(from) ?? 0) - 1;
      counts.set(from, count);
      if (count === 0) ends.push(from);
    }
  }
  return remaining;
}

/** Tests whether compositions alone lead from a component to another one. */
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

/** The references of a schema and of its compositions. */
function composedRefs(schema: JsonSchema | undefined): readonly string[] {
  if (typeof schema !== "object") return [];
  const ref = refOf(schema);
  if (ref !== undefined) return [ref];
  return COMPOSITIONS.flatMap((keyword) => membersOf(schema, keyword).flatMap(composedRefs));
}

/** Replaces references in `allOf` to bases of a cycle by these bases, without their variants. */
function inlineBases(schema: JsonSchema, extension: Extension): JsonSchema {
  return changeMembers(schema, (members, keyword) =>
    members.flatMap((member) => {
      const ref = refOf(member);
      const isBase = keyword === "allOf" && ref !== undefined && extension.cyclic.has(ref);
      return isBase ? readBase(ref, extension) : [inlineBases(member, extension)];
    }),
  );
}

/** A base without its variants; empty if no keyword remains. */
function readBase(ref: string, extension: Extension): readonly JsonSchema[] {
  const { schemas, cyclic, seen } = extension;
  const base = schemas.get(ref);
  if (seen.has(ref) || typeof base !== "object") return [];
  const inside = { ...extension, seen: new Set([...seen, ref]) };
  const target = refOf(base);
  if (target !== undefined) return readBase(target, inside);
  const lists = ALTERNATIVES.filter((keyword) =>
    membersOf(base, keyword)
      .flatMap(composedRefs)
      .some((variant) => cyclic.has(variant)),
  );
  const withoutVariants = without(base, lists.length > 0 ? [...lists, "discriminator"] : []);
  const inlined = inlineBases(withoutVariants, inside);
  return typeof inlined === "object" && Object.keys(inlined).length === 0 ? [] : [inlined];
}

/** Removes the members of unions that lead back to the union itself. */
function dropMembers(schema: JsonSchema, leadsBack: (ref: string) => boolean): JsonSchema {
  return changeMembers(schema, (members) =>
    members
      .filter((member) => {
        const ref = refOf(member);
        return ref === undefined || !leadsBack(ref);
      })
      .map((member) => dropMembers(member, leadsBack)),
  );
}

/** A copy of a schema with the members of its compositions changed, and without empty ones. */
function changeMembers(schema: JsonSchema, change: ChangeMembers): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const result: { [keyword: string]: unknown } = { ...schema };
  for (const keyword of COMPOSITIONS) {
    const members = membersOf(schema, keyword);
    if (members.length > 0) result[keyword] = change(members, keyword);
  }
  return withoutEmpty(result);
}

function withoutEmpty(schema: JsonSchemaObject): JsonSchemaObject {
  const empty = COMPOSITIONS.filter(
    (keyword) => keyword in schema && membersOf(schema, keyword).length === 0,
  );
  if (empty.length === 0) return schema;
  const hasUnion = ALTERNATIVES.some((keyword) => membersOf(schema, keyword).length > 0);
  return without(schema, hasUnion ? empty : [...empty, "discriminator"]);
}

// ---- Types

type Schemas = Map<string, JsonSchema>;

type ChangeComponent = (
  component: Component,
  schemas: Schemas,
  cyclic: ReadonlySet<string>,
) => JsonSchema;

/** The component that extends bases, and the components around it. */
interface Extension {
  readonly schemas: Schemas;
  readonly cyclic: ReadonlySet<string>;
  /** Bases that the schema contains already. */
  readonly seen: ReadonlySet<string>;
}

type ChangeMembers = (
  members: readonly JsonSchema[],
  keyword: (typeof COMPOSITIONS)[number],
) => readonly JsonSchema[];
