import type { StreamRule } from "../../../src/catalog/client.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { membersOf, propertiesOf } from "../../json-schema/walk.js";
import type { JsonSchema, RouteStream } from "../../model/model.js";
import type { EmitContext } from "../prepare/types.js";

/** The rules of routes whose responses come item by item. */
export function listStreams({
  model,
  resolve,
}: EmitContext): readonly (readonly [route: string, rule: StreamRule])[] {
  return model.routes.flatMap(({ key, stream }): [string, StreamRule][] => {
    if (stream === undefined) return [];
    const { format, contentType: type, item: _item, ...rest } = stream;
    const text = findTexts(stream, resolve);
    return [[key, { format, type, ...rest, ...(text !== undefined && { text }) }]];
  });
}

/** The events whose data is text as it comes. */
function findTexts(
  { format, item, events }: RouteStream,
  resolve: ResolveComponent,
): StreamRule["text"] {
  if (format !== "sse") return undefined;
  const isText = (schema: JsonSchema | undefined): boolean => {
    const target = schema === undefined ? true : dereference(schema, resolve);
    return typeof target === "object" && target["type"] === "string";
  };
  if (events === undefined) return isText(item.schema) ? true : undefined;
  // A member for each event, unless there is only one.
  const whole = dereference(item.schema, resolve);
  const members = typeof whole === "object" ? membersOf(whole, "oneOf") : [];
  const data = (members.length > 0 ? members : [whole]).map((member) => {
    const target = dereference(member, resolve);
    return typeof target === "object" ? propertiesOf(target)["data"] : undefined;
  });
  const texts = events.filter((_name, index) => isText(data[index]));
  return texts.length > 0 ? texts : undefined;
}
