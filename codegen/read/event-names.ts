import format from "../meta/events.schema.json" with { type: "json" };
import { placeholdersOf } from "../model/names.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
} from "./yaml-document.js";

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
 * The dotted path of the action in payloads; `undefined` for a vendor without actions. Without
 * `action` in `vendor.yaml` it is `action`, unless no event has actions and a name holds a dot.
 */
export function readActionPath(vendor: unknown, events: unknown): string | undefined {
  const webhooks = isYamlMap(vendor) ? vendor["webhooks"] : undefined;
  const action = isYamlMap(webhooks) ? webhooks["action"] : undefined;
  if (action === "none") return undefined;
  if (isYamlMap(action)) return String(action["body"]);
  const entries = entriesOf(events);
  const hasActions = entries.some(([, entry]) => actionNames(entry).length > 0);
  return hasActions || !entries.some(([name]) => name.includes(".")) ? "action" : undefined;
}

/** All names: `<event>` and `<event>.<action>`. */
export function eventNames(events: YamlDocument): string[] {
  return listNames(events).map(({ name }) => name);
}

export function actionNames(entry: unknown): string[] {
  const actions = isYamlMap(entry) ? entry["actions"] : undefined;
  return Array.isArray(actions) ? actions.map(String) : entriesOf(actions).map(([name]) => name);
}

function listNames({ value }: YamlDocument): readonly NamedEntry[] {
  return entriesOf(value).flatMap(([event, entry]) => {
    const isList = isYamlMap(entry) && Array.isArray(entry["actions"]);
    const combinations = actionNames(entry).map((action, index) => ({
      name: `${event}.${action}`,
      path: [event, "actions", isList ? index : action],
    }));
    return [{ name: event, path: [event] }, ...combinations];
  });
}

/** Complains about names that mean the same, and actions of a vendor that has none. */
export function checkEventNames(
  events: YamlDocument,
  actionPath: string | undefined,
  report: Report,
): void {
  if (actionPath === undefined) refuseActions(events, report);
  refuseEqualNames(events, report);
  refusePlaceholders(events, report);
}

function refuseActions(events: YamlDocument, report: Report): void {
  for (const [event, entry] of entriesOf(events.value)) {
    if (actionNames(entry).length === 0) continue;
    const message =
      "The event is one with actions; expected none, because vendor.yaml says `action: none`.";
    report(events.diagnose([event, "actions"], { message, atKey: true }));
  }
}

/** Complains about equal names, such as an event `a.b` beside the action `b` of an event `a`. */
function refuseEqualNames(events: YamlDocument, report: Report): void {
  const firsts = new Map<string, Path>();
  for (const { name, path } of listNames(events)) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, path);
    // The format reports an action that is twice in a list.
    else if (first.length === 1 || path.length === 1) {
      const message = `The name \`${name}\` is also that of ${locate(events, first)}; expected each name once.`;
      report(events.diagnose(path, { message, atKey: true }));
    }
  }
}

function locate(events: YamlDocument, path: Path): string {
  const { file, line, column } = events.diagnose(path, { message: "", atKey: true });
  return `${path.length === 1 ? "the event" : "the action"} at ${file}:${line}:${column}`;
}

/** Characters that divide a name into segments. */
const SEPARATOR = /([./:\s])/;

/** Complains about placeholders that are not whole segments, and names that two patterns match. */
function refusePlaceholders(events: YamlDocument, report: Report): void {
  const patterns: string[] = [];
  for (const [name] of entriesOf(events.value)) {
    const complaint = complaintOfPlaceholders(name);
    const other = patterns.find((pattern) => overlap(pattern, name));
    if (complaint !== undefined) {
      report(events.diagnose([name], { message: complaint, atKey: true }));
    } else if (other !== undefined) {
      const message = `The name matches names that ${locate(events, [other])} matches; expected each name once.`;
      report(events.diagnose([name], { message, atKey: true }));
    } else if (placeholdersOf(name).length > 0) patterns.push(name);
  }
}

function complaintOfPlaceholders(name: string): string | undefined {
  const placeholders = placeholdersOf(name);
  if (placeholders.length > 1) {
    return `The name is one with ${placeholders.length} placeholders; expected one at most.`;
  }
  const isWhole = placeholders.every((each) => name.split(SEPARATOR).includes(each));
  if (isWhole) return undefined;
  return "The placeholder is a part of a word; expected it between `.`, `/`, `:` or spaces.";
}

/** Tests whether both have placeholders and match the same names. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one.split(SEPARATOR), other.split(SEPARATOR)];
  return (
    placeholdersOf(other).length > 0 &&
    left.length === right.length &&
    left.every((segment, index) => {
      const counterpart = right[index] ?? "";
      return segment === counterpart || [segment, counterpart].some(isPlaceholder);
    })
  );
}

function isPlaceholder(segment: string): boolean {
  return placeholdersOf(segment).length > 0;
}
