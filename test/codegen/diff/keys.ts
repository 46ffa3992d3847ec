/** The keys of the YAML formats, by the JSON Schemas that describe them, and those that a change concerns. */
import { readFileSync } from "node:fs";
import { isMap, type Json, type JsonMap } from "../../../codegen/model/json.js";

export const FORMATS = [
  "vendor",
  "routes",
  "events",
  "payload",
  "corrections",
  "json-schema",
] as const;

const documents = new Map<string, JsonMap>(
  FORMATS.map((name) => {
    const url = new URL(`../../../codegen/meta/${name}.schema.json`, import.meta.url);
    return [`${name}.schema.json`, JSON.parse(readFileSync(url, "utf8")) as JsonMap];
  }),
);

/** Lists all keys of all formats. Those of parameters that schemas have, too, are listed with the schemas. */
export function listKeys(): readonly Key[] {
  return [...documents].flatMap(([file, root]) => listKeysIn(root, `${file}#`));
}

function listKeysIn(node: Json, place: string): readonly Key[] {
  if (Array.isArray(node))
    return node.flatMap((child, index) => listKeysIn(child, `${place}/${index}`));
  if (!isMap(node)) return [];
  return Object.entries(node).flatMap(([name, child]) => {
    const inside = `${place}/${name}`;
    if (name !== "properties" || !isMap(child)) return listKeysIn(child, inside);
    // The keys of this map are names: one can be `properties`, too.
    return Object.entries(child)
      .filter(([, each]) => !refersToSchemas(each))
      .flatMap(([key, each]) => [`${inside}/${key}`, ...listKeysIn(each, `${inside}/${key}`)]);
  });
}

function refersToSchemas(node: Json): boolean {
  return isMap(node) && String(node["$ref"]).startsWith("json-schema.schema.json#/properties/");
}

/** Lists the keys of the parts in which two values of a format differ. */
export function listChangedKeys(format: string, before: Json, after: Json): ReadonlySet<Key> {
  const changed = new Set<Key>();
  for (const value of difference(before, after))
    addKeys(`${format}.schema.json`, "#", value, changed);
  return changed;
}

/** Both values, each without what the other one has, too. */
function difference(before: Json, after: Json): readonly Json[] {
  if (!isMap(before) || !isMap(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [before, after];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    difference(before[name], after[name]).map((value) => ({ [name]: value })),
  );
}

/** Follows a value through all branches of its format that can describe it. */
function addKeys(file: string, place: string, value: Json, keys: Set<Key>): void {
  const node = place
    .split("/")
    .slice(1)
    .reduce<Json>(
      (at, key) => (Array.isArray(at) ? at[Number(key)] : isMap(at) ? at[key] : undefined),
      documents.get(file),
    );
  if (!isMap(node) || value === undefined) return;
  const reference = node["$ref"];
  if (typeof reference === "string") {
    const [target = "", pointer = ""] = reference.split("#");
    addKeys(target || file, `#${pointer}`, value, keys);
  }
  for (const branch of ["anyOf", "oneOf", "allOf"]) {
    const members = node[branch];
    if (Array.isArray(members))
      for (const index of members.keys()) addKeys(file, `${place}/${branch}/${index}`, value, keys);
  }
  for (const branch of ["if", "then", "else"])
    if (node[branch] !== undefined) addKeys(file, `${place}/${branch}`, value, keys);
  if (Array.isArray(value)) for (const each of value) addKeys(file, `${place}/items`, each, keys);
  if (!isMap(value)) return;
  const properties = isMap(node["properties"]) ? node["properties"] : {};
  const patterns = isMap(node["patternProperties"]) ? node["patternProperties"] : {};
  for (const [name, child] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      keys.add(`${file}${place}/properties/${name}`);
      addKeys(file, `${place}/properties/${name}`, child, keys);
    } else {
      for (const pattern of Object.keys(patterns))
        addKeys(file, `${place}/patternProperties/${pattern}`, child, keys);
      addKeys(file, `${place}/additionalProperties`, child, keys);
    }
  }
}

/** A key: its format, the pointer of its map in the format, its name. */
type Key = string;
