import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { toTypeKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { toDocText } from "../doc.js";
import { emitterEntries, type EmitterEntry } from "../emitter-entries.js";
import { type FileDraft, filesOf } from "../file.js";
import { pathOf, specifierOf } from "../layout.js";
import {
  type InterfaceStructure,
  joinBlocks,
  printInterfaces,
  printTypeImport,
  printUnion,
} from "../print.js";
import { nameOf } from "../type-names.js";

/**
 * Emits one interface for each event name and one flat map from name to interface. Everything
 * is looked up in the map by index, which keeps a call to `on` cheap to check.
 */
export function emitEvents(context: EmitContext): FileDraft {
  const { model, names } = context;
  const entries = model.events.flatMap(emitterEntries);
  const payloads = entries.map(({ name }) => nameOf(names.events, name).payload);
  const statements = [
    ...entries.map((entry) => eventInterface(entry, context)),
    eventMap(entries, context),
  ];
  const bare = model.events.map(({ name }) => name);
  const body = joinBlocks([
    printTypeImport(payloads, specifierOf("payloads", model.vendor, "events")),
    printInterfaces(statements, context.memo),
    lookups(bare, entries),
  ]);
  return { path: pathOf("events", model.vendor), sources: filesOf(...model.events), body };
}

function eventInterface(
  { name, event, description, source }: EmitterEntry,
  { names }: EmitContext,
): InterfaceStructure {
  const types = nameOf(names.events, name);
  const title = `Delivery of \`${name}\`.`;
  const text = description === undefined ? title : `${title} ${description}`;
  return {
    name: types.event,
    isExported: true,
    docs: [`\n${toDocText({ text, source })}`],
    properties: [
      property("id", "string"),
      property("name", JSON.stringify(event)),
      property("payload", types.payload),
    ],
  };
}

function eventMap(entries: readonly EmitterEntry[], { names }: EmitContext): InterfaceStructure {
  return {
    name: "EventMap",
    isExported: true,
    docs: ["From every name that handlers can be registered for to its event."],
    properties: entries.map(({ name }) =>
      property(toTypeKey(name), nameOf(names.events, name).event),
    ),
  };
}

function property(name: string, type: string): OptionalKind<PropertySignatureStructure> {
  return { name, type };
}

/** The types that a map makes possible; they are the same for every vendor. */
function lookups(bare: readonly string[], entries: readonly EmitterEntry[]): string {
  const union = (names: readonly string[]): string =>
    printUnion(names.map((name) => JSON.stringify(name)));
  return `/** The delivery of an event that is not described. */
export interface UnknownEvent {
  id: string;
  name: string;
  payload: unknown;
}

/** {@link EventMap}, open to any other name. */
export interface OpenEventMap extends EventMap {
  [name: string]: UnknownEvent;
}

/** Every event, without its actions. */
export type EmitterEventName = ${union(bare)};

/** Every event and every \`<event>.<action>\`. */
export type EmitterWebhookEventName = ${union(entries.map(({ name }) => name))};

/**
 * The event of a name; of several names, their union. Without an argument it is any event:
 * actions are already in the payload of theirs.
 */
export type EmitterWebhookEvent<Name extends EmitterWebhookEventName = EmitterEventName> =
  EventMap[Name];

/** The types of all events, as the webhook toolkit takes them. */
export interface WebhookTypes {
  name: EmitterWebhookEventName;
  events: OpenEventMap;
  event: EmitterWebhookEvent;
}`;
}
