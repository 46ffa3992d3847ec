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
    ...SPECIAL_WORDS,
    ...entriesOf(custom).flatMap(([word, entry]) => readCustom(word.toLowerCase(), mapOf(entry))),
  ]);
  return {
    toCamel: (text) => spell(text, "camel", spellings),
    toPascal: (text) => spell(text, "pascal", spellings),
  };
}

/** Spells a name as a whole, if it has a spelling, or else word by word. */
function spell(text: string, form: keyof Spelling, spellings: Spellings): string {
  const known = spellings.get(text.toLowerCase());
  if (known) return known[form];
  const [underscores = ""] = /^_*/.exec(text) ?? [];
  const words = splitWords(text).map((word, index) =>
    spellWord(word, index === 0 ? form : "pascal", spellings),
  );
  const name = underscores + words.join("");
  // No identifier begins with a digit.
  return /^\d/.test(name) ? `_${name}` : name;
}

function spellWord(written: string, form: keyof Spelling, spellings: Spellings): string {
  const word = written.toLowerCase();
  const known = spellings.get(word);
  if (known) return known[form];
  if (form === "camel") return word;
  return INITIALISM_PLURAL.test(written) ? written : capitalize(word);
}

/** Divides a text at punctuation and before capitals: `getHTTPUrl_list` is `get`, `HTTP`, `Url` and `list`. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(WORD_AND_CAPITAL, "$1 $2")
    .replace(INITIALISM_AND_WORD, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** The end of a word and the capital of the next one: `t` and `H` of `getHTTP`. */
const WORD_AND_CAPITAL = /([a-z0-9])([A-Z])/g;

/**
 * An initialism and the start of the next word: `HTTP` and `Ur` of `HTTPUrl`, `HTTP` and `Ass` of `HTTPAssets`.
 * An `s` that no small letter follows makes a plural: `IDs` stays one word.
 */
const INITIALISM_AND_WORD = /([A-Z]+)([A-Z](?:[a-rt-z]|s[a-z]))/g;

/** Several of an initialism, such as the end of `StopIDs`, which keeps its spelling. */
const INITIALISM_PLURAL = /^[A-Z]{2,}s$/;

/** Words in capitals, also in the plural: `URLs`. */
const INITIALISMS: readonly string[] = (
  "3ds ach acl ai api ats cpu crm db dns e2e eeoc gb gpu hd hris html http https id ip iso jsonl kb " +
  "kyb kyc lfs mb mp3 mp4 nft saml sdk sku sms ss ssh sso url"
).split(" ");

/** Words with a special spelling. */
const SPECIAL_WORDS: Spellings = new Map([
  ["oauth", { camel: "oauth", pascal: "OAuth" }],
  ["openai", { camel: "openai", pascal: "OpenAI" }],
  ["openapi", { camel: "openAPI", pascal: "OpenAPI" }],
  ["mongodb", { camel: "mongoDB", pascal: "MongoDB" }],
  ["github", { camel: "github", pascal: "GitHub" }],
]);

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

/** Spells words as identifiers, in the same way as the SDK by Stainless. */
export interface Casing {
  /** `get_by_url` becomes `getByURL`. */
  readonly toCamel: (text: string) => string;
  /** `api_key` becomes `APIKey`. */
  readonly toPascal: (text: string) => string;
}

/** The spellings of a word. */
interface Spelling {
  /** At the start of a camelCase name. */
  readonly camel: string;
  /** Everywhere else. */
  readonly pascal: string;
}

/** The words with spellings of their own, in small letters. */
type Spellings = ReadonlyMap<string, Spelling>;
