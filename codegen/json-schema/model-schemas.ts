import type { Content, JsonSchema, SchemaModel } from "../model/model.js";

/** Where a value goes: in a request, or in responses and deliveries. */
export type Direction = "sent" | "received";

/** Components, which may go both ways, count as received. */
type ChangeSchema = (schema: JsonSchema, direction: Direction) => JsonSchema;

/** A copy of a model with every payload, parameter, body, response and component changed. */
export function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
  const inside = <Holder extends { readonly schema?: JsonSchema }>(
    holder: Holder,
    direction: Direction,
  ): Holder =>
    holder.schema === undefined ? holder : { ...holder, schema: change(holder.schema, direction) };
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
          ...(route.body.others && { others: route.body.others.map(sent<Content>) }),
        },
      }),
      responses: route.responses.map(received),
    })),
    components: model.components.map(received),
  };
}
