/** Reads `events.yaml` and the payloads. */
import format from "../meta/events.schema.json" with { type: "json" };
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import type { PayloadDocuments } from "./documents/documents.js";
import { alternatives, nearestKey } from "../model/messages.js";
import type { Action, Event } from "../model/model.js";
import { placeholdersOfEvent, toPayloadFileNames } from "../model/names.js";
import { type LocatedSchema, normaliseSchema } from "./schemas.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";

/** An event of `events.yaml` as `events.schema.json` describes it. */
interface EventEntry {
  readonly description?: string;
  readonly actions?: readonly string[] | Readonly<Record<string, string | null>>;
  readonly resource?: {
    readonly route: string;
    readonly parameters?: Readonly<Record<string, string>>;
  };
}

/** `payloads/<event>.yaml` as `payload.schema.json` describes it. */
interface PayloadEntry {
  readonly event?: string;
  readonly payload?: unknown;
  readonly actions?: JsonMap;
}

export function payloadSchemas({ value }: YamlDocument): LocatedSchema[] {
  return entriesOf(value).flatMap(([key, child]) => {
    if (key === "event") return [];
    if (key === "payload") return [{ path: [key], schema: child }];
    return entriesOf(child).map(([action, schema]) => ({ path: [key, action], schema }));
  });
}

/** Complains about payloads of unknown events and actions. */
export function checkPayloads(events: YamlDocument, payloads: PayloadDocuments): void {
  if (!isMap(events.value)) return;
  for (const [name, document] of payloads) {
    const entry = events.value[name];
    if (name in events.value) checkPayload(document, name, actionNames(entry));
    else reportUnknownEvent(document, name, Object.keys(events.value));
  }
}

function reportUnknownEvent(document: YamlDocument, name: string, known: readonly string[]): void {
  const nearest = nearestKey(name, known);
  if (isMap(document.value) && "event" in document.value) {
    const message = `The event is \`${name}\`; expected an event of events.yaml.`;
    document.complain(["event"], { message, suggestion: nearest });
    return;
  }
  const [derived = ""] = nearest === undefined ? [] : toPayloadFileNames([nearest]);
  const suggestion = derived === nearest ? `payloads/${nearest}.yaml` : `event: ${nearest ?? ""}`;
  const hint = nearest === undefined ? " Delete the file if the event is gone." : "";
  const message = `The event is \`${name}\`, after the file name; expected an event of events.yaml.${hint}`;
  document.complain([], { message, suggestion: nearest && suggestion });
}

function checkPayload(document: YamlDocument, event: string, actions: readonly string[]): void {
  const complain = (path: Path, message: string, suggestion?: string) =>
    document.complain(path, { message, suggestion, atKey: true });
  const { payload, actions: described } = isMap(document.value) ? document.value : {};
  if (actions.length === 0 && described !== undefined) {
    complain(
      ["actions"],
      `The event \`${event}\` is without actions; expected \`payload\`.`,
      "payload",
    );
    return;
  }
  if (actions.length > 0 && payload !== undefined) {
    complain(
      ["payload"],
      `The event \`${event}\` is one with actions; expected \`actions\`.`,
      "actions",
    );
  }
  for (const [action] of entriesOf(described)) {
    if (actions.includes(action)) continue;
    const message = `The action is \`${action}\`; expected ${alternatives(actions)}.`;
    complain(["actions", action], message, nearestKey(action, actions));
  }
}

export function readEvents(events: YamlDocument, payloads: PayloadDocuments): Event[] {
  return entriesOf(events.value).map(([name, value]): Event => {
    const entry = (value ?? {}) as EventEntry; // validated
    const document = payloads.get(name);
    const { payload } = (document?.value ?? {}) as PayloadEntry; // validated
    return {
      name,
      ...(entry.description !== undefined && { description: entry.description }),
      actions: readActions(events.file, name, entry, document),
      ...(document &&
        payload !== undefined && { payload: normaliseSchema(document.file, payload) }),
      ...(entry.resource && { resource: { parameters: {}, ...entry.resource } }),
      source: { file: events.file, path: [name] },
    };
  });
}

function readActions(
  file: string,
  event: string,
  entry: EventEntry,
  document: YamlDocument | undefined,
): Action[] {
  const payloads = (document?.value as PayloadEntry | undefined)?.actions ?? {}; // validated
  const descriptions = new Map(Array.isArray(entry.actions) ? [] : entriesOf(entry.actions));
  return actionNames(entry).map((name, index): Action => {
    const description = descriptions.get(name);
    const step = Array.isArray(entry.actions) ? index : name;
    return {
      name,
      ...(typeof description === "string" && { description }),
      ...(document &&
        Object.hasOwn(payloads, name) && {
          payload: normaliseSchema(document.file, payloads[name]),
        }),
      source: { file, path: [event, "actions", step] },
    };
  });
}

// ---- Names

