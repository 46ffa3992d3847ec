/** Goes through all schemas of a model, by the direction in which their values travel. */
import type { JsonSchema, Route, SchemaModel } from "../model/model.js";

/** Copies a model, and changes the schema of each payload, parameter, body, response and component. */
export function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
  const sent = createHolderChange(change, "sent");
  const received = createHolderChange(change, "received");
  return {
    ...model,
    events: model.events.map((event) =>
      changePayload(
        { ...event, actions: event.actions.map((action) => changePayload(action, change)) },
        change,
      ),
    ),
    routes: model.routes.map((route) => changeRoute(route, sent, received)),
    components: model.components.map(received),
  };
}

function changePayload<Holder extends { readonly payload?: JsonSchema }>(
  holder: Holder,
  change: ChangeSchema,
): Holder {
  if (holder.payload === undefined) return holder;
  return { ...holder, payload: change(holder.payload, "received") };
}

function changeRoute(route: Route, sent: ChangeHolder, received: ChangeHolder): Route {
  const { parameters, body, responses, stream } = route;
  const furtherContents = body?.furtherContents?.map(sent);
  return {
    ...route,
    parameters: parameters.map(sent),
    ...(body && { body: { ...sent(body), ...(furtherContents && { furtherContents }) } }),
    responses: responses.map(received),
    ...(stream && { stream: { ...stream, item: received(stream.item) } }),
  };
}

/** Creates a function that changes the schema of a parameter, a body, a response or a component. */
function createHolderChange(change: ChangeSchema, direction: Direction): ChangeHolder {
  return (holder) => {
    if (holder.schema === undefined) return holder;
    const schema = change(holder.schema, direction);
    return schema === holder.schema ? holder : { ...holder, schema };
  };
}

// ---- Types

/** Direction of a value: in a request, or in responses and deliveries. */
export type Direction = "sent" | "received";

/** Changes a schema. A component can have both directions; it counts as received. */
type ChangeSchema = (schema: JsonSchema, direction: Direction) => JsonSchema;

/** Returns the holder itself if its schema stays the same. */
type ChangeHolder = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder) => Holder;
