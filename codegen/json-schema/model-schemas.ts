import type { Content, JsonSchema, SchemaModel } from "../model.js";

type ChangeSchema = (schema: JsonSchema) => JsonSchema;

/** A copy of a model with every payload, parameter, body, response and component changed. */
export function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
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
      ...(route.body && {
        body: {
          ...inside(route.body),
          ...(route.body.others && { others: route.body.others.map(inside<Content>) }),
        },
      }),
      responses: route.responses.map(inside),
    })),
    components: model.components.map(inside),
  };
}
