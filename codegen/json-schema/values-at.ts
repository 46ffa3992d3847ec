/** Finds the schemas and the possible values at a path, through references and compositions. */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { ALTERNATIVES, COMPOSITIONS, membersOf, propertyOf, valuesOf } from "./keywords.js";
import { dereference, type ResolveComponent } from "./references.js";

/** The schemas that a path leads to, with the members of their compositions, each once. */
export function schemasAt(
  schema: JsonSchema,
  path: readonly string[],
  resolve: ResolveComponent,
): readonly JsonSchema[] {
  return findSchemas(schema, path, { resolve, seen: new ByPathLeft(() => new Set<JsonSchema>()) });
}

function findSchemas(
  schema: JsonSchema,
  path: readonly string[],
  search: SchemaSearch,
): readonly JsonSchema[] {
  const target = dereference(schema, search.resolve);
  const seen = search.seen.at(path);
  if (typeof target === "boolean" || seen.has(target)) return [];
  seen.add(target);
  const [name, ...deeperPath] = path;
  const members = COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword));
  const inside = members.flatMap((member) => findSchemas(member, path, search));
  if (name === undefined) return [target, ...inside];
  const property = propertyOf(target, name);
  return property === undefined
    ? inside
    : [...findSchemas(property, deeperPath, search), ...inside];
}

/** The only values that are possible at a path; `undefined` if other values are possible, too. */
export function listValues(
  schema: JsonSchema,
  path: readonly string[],
  resolve: ResolveComponent,
): Values {
  return findValues(schema, path, {
    resolve,
    known: new ByPathLeft(() => new Map<JsonSchema, Values>()),
  });
}

function findValues(schema: JsonSchema, path: readonly string[], search: ValueSearch): Values {
  const target = dereference(schema, search.resolve);
  if (typeof target === "boolean") return undefined;
  const known = search.known.at(path);
  if (known.has(target)) return known.get(target);
  const values = intersect(listLimits(target, path, search));
  known.set(target, values);
  return values;
}

/**
 * The lists by which a schema limits the values at a path: its own, those of `allOf`, and those of its alternatives.
 * Three of them limit this one, and only `b` is in all:
 *
 *     { enum: [a, b, c], allOf: [{ enum: [a, b] }], oneOf: [{ const: b }, { const: c }] }
 */
function listLimits(
  target: JsonSchemaObject,
  path: readonly string[],
  search: ValueSearch,
): readonly Values[] {
  const findInMember = (member: JsonSchema): Values => findValues(member, path, search);
  return [
    findOwnValues(target, path, search),
    ...membersOf(target, "allOf").map(findInMember),
    ...ALTERNATIVES.map((keyword) => unite(membersOf(target, keyword).map(findInMember))),
  ];
}

/** The values by the keywords of a schema itself: by `enum` and `const`, or by the property that the path names. */
function findOwnValues(
  target: JsonSchemaObject,
  path: readonly string[],
  search: ValueSearch,
): Values {
  const [name, ...deeperPath] = path;
  if (name === undefined) return valuesOf(target);
  const property = propertyOf(target, name);
  return property === undefined ? undefined : findValues(property, deeperPath, search);
}

/** The values in all lists. A list that is `undefined` has every value. */
function intersect(lists: readonly Values[]): Values {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

/** The values in any of the lists. No lists are no limit. */
function unite(lists: readonly Values[]): Values {
  if (lists.length === 0 || lists.includes(undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

/**
 * Keeps what a search knows of schemas, apart for each path that is left. All of these are ends of one path, so their
 * lengths tell them apart. Without it, a search could take for ever: nested unions lead to one schema in
 * exponentially many ways.
 */
class ByPathLeft<Known> {
  readonly #create: () => Known;
  readonly #byLength = new Map<number, Known>();

  constructor(create: () => Known) {
    this.#create = create;
  }

  at(path: readonly string[]): Known {
    const known = this.#byLength.get(path.length) ?? this.#create();
    this.#byLength.set(path.length, known);
    return known;
  }
}

// ---- Types

/** The only possible values; `undefined` if there is no limit. */
type Values = readonly unknown[] | undefined;

interface SchemaSearch {
  readonly resolve: ResolveComponent;
  readonly seen: ByPathLeft<Set<JsonSchema>>;
}

interface ValueSearch {
  readonly resolve: ResolveComponent;
  readonly known: ByPathLeft<Map<JsonSchema, Values>>;
}
