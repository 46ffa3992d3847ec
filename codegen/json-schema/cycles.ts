import type { Component, JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import {
  ALTERNATIVES,
  COMPOSITIONS,
  isSchema,
  membersOf,
  propertiesOf,
  refOf,
  requiredOf,
  without,
} from "./keywords.js";

/**
 * Breaks cycles of compositions: a base lists its variants in `oneOf`, and each variant extends the base
 * by `allOf`. A type alias cannot express such a cycle, and a validator would never end. A variant gets
 * the other keywords of the base; a union that contains itself loses that member. Cycles through
 * properties and items stay.
 */
export function breakCycles(model: SchemaModel): SchemaModel {
  const extended = changeCyclic(model.components, (component, schemas, cyclic) =>
    inlineBases(component.schema, { schemas, cyclic, seen: new Set([component.ref]) }),
  );
  const components = changeCyclic(extended, ({ ref, schema }, schemas, cyclic) =>
    dropMembers(schema, (target) => cyclic.has(target) && reaches(target, ref, schemas)),
  );
  return components === model.components ? model : { ...model, components };
}

type Schemas = Map<string, JsonSchema>;

type ChangeComponent = (
  component: Component,
  schemas: Schemas,
  cyclic: ReadonlySet<string>,
) => JsonSchema;

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
  const left = withoutEnds(schemas);
  return new Set([...left].filter((ref) => reaches(ref, ref, schemas)));
}

/** Removes components that lead to no cycle. Few remain in most folders, which saves time. */
function withoutEnds(schemas: Schemas): ReadonlySet<string> {
  const left = new Set(schemas.keys());
  const origins = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (const [ref, schema] of schemas) {
    const targets = composedRefs(schema).filter((target) => left.has(target));
    counts.set(ref, targets.length);
    for (const target of targets) {
      const known = origins.get(target);
      if (known) known.push(ref);
      else origins.set(target, [ref]);
    }
  }
  const ends = [...left].filter((ref) => counts.get(ref) === 0);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end);
    for (const origin of origins.get(end) ?? []) {
      const count = (counts.get(origin) ?? 0) - 1;
      counts.set(origin, count);
      if (count === 0) ends.push(origin);
    }
  }
  return left;
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

/** The references of a schema and of its compositions. */
function composedRefs(schema: JsonSchema | undefined): readonly string[] {
  if (typeof schema !== "object") return [];
  const ref = refOf(schema);
  if (ref !== undefined) return [ref];
  return COMPOSITIONS.flatMap((keyword) => membersOf(schema, keyword).flatMap(composedRefs));
}

interface Extension {
  readonly schemas: Schemas;
  readonly cyclic: ReadonlySet<string>;
  /** Bases that the schema contains already. */
  readonly seen: ReadonlySet<string>;
}

/** Replaces references to the bases of a cycle by the bases without their variants. */
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
  const described = without(base, lists.length > 0 ? [...lists, "discriminator"] : []);
  const own = inlineBases(described, inside);
  return typeof own === "object" && Object.keys(own).length === 0 ? [] : [own];
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

type ChangeMembers = (
  members: readonly JsonSchema[],
  keyword: (typeof COMPOSITIONS)[number],
) => readonly JsonSchema[];

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

/** Limit of steps in a chain. Real schemas have fewer than 50; the stack allows many more. */
export const MAX_STEPS = 200;

/** A component that a schema needs, and how deep it is inside the schema. */
interface Link {
  readonly ref: string;
  readonly steps: number;
}

/**
 * Finds components that begin a chain of more than {@link MAX_STEPS} steps. Types, validators and samples
 * follow chains by recursion. After each component that is found, counting begins again, so that one
 * long chain is reported in as few places as possible.
 */
export function findLongChains(components: readonly Component[]): readonly Component[] {
  const links = new Map(components.map(({ ref, schema }) => [ref, linksOf(schema)]));
  const steps = new Map<string, number>();
  const long = new Set<string>();
  for (const group of findGroups(links)) {
    const own = new Set(group);
    const lengths = group
      .flatMap((ref) => links.get(ref) ?? [])
      .filter((link) => !own.has(link.ref))
      .map((link) => link.steps + (long.has(link.ref) ? 0 : (steps.get(link.ref) ?? 0)));
    const length = lengths.reduce((most, each) => Math.max(most, each), 0);
    for (const ref of group) {
      steps.set(ref, length);
      if (length > MAX_STEPS) long.add(ref);
    }
  }
  return components.filter(({ ref }) => long.has(ref));
}

/** Lists references through compositions, required properties and items. */
function linksOf(schema: JsonSchema, steps = 1): readonly Link[] {
  if (typeof schema === "boolean") return [];
  const ref = refOf(schema);
  if (ref !== undefined) return [{ ref, steps }];
  const required = new Set(requiredOf(schema));
  const children = [
    ...COMPOSITIONS.flatMap((keyword) => membersOf(schema, keyword)),
    ...membersOf(schema, "prefixItems"),
    ...Object.entries(propertiesOf(schema)).flatMap(([name, child]) =>
      required.has(name) ? [child] : [],
    ),
    ...(isSchema(schema["items"]) ? [schema["items"]] : []),
  ];
  return children.flatMap((child) => linksOf(child, steps + 1));
}

type Links = ReadonlyMap<string, readonly Link[]>;

/** A component on the way, and the state of its group. */
interface Visit {
  readonly ref: string;
  readonly links: readonly Link[];
  readonly index: number;
  first: number;
  next: number;
  state: "open" | "grouped";
}

/**
 * Groups components: those of a cycle together, any other alone. A group follows the groups that it
 * leads to. Tarjan's algorithm, without recursion.
 */
function findGroups(links: Links): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>();
  const open: Visit[] = [];
  const groups: (readonly string[])[] = [];
  const enter = (ref: string): Visit => {
    const index = visits.size;
    const own = links.get(ref) ?? [];
    const visit: Visit = { ref, links: own, index, first: index, next: 0, state: "open" };
    visits.set(ref, visit);
    open.push(visit);
    return visit;
  };
  const leave = (visit: Visit): void => {
    if (visit.first < visit.index) return;
    const group = open.splice(open.lastIndexOf(visit));
    for (const each of group) each.state = "grouped";
    groups.push(group.map(({ ref }) => ref));
  };
  for (const start of links.keys()) {
    const path = visits.has(start) ? [] : [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const link = visit.links[visit.next++];
      const target = link && visits.get(link.ref);
      if (link === undefined) {
        leave(visit);
        path.pop();
        const outer = path.at(-1);
        if (outer) outer.first = Math.min(outer.first, visit.first);
      } else if (target === undefined) path.push(enter(link.ref));
      else if (target.state === "open") visit.first = Math.min(visit.first, target.index);
    }
  }
  return groups;
}
