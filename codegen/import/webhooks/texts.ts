import { toSentence } from "../../model/texts.js";
import { type Json, mapOf } from "../model/description.js";

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

/** The keywords with a text, the best first: a summary is written for lists. */
const TEXT_KEYWORDS = ["summary", "description"] as const;

/** The texts of some objects of a webhook, the best first, without repetitions. */
export function readTexts(key: string, objects: readonly Json[]): readonly string[] {
  const texts = objects.flatMap((object) =>
    TEXT_KEYWORDS.flatMap((keyword) => readText(key, mapOf(object)[keyword])),
  );
  return [...new Set(texts)];
}

/** Tests whether a keyword of a webhook is imported as a text. */
export function isTextOf(key: string, keyword: string, value: Json): boolean {
  return TEXT_KEYWORDS.some((each) => each === keyword) && readText(key, value).length > 0;
}

/** Reads a text; empty if it only repeats the name: `Email sent` of `email.sent`. */
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
 * Divides texts between an event and its actions. Texts of all webhooks of an event belong to the
 * event, the others to their actions.
 */
export function shareTexts(named: readonly NamedTexts[]): EventTexts {
  const [first, ...others] = named;
  if (first === undefined) return { actions: new Map() };
  // With one action, every text is common. A single text belongs to the action, because others may
  // follow.
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
