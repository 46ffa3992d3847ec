/** Goes through all schemas of a model, by the direction in which their values travel. */
import type { Content, JsonSchema, SchemaModel } from "../model/model.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";
import { mapChildren, membersOf, propertiesOf, refOf, requiredOf } from "./keywords.js";

/** Copies a model, and changes the schema of each payload, parameter, body, response and component. */
export function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
  const inside = <Holder extends { readonly schema?: JsonSchema }>(
    holder: Holder,
    direction: Direction,
  ): Holder => {
    const schema = holder.schema === undefined ? undefined : change(holder.schema, direction);
    return schema === holder.schema ? holder : { ...holder, schema };
  };
  const sent = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder): Holder =>
    inside(holder, "sent");
  const received = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder): Holder =>
    inside(holder, "received");
  const withPayload = <Holder extends { readonly payload?: JsonSchema }>(holder: Holder): Holder =>
    holder.payload === undefined
      ? holder
      : { ...holder, payload: change(holder.payload, "received") };
  return {
    ...model,
    events: model.events.map((event) =>
      withPayload({ ...event, actions: event.actions.map(withPayload) }),
    ),
    routes: model.routes.map((route) => ({
      ...route,
      parameters: route.parameters.map(sent),
      ...(route.body && {
        body: {
          ...sent(route.body),
          ...(route.body.furtherContents && {
            furtherContents: route.body.furtherContents.map(sent<Content>),
          }),
        },
      }),
      responses: route.responses.map(received),
      ...(route.stream && { stream: { ...route.stream, item: received(route.stream.item) } }),
    })),
    components: model.components.map(received),
  };
}

/**
 * Repeats a property that one part of an `allOf` requires and another describes, as in `allOf:
 * [Base, { required: [name] }]`: a type can only require a property that it has.
 */
export function describeRequired(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, (schema) => describeParts(schema, schema, resolve));
}

/** @param whole The outermost schema whose `allOf` contains the schema, or the schema itself. */
function describeParts(
  schema: JsonSchema,
  whole: JsonSchema,
  resolve: ResolveComponent,
): JsonSchema {
  if (typeof schema === "boolean" || refOf(schema) !== undefined) return schema;
  const members = new Set(membersOf(schema, "allOf"));
  const inside = mapChildren(schema, (child) =>
    describeParts(child, members.has(child) ? whole : child, resolve),
  );
  if (whole === schema && members.size === 0) return inside;
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(properties, name));
  const found = missing.flatMap((name) => {
    const property = findProperty(whole, name, resolve);
    return property === undefined ? [] : [[name, property] as const];
  });
  if (found.length === 0) return inside;
  return { ...inside, properties: { ...propertiesOf(inside), ...Object.fromEntries(found) } };
}

/** Finds a property in a schema, or else in the last member of its `allOf` that has it. */
function findProperty(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
): JsonSchema | undefined {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return undefined;
  const properties = propertiesOf(target);
  if (Object.hasOwn(properties, name)) return properties[name];
  return membersOf(target, "allOf")
    .map((member) => findProperty(member, name, resolve))
    .findLast((property) => property !== undefined);
}

/** Direction of a value: in a request, or in responses and deliveries. */
export type Direction = "sent" | "received";

/** Changes a schema. A component can have both directions; it counts as received. */
type ChangeSchema = (schema: JsonSchema, direction: Direction) => JsonSchema;
