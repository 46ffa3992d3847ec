/** Replaces schemas that are too complex for a type by one object, since a compiler would refuse them. */
import { changeSchemas } from "../../json-schema/model-schemas.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import { createResolver, type ResolveComponent } from "../../json-schema/references.js";
import {
  ALTERNATIVES,
  COMPOSITIONS,
  descriptionOf,
  mapChildren,
  membersOf,
  refOf,
} from "../../json-schema/keywords.js";
import type { JsonSchema, JsonSchemaObject, SchemaModel } from "../../model/model.js";

/** Limit of combinations. The compiler gives up at 100,000 and is slow long before that. Few real schemas have ten. */
const MAX_COMBINATIONS = 1000;

/**
 * Replaces schemas whose compositions have too many combinations for a type: each `allOf` of unions
 * multiplies their members. The type is then one object with the properties of all combinations. A
 * property is required if every combination requires it. The type allows all values of the schema, and
 * others; its comment says so. Validators and samples still follow the schema.
 */
export function simplifyUnions(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  const isTooComplex = createComplexityTest(resolve);
  const simplified = new Set<JsonSchema>();
  const changed = changeSchemas(model, change);
  return simplified.size > 0 ? changed : model;

  function change(schema: JsonSchema): JsonSchema {
    if (typeof schema === "boolean") return schema;
    if (!isTooComplex(schema)) return mapChildren(schema, change);
    simplified.add(schema);
    return mapChildren(simplify(schema, resolve), change);
  }
}

/** The object with the properties of all combinations; a schema of anything if some are no objects. */
function simplify(schema: JsonSchemaObject, resolve: ResolveComponent): JsonSchemaObject {
  const note = "Simplified: the schema has too many combinations for a type.";
  const described = descriptionOf(schema);
  const description = described === undefined ? note : `${described}\n\n${note}`;
  const object = readObjectProperties(schema, resolve);
  if (object === undefined || object.hasOtherForms) return { description };
  const { properties, required } = object;
  return { type: "object", description, properties, required };
}

/** Creates a test for schemas that are too complex. One inside another counts as 1, because it is replaced. */
function createComplexityTest(resolve: ResolveComponent): (schema: JsonSchema) => boolean {
  const counts = new Map<JsonSchema, number>();
  const complex = new Set<JsonSchema>();
  return (schema) => {
    count(schema);
    return complex.has(schema);
  };

  function count(schema: JsonSchema): number {
    if (typeof schema === "boolean") return 1;
    const ref = refOf(schema);
    if (ref !== undefined) return count(resolve(ref).schema);
    if (!COMPOSITIONS.some((keyword) => keyword in schema)) return 1;
    const known = counts.get(schema);
    if (known !== undefined) return known;
    counts.set(schema, 1); // for a schema that leads back to itself
    const factors = [
      ...membersOf(schema, "allOf").map(count),
      ...ALTERNATIVES.map((keyword) =>
        membersOf(schema, keyword).reduce((sum, member) => sum + count(member), 0),
      ),
    ].filter((factor) => factor > 1);
    const product = factors.reduce((total, factor) => total * factor, 1);
    const isComplex = factors.length > 1 && product > MAX_COMBINATIONS;
    if (isComplex) complex.add(schema);
    counts.set(schema, isComplex ? 1 : product);
    return isComplex ? 1 : product;
  }
}
