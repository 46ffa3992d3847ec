/** Discriminators of a description, which change the types of the schemas that they name. */
import { isMap, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { resolvePointer, toPointer } from "./references.js";

/**
 * Finds the discriminators of a description, and narrows the property of each schema that they name to its values.
 * @param root A copy of the description, whose schemas are changed.
 */
export function applyDiscriminators(root: JsonMap): Discriminators {
  return new DiscriminatorReader(root).read();
}

/** Reads all discriminators, and changes the schemas that they name. */
class DiscriminatorReader {
  readonly #root: JsonMap;
  readonly #byPointer = new Map<string, Discriminator>();
  /** Pointers of the schemas that are changed. */
  readonly #withValues = new Set<string>();

  constructor(root: JsonMap) {
    this.#root = root;
  }

  read(): Discriminators {
    const schemas = [...walk(this.#root, "#")];
    for (const [pointer, schema] of schemas) this.#applyOwn(pointer, schema);
    for (const [pointer, schema] of schemas) this.#inherit(pointer, schema);
    return { byPointer: this.#byPointer, withValues: this.#withValues };
  }

  /** Reads the discriminator of a schema, and sets its values in the alternatives. */
  #applyOwn(pointer: string, schema: JsonMap): void {
    const discriminator = readDiscriminator(schema);
    if (!discriminator) return;
    this.#byPointer.set(pointer, discriminator);
    if (!Array.isArray(schema["oneOf"])) return;
    for (const [ref, values] of listValues(schema["oneOf"], discriminator))
      if (!this.#withValues.has(ref)) this.#narrow(ref, discriminator, values);
  }

  /** Gives a schema the discriminator of a member of its `allOf`. */
  #inherit(pointer: string, schema: JsonMap): void {
    for (const member of itemsOf(schema["allOf"])) {
      const { $ref: ref } = mapOf(member);
      if (typeof ref !== "string") {
        const inline = readDiscriminator(mapOf(member));
        if (inline) this.#byPointer.set(pointer, inline);
        continue;
      }
      const discriminator = this.#byPointer.get(ref);
      if (!discriminator) return;
      const mapped = Object.entries(discriminator.mapping).filter(
        ([, target]) => target === pointer,
      );
      const values = mapped.map(([value]) => value);
      if (values.length > 0) this.#narrow(pointer, discriminator, values);
      this.#byPointer.set(pointer, discriminator);
    }
  }

  /** Narrows the property of a schema to these values, and notes it; only an object can be narrowed. */
  #narrow(pointer: string, { propertyName }: Discriminator, values: readonly string[]): void {
    const schema = resolvePointer(pointer, this.#root);
    const change = isMap(schema) ? narrowProperty(schema, propertyName, values) : undefined;
    if (change === undefined) return;
    Object.assign(schema as object, change); // of the copy
    this.#withValues.add(pointer);
  }
}

/** The keywords that give a property of a schema these values; `undefined` for a schema that is no object. */
function narrowProperty(
  schema: JsonMap,
  propertyName: string,
  values: readonly string[],
): JsonMap | undefined {
  const narrowed = { type: "string", enum: values };
  if (Array.isArray(schema["allOf"])) {
    const member = {
      type: "object",
      required: [propertyName],
      properties: { [propertyName]: narrowed },
    };
    return { allOf: [...itemsOf(schema["allOf"]), member] };
  }
  if (schema["type"] !== "object") return undefined;
  const properties = mapOf(schema["properties"]);
  const { description } = mapOf(properties[propertyName]);
  return {
    required: [...new Set([...itemsOf(schema["required"]), propertyName])],
    properties: { ...properties, [propertyName]: { ...narrowed, description } },
  };
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

// ---- Types

/** The discriminators of a description, and the schemas that they have changed. */
export interface Discriminators {
  /** By the pointer of the schema that has one, or has it from a member of its `allOf`. */
  readonly byPointer: ReadonlyMap<string, Discriminator>;
  /** Pointers of schemas whose property has its values. */
  readonly withValues: ReadonlySet<string>;
}

/** The property that tells alternatives apart. */
interface Discriminator {
  readonly propertyName: string;
  /** From each value to a reference, or to the name of a schema. */
  readonly mapping: Readonly<Record<string, string>>;
}
