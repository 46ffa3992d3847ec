/** Discriminators of a description, which change the types of the schemas that they name. */
import { isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { resolvePointer, toPointer } from "./references.js";

export interface Discriminators {
  /** By the pointer of the schema that has one, or has it from a member of its `allOf`. */
  readonly found: ReadonlyMap<string, Discriminator>;
  /** Pointers of schemas whose property has its values. */
  readonly handled: ReadonlySet<string>;
}

interface Discriminator {
  readonly propertyName: string;
  /** From each value to a reference, or to the name of a schema. */
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * Finds the discriminators of a description, and gives the schemas that they name the values of the property.
 * @param root A copy, which is changed.
 */
export function applyDiscriminators(root: JsonMap): Discriminators {
  const found = new Map<string, Discriminator>();
  const handled = new Set<string>();
  const schemas = [...walk(root, "#")];
  for (const [pointer, schema] of schemas) {
    const discriminator = readDiscriminator(schema);
    if (!discriminator) continue;
    found.set(pointer, discriminator);
    if (!Array.isArray(schema["oneOf"])) continue;
    for (const [ref, values] of listValues(schema["oneOf"], discriminator))
      if (!handled.has(ref) && setValues(resolvePointer(ref, root), discriminator, values))
        handled.add(ref);
  }
  for (const [pointer, schema] of schemas) inherit(pointer, schema, { root, found, handled });
  return { found, handled };
}

function readDiscriminator(schema: JsonMap): Discriminator | undefined {
  const { propertyName, mapping } = mapOf(schema["discriminator"]);
  if (typeof propertyName !== "string" || propertyName === "") return undefined;
  const texts = Object.entries(mapOf(mapping)).filter(([, target]) => typeof target === "string");
  return { propertyName, mapping: Object.fromEntries(texts) as Record<string, string> };
}

/** The values of each alternative: those of the mapping, or else the name of its schema. */
function listValues(
  alternatives: readonly Json[],
  { mapping }: Discriminator,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const alternative of alternatives) {
    const { $ref: ref } = mapOf(alternative);
    const name = typeof ref === "string" ? ref.split("/").at(-1) : undefined;
    if (typeof ref === "string" && name) values.set(ref, [name]);
  }
  const mapped = new Map<string, string[]>();
  for (const [value, ref] of Object.entries(mapping))
    mapped.set(ref, [...(mapped.get(ref) ?? []), value]);
  return new Map([...values, ...mapped]);
}

/** Tells whether the schema could be given the values. */
function setValues(
  schema: Json,
  { propertyName }: Discriminator,
  values: readonly string[],
): boolean {
  if (!isMap(schema)) return false;
  const changed = schema as Record<string, Json>; // of the copy
  const value = { type: "string", enum: values };
  if (Array.isArray(schema["allOf"])) {
    const discriminating = {
      type: "object",
      required: [propertyName],
      properties: { [propertyName]: value },
    };
    changed["allOf"] = [...itemsOf(schema["allOf"]), discriminating];
    return true;
  }
  if (schema["type"] !== "object") return false;
  const properties = mapOf(schema["properties"]);
  const before = mapOf(properties[propertyName]);
  changed["required"] = [...new Set([...itemsOf(schema["required"]), propertyName])];
  changed["properties"] = {
    ...properties,
    [propertyName]: { ...value, description: before["description"] },
  };
  return true;
}

/** A schema has the discriminator of a member of its `allOf`. */
function inherit(
  pointer: string,
  schema: JsonMap,
  {
    root,
    found,
    handled,
  }: { root: JsonMap; found: Map<string, Discriminator>; handled: Set<string> },
): void {
  for (const member of itemsOf(schema["allOf"])) {
    const { $ref: ref } = mapOf(member);
    if (typeof ref !== "string") {
      const inline = readDiscriminator(mapOf(member));
      if (inline) found.set(pointer, inline);
      continue;
    }
    const discriminator = found.get(ref);
    if (!discriminator) return;
    const mapped = Object.entries(discriminator.mapping).filter(([, target]) => target === pointer);
    const values = mapped.map(([value]) => value);
    if (values.length > 0 && setValues(resolvePointer(pointer, root), discriminator, values))
      handled.add(pointer);
    found.set(pointer, discriminator);
  }
}

/** All maps of a description with their pointers, the outer ones first. */
function* walk(value: Json, pointer: string): Generator<readonly [string, JsonMap]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* walk(item, toPointer(pointer, String(index)));
  } else if (isMap(value)) {
    yield [pointer, value];
    for (const [key, child] of Object.entries(value)) yield* walk(child, toPointer(pointer, key));
  }
}
