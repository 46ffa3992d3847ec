/** Names the event and the action that a webhook of a description stands for. */
import { itemsOf, type Json, mapOf, textOf } from "../../model/json.js";
import { isActionName } from "../../read/event-names.js";
import { toSnakeCase } from "../../model/yaml-names.js";
import { isWritableKey } from "../model/description.js";

/**
 * Names the event and the action of a webhook. The first of these counts:
 *
 * - the mapping of `import.yaml`, such as `issues.opened`;
 * - the name in the payload, with the actions of the payload;
 * - a known event without actions that has the key for its name;
 * - the name in the address of the documentation: `issue_comment` for the key `issue-comment-created`;
 * - the longest known event that the key begins with: `issues` and its action `opened` for `issues-opened`;
 * - the key, divided before the only action of the payload: `pet` and `created` for `pet.created`;
 * - the key itself, with the actions of the payload.
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
  const fitting = nameByEvents(key, actions, known);
  // Some keys are written as a path.
  return fitting ? [fitting] : nameByActions(key.replace(/^\/(?=.)/, ""), actions);
}

/**
 * Divides a name such as `issues.opened`, unless it is a known event. The event ends before the first dot, or where the
 * longest known one ends: `order.line.added` has the event `order.line` if that is known.
 */
function splitName(name: string, known: KnownEvents): WebhookName {
  if (known.has(name)) return { event: name };
  const events = [...known.keys()].filter((event) => name.startsWith(`${event}.`));
  const [longest] = events.sort((one, other) => other.length - one.length);
  if (longest !== undefined) return divideAt(name, longest.length);
  // Beside known events with dots, another name with dots is an event, too.
  const isDotted = [...known.keys()].some((event) => event.includes("."));
  const dot = name.indexOf(".");
  return isDotted || dot < 0 ? { event: name } : divideAt(name, dot);
}

/** Divides a name at the separator before its action. */
function divideAt(name: string, separator: number): WebhookName {
  return { event: name.slice(0, separator), action: name.slice(separator + 1) };
}

/**
 * The event name in the address of the documentation: a fragment with which the key begins, such as
 * `https://…#issue_comment` for `issue-comment-created`.
 */
export function documentedEvent(key: string, url: Json): string | undefined {
  const fragment = /#([\w.-]+)$/.exec(textOf(url) ?? "")?.[1] ?? "";
  return wordsAfter(fragment, key) === undefined ? undefined : fragment;
}

/** Takes the action from the payload, or else from the rest of the key. */
function nameByDocumentation(
  key: string,
  actions: readonly string[],
  event: string,
): readonly WebhookName[] {
  if (actions.some(isImportableAction)) return withActions(event, actions);
  const action = wordsAfter(event, key) ?? "";
  return withActions(event, action === "" ? [] : [action]);
}

/** Finds the longest known event that a key begins with, and the action in the rest of the key. */
function nameByEvents(
  key: string,
  payloadActions: readonly string[],
  known: KnownEvents,
): WebhookName | undefined {
  const fitting = [...known].flatMap(([event, actions]) => {
    const rest = wordsAfter(event, key);
    return rest === undefined ? [] : [{ event, actions, rest }];
  });
  for (const { event, actions, rest } of fitting.sort((a, b) => b.event.length - a.event.length)) {
    if (rest === "" && actions.length === 0) return { event };
    const same = actions.find((action) => toSnakeCase(action) === rest);
    if (same !== undefined) return { event, action: same };
    // Between the event and the action, the key may say more: `issues-bulk-opened`.
    const [action = ""] = payloadActions;
    if (rest.endsWith(`_${action}`) && actions.includes(action)) return { event, action };
  }
  return undefined;
}

/**
 * The words of a key after those of an event: `created` for `issue_comment` and `issue-comment-created`. `undefined` if
 * the key does not begin with the event.
 */
function wordsAfter(event: string, key: string): string | undefined {
  const [start, words] = [toSnakeCase(event), toSnakeCase(key)];
  if (start === "") return undefined;
  if (words === start) return "";
  return words.startsWith(`${start}_`) ? words.slice(start.length + 1) : undefined;
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
