/** The rules of responses that come item by item. */
import type { StreamRule } from "../../../src/catalog/client.js";
import { membersOf, propertiesOf } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema, RouteStream, SchemaModel } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";

/** Tells whether any response comes item by item. */
export function hasStreams({ model }: { readonly model: SchemaModel }): boolean {
  return model.routes.some(({ stream }) => stream !== undefined);
}

/** The rules of streams, by the keys of routes. */
export function listStreams({
  model,
  resolve,
}: EmitContext): readonly (readonly [route: string, rule: StreamRule])[] {
  return model.routes.flatMap(({ key, stream }): [string, StreamRule][] => {
    if (stream === undefined) return [];
    const { format, contentType: type, item: _item, ...rule } = stream;
    const text = findTextEvents(stream, resolve);
    return [[key, { format, type, ...rule, ...(text !== undefined && { text }) }]];
  });
}

/** The events of a stream whose data is text, not JSON; `true` for all events, `undefined` if there are none. */
function findTextEvents(
  { format, item, events }: RouteStream,
  resolve: ResolveComponent,
): StreamRule["text"] {
  if (format !== "sse") return undefined;
  const isText = (schema: JsonSchema | undefined): boolean => {
    const target = schema === undefined ? true : dereference(schema, resolve);
    return typeof target === "object" && target["type"] === "string";
  };
  if (events === undefined) return isText(item.schema) ? true : undefined;
  // The schema has a member for each event, unless there is only one event.
  const whole = dereference(item.schema, resolve);
  const members = typeof whole === "object" ? membersOf(whole, "oneOf") : [];
  const data = (members.length > 0 ? members : [whole]).map((member) => {
    const target = dereference(member, resolve);
    return typeof target === "object" ? propertiesOf(target)["data"] : undefined;
  });
  const texts = events.filter((_name, index) => isText(data[index]));
  return texts.length > 0 ? texts : undefined;
}
