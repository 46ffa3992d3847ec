/** Goes through all schemas of a model, by the direction in which their values travel. */
import type { Content, JsonSchema, SchemaModel } from "../model/model.js";

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

/** Direction of a value: in a request, or in responses and deliveries. */
export type Direction = "sent" | "received";

/** Changes a schema. A component can have both directions; it counts as received. */
type ChangeSchema = (schema: JsonSchema, direction: Direction) => JsonSchema;
