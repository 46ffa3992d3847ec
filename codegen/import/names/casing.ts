/** The spelling of names in a file of names, as the SDKs that were made from it have them. */
import { entriesOf, type Json, mapOf } from "../model/description.js";

/** Spells words of a file of names as identifiers. */
export interface Casing {
  /** `get_by_url` becomes `getByURL`. */
  readonly toCamel: (text: string) => string;
  /** `api_key` becomes `APIKey`. */
  readonly toPascal: (text: string) => string;
}

/** Words that are written in capitals, also in the plural: `URLs`. */
const INITIALISMS: readonly string[] = (
  "3ds ach acl ai api ats cpu crm db dns e2e eeoc gb gpu hd hris html http https id ip iso jsonl kb " +
  "kyb kyc lfs mb mp3 mp4 nft saml sdk sku sms ss ssh sso url"
).split(" ");

/** Words with a spelling of their own: as the first word of a camelCase name, and elsewhere. */
const SPECIAL: readonly (readonly [word: string, camel: string, pascal: string])[] = [
  ["oauth", "oauth", "OAuth"],
  ["openai", "openai", "OpenAI"],
  ["openapi", "openAPI", "OpenAPI"],
  ["mongodb", "mongoDB", "MongoDB"],
  ["github", "github", "GitHub"],
];

interface Spelling {
  readonly camel: string;
  readonly pascal: string;
}

/**
 * @param custom `custom_casings` of the file: a word with its spellings, or `initialism: true`.
 * @param isOld Marks the older generator, which writes `chatId`.
 */
export function createCasing(custom: Json, isOld: boolean): Casing {
  const spellings = new Map<string, Spelling>([
    ...INITIALISMS.filter((word) => !isOld || word !== "id").flatMap(spellInitialism),
    ...SPECIAL.map(([word, camel, pascal]) => [word, { camel, pascal }] as const),
    ...entriesOf(custom).flatMap(([word, entry]) => readCustom(word.toLowerCase(), mapOf(entry))),
  ]);
  const join = (text: string, isCamel: boolean): string => {
    const whole = spellings.get(text.toLowerCase());
    const [, start = "", rest = ""] = /^(_*)(.*)$/s.exec(text) ?? [];
    if (whole) return isCamel ? whole.camel : whole.pascal;
    const words = splitWords(rest).map((word, index) => {
      const own = spellings.get(word) ?? { camel: word, pascal: capitalize(word) };
      return isCamel && index === 0 ? own.camel : own.pascal;
    });
    const joined = start + words.join("");
    return /^\d/.test(joined) ? `_${joined}` : joined;
  };
  return { toCamel: (text) => join(text, true), toPascal: (text) => join(text, false) };
}

function spellInitialism(word: string): readonly (readonly [string, Spelling])[] {
  const capitals = word.toUpperCase();
  return [
    [word, { camel: word, pascal: capitals }],
    [`${word}s`, { camel: `${word}s`, pascal: `${capitals}s` }],
  ];
}

function readCustom(
  word: string,
  entry: Readonly<Record<string, Json>>,
): readonly (readonly [string, Spelling])[] {
  if (entry["initialism"] === true) return spellInitialism(word);
  if (entry["initialism"] === false) {
    return [word, `${word}s`].map((each) => [each, { camel: each, pascal: capitalize(each) }]);
  }
  const { singular, plural } = entry;
  return [
    ...readSpelling(word, singular ?? entry),
    ...(plural === undefined ? [] : readSpelling(`${word}s`, plural)),
  ];
}

function readSpelling(word: string, entry: Json): readonly (readonly [string, Spelling])[] {
  const { camel, pascal } = mapOf(entry);
  const [own, other] = [camel ?? word, pascal ?? capitalize(word)];
  const isName = (text: Json): text is string =>
    typeof text === "string" && /^[A-Za-z_]\w*$/.test(text);
  return isName(own) && isName(other) ? [[word, { camel: own, pascal: other }]] : [];
}

/** Divides a text at its signs and before its capitals, into words in lowercase. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
