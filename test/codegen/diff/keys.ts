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
    const childPlace = `${place}/${name}`;
    if (name !== "properties" || !isMap(child)) return listKeysIn(child, childPlace);
    // The keys of this map are names: one can be `properties`, too.
    return Object.entries(child)
      .filter(([, each]) => !refersToSchemas(each))
      .flatMap(([key, each]) => [
        `${childPlace}/${key}`,
        ...listKeysIn(each, `${childPlace}/${key}`),
      ]);
  });
}

function refersToSchemas(node: Json): boolean {
  return isMap(node) && String(node["$ref"]).startsWith("json-schema.schema.json#/properties/");
}

/** Lists the keys of the parts in which two values of a format differ. */
export function listChangedKeys(format: string, before: Json, after: Json): ReadonlySet<Key> {
  const root = { file: `${format}.schema.json`, place: "#" };
  return new Set(difference(before, after).flatMap((value) => keysAt(root, value)));
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

/** The keys of a value, found in all branches of its format that can describe it. */
function keysAt(at: Place, value: Json): readonly Key[] {
  const node = nodeAt(at);
  if (!isMap(node) || value === undefined) return [];
  const ofBranches = branchesOf(at, node).flatMap((branch) => keysAt(branch, value));
  if (Array.isArray(value))
    return [...ofBranches, ...value.flatMap((item) => keysAt(inside(at, "items"), item))];
  if (!isMap(value)) return ofBranches;
  const ofProperties = Object.entries(value).flatMap(([name, child]) =>
    keysOfProperty(at, node, name, child),
  );
  return [...ofBranches, ...ofProperties];
}

function nodeAt({ file, place }: Place): Json {
  const keys = place.split("/").slice(1);
  return keys.reduce<Json>(
    (node, key) => (Array.isArray(node) ? node[Number(key)] : isMap(node) ? node[key] : undefined),
    documents.get(file),
  );
}

/** The places that describe the same value as a node does. */
function branchesOf(at: Place, node: JsonMap): readonly Place[] {
  const reference = node["$ref"];
  const [file = "", pointer = ""] = typeof reference === "string" ? reference.split("#") : [];
  const referred =
    typeof reference === "string" ? [{ file: file || at.file, place: `#${pointer}` }] : [];
  const members = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => {
    const schemas = node[keyword];
    return Array.isArray(schemas)
      ? schemas.map((_, index) => inside(at, `${keyword}/${index}`))
      : [];
  });
  const conditions = ["if", "then", "else"].filter((keyword) => node[keyword] !== undefined);
  return [...referred, ...members, ...conditions.map((keyword) => inside(at, keyword))];
}

function keysOfProperty(at: Place, node: JsonMap, name: string, child: Json): readonly Key[] {
  const properties = isMap(node["properties"]) ? node["properties"] : {};
  if (Object.hasOwn(properties, name)) {
    const property = inside(at, `properties/${name}`);
    return [`${property.file}${property.place}`, ...keysAt(property, child)];
  }
  const patterns = isMap(node["patternProperties"]) ? Object.keys(node["patternProperties"]) : [];
  const others = [
    ...patterns.map((pattern) => `patternProperties/${pattern}`),
    "additionalProperties",
  ];
  return others.flatMap((keys) => keysAt(inside(at, keys), child));
}

function inside({ file, place }: Place, keys: string): Place {
  return { file, place: `${place}/${keys}` };
}

/** A key: its format, the pointer of its map in the format, its name. */
type Key = string;

/** A node of a format: the file of the format, and the pointer to the node in it. */
interface Place {
  readonly file: string;
  readonly place: string;
}
