import { convertSchema, type SchemaValue } from "./convert-schema.js";
import { entriesOf, isMap, isWritableKey, type Json, type JsonMap } from "./description.js";
import { type ImportContext, resolveEntry } from "./import-context.js";
import { follow, parsePointer } from "./references.js";
import {
  actionsOfPayload,
  isActionName,
  type KnownEvents,
  nameWebhook,
  type WebhookName,
} from "./webhook-names.js";

/** The payloads of an event: one, or one for each of its actions. */
export interface ImportedEvent {
  readonly payload?: SchemaValue;
  readonly actions: ReadonlyMap<string, SchemaValue>;
}

/** Imports all webhooks, grouped by event. */
export function importWebhooks(
  known: KnownEvents,
  mapping: ReadonlyMap<string, string>,
  context: ImportContext,
): ReadonlyMap<string, ImportedEvent> {
  const events = new Map<string, ImportedEvent>();
  const describedAs = new Map<string, string>();
  for (const [name, item] of entriesOf(context.description.root["webhooks"])) {
    if (name.startsWith("x-")) continue;
    const body = readBody(name, item, context);
    if (body === undefined) continue;
    const actions = actionsOfPayload(body);
    for (const action of actions.filter((each) => !isActionName(each))) {
      context.notes.lose(`the action ${JSON.stringify(action)}`, name);
    }
    const names = nameWebhook(name, actions, known, mapping);
    for (const entry of names) {
      const full = [entry.event, entry.action].filter((part) => part !== undefined).join(".");
      const first = describedAs.get(full);
      if (isReserved(entry)) context.notes.lose(`the reserved name ${full}`, name);
      else if (first !== undefined) context.notes.lose(`another payload of ${full}`, name);
      else {
        describedAs.set(full, name);
        addPayload(events, entry, body, names.length > 1, name, context);
      }
    }
  }
  noteBareNames(events, context);
  return events;
}

/** Notes payloads of events with actions: the payload of such an event is the union of its actions. */
function noteBareNames(events: ReadonlyMap<string, ImportedEvent>, { notes }: ImportContext): void {
  for (const [event, { payload, actions }] of events) {
    if (payload === undefined || actions.size === 0) continue;
    notes.lose("the payload of a bare event that has actions", event);
  }
}

function isReserved({ event, action }: WebhookName): boolean {
  return event === "error" || event === "" || action === "" || !isWritableKey(event);
}

/** The schema of the payload. */
function readBody(name: string, item: Json, context: ImportContext): Json {
  const location = `webhook ${name}`;
  const post = resolveEntry(item, location, context)?.value["post"];
  if (!isMap(post)) {
    context.notes.lose("a webhook without `post`", name);
    return undefined;
  }
  noteOperation(post, name, context);
  const body = post["requestBody"];
  const content = body === undefined ? undefined : resolveEntry(body, location, context)?.value;
  const schema = contentSchema(content?.["content"], location, context);
  if (schema === undefined) context.notes.lose("a webhook without payload", name);
  return schema;
}

/** Ignores parameters: delivery headers are declared in `vendor.yaml`. */
function noteOperation(post: JsonMap, name: string, { notes }: ImportContext): void {
  for (const keyword of Object.keys(post)) {
    if (keyword === "callbacks") notes.lose("`callbacks`", name);
    else if (keyword !== "requestBody") notes.skip(`\`${keyword}\` of a webhook`);
  }
}

/** The unconverted schema of the JSON media type, or of the first one. */
function contentSchema(content: Json, location: string, context: ImportContext): Json {
  const entries = entriesOf(content);
  const [mediaType, entry] = entries.find(([name]) => /[/+]json\b/i.test(name)) ?? entries[0] ?? [];
  for (const [other] of entries.filter(([name]) => name !== mediaType)) {
    context.notes.lose(`${other} beside ${mediaType}`, location);
  }
  return isMap(entry) ? writeOut(entry["schema"], context) : undefined;
}

/** Replaces a reference by its target, because each payload has a schema of its own. */
function writeOut(schema: Json, { description }: ImportContext): Json {
  const reference = isMap(schema) ? schema["$ref"] : undefined;
  const keys = typeof reference === "string" ? parsePointer(reference) : undefined;
  const target = keys && follow(description.root, keys);
  return target === undefined ? schema : target;
}

function addPayload(
  events: Map<string, ImportedEvent>,
  { event, action }: WebhookName,
  body: Json,
  isOneOfSeveral: boolean,
  name: string,
  context: ImportContext,
): void {
  const site = { location: `webhook ${name}`, file: `payloads/${event}.yaml` };
  const schema = convertSchema(body, site, context);
  const present = events.get(event) ?? { actions: new Map<string, SchemaValue>() };
  if (action === undefined) events.set(event, { ...present, payload: schema });
  else {
    const narrowed = isOneOfSeveral ? narrowAction(schema, action) : schema;
    const actions = new Map([...present.actions, [action, narrowed] as const]);
    events.set(event, { ...present, actions });
  }
}

/** Restricts the payload of several actions to one action. */
function narrowAction(schema: SchemaValue, action: string): SchemaValue {
  if (typeof schema === "boolean" || !isMap(schema["properties"])) return schema;
  const properties = { ...schema["properties"], action: { type: "string", enum: [action] } };
  return { ...schema, properties };
}