export function isEventName(name: string): boolean {
  const { pattern, maxLength } = format.propertyNames;
  return name.length <= maxLength && new RegExp(pattern, "u").test(name);
}

export function isActionName(name: string): boolean {
  const { pattern, maxLength } = format.definitions.actionName;
  return name.length <= maxLength && new RegExp(pattern, "u").test(name);
}

/** A name that handlers are registered for, with its entry in `events.yaml`. */
interface NamedEntry {
  readonly name: string;
  readonly path: Path;
}

/**
 * The dotted path of the action in payloads; `undefined` for a vendor without actions. The default is
 * `action`, or no path if no event has actions and some names have dots.
 */
export function readActionPath(vendor: unknown, events: unknown): string | undefined {
  const action = valueAt(vendor, "webhooks", "action");
  if (action === "none") return undefined;
  if (isMap(action)) return String(action["body"]);
  const entries = entriesOf(events);
  const hasActions = entries.some(([, entry]) => actionNames(entry).length > 0);
  return hasActions || !entries.some(([name]) => name.includes(".")) ? "action" : undefined;
}

/** All names: `<event>` and `<event>.<action>`. */
export function eventNames(events: YamlDocument): string[] {
  return listEventNames(events).map(({ name }) => name);
}

export function actionNames(entry: unknown): string[] {
  const actions = valueAt(entry, "actions");
  return Array.isArray(actions) ? actions.map(String) : entriesOf(actions).map(([name]) => name);
}

function listEventNames({ value }: YamlDocument): readonly NamedEntry[] {
  return entriesOf(value).flatMap(([event, entry]) => {
    const isList = Array.isArray(valueAt(entry, "actions"));
    const combinations = actionNames(entry).map((action, index) => ({
      name: `${event}.${action}`,
      path: [event, "actions", isList ? index : action],
    }));
    return [{ name: event, path: [event] }, ...combinations];
  });
}

/** Complains about equal names, wrong placeholders, and actions of a vendor without actions. */
export function checkEventNames(events: YamlDocument, actionPath: string | undefined): void {
  if (actionPath === undefined) refuseActions(events);
  refuseEqualNames(events);
  refusePlaceholders(events);
}

function refuseActions(events: YamlDocument): void {
  for (const [event, entry] of entriesOf(events.value)) {
    if (actionNames(entry).length === 0) continue;
    const message =
      "The event is one with actions; expected none, because vendor.yaml says `action: none`.";
    events.complain([event, "actions"], { message, atKey: true });
  }
}

/** Complains about equal names: the event `a.b` and the action `b` of the event `a`. */
function refuseEqualNames(events: YamlDocument): void {
  const firsts = new Map<string, Path>();
  for (const { name, path } of listEventNames(events)) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, path);
    // The format reports a repeated action of a list.
    else if (first.length === 1 || path.length === 1) {
      const message = `The name \`${name}\` is also that of ${locate(events, first)}; expected each name once.`;
      events.complain(path, { message, atKey: true });
    }
  }
}

function locate(events: YamlDocument, path: Path): string {
  const { file, line, column } = events.diagnose(path, { message: "", atKey: true });
  return `${path.length === 1 ? "the event" : "the action"} at ${file}:${line}:${column}`;
}

/** Characters that split a name into segments. */
const SEPARATOR = /([./:\s])/;

/** Complains about placeholders that are only a part of a segment, and about patterns that overlap. */
function refusePlaceholders(events: YamlDocument): void {
  const patterns: string[] = [];
  for (const [name] of entriesOf(events.value)) {
    const complaint = complaintOfPlaceholders(name);
    const other = patterns.find((pattern) => overlap(pattern, name));
    if (complaint !== undefined) {
      events.complain([name], { message: complaint, atKey: true });
    } else if (other !== undefined) {
      const message = `The name matches names that ${locate(events, [other])} matches; expected each name once.`;
      events.complain([name], { message, atKey: true });
    } else if (placeholdersOfEvent(name).length > 0) patterns.push(name);
  }
}

function complaintOfPlaceholders(name: string): string | undefined {
  const placeholders = placeholdersOfEvent(name);
  if (placeholders.length > 1) {
    return `The name is one with ${placeholders.length} placeholders; expected one at most.`;
  }
  const isWhole = placeholders.every((placeholder) => name.split(SEPARATOR).includes(placeholder));
  if (isWhole) return undefined;
  return "The placeholder is a part of a word; expected it between `.`, `/`, `:` or spaces.";
}

/** Tests whether two patterns match the same names. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one.split(SEPARATOR), other.split(SEPARATOR)];
  return (
    placeholdersOfEvent(other).length > 0 &&
    left.length === right.length &&
    left.every((segment, index) => {
      const counterpart = right[index] ?? "";
      return segment === counterpart || [segment, counterpart].some(isPlaceholder);
    })
  );
}

function isPlaceholder(segment: string): boolean {
  return placeholdersOfEvent(segment).length > 0;
}
