/**
 * Gives objects that occur several times a name: if `repository.owner` and `sender` have the same properties, both refer
 * to one new component, and so to one type.
 */
import { mapChildren, propertiesOf } from "../../json-schema/keywords.js";
import { changeSchemas } from "../../json-schema/model-schemas.js";
import { collectPayloadRefs, createResolver } from "../../json-schema/references.js";
import type { Component, JsonSchema, SchemaModel } from "../../model/model.js";
import { referTo } from "./equal-objects.js";
import { type NamedObject, orderByNames } from "./object-names.js";
import { collectObjectParts, type ObjectPart } from "./object-parts.js";

/** Smaller objects stay inline: they are easier to read there than behind a type name. */
const MIN_PROPERTIES = 3;

/** An object of a payload with this number of properties gets a name, even if it occurs once. */
const MANY_PROPERTIES = 10;

/**
 * Turns repeated objects, and long objects of payloads, into components, so that each type is declared
 * once and has a name in editors. An object that equals a component becomes a reference to it.
 * Payloads, parameters, bodies and components have names already, so they stay as they are.
 */
export function shareEqualObjects(model: SchemaModel): SchemaModel {
  const { parts, bySchema } = collectObjectParts(model);
  const large = parts.filter(({ propertyCount }) => propertyCount >= MIN_PROPERTIES);
  const unnamed = large.filter(({ ref }) => ref === undefined);
  const long = findLongObjects(unnamed, collectPayloadRefs(model, createResolver(model)));
  const shared = unnamed.filter((part) => part.occurrences.length > 1 || long.has(part));
  const added = orderByNames(shared).map((object) => ({ ...object, ref: refOfObject(object) }));
  const refs = new Map<ObjectPart, string | undefined>(large.map((part) => [part, part.ref]));
  for (const { object, ref } of added) refs.set(object, ref);
  const components = [...model.components, ...added.map(toComponent)];
  return changeSchemas({ ...model, components }, rewriteInside);

  function rewrite(schema: JsonSchema): JsonSchema {
    const part = bySchema.get(schema);
    const ref = part && refs.get(part);
    if (typeof schema === "boolean" || ref === undefined) return rewriteInside(schema);
    return referTo(ref, schema);
  }

  function rewriteInside(schema: JsonSchema): JsonSchema {
    return typeof schema === "boolean" ? schema : mapChildren(schema, rewrite);
  }
}

/** Finds the first long object of each property of a payload. With `allOf`, a property may have several. */
function findLongObjects(
  parts: readonly ObjectPart[],
  inPayloads: ReadonlySet<string>,
): ReadonlySet<ObjectPart> {
  const byProperty = new Map<string, ObjectPart>();
  for (const part of parts) {
    const [occurrence] = part.occurrences;
    if (occurrence === undefined || !hasManyProperties(part)) continue;
    const { kind, ref, entry } = occurrence.owner;
    if (kind !== "event" && !(ref !== undefined && inPayloads.has(ref))) continue;
    const property = JSON.stringify([kind, entry, occurrence.path]);
    if (!byProperty.has(property)) byProperty.set(property, part);
  }
  return new Set(byProperty.values());
}

function hasManyProperties({ schema }: ObjectPart): boolean {
  return Object.keys(propertiesOf(schema)).length >= MANY_PROPERTIES;
}

/** A `$ref` like those of components, to a file that no schema folder has. */
function refOfObject({ names, object }: NamedObject<ObjectPart>): string {
  return `objects/${object.index}#/${names[0]}`;
}

function toComponent({
  names: [name, ...otherNames],
  object: { schema, source },
  ref,
}: NamedObject<ObjectPart> & { ref: string }): Component {
  return { ref, name, otherNames, schema, source };
}
