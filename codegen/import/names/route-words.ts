/** The words of a route, of which names of methods are made: its tag, its path, and the resources that they show. */
import { itemsOf, textOf } from "../../model/json.js";
import type { DescribedOperation } from "../model/operations.js";
import { joinCall, toMethodName, VERBS_OF_PHRASES } from "./method-words.js";

/**
 * Reads the words of one route. `POST /api/v1/chats/{id}/messages:search` has the literals `chats` and `messages`,
 * also `api` and `v1` among all literals, and the custom word `search`; it is of an item, `{id}`.
 */
export function readWords({ key, operation }: DescribedOperation): ParsedWords {
  const [firstTag] = itemsOf(operation["tags"]);
  const groups = (textOf(firstTag) ?? "").split(".").map(toMethodName);
  const { plainPath, wordAfterColon } = splitAtColon(readPath(key));
  const customWord = readFragment(key) ?? wordAfterColon;
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

/** Divides `/topics/{}:publish` into `/topics/{}` and `publish`. */
function splitAtColon(path: string): {
  readonly plainPath: string;
  readonly wordAfterColon: string | undefined;
} {
  const [, plainPath = path, wordAfterColon] = /^(.*):([A-Za-z][\w-]*)$/.exec(path) ?? [];
  return { plainPath, wordAfterColon };
}

/** The word at the end of a key such as `POST /files/{id}#rename`. */
function readFragment(key: string): string | undefined {
  return /#([A-Za-z][\w-]*)$/.exec(key)?.[1];
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
export type ParsedWords = Omit<RouteWords, "resources"> & {
  /** The literal segments, also those that name the API or its version. */
  readonly allLiterals: readonly string[];
};
