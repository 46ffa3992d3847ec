/** The words of a route, of which names of methods are made: its tag, its path, and the resources that they show. */
import { isMap, itemsOf, type Json, type JsonMap, textOf } from "../../model/json.js";
import { toCamelCase, toKebabCase } from "../../model/names.js";
import type { DescribedOperation } from "../model/operations.js";
import { foldGroup } from "../routes/operation-names.js";

/** Reads the words of one route. */
export function readWords({ key, operation }: DescribedOperation): ParsedWords {
  const [firstTag] = itemsOf(operation["tags"]);
  const groups = (textOf(firstTag) ?? "").split(".").map(toMethodName);
  const path = readPath(key);
  const [, plainPath = path, colonWord] = /^(.*):([A-Za-z][\w-]*)$/.exec(path) ?? [];
  const [, customWord = colonWord] = /#([A-Za-z][\w-]*)$/.exec(key) ?? [];
  const segments = plainPath.split("/").filter((part) => part !== "");
  const start = segments.findIndex((part) => !OF_THE_API.test(part));
  const ofResources = segments.slice(Math.max(start, 0)).filter((part) => !VERSION.test(part));
  const dotted = readDottedPath(ofResources);
  return {
    tag: groups.at(-1) ?? "",
    above: groups.slice(0, -1).filter((group) => group !== ""),
    literals: toLiterals(joinPhrases(ofResources)),
    allLiterals: toLiterals(segments),
    ...(dotted !== undefined && { dotted }),
    endsInParameter: segments.at(-1)?.includes("{}") === true,
    isOfItem: segments.at(-2)?.includes("{}") === true,
    ...(customWord !== undefined && { custom: toMethodName(customWord) }),
  };
}

/** The path of a route without the ending of a file, and without escapes, which stand for characters that no name has. */
function readPath(key: string): string {
  return urlOf(foldKey(key))
    .replace(/\.(?:json|xml)$/i, "")
    .replace(/%[0-9a-f]{2}/gi, "");
}

/** The segments that are no placeholders, as identifiers. */
function toLiterals(segments: readonly string[]): readonly string[] {
  const literals = segments.filter((part) => !part.includes("{}")).map(toMethodName);
  return literals.filter((word) => word !== "");
}

/** Reads a path whose last segment has dots between names: `/admin/apps.approved.list`. */
function readDottedPath(segments: readonly string[]): string | undefined {
  const [last = "", ...above] = [...segments].reverse();
  if (!/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(last) || FILE_NAME.test(last)) return undefined;
  const literals = above.reverse().filter((part) => !part.includes("{}"));
  return joinCall([...literals, ...last.split(".")]);
}

/** The end of the name of a file. */
const FILE_NAME =
  /\.(?:csv|gif|gz|html?|ics|jpe?g|js|json|jsonl|md|mp3|mp4|pdf|php|png|rss|svg|txt|wav|xml|ya?ml|zip)$/i;

/** Joins the segments after a method's name to it: `list_folder/continue` is one method. */
function joinPhrases(segments: readonly string[]): readonly string[] {
  const verb = segments.findIndex(
    (part, index) => index > 0 && VERBS_OF_PHRASES.test(toMethodName(part)),
  );
  const phrase = verb < 0 ? [] : segments.slice(verb);
  if (phrase.length < 2 || phrase.some((part) => part.includes("{}"))) return segments;
  return [...segments.slice(0, verb), phrase.join("-")];
}

/** A segment that names a version of the API. */
export const VERSION = /^(?:v\d[\w.]*|\d{4}-\d{2}-\d{2})$/i;

/** A segment at the beginning of a path that names the API, or a version of it. */
const OF_THE_API = /^(?:\d{1,2}|api|rest|latest|v\d[\w.]*|\d{4}-\d{2}-\d{2})$/i;

/** Leaves out a tag of all routes that the title of the description repeats: it tells no routes apart. */
export function withoutNameOfService(
  root: JsonMap,
  words: readonly ParsedWords[],
): readonly ParsedWords[] {
  const { info } = root;
  const tag = words[0]?.tag ?? "";
  const title = toKebabCase((isMap(info) && textOf(info["title"])) || "").split("-");
  const isName = title.includes(tag.toLowerCase()) && words.every((each) => each.tag === tag);
  if (!isName) return words;
  return words.map((each) => (each.literals.length === 0 ? each : { ...each, tag: "", above: [] }));
}

