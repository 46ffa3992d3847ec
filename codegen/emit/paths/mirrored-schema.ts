/**
 * Rewrites a schema of a description, so that its type becomes the one that openapi-typescript 7 gives it: objects
 * have no other properties than described, a property with a default is always there, and so on. The plan of
 * schemas and the printer of types are those of all other files.
 */
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
} from "../../model/json.js";
import {
  type JsonSchema,
  type JsonSchemaObject,
  VALUE_HELPER,
  VALUE_TYPE,
} from "../../model/model.js";
import type { Discriminators } from "./discriminators.js";
import { isEndless, resolvePointer, toPointer, toTypeName } from "./references.js";

/** Ends the key of a property that is read-only. For private use, so that no description has it. */
export const READ_ONLY_MARK = "\ue001";

/** Name of the declaration, beside the types, that makes optional properties required. */
export const WITH_REQUIRED = "WithRequired";

/**
 * The schema of a type that is written as it is.
 * @param helper Name of the declaration that the type uses.
 */
function typed(type: string, helper?: string): JsonSchemaObject {
  return { [VALUE_TYPE]: type, ...(helper !== undefined && { [VALUE_HELPER]: helper }) };
}

const EMPTY_OBJECT = typed("Record<string, never>");
const NULL: JsonSchemaObject = { type: "null" };

/** Rewrites a schema. A value that is no schema allows nothing. */
export function mirrorSchema(schema: Json, place: Place): JsonSchema {
  if (schema === true) return true;
  if (!isMap(schema)) return false;
  const { $ref: ref, const: constant, enum: values } = schema;
  if (typeof ref === "string") return mirrorReference(ref, place);
  if (constant !== undefined && constant !== null) return { enum: [constant] };
  if (Array.isArray(values) && isScalar(schema)) return mirrorValues(values, schema);
  return mirrorCompositions(schema, place);
}

/** Tells whether a schema describes no object, so that the values of its `enum` are the whole type. */
function isScalar(schema: JsonMap): boolean {
  return (
    schema["type"] !== "object" && !("properties" in schema || "additionalProperties" in schema)
  );
}

function mirrorValues(values: readonly Json[], schema: JsonMap): JsonSchema {
  const { type, nullable } = schema;
  const isNullable = nullable === true || itemsOf(type).includes("null");
  const literals = new Set(isNullable ? [...values, null] : values);
  return literals.size === 0 ? false : { enum: [...literals] };
}

// ---- References

/** The name of a component's type; a schema elsewhere is written out, unless it contains itself. */
function mirrorReference(ref: string, place: Place): JsonSchema {
  if (isEndless(ref, place.root)) return true;
  const name = toTypeName(ref, place.root);
  if (name !== undefined) return typed(name);
  const target = resolvePointer(ref, place.root);
  if (target === undefined || place.inside.includes(ref)) return true;
  // As a component: a default counts in it wherever it is used.
  const path = toPointer("#/components/schemas", ref.split("/").at(-1) ?? "");
  return mirrorSchema(target, { ...place, path, inside: [...place.inside, ref] });
}

// ---- Compositions

function mirrorCompositions(schema: JsonMap, place: Place): JsonSchema {
  const { type, nullable } = schema;
  const intersected = itemsOf(schema["allOf"]).map((member) => mirrorMember(member, schema, place));
  let result = intersect([mirrorCore(schema, place), ...intersected]);
  const members = (keyword: string, list: Json = schema[keyword]): readonly JsonSchema[] =>
    itemsOf(list).map((member, index) =>
      mirrorSchema(member, { ...place, path: toPointer(place.path, keyword, String(index)) }),
    );
  const any = members("anyOf");
  if (any.length > 0) result = unite([result, ...any]);
  const one = members("oneOf", schema["oneOf"] ?? (type === "object" ? schema["enum"] : undefined));
  if (one.length > 0)
    result = one.every(isPrimitive) ? unite([result, ...one]) : intersect([result, unite(one)]);
  const whole = result ?? ("type" in schema ? EMPTY_OBJECT : true);
  return nullable === true && whole !== true ? (unite([whole, NULL]) ?? whole) : whole;
}

function intersect(members: readonly (JsonSchema | undefined)[]): JsonSchema | undefined {
  const present = members.filter((member) => member !== undefined);
  return present.length > 1 ? { allOf: present } : present[0];
}

