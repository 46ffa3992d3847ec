import { entriesOf, isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { EXTERNAL_FILES, findEnd, follow, parsePointer } from "../model/references.js";
import {
  componentFile,
  type ImportContext,
  type SharedSchema,
  type SharedSchemas,
} from "../model/context.js";
import { convertSchema } from "./convert-schema.js";
import type { SchemaValue } from "./types.js";
import { toComponentName } from "../../model/names.js";

/**
 * Names the schemas of a description. Schemas in `components` keep their names. Other targets of
 * references, such as a file or a part of a schema, are named after their location.
 */
export function createSharedSchemas(root: JsonMap): SharedSchemas {
  const { components } = root;
  const section = entriesOf(mapOf(components)["schemas"]);
  const names = toUniqueNames(section.map(([name]) => name));
  const taken = new Set(names.values());
  const byPointer = new Map<string, string>();
  for (const [name, component] of names) byPointer.set(`#/components/schemas/${name}`, component);
  for (const [name, schema] of section) {
    const target = aliasOf(schema);
    // A file is named after the first component that only refers to it.
    if (target?.[0] !== EXTERNAL_FILES || byPointer.has(toPointer(target))) continue;
    byPointer.set(toPointer(target), names.get(name) ?? "");
  }
  const used = new Map<string, SharedSchema>();
  const known = new Map<string, string | undefined>();
  return { nameOf, used, componentNames: names };

  function nameOf(reference: string): string | undefined {
    if (!known.has(reference)) known.set(reference, findName(reference));
    return known.get(reference);
  }

  function findName(reference: string): string | undefined {
    const keys = parsePointer(reference);
    if (keys === undefined || keys.length === 0) return undefined;
    const target = follow(root, keys);
    if (target === undefined) return undefined;
    const name = byPointer.get(toPointer(keys)) ?? nameOther(keys, target);
    if (name !== undefined && !used.has(name)) {
      used.set(name, { location: describeLocation(keys), schema: ownSchema(name, target) });
    }
    return name;
  }

  function nameOther(keys: readonly string[], target: Json): string | undefined {
    const [first] = keys;
    const next = aliasOf(target);
    if (next !== undefined && byPointer.has(toPointer(next))) return byPointer.get(toPointer(next));
    if (first !== EXTERNAL_FILES && !isLarge(target)) return undefined;
    const name = findFree(proposeComponentNames(keys), taken);
    taken.add(name);
    byPointer.set(toPointer(keys), name);
    return name;
  }

  /** The schema of a component, never a reference to the component itself. */
  function ownSchema(name: string, target: Json): Json {
    const alias = aliasOf(target);
    const isOwn = alias !== undefined && byPointer.get(toPointer(alias)) === name;
    const end = findEnd(root, target);
    const isWritten = isOwn || end.value === undefined || end.length > MAX_ALIASES;
    return isWritten ? end.value : target;
  }
}

/** Limit of aliases in a row. The first alias of a longer chain becomes a copy of its target. */
const MAX_ALIASES = 20;

/** Unique names of components for keys of the description. */
export function toUniqueNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = keys.map((key) => {
    const name = findFree([toComponentName(key)], taken);
    taken.add(name);
    return [key, name] as const;
  });
  return new Map(names);
}

function findFree(names: readonly string[], taken: ReadonlySet<string>): string {
  const free = names.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let number = 2;
  while (taken.has(`${names[0]}-${number}`)) number += 1;
  return `${names[0]}-${number}`;
}

/** The target of a schema that consists of a reference. */
function aliasOf(schema: Json): readonly string[] | undefined {
  if (!isMap(schema) || typeof schema["$ref"] !== "string") return undefined;
  return Object.keys(schema).length === 1 ? parsePointer(schema["$ref"]) : undefined;
}

function toPointer(keys: readonly string[]): string {
  return `#/${keys.join("/")}`;
}

/** Tests whether a schema contains others. Copies of it would be long, or endless. */
function isLarge(schema: Json): boolean {
  return isMap(schema) && LARGE.some((keyword) => typeof schema[keyword] === "object");
}

// prettier-ignore
const LARGE = [
  "properties", "patternProperties", "items", "prefixItems", "additionalProperties", "allOf", "anyOf",
  "oneOf",
] as const;

/** Keys of a pointer that do not name the schema. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  "components",
  "schemas",
  "properties",
  "definitions",
  "$defs",
  "paths",
  "content",
  "schema",
  "items",
  "allOf",
  "anyOf",
  "oneOf",
  "application/json",
  "responses",
  "requestBody",
]);

/** Proposes the last significant key of a pointer, then the last two, and so on. */
function proposeComponentNames(keys: readonly string[]): readonly string[] {
  const [first, file = "", ...inside] = keys;
  const path = first === EXTERNAL_FILES ? file.replace(/\.[^./]*$/, "").split("/") : [];
  const words = [...path, ...(first === EXTERNAL_FILES ? inside : keys)].filter(
    (key) => !PLAIN_KEYS.has(key) && !/^(?:\d+|\.\.?)$/.test(key),
  );
  const isPart = keys.includes("properties");
  const names = words.map((_, index) => toComponentName(words.slice(-index - 1).join("-")));
  const [shortest = "schema", ...longer] = names;
  // The name of a property is not specific enough: `owner` of `Pet` is `Pet-owner`.
  return isPart && longer.length > 0 ? [...longer, shortest] : [shortest, ...longer];
}

function describeLocation(keys: readonly string[]): string {
  const [first, second, ...deeperKeys] = keys;
  if (first === "components" && second === "schemas") return `schemas/${deeperKeys.join("/")}`;
  return first === EXTERNAL_FILES ? [second, ...deeperKeys].join("/") : keys.join("/");
}

/** Imports the schemas that are referred to, in the order of the description. */
export function importSharedSchemas(context: ImportContext): ReadonlyMap<string, SchemaValue> {
  const { shared, description, notes } = context;
  const converted = new Map<string, SchemaValue>();
  const file = componentFile(context);
  // Converting a schema adds to this map; the loop also visits what is added.
  for (const [name, { schema, location }] of shared.used) {
    if (schema === undefined) notes.lose("a reference to itself", location);
    converted.set(name, convertSchema(schema ?? true, { location, file }, context));
  }
  const { components } = description.root;
  const section = entriesOf(mapOf(components)["schemas"]);
  const known = section.map(([key]) => shared.componentNames.get(key) ?? "");
  for (const name of known)
    if (!converted.has(name)) notes.skip("shared schemas that nothing refers to");
  const added = [...converted.keys()].filter((name) => !known.includes(name));
  return new Map(
    [...known, ...added].flatMap((name) => {
      const schema = converted.get(name);
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
}
