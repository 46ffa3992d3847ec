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

/** A key: its format, the pointer of its map in the format, its name. */
type Key = string;

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
  const found = new Set<Key>();
  for (const value of difference(before, after)) visit(`${format}.schema.json`, "#", value, found);
  return found;
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
function visit(file: string, place: string, value: Json, found: Set<Key>): void {
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
    visit(target || file, `#${pointer}`, value, found);
  }
  for (const branch of ["anyOf", "oneOf", "allOf"]) {
    const members = node[branch];
    if (Array.isArray(members))
      for (const index of members.keys()) visit(file, `${place}/${branch}/${index}`, value, found);
  }
  for (const branch of ["if", "then", "else"])
    if (node[branch] !== undefined) visit(file, `${place}/${branch}`, value, found);
  if (Array.isArray(value)) for (const each of value) visit(file, `${place}/items`, each, found);
  if (!isMap(value)) return;
  const properties = isMap(node["properties"]) ? node["properties"] : {};
  const patterns = isMap(node["patternProperties"]) ? node["patternProperties"] : {};
  for (const [name, child] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      found.add(`${file}${place}/properties/${name}`);
      visit(file, `${place}/properties/${name}`, child, found);
    } else {
      for (const pattern of Object.keys(patterns))
        visit(file, `${place}/patternProperties/${pattern}`, child, found);
      visit(file, `${place}/additionalProperties`, child, found);
    }
  }
}