function unite(members: readonly (JsonSchema | undefined)[]): JsonSchema | undefined {
  const present = members.filter((member) => member !== undefined);
  return present.length > 1 ? { anyOf: present } : present[0];
}

/** Tells whether a rewritten schema is one type of single values. */
function isPrimitive(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return !schema;
  return (
    Object.keys(schema).length === 1 &&
    /^(?:string|number|boolean|null)$/.test(String(schema["type"]))
  );
}

/** Rewrites a member of `allOf`. What the whole requires, the member requires. */
function mirrorMember(member: Json, whole: JsonMap, place: Place): JsonSchema {
  if (!isMap(member)) return mirrorSchema(member, place);
  const { $ref: ref } = member;
  const required = itemsOf(whole["required"]);
  return typeof ref === "string"
    ? mirrorReferredMember(ref, required, place)
    : mirrorInlineMember(member, required, place);
}

/** The member without its discriminator, whose property the alternatives have. */
function mirrorInlineMember(member: JsonMap, required: readonly Json[], place: Place): JsonSchema {
  const { propertyName } = mapOf(member["discriminator"]);
  const { [String(propertyName)]: _, ...properties } = mapOf(member["properties"]);
  const narrowed = { ...member, required: [...required, ...itemsOf(member["required"])] };
  return mirrorSchema(propertyName === undefined ? narrowed : { ...narrowed, properties }, place);
}

/** The name of the component, with what the whole requires of it, and without its discriminator. */
function mirrorReferredMember(ref: string, required: readonly Json[], place: Place): JsonSchema {
  const { byPointer, withValues } = place.discriminators;
  const name = toTypeName(ref, place.root);
  if (name === undefined) return mirrorReference(ref, place);
  const target = mapOf(resolvePointer(ref, place.root));
  const isThisSchema = (alternative: Json): boolean => mapOf(alternative)["$ref"] === place.path;
  if ([...itemsOf(target["oneOf"]), ...itemsOf(target["anyOf"])].some(isThisSchema))
    return mirrorSchema(withoutAlternatives(target), place);
  const properties = mapOf(target["properties"]);
  const keys = withValues.has(ref)
    ? []
    : required.filter((key) => Object.hasOwn(properties, String(key)));
  const isNarrowed = keys.length > 0;
  const type = isNarrowed ? `${WITH_REQUIRED}<${name}, ${printKeys(keys)}>` : name;
  const discriminator = byPointer.get(ref);
  const withoutDiscriminator = discriminator
    ? `Omit<${type}, ${printKeys([discriminator.propertyName])}>`
    : type;
  return typed(withoutDiscriminator, isNarrowed ? WITH_REQUIRED : undefined);
}

/** A schema that is an alternative of the one that it extends would be its own type, which is an error. */
function withoutAlternatives({ oneOf: _oneOf, anyOf: _anyOf, ...schema }: JsonMap): JsonMap {
  return schema;
}

function printKeys(keys: readonly Json[]): string {
  return keys.map((key) => JSON.stringify(key)).join(" | ");
}

// ---- Single types

/** Rewrites a schema without its compositions; `undefined` if nothing is left. */
function mirrorCore(schema: JsonMap, place: Place): JsonSchema | undefined {
  const { type } = schema;
  if (Array.isArray(type)) return unite(mirrorTypes(type, schema, place));
  if (type === "null" || type === "string" || type === "boolean") return { type };
  if (type === "number" || type === "integer") return { type: "number" };
  return type === "array" ? mirrorList(schema, place) : mirrorObject(schema, place);
}

/** One schema for each type; a single type that `oneOf` repeats is left to `oneOf`. */
function mirrorTypes(types: readonly Json[], schema: JsonMap, place: Place): readonly JsonSchema[] {
  const { oneOf, ...withoutOneOf } = schema;
  const alternatives = itemsOf(oneOf).map((alternative) => mapOf(alternative)["type"]);
  const scalars = ["boolean", "string", "number", "integer", "null"];
  const isRepeated = (type: Json): boolean =>
    scalars.includes(String(type)) && alternatives.includes(type);
  return types
    .filter((type) => !isRepeated(type))
    .map((type) => (type === "null" ? NULL : mirrorSchema({ ...withoutOneOf, type }, place)));
}

function mirrorList({ prefixItems, items }: JsonMap, place: Place): JsonSchema {
  const first = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (first !== undefined) {
    const itemTypes = itemsOf(first).map((item) => mirrorSchema(item, place));
    return itemTypes.length === 0
      ? typed("[]")
      : { type: "array", prefixItems: itemTypes, items: false };
  }
  return { type: "array", items: items === undefined ? true : mirrorSchema(items, place) };
}

