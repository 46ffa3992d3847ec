import { toSnakeCase } from "../names.js";
import { isMap, isWritableKey, itemsOf, type Json } from "./description.js";

/** The events of `events.yaml` with their actions. */
export type KnownEvents = ReadonlyMap<string, readonly string[]>;

/** An event, or an event and its action. */
export interface WebhookName {
  readonly event: string;
  readonly action?: string;
}

/**
 * Names the event and action of a webhook: by the mapping; else by the longest known event that is a
 * prefix of its name; else by the actions of its payload.
 */
export function nameWebhook(
  name: string,
  actions: readonly string[],
  known: KnownEvents,
  mapping: ReadonlyMap<string, string>,
): readonly WebhookName[] {
  const mapped = mapping.get(name);
  if (mapped !== undefined) return [splitName(mapped)];
  const words = toSnakeCase(name);
  const fitting = nameByEvents(words, actions, known);
  return fitting ? [fitting] : nameByActions(words, actions);
}

function splitName(name: string): WebhookName {
  const [event = "", action] = name.split(".", 2);
  return action === undefined ? { event } : { event, action };
}

function nameByEvents(
  words: string,
  sent: readonly string[],
  known: KnownEvents,
): WebhookName | undefined {
  const events = [...known].filter(([event]) => isWithin(event, words));
  for (const [event, actions] of events.sort(([a], [b]) => b.length - a.length)) {
    const rest = words.slice(event.length + 1);
    if (rest === "" && actions.length === 0) return { event };
    if (actions.includes(rest)) return { event, action: rest };
    const [action = ""] = sent;
    if (rest.endsWith(`_${action}`) && actions.includes(action)) return { event, action };
  }
  return undefined;
}

function isWithin(event: string, words: string): boolean {
  return words === event || words.startsWith(`${event}_`);
}

/** Divides a name that ends in its only action. A payload with several actions gets all of them. */
function nameByActions(words: string, actions: readonly string[]): readonly WebhookName[] {
  const ending = actions.find((action) => words.endsWith(`_${action}`));
  if (ending !== undefined && actions.length === 1) {
    return [{ event: words.slice(0, -ending.length - 1), action: ending }];
  }
  const names = actions.filter(isActionName);
  return names.length > 0 ? names.map((action) => ({ event: words, action })) : [{ event: words }];
}

/** The values of the `action` property. */
export function actionsOfPayload(schema: Json): readonly string[] {
  const properties = isMap(schema) ? schema["properties"] : undefined;
  const action = isMap(properties) ? properties["action"] : undefined;
  if (!isMap(action)) return [];
  const values = [...itemsOf(action["enum"]), action["const"]];
  return values.filter((value): value is string => typeof value === "string");
}

/** Whether `events.yaml` accepts an action name. */
export function isActionName(action: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(action) && isWritableKey(action);
}
