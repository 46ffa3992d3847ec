/**
 * Reads YAML without positions by js-yaml, beside the parser with positions of `yaml`. For the largest
 * file of a schema folder (1.0 MB of components), it takes a quarter of the time (0.18 s of CPU in
 * place of 0.73 s) and three quarters of the memory (110 MB in place of 147 MB). The import reads
 * descriptions by js-yaml for the same reason: 4.2 MB take 0.33 s in place of 1.44 s.
 *
 * Where the two parsers could differ, as at `a: 0x1F` or `a: 1.0`, nothing is read, and the file is left to `yaml`.
 */
import {
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  type Event,
  EVENT_ID,
  FAILSAFE_SCHEMA,
  NOT_RESOLVED,
  parseEvents,
} from "js-yaml";
import { isMap, type JsonMap } from "../../model/json.js";

/**
 * Reads a text without the positions of its values.
 * @returns `undefined` if the text is not a map, is invalid, or has anchors, tags or unusual
 *   scalars, which only the parser with positions treats as {@link parseYaml} promises.
 */
export function readPlainYaml(text: string): JsonMap | undefined {
  if (SPECIAL_CHARACTERS.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    if (!events.every(isPlainEvent)) return undefined;
    const [value, ...furtherDocuments] = constructFromEvents(events, {
      source: text,
      schema: SCHEMA,
    });
    return isMap(value) && furtherDocuments.length === 0 ? value : undefined;
  } catch {
    // The parser with positions explains the error.
    return undefined;
  }
}

function isPlainEvent(event: Event): boolean {
  if (event.type === EVENT_ID.DOCUMENT) return !event.explicitEnd && event.directives.length === 0;
  if (event.type === EVENT_ID.POP) return true;
  return event.type !== EVENT_ID.ALIAS && event.anchorStart < 0 && event.tagStart < 0;
}

/**
 * Characters that the two parsers read differently: tabs and other control characters, line breaks of
 * Unicode, and block scalars with an indentation indicator.
 */
const SPECIAL_CHARACTERS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|[|>][-+]?\d/;

// ---- Maps and scalars, as js-yaml asks for them

/**
 * Thrown where a value is left to the other parser. js-yaml passes on errors of its tags, and {@link readPlainYaml}
 * treats this one as it treats invalid YAML.
 */
class Uncertain extends Error {}

/** Makes a map of any `key: value`, in place of the map of js-yaml. */
const MAP = defineMappingTag<Record<string, unknown>>("tag:yaml.org,2002:map", {
  create: () => Object.create(null) as Record<string, unknown>, // typed as `any`
  addPair(map, key, value) {
    map[readKey(key)] = value;
    return PAIR_ADDED;
  },
  has: (map, key) => String(key) in map,
  keys: Object.keys,
  get: (map, key) => map[String(key)],
  identify: () => false, // used by writing alone
});

/** js-yaml takes any other text as the reason why a pair cannot be added. */
const PAIR_ADDED = "";

function readKey(key: unknown): string {
  const name = String(key);
  const isRefused = name === "__proto__" || name === "<<" || name.length > MAX_KEY_LENGTH;
  if (isRefused || typeof key === "object") throw new Uncertain(); // a map, a list, or nothing
  return name;
}

/** Limit of keys in characters. YAML refuses keys that are much longer. */
const MAX_KEY_LENGTH = 1_000;

/**
 * Reads every scalar without quotes, also `true` and `1`. js-yaml asks for a tag by name; as the only one for such
 * scalars, it can have any that is free, and has that of null.
 */
const SCALAR = defineScalarTag<unknown>("tag:yaml.org,2002:null", {
  implicit: true, // without a tag in the file
  resolve: readScalar,
  identify: () => false, // used by writing alone
});

/** Accepts only scalars that JavaScript prints in the same way, because keys are strings. */
function readScalar(text: string): unknown {
  if (text === "" || text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  if (CORE_WORD.test(text)) throw new Uncertain();
  if (!CORE_NUMBER.test(text)) return NOT_RESOLVED; // js-yaml then reads a string
  if (String(Number(text)) !== text) throw new Uncertain();
  return Number(text);
}

/** Words that are not read as text in the core schema (YAML 1.2.2, section 10.3.2). */
const CORE_WORD = /^(?:|~|null|true|false)$/i;
const CORE_NUMBER =
  /^(?:[-+]?(?:0o[0-7]+|0x[\da-f]+|(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|\.inf)|\.nan)$/i;

/** Maps and scalars as above, besides the lists and strings of js-yaml. */
const SCHEMA = FAILSAFE_SCHEMA.withTags(MAP, SCALAR);
