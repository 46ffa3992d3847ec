/** Responses that come item by item: the rules of routes, and the code that reads them. */
import type { StreamFormat, StreamRule } from "../../../src/catalog/client.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { membersOf, propertiesOf } from "../../json-schema/keywords.js";
import type { JsonSchema, RouteStream, SchemaModel } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { CLIENT, code, joinCode, printOptions } from "../print/module.js";
import type { Code, Imported } from "../print/types.js";

/** Tells whether any response comes item by item. */
export function hasStreams({ model }: { readonly model: SchemaModel }): boolean {
  return model.routes.some(({ stream }) => stream !== undefined);
}

/** The rules by route. */
export function listStreams({
  model,
  resolve,
}: EmitContext): readonly (readonly [route: string, rule: StreamRule])[] {
  return model.routes.flatMap(({ key, stream }): [string, StreamRule][] => {
    if (stream === undefined) return [];
    const { format, contentType: type, item: _item, ...rule } = stream;
    const text = findTexts(stream, resolve);
    return [[key, { format, type, ...rule, ...(text !== undefined && { text }) }]];
  });
}

/** The events whose data is text, not JSON; `true` for all events. */
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

/** Functions of the runtime by format of a stream. */
const STREAM_READERS: Readonly<Record<StreamFormat, Imported>> = {
  sse: CLIENT.value("eventStream"),
  "json-lines": CLIENT.value("jsonLines"),
  "json-seq": CLIENT.value("jsonSequence"),
};

/**
 * The option of a client for its streams.
 * @param convertsItems Items hold values that JSON does not have.
 */
export function printStreams(context: EmitContext, convertsItems: boolean): readonly Code[] {
  const rules = listStreams(context);
  if (rules.length === 0) return [];
  const used = new Set(rules.map(([, { format }]) => format));
  const formats = [...used].map(
    (format) => code`${JSON.stringify(format)}: ${STREAM_READERS[format]}`,
  );
  const isDeclared = rules.some(([, { events, text }]) => (events ?? text) !== undefined);
  const parts = [
    ...(isDeclared ? [code`readItem: ${CLIENT.value("readDeclaredItem")}`] : []),
    ...(convertsItems ? [code`${CLIENT.value("convertItem")}`] : []),
  ];
  const reader = printOptions(parts);
  const create = code`/* @__PURE__ */ ${CLIENT.value("createStreams")}({ ${joinCode(formats, ", ")} }${reader})`;
  const connectsAgain = rules.some(([key, { format }]) => format === "sse" && /^GET /.test(key));
  const add = connectsAgain
    ? code`/* @__PURE__ */ ${CLIENT.value("reconnecting")}(${create})`
    : create;
  return [code`addStreams: ${add}`];
}
