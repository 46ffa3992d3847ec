/**
 * Takes the parts that schemas share out of them, so that each is printed once. For example, two payloads with a user,
 * whose schema is long:
 *
 * ```
 * roots:        pushPlan: { properties: { sender: { $ref: "userPlan" } } }
 *               starPlan: { properties: { sender: { $ref: "userPlan" } } }
 * definitions:  userPlan: { properties: { id: { type: ["integer"] }, … } }
 * ```
 */
import type { ResolveComponent } from "../../json-schema/references.js";
import { toCamelCase, toPartName } from "../../model/names.js";
import type { CheckedSchema } from "./checked-schema.js";
import { mapCheckedChildren, PartTable, type SchemaPart } from "./part-table.js";

/**
 * Extracts common parts from root schemas. A component is named after its type. The name of another part consists of
 * a property name and a digest of its content, so that an edit elsewhere does not rename it.
 * @param typeNames The names of the types of components, by reference.
 */
export function shareDefinitions(
  roots: ReadonlyMap<string, CheckedSchema>,
  resolve: ResolveComponent,
  typeNames: ReadonlyMap<string, string>,
): SharedDefinitions {
  const table = new PartTable(resolve);
  const rootParts = [...roots].map(([name, schema]) => ({ name, part: table.add(schema, name) }));
  // Only when all roots are added is it known which parts they share.
  const names = nameShared(table, typeNames);
  const define = (name: string, part: SchemaPart): Definition => defineAs(name, part, names, table);
  const definitions = [...names].map(([part, name]) => define(name, part));
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const definedRoots = rootParts.map(({ name, part }) =>
    define(name, table.partOf(part.schema) ?? part),
  );
  return {
    roots: new Map(definedRoots.map((root) => [root.name, root])),
    definitions: reachFrom(definedRoots, byName),
  };
}

// ---- Names

/** In characters: a shorter part is repeated rather than shared. */
const MIN_SHARED_SCHEMA = 200;

/** The names of the parts that become definitions: of long ones that are components or that several parts contain. */
function nameShared(
  table: PartTable,
  typeNames: ReadonlyMap<string, string>,
): ReadonlyMap<SchemaPart, string> {
  const refs = new Map([...table.components].map(([ref, part]) => [part, ref]));
  const uses = countUses(table.parts);
  const shared = [...table.parts].filter(
    (part) => isLong(part) && (refs.has(part) || (uses.get(part) ?? 0) > 1),
  );
  return new Map(
    shared.map((part) => {
      const ref = refs.get(part);
      const name =
        ref === undefined
          ? toPartName(part.hints, part.text)
          : nameComponent(ref, part.text, typeNames);
      return [part, name];
    }),
  );
}

/** Counts in how many places of other parts each part occurs. */
function countUses(parts: Iterable<SchemaPart>): ReadonlyMap<SchemaPart, number> {
  const uses = new Map<SchemaPart, number>();
  for (const { children } of parts) {
    for (const child of children) uses.set(child, (uses.get(child) ?? 0) + 1);
  }
  return uses;
}

/** Tells whether a name in the place of a part is shorter. A part with references may refer to itself in the end. */
function isLong({ text, schema }: SchemaPart): boolean {
  if (schema.$ref !== undefined) return false;
  return text.length >= MIN_SHARED_SCHEMA || text.includes('"$ref"');
}

function nameComponent(ref: string, text: string, typeNames: ReadonlyMap<string, string>): string {
  const type = typeNames.get(ref);
  return type === undefined
    ? toPartName([ref.replace(/^.*#\//, "")], text)
    : toCamelCase(`${type} plan`);
}

// ---- Definitions

/** A part in which the parts that have names are replaced by references to them. */
function defineAs(
  name: string,
  part: SchemaPart,
  names: ReadonlyMap<SchemaPart, string>,
  table: PartTable,
): Definition {
  const uses = new Set<string>();
  const refer = (schema: CheckedSchema): CheckedSchema => {
    const child = table.partOf(schema);
    const definition = child && names.get(child);
    if (definition === undefined) return mapCheckedChildren(child?.schema ?? schema, "", refer);
    uses.add(definition);
    return { $ref: definition };
  };
  return { name, schema: mapCheckedChildren(part.schema, "", refer), uses };
}

/** All definitions that the roots use, directly or indirectly, sorted by name. */
export function reachFrom(
  roots: readonly Definition[],
  byName: ReadonlyMap<string, Definition>,
): ReadonlyMap<string, Definition> {
  const reached = new Map<string, Definition>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of next.uses) {
      const definition = byName.get(name);
      if (definition === undefined || reached.has(name)) continue;
      reached.set(name, definition);
      pending.push(definition);
    }
  }
  return new Map([...reached].sort(([one], [other]) => (one < other ? -1 : 1)));
}

// ---- Types

/** A schema in which every reference is the name of a definition. */
export interface Definition {
  readonly name: string;
  readonly schema: CheckedSchema;
  /** The names of the definitions that it refers to directly. */
  readonly uses: ReadonlySet<string>;
}

/** Schemas with their common parts taken out. */
export interface SharedDefinitions {
  readonly roots: ReadonlyMap<string, Definition>;
  /** By name: components, and every part that occurs at least twice. */
  readonly definitions: ReadonlyMap<string, Definition>;
}
