/** Spells words as identifiers, in the same way as SDKs by Stainless: `get_by_url` becomes `getByURL`. */
import { entriesOf, type Json, mapOf } from "../../model/json.js";
import { capitalize } from "../../model/names.js";

/**
 * Creates the spelling of names, as the generator of Stainless has it.
 * @param custom `custom_casings` of the file: spellings of a word, or `initialism: true`.
 * @param isOld Marks the older generator, which writes `chatId`, not `chatID`.
 */
export function createCasing(custom: Json, isOld: boolean): Casing {
  const spellings = new Map<string, Spelling>([
    ...INITIALISMS.filter((word) => !isOld || word !== "id").flatMap(spellInitialism),
    ...SPECIAL_WORDS.map(([word, camel, pascal]) => [word, { camel, pascal }] as const),
    ...entriesOf(custom).flatMap(([word, entry]) => readCustom(word.toLowerCase(), mapOf(entry))),
  ]);
  const spell = (text: string, isCamel: boolean): string => {
    const knownSpelling = spellings.get(text.toLowerCase());
    const [, start = "", letters = ""] = /^(_*)(.*)$/s.exec(text) ?? [];
    if (knownSpelling) return isCamel ? knownSpelling.camel : knownSpelling.pascal;
    const words = splitWords(letters).map((written, index) => {
      const word = written.toLowerCase();
      const pascal = INITIALISM_PLURAL.test(written) ? written : capitalize(word);
      const spelling = spellings.get(word) ?? { camel: word, pascal };
      return isCamel && index === 0 ? spelling.camel : spelling.pascal;
    });
    const joined = start + words.join("");
    return /^\d/.test(joined) ? `_${joined}` : joined;
  };
  return { toCamel: (text) => spell(text, true), toPascal: (text) => spell(text, false) };
}

/** Words in capitals, also in the plural: `URLs`. */
const INITIALISMS: readonly string[] = (
  "3ds ach acl ai api ats cpu crm db dns e2e eeoc gb gpu hd hris html http https id ip iso jsonl kb " +
  "kyb kyc lfs mb mp3 mp4 nft saml sdk sku sms ss ssh sso url"
).split(" ");

/** Words with a special spelling: at the start of a camelCase name, and elsewhere. */
const SPECIAL_WORDS: readonly (readonly [word: string, camel: string, pascal: string])[] = [
  ["oauth", "oauth", "OAuth"],
  ["openai", "openai", "OpenAI"],
  ["openapi", "openAPI", "OpenAPI"],
  ["mongodb", "mongoDB", "MongoDB"],
  ["github", "github", "GitHub"],
];

/** Several of an initialism, such as the end of `StopIDs`, which keeps its spelling. */
const INITIALISM_PLURAL = /^[A-Z]{2,}s$/;

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
  const [camelName, pascalName] = [camel ?? word, pascal ?? capitalize(word)];
  const isName = (text: Json): text is string =>
    typeof text === "string" && /^[A-Za-z_]\w*$/.test(text);
  return isName(camelName) && isName(pascalName)
    ? [[word, { camel: camelName, pascal: pascalName }]]
    : [];
}

/** Divides a text at punctuation and before capitals. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z](?!s(?![a-z]))[a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** Spells words as identifiers, in the same way as the SDK by Stainless. */
export interface Casing {
  /** `get_by_url` becomes `getByURL`. */
  readonly toCamel: (text: string) => string;
  /** `api_key` becomes `APIKey`. */
  readonly toPascal: (text: string) => string;
}

interface Spelling {
  readonly camel: string;
  readonly pascal: string;
}
