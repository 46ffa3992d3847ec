import { changeSchemas } from "../../json-schema/model-schemas.js";
import { mapChildren } from "../../json-schema/walk.js";
import type { Component, JsonSchema, SchemaModel } from "../../model.js";
import { type NamedObject, orderByNames } from "./object-names.js";
import { collectObjectParts, type ObjectPart, referTo } from "./object-parts.js";

/** Smaller objects stay inline: they are easier to read there than behind a type name. */
const FEWEST_PROPERTIES = 3;

/**
 * Turns objects that occur more than once into components, so that each type is declared once. An
 * object that equals a component becomes a reference to it. Payloads, parameters, bodies and
 * components are not replaced: they have names of their own.
 */
export function shareEqualObjects(model: SchemaModel): SchemaModel {
  const parts = collectObjectParts(model);
  const worthy = parts.all.filter(({ propertyCount }) => propertyCount >= FEWEST_PROPERTIES);
  const shared = worthy.filter(
    ({ ref, occurrences }) => ref === undefined && occurrences.length > 1,
  );
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
