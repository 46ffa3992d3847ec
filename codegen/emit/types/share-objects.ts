import { changeSchemas } from "../../json-schema/model-schemas.js";
import { collectPayloadRefs, createResolver } from "../../json-schema/references.js";
import { mapChildren, propertiesOf } from "../../json-schema/walk.js";
import type { Component, JsonSchema, SchemaModel } from "../../model/model.js";
import { type NamedObject, orderByNames } from "./object-names.js";
import { collectObjectParts, type ObjectPart, referTo } from "./object-parts.js";

/** Smaller objects stay inline: they are easier to read there than behind a type name. */
const MIN_PROPERTIES = 3;

/** An object of a payload with as many properties of its own has a name even if it occurs once. */
const MANY_PROPERTIES = 10;

/**
 * Turns objects that occur more than once into components, so that each type is declared once, and
 * long objects of payloads, so that editors show a name. An object that equals a component becomes a
 * reference to it. Payloads, parameters, bodies and components are not replaced: they have names of
 * their own.
 */
export function shareEqualObjects(model: SchemaModel): SchemaModel {
  const parts = collectObjectParts(model);
  const worthy = parts.all.filter(({ propertyCount }) => propertyCount >= MIN_PROPERTIES);
  const unnamed = worthy.filter(({ ref }) => ref === undefined);
  const long = findLongObjects(unnamed, collectPayloadRefs(model, createResolver(model)));
  const shared = unnamed.filter((part) => part.occurrences.length > 1 || long.has(part));
  const added = orderByNames(shared).map((object) => ({ ...object, ref: refOf(object) }));
  const refs = new Map<ObjectPart, string | undefined>(worthy.map((part) => [part, part.ref]));
  for (const { object, ref } of added) refs.set(object, ref);
  const components = [...model.components, ...added.map(toComponent)];
  return changeSchemas({ ...model, components }, rewriteInside);

  function rewrite(schema: JsonSchema): JsonSchema {
    const part = parts.bySchema.get(schema);
    const ref = part && refs.get(part);
    if (typeof schema === "boolean" || ref === undefined) return rewriteInside(schema);
    return referTo(ref, schema);
  }

  function rewriteInside(schema: JsonSchema): JsonSchema {
    return typeof schema === "boolean" ? schema : mapChildren(schema, rewrite);
  }
}

/** The first long object of each property of a payload; an `allOf` may have further ones there. */
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

/** Formed like the `$ref` of a component. No schema folder has a file of this name. */
function refOf({ names, object }: NamedObject<ObjectPart>): string {
  return `objects/${object.index}#/${names[0]}`;
}

function toComponent({
  names: [name, ...otherNames],
  object: { schema, source },
  ref,
}: NamedObject<ObjectPart> & { ref: string }): Component {
  return { ref, name, otherNames, schema, source };
}
