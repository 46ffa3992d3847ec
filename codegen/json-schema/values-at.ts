/** Finds the schemas and the possible values at a path, through references and compositions. */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { ALTERNATIVES, COMPOSITIONS, membersOf, propertyOf, valuesOf } from "./keywords.js";
import { dereference, type ResolveComponent } from "./references.js";

/**
 * The schemas that a path leads to, with the members of their compositions, each once.
 * @param seen The schemas that were visited, by the length of the path left. Nested unions lead to one
 *   schema in exponentially many ways.
 */
export function schemasAt(
  schema: JsonSchema,
  path: readonly string[],
  resolve: ResolveComponent,
  seen = new Map<number, Set<JsonSchema>>(),
): readonly JsonSchema[] {
  const target = dereference(schema, resolve);
  const visited = seen.get(path.length) ?? new Set();
  if (typeof target === "boolean" || visited.has(target)) return [];
  seen.set(path.length, visited.add(target));
  const [name, ...deeperPath] = path;
  const members = COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword));
  const inside = members.flatMap((member) => schemasAt(member, path, resolve, seen));
  if (name === undefined) return [target, ...inside];
  const property = propertyOf(target, name);
  return property === undefined
    ? inside
    : [...schemasAt(property, deeperPath, resolve, seen), ...inside];
}

/**
 * The only values that are possible at a path; `undefined` if other values are possible, too.
 * @param known The values of schemas, by the length of the path left: see {@link schemasAt}.
 */
export function listValues(
  schema: JsonSchema,
  path: readonly string[],
  resolve: ResolveComponent,
  known = new Map<number, Map<JsonSchema, Values>>(),
): Values {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return undefined;
  const knownHere = known.get(path.length) ?? new Map<JsonSchema, Values>();
  known.set(path.length, knownHere);
  if (knownHere.has(target)) return knownHere.get(target);
  const values = readValues(target, path, resolve, known);
  knownHere.set(target, values);
  return values;
}

/** The values that all limits of a schema allow: its own, those of `allOf`, and those of its alternatives. */
function readValues(
  target: JsonSchemaObject,
  path: readonly string[],
  resolve: ResolveComponent,
  known: Map<number, Map<JsonSchema, Values>>,
): Values {
  const [name, ...deeperPath] = path;
  const property = name === undefined ? undefined : propertyOf(target, name);
  const listed =
    property === undefined ? undefined : listValues(property, deeperPath, resolve, known);
  const readMember = (member: JsonSchema) => listValues(member, path, resolve, known);
  const choices = ALTERNATIVES.map((keyword) => {
    const lists = membersOf(target, keyword).map(readMember);
    if (lists.length === 0 || lists.includes(undefined)) return undefined;
    return [...new Set(lists.flatMap((list) => list ?? []))];
  });
  const limits = [
    name === undefined ? valuesOf(target) : listed,
    ...membersOf(target, "allOf").map(readMember),
    ...choices,
  ].filter((list) => list !== undefined);
  const [first, ...furtherLimits] = limits;
  return first?.filter((value) => furtherLimits.every((list) => list.includes(value)));
}

/** The only possible values; `undefined` if there are others. */
type Values = readonly unknown[] | undefined;
