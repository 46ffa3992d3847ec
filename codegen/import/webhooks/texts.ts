import { toSentence } from "../../model/texts.js";
import { isMap, type Json } from "../model/description.js";

/** What a description says of one name that a webhook gives payloads of. */
export interface NamedTexts {
  /** Absent if the name is that of the event alone. */
  readonly action?: string;
  /** The best text first. */
  readonly texts: readonly string[];
}

/** The texts of an event in `events.yaml`. */
export interface EventTexts {
  readonly description?: string;
  /** The actions that have a text of their own. */
  readonly actions: ReadonlyMap<string, string>;
}

/** The keywords with a text, the best first: a summary is written for lists. */
const TEXT_KEYWORDS = ["summary", "description"] as const;

/** What some objects of a webhook say of it, the best first, without repetitions. */
export function readTexts(key: string, objects: readonly Json[]): readonly string[] {
  const texts = objects.flatMap((object) =>
    TEXT_KEYWORDS.flatMap((keyword) => readText(key, isMap(object) ? object[keyword] : undefined)),
  );
  return [...new Set(texts)];
}

/** Whether a keyword of a webhook is imported as a text. */
export function isTextOf(key: string, keyword: string, value: Json): boolean {
  return TEXT_KEYWORDS.some((each) => each === keyword) && readText(key, value).length > 0;
}

/** None if it only repeats the name: `Email sent` of `email.sent`. */
function readText(key: string, value: Json): readonly string[] {
  if (typeof value !== "string") return [];
  const text = toSentence(value);
  const letters = lettersOf(text);
  return letters === "" || letters === lettersOf(key) ? [] : [text];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * Divides the texts between an event and its actions. What all webhooks of an event say is the
 * event's, what only some say belongs to their actions.
 */
export function shareTexts(named: readonly NamedTexts[]): EventTexts {
  const [first, ...others] = named;
  if (first === undefined) return { actions: new Map() };
  // With one action, everything is common: a single text is the action's, for others may follow.
  const [general, own = general] = first.texts;
  if (first.action !== undefined && others.length === 0) {
    const description = own === general ? undefined : general;
    return toEventTexts(description, [[first.action, own]]);
  }
  const common = first.texts.filter((text) => others.every(({ texts }) => texts.includes(text)));
  const bare = named.find(({ action }) => action === undefined);
  const actions = named.map(({ action, texts }) => {
    return [action, texts.find((text) => !common.includes(text))] as const;
  });
  return toEventTexts(bare?.texts[0] ?? common[0], actions);
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

/** An imported event; `null` if there is nothing to say of it. */
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
