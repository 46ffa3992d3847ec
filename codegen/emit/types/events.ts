/** The events: their types, and the list of their names at run time. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import type { Event, SchemaModel } from "../../model/model.js";
import { nameOf, toNameType, toTypeKey } from "../../model/names.js";
import { emitterEntries, type EmitterEntry } from "../../model/entries.js";
import { pathOfModule, specifierOf } from "../names/files.js";
import type { EmitContext } from "../context/context.js";
import { printInterfaces } from "../print/declarations.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, local, ofModule } from "../print/module.js";
import { printUnion, toDocText } from "../print/print.js";
import type { Code, InterfaceStructure } from "../print/types.js";

// ---- Types

/**
 * Emits one interface per event name and one flat map from name to interface. Types are indexed
 * accesses into the map, which keeps calls to `on` cheap to type-check.
 */
export function emitEvents(context: EmitContext): ModuleDraft {
  const { model, names } = context;
  const entries = model.events.flatMap(emitterEntries);
  const payloads = ofModule(specifierOf("payloads", model.vendor, "events"));
  const fetched = ofModule("./results.js");
  const interfaces = printInterfaces(
    [...entries.map((entry) => eventInterface(entry, context)), eventMap(entries, context)],
    context.memo,
  );
  const bare = model.events.map(({ name }) => name);
  const blocks = [
    ...entries.map((entry, index) => {
      const result = findResult(entry, context);
      return {
        parts: interfaces[index]?.parts ?? [],
        imports: [
          payloads.type(nameOf(names.events, entry.name).payload),
          ...(result === undefined ? [] : [fetched.type(result.type)]),
        ],
      };
    }),
    interfaces.at(-1) ?? "",
    lookups(bare, entries),
  ];
  const path = pathOfModule("events", model.vendor);
  return { path, sources: filesOf(...model.events), module: { blocks } };
}

/** The base of every event. */
const ATTEMPT = "EventAttempt";

function eventInterface(entry: EmitterEntry, context: EmitContext): InterfaceStructure {
  const { name, event, description } = entry;
  const types = nameOf(context.names.events, name);
  const result = findResult(entry, context);
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

/** Data of the response that an event fetches. */
interface FetchedResult {
  readonly route: string;
  readonly type: string;
}

/** Without generated entries, nothing adds `fetch` to an event. */
function findResult(
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

function eventMap(entries: readonly EmitterEntry[], { names }: EmitContext): InterfaceStructure {
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
function lookups(bare: readonly string[], entries: readonly EmitterEntry[]): Code {
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
${exported("type", "EmitterEventName")} = ${union(bare)};

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

// ---- Names

/** Emits the list of event names, with a compile-time proof that it agrees with the types. */
export function emitEventNames(model: SchemaModel): ModuleDraft {
  const entries = model.events.map((event) => emitterEntries(event).map(({ name }) => name));
  const types = ofModule(specifierOf("events", model.vendor));
  const isCompact = model.events.every(fitsCompactList);
  const blocks = [
    isCompact ? printCompactList(entries) : printNameList(entries),
    { ...PROOF, imports: types.types("EmitterWebhookEventName", "EventMap") },
  ];
  return { path: "event-names.ts", sources: filesOf(...model.events), module: { blocks } };
}

/** Tells whether the compact form can hold the names of an event. */
function fitsCompactList({ name, actions }: Event): boolean {
  return [name, ...actions.map((action) => action.name)].every((each) => /^[\w-]+$/.test(each));
}

function printNameList(entries: readonly (readonly string[])[]): Code {
  const names = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  return code`${NAMES_COMMENT}
${exported("const", "emitterEventNames")} = /* @__PURE__ */ Object.freeze([
${names.join("")}] as const);`;
}

const NAMES_COMMENT =
  "/** All event names. Each event is followed by its combinations with actions. */";

/** @param entries One list per event: its name, then its combinations with actions. */
function printCompactList(entries: readonly (readonly string[])[]): Code {
  const tuple = entries.flat().map((name) => `  ${JSON.stringify(name)},\n`);
  const rows = entries.map((names) => ` ${printEventRow(names)}`);
  return code`${local("type", "EmitterEventNames")} = readonly [
${tuple.join("")}];

/**
 * Compact form of the names, half their size: a space before each event, and before the dot and
 * action of each combination.
 */
${local("const", "text")} =
  ${["", ...rows].map((row) => JSON.stringify(row)).join(" +\n  ")};

${NAMES_COMMENT}
${exported("const", "emitterEventNames")} = /* @__PURE__ */ expandNames(text);

${EXPANSION}`;
}

/** Code that expands the names on load. */
const EXPANSION = code`${local("function", "expandNames")}(text: string): EmitterEventNames {
  let event = "";
  const parts = text.split(" ").slice(1);
  const names = parts.map((part) => (part.startsWith(".") ? event + part : (event = part)));
  // The generator writes text and type from the same names.
  return Object.freeze(names) as unknown as EmitterEventNames;
}`;

/** The proof that types and names agree. */
const PROOF = code`/** Compiles only if \`Inner\` is assignable to \`Outer\`. */
${local("type", "MustExtend")}<Inner extends Outer, Outer> = Inner;

/** Compiles only if the list, the union of names and the event map contain the same names. */
${exported("type", "EventNameProof")} = [
  MustExtend<(typeof emitterEventNames)[number], EmitterWebhookEventName>,
  MustExtend<EmitterWebhookEventName, (typeof emitterEventNames)[number]>,
  MustExtend<EmitterWebhookEventName, keyof EventMap>,
  MustExtend<keyof EventMap, EmitterWebhookEventName>,
];
`;

/** The event, then each combination without the event name. */
function printEventRow([event = "", ...combinations]: readonly string[]): string {
  return [event, ...combinations.map((name) => name.slice(event.length))].join(" ");
}
