/** The schemas of a description that become components: their names, and their import. */
import { entriesOf, isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { parsePointer } from "../model/pointers.js";
import { EXTERNAL_FILES, findEnd, follow } from "../model/references.js";
import {
  componentFile,
  type ImportContext,
  type SharedSchema,
  type SharedSchemas,
} from "../model/context.js";
import { convertSchema } from "./convert-schema.js";
import type { SchemaValue } from "./types.js";
import { toComponentName } from "../../model/yaml-names.js";

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
    if (!converted.has(name)) notes.skip("shared schemas that nothing refers to", "schema");
  const added = [...converted.keys()].filter((name) => !known.includes(name));
  return new Map(
    [...known, ...added].flatMap((name) => {
      const schema = converted.get(name);
      return schema === undefined ? [] : [[name, schema] as const];
    }),
  );
}

/**
 * Names the schemas of a description. Schemas in `components` keep their names. Other targets of
 * references, such as a file or a part of a schema, are named after their location.
 */
export function createSharedSchemas(root: JsonMap): SharedSchemas {
  return new NamedSchemas(root);
}

/** Names schemas when references lead to them, each once. */
class NamedSchemas implements SharedSchemas {
  readonly componentNames: ReadonlyMap<string, string>;
  readonly used = new Map<string, SharedSchema>();
  readonly #root: JsonMap;
  /** Names of components by the pointer to their schema. */
  readonly #byPointer = new Map<string, string>();
  readonly #taken: Set<string>;
  /** Names of components by reference. */
  readonly #known = new Map<string, string | undefined>();

  constructor(root: JsonMap) {
    const { components } = root;
    const section = entriesOf(mapOf(components)["schemas"]);
    const names = toUniqueNames(section.map(([name]) => name));
    this.#root = root;
    this.componentNames = names;
    this.#taken = new Set(names.values());
    for (const [name, component] of names)
      this.#byPointer.set(`#/components/schemas/${name}`, component);
    for (const [name, schema] of section) {
      const target = aliasOf(schema);
      // A file is named after the first component that only refers to it.
      if (target?.[0] !== EXTERNAL_FILES || this.#byPointer.has(toPointer(target))) continue;
      this.#byPointer.set(toPointer(target), names.get(name) ?? "");
    }
  }

  nameOf(reference: string): string | undefined {
    if (!this.#known.has(reference)) this.#known.set(reference, this.#findName(reference));
    return this.#known.get(reference);
  }

  #findName(reference: string): string | undefined {
    const keys = parsePointer(reference);
    if (keys === undefined || keys.length === 0) return undefined;
    const target = follow(this.#root, keys);
    if (target === undefined) return undefined;
    const name = this.#byPointer.get(toPointer(keys)) ?? this.#nameTarget(keys, target);
    if (name !== undefined && !this.used.has(name)) {
      const schema = this.#schemaOf(name, target);
      this.used.set(name, { location: describeLocation(keys), schema });
    }
    return name;
  }

  /** Names a target outside `components`; `undefined` for a small one, which is written out in place. */
  #nameTarget(keys: readonly string[], target: Json): string | undefined {
    const alias = aliasOf(target);
    const aliasName = alias && this.#byPointer.get(toPointer(alias));
    if (aliasName !== undefined) return aliasName;
    if (keys[0] !== EXTERNAL_FILES && !isLarge(target)) return undefined;
    const name = findFree(proposeComponentNames(keys), this.#taken);
    this.#taken.add(name);
    this.#byPointer.set(toPointer(keys), name);
    return name;
  }

  /** The schema of a component, never a reference to the component itself. */
  #schemaOf(name: string, target: Json): Json {
    const alias = aliasOf(target);
    const isItself = alias !== undefined && this.#byPointer.get(toPointer(alias)) === name;
    const end = findEnd(this.#root, target);
    const isWrittenOut = isItself || end.value === undefined || end.length > MAX_ALIASES;
    return isWrittenOut ? end.value : target;
  }
}

/** Limit of aliases in a row. The first alias of a longer chain becomes a copy of its target. */
const MAX_ALIASES = 20;

/** Names components after keys of the description, each with another name. */
export function toUniqueNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = keys.map((key) => {
    const name = findFree([toComponentName(key)], taken);
    taken.add(name);
    return [key, name] as const;
  });
  return new Map(names);
}

/** The first free name, or else the first one with a number. */
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
// prettier-ignore
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  "components", "schemas", "properties", "definitions", "$defs", "paths", "content", "schema",
  "items", "allOf", "anyOf", "oneOf", "application/json", "responses", "requestBody",
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
