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

type ChangeSchema = (schema: JsonSchema) => JsonSchema;

function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
  const inside = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder): Holder =>
    holder.schema === undefined ? holder : { ...holder, schema: change(holder.schema) };
  const withPayload = <Holder extends { readonly payload?: JsonSchema }>(holder: Holder): Holder =>
    holder.payload === undefined ? holder : { ...holder, payload: change(holder.payload) };
  return {
    ...model,
    events: model.events.map((event) =>
      withPayload({ ...event, actions: event.actions.map(withPayload) }),
    ),
    routes: model.routes.map((route) => ({
      ...route,
      parameters: route.parameters.map(inside),
      ...(route.body && { body: inside(route.body) }),
      responses: route.responses.map(inside),
    })),
    components: model.components.map(inside),
  };
}
