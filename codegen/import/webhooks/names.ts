/** Names the event and the action that a webhook of a description stands for. */
import { itemsOf, type Json, mapOf, textOf } from "../../model/json.js";
import { isActionName } from "../../read/event-names.js";
import { toSnakeCase } from "../../model/yaml-names.js";
import { isWritableKey } from "../model/description.js";

/**
 * Names the event and the action of a webhook. The first of these counts: the mapping; the name in the
 * payload; the address of the documentation; the longest known event that the key begins with; the
 * actions of the payload; the key itself.
 */
export function nameWebhook(
  key: string,
  { actions, known, mapping, nameInPayload, documentedName }: WebhookFacts,
): readonly WebhookName[] {
  const mapped = mapping.get(key);
  if (mapped !== undefined) return [splitName(mapped, known)];
  if (nameInPayload !== undefined) return withActions(nameInPayload, actions);
  if (known.get(key)?.length === 0) return [{ event: key }];
  if (documentedName !== undefined) return nameByDocumentation(key, actions, documentedName);
  const fitting = nameByEvents(toSnakeCase(key), actions, known);
  // Some keys are written as a path.
  return fitting ? [fitting] : nameByActions(key.replace(/^\/(?=.)/, ""), actions);
}

/** Divides a name such as `issues.opened`, unless it is a known event. */
function splitName(name: string, known: KnownEvents): WebhookName {
  if (known.has(name)) return { event: name };
  const events = [...known.keys()].filter((event) => name.startsWith(`${event}.`));
  const longest = events.sort((one, other) => other.length - one.length)[0];
  const isDotted = [...known.keys()].some((event) => event.includes("."));
  const end = longest?.length ?? (isDotted ? -1 : name.indexOf("."));
  return end < 0 ? { event: name } : { event: name.slice(0, end), action: name.slice(end + 1) };
}

/**
 * The event name in the address of the documentation: a fragment with which the key begins, such as
 * `https://…#issue_comment` for `issue-comment-created`.
 */
export function documentedEvent(key: string, url: Json): string | undefined {
  const fragment = /#([\w.-]+)$/.exec(textOf(url) ?? "")?.[1] ?? "";
  return isWithin(toSnakeCase(fragment), toSnakeCase(key)) ? fragment : undefined;
}

/** Takes the action from the payload, or else from the rest of the key. */
function nameByDocumentation(
  key: string,
  actions: readonly string[],
  event: string,
): readonly WebhookName[] {
  if (actions.some(isImportableAction)) return withActions(event, actions);
  const suffix = toSnakeCase(key).slice(toSnakeCase(event).length + 1);
  return withActions(event, suffix === "" ? [] : [suffix]);
}

/** Finds the longest known event that a key begins with, and the action in the rest of the key. */
function nameByEvents(
  words: string,
  payloadActions: readonly string[],
  known: KnownEvents,
): WebhookName | undefined {
  const events = [...known].filter(([event]) => isWithin(toSnakeCase(event), words));
  for (const [event, actions] of events.sort(([a], [b]) => b.length - a.length)) {
    const suffix = words.slice(toSnakeCase(event).length + 1);
    if (suffix === "" && actions.length === 0) return { event };
    const same = actions.find((action) => toSnakeCase(action) === suffix);
    if (same !== undefined) return { event, action: same };
    const [action = ""] = payloadActions;
    if (suffix.endsWith(`_${action}`) && actions.includes(action)) return { event, action };
  }
  return undefined;
}

/** Tests whether the words of a key begin with those of an event. */
function isWithin(event: string, words: string): boolean {
  return event !== "" && (words === event || words.startsWith(`${event}_`));
}

/** Divides a key that ends in the only action of the payload. Otherwise the key is the event. */
function nameByActions(key: string, actions: readonly string[]): readonly WebhookName[] {
  const [only] = actions;
  const end = only === undefined || actions.length > 1 ? -1 : findEnding(key, only);
  if (only !== undefined && end > 0) return [{ event: key.slice(0, end), action: only }];
  return withActions(key, actions);
}

function withActions(event: string, actions: readonly string[]): readonly WebhookName[] {
  const names = actions.filter(isImportableAction);
  return names.length > 0 ? names.map((action) => ({ event, action })) : [{ event }];
}

/** The position of the separator before an action at the end of a key, or -1. */
function findEnding(key: string, action: string): number {
  const words = toSnakeCase(action);
  for (let start = key.length - 1; start > 0; start -= 1) {
    if (!/[\s._:/-]/.test(key.charAt(start))) continue;
    if (toSnakeCase(key.slice(start + 1)) === words) return start;
  }
  return -1;
}

/** The actions that a payload lists in its property `action`. */
export function actionsOfPayload(schema: Json): readonly string[] {
  const action = mapOf(mapOf(mapOf(schema)["properties"])["action"]);
  return [...itemsOf(action["enum"]), action["const"]].flatMap((value) => textOf(value) ?? []);
}

/** Tests whether `events.yaml` can have an action. */
export function isImportableAction(action: string): boolean {
  return isActionName(action) && isWritableKey(action);
}

// ---- Types

/** The events of `events.yaml` with their actions. */
export type KnownEvents = ReadonlyMap<string, readonly string[]>;

/** Events and mappings of the folder. */
export interface KnownWebhooks {
  readonly events: KnownEvents;
  /** The mapping of `import.yaml`: names of events, by the key of the webhook. */
  readonly mapping: ReadonlyMap<string, string>;
  /** `webhooks.event` of `vendor.yaml`; `undefined` if there is none. */
  readonly event: Json;
}

/** The facts by which a webhook is named. */
export interface WebhookFacts {
  /** The actions that its payload lists. */
  readonly actions: readonly string[];
  readonly known: KnownEvents;
  /** The mapping of `import.yaml`. */
  readonly mapping: ReadonlyMap<string, string>;
  /** The event name in the payload. */
  readonly nameInPayload?: string | undefined;
  /** The event name in the address of the documentation. */
  readonly documentedName?: string | undefined;
}

/** An event, or an event and its action. */
export interface WebhookName {
  readonly event: string;
  readonly action?: string;
}
