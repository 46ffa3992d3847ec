/** The texts of events and of their actions, which come from the summaries and descriptions of webhooks. */
import { type Json, mapOf } from "../../model/json.js";
import { toSentence } from "../../model/texts.js";

/** Reads the texts of a webhook, without repetitions. */
export function readWebhookTexts(key: string, objects: readonly Json[]): readonly string[] {
  const texts = objects.flatMap((object) =>
    TEXT_KEYWORDS.flatMap((keyword) => readWebhookText(key, mapOf(object)[keyword])),
  );
  return [...new Set(texts)];
}

/** Tests whether a keyword of a webhook is imported as a text. */
export function isTextOf(key: string, keyword: string, value: Json): boolean {
  return TEXT_KEYWORDS.some((each) => each === keyword) && readWebhookText(key, value).length > 0;
}

/** Keywords with a text, the best first. A summary is short. */
const TEXT_KEYWORDS = ["summary", "description"] as const;

/** Reads a text, unless it only repeats the name: `Email sent` of `email.sent`. */
function readWebhookText(key: string, value: Json): readonly string[] {
  if (typeof value !== "string") return [];
  const text = toSentence(value);
  const letters = lettersOf(text);
  return letters === "" || letters === lettersOf(key) ? [] : [text];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * Divides texts between an event and its actions. Texts that all webhooks of an event share belong to
 * the event.
 */
export function shareTexts(named: readonly NamedTexts[]): EventTexts {
  const [first, ...furtherNames] = named;
  if (first === undefined) return { actions: new Map() };
  if (first.action !== undefined && furtherNames.length === 0) {
    return shareWithOnlyAction(first.action, first.texts);
  }
  const common = first.texts.filter((text) =>
    furtherNames.every(({ texts }) => texts.includes(text)),
  );
  const bare = named.find(({ action }) => action === undefined);
  const actions = named.map(({ action, texts }) => {
    return [action, texts.find((text) => !common.includes(text))] as const;
  });
  return toEventTexts(bare?.texts[0] ?? common[0], actions);
}

/**
 * Divides the texts of an event with one action, which share them all: the first describes the event, the second the
 * action. A single text belongs to the action, because other actions may follow.
 */
function shareWithOnlyAction(action: string, texts: readonly string[]): EventTexts {
  const [first, second] = texts;
  if (second === undefined) return toEventTexts(undefined, [[action, first]]);
  return toEventTexts(first, [[action, second]]);
}

function toEventTexts(
  description: string | undefined,
  actions: readonly (readonly [action: string | undefined, text: string | undefined])[],
): EventTexts {
  const described = actions.flatMap(([action, text]): (readonly [string, string])[] =>
    action === undefined || text === undefined ? [] : [[action, text]],
  );
  return { ...(description !== undefined && { description }), actions: new Map(described) };
}

/** The entry of an event; `null` if it has neither texts nor actions. */
export function eventEntry(names: readonly string[], texts: EventTexts): Json {
  const { description } = texts;
  const actions =
    texts.actions.size === 0
      ? names
      : Object.fromEntries(names.map((name) => [name, texts.actions.get(name) ?? null]));
  if (description === undefined && names.length === 0) return null;
  return {
    ...(description !== undefined && { description }),
    ...(names.length > 0 && { actions }),
  };
}

export interface NamedTexts {
  /** Absent for the event itself. */
  readonly action?: string;
  /** The best text first. */
  readonly texts: readonly string[];
}

export interface EventTexts {
  readonly description?: string;
  /** The actions that have a text of their own. */
  readonly actions: ReadonlyMap<string, string>;
}