// ---- Objects

/** Rewrites the properties; all other ones are an index beside them, whose type they need not have. */
function mirrorObject(schema: JsonMap, place: Place): JsonSchema | undefined {
  const properties = new Map<string, JsonSchema>();
  const required: string[] = [];
  const add: AddProperty = (name, value, isRequired) => {
    properties.set(name, value);
    if (isRequired) required.push(name);
  };
  const discriminator = findOwnDiscriminator(schema, place);
  if (discriminator) add(discriminator.name, { enum: [discriminator.value] }, true);
  for (const [name, value] of entriesOf(schema["properties"]))
    addProperty(add, name, value, itemsOf(schema["required"]).includes(name), place);
  const definitions = entriesOf(schema["$defs"]);
  if (definitions.length > 0) add("$defs", mirrorDefinitions(definitions, place), true);
  const described =
    properties.size > 0 ? closedObject(Object.fromEntries(properties), required) : undefined;
  return intersect([described, mirrorIndex(schema, place)]);
}

/** The type of all properties that have no name of their own; `undefined` if there are none. */
function mirrorIndex(
  { additionalProperties: additional, patternProperties }: JsonMap,
  place: Place,
): JsonSchema | undefined {
  const isAnything = additional === true || (isMap(additional) && keysOf(additional).length === 0);
  const types = [
    ...(isMap(additional) && !isAnything ? [mirrorSchema(additional, place)] : []),
    ...(isAnything ? [true] : []),
    ...entriesOf(patternProperties).map(([, pattern]) => mirrorSchema(pattern, place)),
  ];
  return types.length > 0 ? { type: "object", additionalProperties: unite(types) } : undefined;
}

/** A default makes a property required, except in what is sent. */
function addProperty(
  add: AddProperty,
  name: string,
  schema: Json,
  isRequired: boolean,
  place: Place,
): void {
  const { default: value, readOnly, description, deprecated } = mapOf(schema);
  const isSent = /parameters|requestBody|requestBodies/.test(place.path);
  const mirrored = mirrorSchema(schema, { ...place, path: toPointer(place.path, name) });
  const key = readOnly === true ? name + READ_ONLY_MARK : name;
  const notes = {
    ...(typeof description === "string" && { description }),
    ...(deprecated === true && { deprecated }),
    ...(value !== undefined && { default: value }),
  };
  const isThere = isRequired || (value !== undefined && !isSent);
  add(key, typeof mirrored === "boolean" ? mirrored : { ...mirrored, ...notes }, isThere);
}

/** `$defs` becomes a property, whose members are all there. */
function mirrorDefinitions(
  definitions: readonly (readonly [string, Json])[],
  place: Place,
): JsonSchema {
  const mirrored = definitions.map(
    ([name, definition]) =>
      [
        name,
        mirrorSchema(definition, { ...place, path: toPointer(place.path, "$defs", name) }),
      ] as const,
  );
  return closedObject(
    Object.fromEntries(mirrored),
    mirrored.map(([name]) => name),
  );
}

/** An object without other properties. */
function closedObject(properties: object, required: readonly string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The discriminator that a schema has from a member of its `allOf`, with the value for this schema. */
function findOwnDiscriminator(
  schema: JsonMap,
  { path, discriminators }: Place,
): { readonly name: string; readonly value: string } | undefined {
  const discriminator = discriminators.byPointer.get(path);
  if (discriminator === undefined || discriminators.withValues.has(path)) return undefined;
  const isComposed = Boolean(schema["allOf"] || schema["anyOf"]);
  if (!isComposed || schema["discriminator"]) return undefined;
  const schemaName = path.split("/").at(-1) ?? "";
  const mapped = Object.entries(discriminator.mapping).find(
    ([, target]) => (target.startsWith("#") ? target.split("/").at(-1) : target) === schemaName,
  );
  return { name: discriminator.propertyName, value: mapped?.[0] ?? schemaName };
}

// ---- Types

type AddProperty = (name: string, value: JsonSchema, isRequired: boolean) => void;

/** The place of a schema in its description. */
export interface Place {
  readonly root: JsonMap;
  readonly discriminators: Discriminators;
  /** A JSON pointer, in which properties stand without `properties`. */
  readonly path: string;
  /** Pointers that are written out around this schema. */
  readonly inside: readonly string[];
}
