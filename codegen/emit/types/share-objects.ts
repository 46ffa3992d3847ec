import { mapChildren } from "../../json-schema/walk.js";
import type { Component, JsonSchema, SchemaModel } from "../../model.js";
import { type NamedObject, orderByNames } from "./object-names.js";
import { collectObjectParts, type ObjectPart, referTo } from "./object-parts.js";

/** An object with fewer properties is read faster where it stands than under any name. */
const FEWEST_PROPERTIES = 3;

/**
 * Makes components of the objects that are described in several places, so that the type of each
 * is declared once; one that a component describes as well becomes a reference to it. Payloads,
 * parameters, bodies and components themselves stay: they have names of their own.
 */
export function shareEqualObjects(model: SchemaModel): SchemaModel {
  const parts = collectObjectParts(model);
  const worthy = parts.all.filter(({ propertyCount }) => propertyCount >= FEWEST_PROPERTIES);
  const shared = worthy.filter(({ ref, places }) => ref === undefined && places.length > 1);
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

/** As a component's, in a file that no schema has. */
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
