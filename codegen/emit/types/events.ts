/** `events.ts`: an interface for each name of an event, the map of them, and the types over that map. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { emitterEntries, type EmitterEntry } from "../../model/entries.js";
import { nameOf, toNameType, toTypeKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { pathOfModule, specifierOf } from "../names/files.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, ofModule } from "../print/module.js";
import { printUnion, toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";

/**
 * Emits one interface per event name and one flat map from name to interface. Types are indexed
 * accesses into the map, which keeps calls to `on` cheap to type-check.
 */
export function emitEvents(context: EmitContext): ModuleDraft {
  const { model, names } = context;
  const entries = model.events.flatMap(emitterEntries);
  const payloads = ofModule(specifierOf("payloads", model.vendor, "events"));
  const results = ofModule("./results.js");
  const interfaces = printInterfaces(
    [
      ...entries.map((entry) => createEventInterface(entry, context)),
      createEventMap(entries, context),
    ],
    context.memo,
  );
  const eventNames = model.events.map(({ name }) => name);
  const blocks = [
    ...entries.map((entry, index) => {
      const result = findFetchedResult(entry, context);
      return {
        parts: interfaces[index]?.parts ?? [],
        imports: [
          payloads.type(nameOf(names.events, entry.name).payload),
          ...(result === undefined ? [] : [results.type(result.type)]),
        ],
      };
    }),
    interfaces.at(-1) ?? "",
    printLookups(eventNames, entries),
  ];
  const path = pathOfModule("events", model.vendor);
  return { path, sources: filesOf(...model.events), module: { blocks } };
}

/** The name of the base of every event. */
const ATTEMPT = "EventAttempt";

function createEventInterface(entry: EmitterEntry, context: EmitContext): InterfaceStructure {
  const { name, event, description } = entry;
  const types = nameOf(context.names.events, name);
  const result = findFetchedResult(entry, context);
  const title = `Delivery of \`${name}\`.`;
  const text = description === undefined ? title : `${title} ${description}`;
  return {
    name: types.event,
    docs: [toDocText({ text })],
    extends: [ATTEMPT],
    properties: [
      property("id", "string"),
      property("name", toNameType(event)),
      property("payload", types.payload),
      ...(result === undefined ? [] : [fetchProperty(result)]),
    ],
  };
}

/**
 * The data of the route that an event fetches its resource by; `undefined` for an event without one, and without
 * generated entries, since only these add `fetch` to events.
 */
function findFetchedResult(
  { event }: EmitterEntry,
  { model, names }: EmitContext,
): FetchedResult | undefined {
  const { resource } = model.events.find(({ name }) => name === event) ?? {};
  const type = resource && names.results.get(resource.route);
  if (resource === undefined || type === undefined || model.vendor.runtime === false)
    return undefined;
  return { route: resource.route, type };
}

function fetchProperty({ route, type }: FetchedResult): OptionalKind<PropertySignatureStructure> {
  const text =
    `Gets what the event is about by \`${route}\`, with the client of \`new Webhooks({ client })\`. ` +
    "One request is sent for a delivery, in an inbox for each attempt. Rejects as that request does.";
  return { ...property("fetch", `() => Promise<${type}>`), docs: [toDocText({ text })] };
}

function createEventMap(
  entries: readonly EmitterEntry[],
  { names }: EmitContext,
): InterfaceStructure {
  return {
    name: "EventMap",
    docs: ["Maps each event name to its delivery."],
    properties: entries.map(({ name }) =>
      property(toTypeKey(name), nameOf(names.events, name).event),
    ),
  };
}

function property(name: string, type: string): OptionalKind<PropertySignatureStructure> {
  return { name, type };
}

/** Types over the event map. */
function printLookups(eventNames: readonly string[], entries: readonly EmitterEntry[]): Code {
  const union = (names: readonly string[]): string =>
    printUnion(names.map((name) => JSON.stringify(name)));
  return code`/** Fields that an inbox adds to the event of a handler. Without an inbox, both are absent. */
${exported("interface", ATTEMPT)} {
  /** 1 for the first attempt to handle the delivery, 2 for the first retry. */
  attempt?: number;
  /** Aborted when the time of the attempt is up. */
  signal?: typeof globalThis extends { AbortSignal: { prototype: infer Signal } } ? Signal : never;
}

/** The delivery of an event that the schema does not contain. */
${exported("interface", "UnknownEvent")} extends ${ATTEMPT} {
  id: string;
  name: string;
  payload: unknown;
}

/** {@link EventMap} with any other name as an {@link UnknownEvent}. */
${exported("interface", "OpenEventMap")} extends EventMap {
  [name: string]: UnknownEvent;
}

/** Event names without actions. */
${exported("type", "EmitterEventName")} = ${union(eventNames)};

/** All event names: \`<event>\` and \`<event>.<action>\`. */
${exported("type", "EmitterWebhookEventName")} = ${union(entries.map(({ name }) => name))};

/**
 * The delivery of an event name, or a union for several names. The default is any event; the
 * payload of an event already covers its actions.
 */
${exported("type", "EmitterWebhookEvent")}<Name extends EmitterWebhookEventName = EmitterEventName> =
  EventMap[Name];

/** The type argument of the webhook toolkit. */
${exported("interface", "WebhookTypes")} {
  name: EmitterWebhookEventName;
  events: OpenEventMap;
  event: EmitterWebhookEvent;
}`;
}

/** A route, and the type of the data that an event fetches by it. */
interface FetchedResult {
  readonly route: string;
  readonly type: string;
}
