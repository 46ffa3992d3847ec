/** `events.ts`: an interface for each name of an event, the map of them, and the types over that map. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { emitterEntries, type EmitterEntry } from "../../model/entries.js";
import { nameOf, toNameType, toTypeKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { pathOfModule, specifierOf } from "../names/files.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, ofModule, withImports } from "../print/module.js";
import { printUnion, toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";

/**
 * Emits one interface per event name and one flat map from name to interface. Types are indexed
 * accesses into the map, which keeps calls to `on` cheap to type-check.
 */
export function emitEvents(context: EmitContext): ModuleDraft {
  const { model } = context;
  const events = model.events.flatMap(emitterEntries).map((entry) => toEmitted(entry, context));
  const bareNames = model.events.map(({ name }) => name);
  const allNames = events.map(({ name }) => name);
  const blocks = [...declareEvents(events, context), printLookups(bareNames, allNames)];
  const path = pathOfModule("events", model.vendor);
  return { path, sources: filesOf(...model.events), module: { blocks } };
}

/** Collects what the interface of an event name has. */
function toEmitted(entry: EmitterEntry, context: EmitContext): EmittedEvent {
  const { name, event, description } = entry;
  const { event: type, payload } = nameOf(context.names.events, name);
  return { name, event, description, type, payload, fetched: findFetchedResult(entry, context) };
}

/** Declares the interface of each event name, and then the map of them. */
function declareEvents(
  events: readonly EmittedEvent[],
  { model: { vendor }, memo }: EmitContext,
): readonly Code[] {
  const payloads = ofModule(specifierOf("payloads", vendor, "events"));
  const results = ofModule("./results.js");
  const structures = [...events.map(createEventInterface), createEventMap(events)];
  return printInterfaces(structures, memo).map((declaration, index) => {
    const event = events[index];
    // The map is the last one. It refers to the other interfaces only.
    if (event === undefined) return declaration;
    const { payload, fetched } = event;
    const ofResult = fetched === undefined ? [] : [results.type(fetched.type)];
    return withImports(declaration, [payloads.type(payload), ...ofResult]);
  });
}

/** The name of the base of every event. */
const ATTEMPT = "EventAttempt";

function createEventInterface(emitted: EmittedEvent): InterfaceStructure {
  const { name, event, description, type, payload, fetched } = emitted;
  const title = `Delivery of \`${name}\`.`;
  const text = description === undefined ? title : `${title} ${description}`;
  return {
    name: type,
    docs: [toDocText({ text })],
    extends: [ATTEMPT],
    properties: [
      property("id", "string"),
      property("name", toNameType(event)),
      property("payload", payload),
      ...(fetched === undefined ? [] : [fetchProperty(fetched)]),
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

function createEventMap(events: readonly EmittedEvent[]): InterfaceStructure {
  return {
    name: "EventMap",
    docs: ["Maps each event name to its delivery."],
    properties: events.map(({ name, type }) => property(toTypeKey(name), type)),
  };
}

function property(name: string, type: string): OptionalKind<PropertySignatureStructure> {
  return { name, type };
}

/** Types over the event map, for the names without actions and for all of them. */
function printLookups(bareNames: readonly string[], allNames: readonly string[]): Code {
  const union = (texts: readonly string[]): string =>
    printUnion(texts.map((text) => JSON.stringify(text)));
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
${exported("type", "EmitterEventName")} = ${union(bareNames)};

/** All event names: \`<event>\` and \`<event>.<action>\`. */
${exported("type", "EmitterWebhookEventName")} = ${union(allNames)};

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

/** An event name, with the names of the types in its interface. */
interface EmittedEvent {
  readonly name: string;
  /** The name without an action. */
  readonly event: string;
  readonly description: string | undefined;
  /** The interface itself. */
  readonly type: string;
  readonly payload: string;
  readonly fetched: FetchedResult | undefined;
}

/** A route, and the type of the data that an event fetches by it. */
interface FetchedResult {
  readonly route: string;
  readonly type: string;
}