/** Adds the resources that a route can belong to. */
export function addResources(words: readonly ParsedWords[]): readonly RouteWords[] {
  /** The last words of routes by their tag; the empty text for a route that repeats the tag. */
  const lastWords = new Map<string, Set<string>>();
  const nameOf = ({ tag, above }: ParsedWords): string => [...above, tag].join(".");
  for (const each of words) {
    const { tag, literals } = each;
    const known = lastWords.get(nameOf(each)) ?? new Set();
    const lastWord = findTag(tag, literals) < 0 ? (literals.at(-1) ?? "") : "";
    lastWords.set(nameOf(each), known.add(lastWord));
  }
  return words.map((each) => ({
    ...each,
    resources: proposeResources(each, lastWords.get(nameOf(each))?.size === 1),
  }));
}

/**
 * Lists the resources of a route. The tag replaces the segment that it repeats. A tag that repeats none
 * is the resource if all its routes end in one word; otherwise it contains a resource for each word.
 * @param endsInOneWord Set if all routes of the tag end in the same word.
 */
function proposeResources(
  { tag, above, literals, allLiterals }: ParsedWords,
  endsInOneWord: boolean,
): readonly (readonly string[])[] {
  if (tag === "") return [literals, allLiterals];
  const at = findTag(tag, literals);
  if (at >= 0) {
    const below = [tag, ...literals.slice(at + 1)];
    return [
      [...above, ...below],
      [...above, ...literals.slice(0, at), ...below],
    ];
  }
  const group = [...above, tag];
  const ends = [1, 2].map((count) => [...group, ...literals.slice(-count)]);
  return [
    ...(endsInOneWord ? [group] : []),
    ...ends,
    [...group, ...literals],
    [...group, ...allLiterals],
  ];
}

/** The index of the segment that repeats a tag; -1 if there is none. */
export function findTag(tag: string, literals: readonly string[]): number {
  return literals.findLastIndex((word) => isSameGroup(word, tag));
}

/** Compares names of groups, whatever their spelling: `ApiKeys`, `api-key` and `api_keys` are the same. */
export function isSameGroup(one: string, other: string): boolean {
  return foldGroup(toKebabCase(one).split("-")) === foldGroup(toKebabCase(other).split("-"));
}

/** Joins parts to a name; `undefined` if a part has no letters or digits. */
export function joinCall(parts: readonly Json[]): string | undefined {
  const names = parts.map((part) => toMethodName(textOf(part) ?? ""));
  return names.includes("") ? undefined : names.join(".");
}

/** Converts a text to camelCase. An identifier stays the same, unless it begins with a capital. */
export function toMethodName(text: string): string {
  if (/^[a-z_][A-Za-z0-9]*$/.test(text)) return text;
  const words = toKebabCase(text);
  return words === "" ? "" : toCamelCase(words).replace(/_$/, "");
}

/** Words that name a method at the end of an operation id or of a path. */
export const VERBS_OF_METHODS: ReadonlySet<string> = new Set(
  (
    "add approve archive cancel count create delete disable download duplicate enable fetch find get info " +
    "invite leave list merge move publish reject remove rename restore retrieve revoke search send " +
    "unarchive unpublish update upload validate verify"
  ).split(" "),
);

/** Words that begin the name of a method, such as `list_folder`, and hardly ever that of a thing. */
export const VERBS_OF_PHRASES =
  /^(?:add(?!On[A-Z])|create|delete|find|get|list|remove|retrieve|send|update)[A-Z]/;

/** The URL in the key of a route. */
export function urlOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** The key without query, fragment and names of parameters, which do not tell resources apart. */
export function foldKey(key: string): string {
  return key.replace(/[?#].*$/s, "").replace(/\{[^{}]*\}/g, "{}");
}

/** The words of a route without tag and path. */
export const NO_WORDS: RouteWords = {
  tag: "",
  above: [],
  literals: [],
  endsInParameter: false,
  isOfItem: false,
  resources: [],
};

/** The words of a route. */
export interface RouteWords {
  /** The first tag, as an identifier; empty without one. Its last part if dots divide it. */
  readonly tag: string;
  /** The parts of the tag before the last one. */
  readonly above: readonly string[];
  /** The literal segments of the path as identifiers, without the version of the API. */
  readonly literals: readonly string[];
  readonly endsInParameter: boolean;
  /** Set if the last segment stands behind a placeholder. */
  readonly isOfItem: boolean;
  /** The word behind the colon of `/topics/{id}:publish`, or the fragment of `/files/{id}#rename`. */
  readonly custom?: string;
  /** The name that a path such as `/documents.list` says. */
  readonly dotted?: string;
  /** Resources for a name, the best first. */
  readonly resources: readonly (readonly string[])[];
}

/** The words of a route, without what depends on other routes. */
type ParsedWords = Omit<RouteWords, "resources"> & {
  /** The literal segments, also those that name the API or its version. */
  readonly allLiterals: readonly string[];
};
