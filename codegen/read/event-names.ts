/** The names of events and of their actions in `events.yaml`, and checks of them. */
import format from "../meta/events.schema.json" with { type: "json" };
import { entriesOf, isMap } from "../model/json.js";
import { placeholdersOfEvent } from "../model/names.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";

/** Tests whether `events.yaml` can have an event. */
export function isEventName(name: string): boolean {
  const { pattern, maxLength } = format.propertyNames;
  return name.length <= maxLength && new RegExp(pattern, "u").test(name);
}

/** Tests whether an event can have an action. */
export function isActionName(name: string): boolean {
  const { pattern, maxLength } = format.definitions.actionName;
  return name.length <= maxLength && new RegExp(pattern, "u").test(name);
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

/** The names of the actions of an entry, which may be invalid. */
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

/** Characters that split a name into segments. */
const SEPARATOR = /([./:\s])/;

/** Tests whether two patterns match the same names. */
function overlap(one: string, other: string): boolean {
  const [segments, otherSegments] = [one.split(SEPARATOR), other.split(SEPARATOR)];
  return (
    placeholdersOfEvent(other).length > 0 &&
    segments.length === otherSegments.length &&
    segments.every((segment, index) => {
      const counterpart = otherSegments[index] ?? "";
      return segment === counterpart || [segment, counterpart].some(isPlaceholder);
    })
  );
}

function isPlaceholder(segment: string): boolean {
  return placeholdersOfEvent(segment).length > 0;
}

/** A name that handlers are registered for, with its entry in `events.yaml`. */
interface NamedEntry {
  readonly name: string;
  readonly path: Path;
}
