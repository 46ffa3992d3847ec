import { isMap, type Json } from "./description.js";

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

/** Longer texts are cut between words. */
const MAX_LENGTH = 200;

/** Longer texts are not looked at any further. */
const MAX_READ = 4000;

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

/** The first sentence of a text in Markdown, on one line and without its markup. */
function toSentence(markdown: string): string {
  const line = withoutMarkup(firstParagraph(markdown.slice(0, MAX_READ)))
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  // What a colon announces is left out.
  return shorten(firstSentence(line).replace(/\s*:$/, " …"));
}

/** Headings, quotes, lists, tables and rules are no prose. */
const NO_PROSE = /^\s*(?:#{1,6}\s|[>|]|[-*+]\s|\d+[.)]\s|(?:---+|===+|\*\*\*+)\s*$|$)/;

function firstParagraph(markdown: string): string {
  const lines = markdown
    .replace(/<!--[^]*?-->/g, "")
    .replace(/^(```|~~~)[^]*?^\1.*$/gm, "")
    .split(/\r\n?|\n/);
  const start = lines.findIndex((line) => !NO_PROSE.test(line));
  if (start === -1) return "";
  const length = lines.slice(start).findIndex((line) => NO_PROSE.test(line));
  return lines.slice(start, length === -1 ? undefined : start + length).join("\n");
}

/** Keeps code spans: they are read as such by people, too. */
function withoutMarkup(text: string): string {
  return text
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?(?:a|b|br|code|div|em|i|li|ol|p|span|strong|ul)\b[^<>]*>/gi, " ")
    .replace(/(\*\*|__)(?=\S)([^*_]*)\1/g, "$2")
    .replace(/\\([\\`*_{}[\]<>()#+.!|-])/g, "$1");
}

/** A capital or a figure begins the next sentence. */
const SENTENCE_END = /[.!?]+["'”’)\]]*(?=\s[^\p{Ll}])|[。！？]/gu;

const ABBREVIATION = /(?:^|[\s(.])(?:e\.g|i\.e|etc|vs|incl|approx|\p{L})\.$/iu;

function firstSentence(line: string): string {
  for (const { 0: mark, index } of line.matchAll(SENTENCE_END)) {
    const sentence = line.slice(0, index + mark.length);
    if (!ABBREVIATION.test(sentence)) return sentence;
  }
  return line;
}

function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH - 2);
  const words = start.replace(/\s+\S*$/, "");
  // Half of a code span would take the rest of the comment into it.
  const isOpen = words.split("`").length % 2 === 0;
  const whole = isOpen ? words.slice(0, words.lastIndexOf("`")) : words;
  return `${whole.replace(/[\s,;:–-]+$/, "").replace(/\p{Cs}$/u, "")} …`;
}
