/** Names of methods by the description: explicit ones, and names made of tags, paths and HTTP methods. */
import { METHODS } from "../../model/http.js";
import { isEqual, isMap, itemsOf, type Json, type JsonMap, textOf } from "../../model/json.js";
import { toCamelCase, toKebabCase, toOperation } from "../../model/names.js";
import { toCall, toLongCall } from "../../read/sdk.js";
import { findList } from "../client/pages.js";
import { type DescribedOperation, listDescribedOperations } from "../model/operations.js";
import { foldGroup } from "../routes/operation-names.js";
import { isMarkedWebhook } from "../webhooks/list-webhooks.js";

/** The names that a route can have. */
export interface RouteNames {
  readonly key: string;
  /** The explicit name: an extension, or an `operationId` of two parts. */
  readonly declared?: string;
  /** Names made of the route's words, the best first. The last ones rarely clash. */
  readonly derived: readonly string[];
}

/** Lists the names of all routes. */
export function listRouteNames(
  root: JsonMap,
  operations: ReadonlyMap<string, { readonly operation: string }>,
): readonly RouteNames[] {
  const described = listDescribedOperations(root).filter(
    (each) => !isMarkedWebhook(each.operation),
  );
  const paths = createPaths(described.map(({ key }) => key));
  const words = addResources(withoutNameOfService(root, described.map(readWords)));
  return described.map((each, index) => {
    const ownWords = words[index] ?? NO_WORDS;
    const verb = chooseVerb(root, each, ownWords, paths);
    const operation = operations.get(each.key)?.operation ?? "";
    const declared = readDeclared(each, ownWords, verb);
    const [group = ""] = operation.split("/");
    const derived = [
      ...listOthers(ownWords, verb, each, paths),
      toCall(operation),
      toLongCall(each.key, group),
    ];
    return { key: each.key, ...(declared !== undefined && { declared }), derived };
  });
}

// ---- Explicit names

function readDeclared(
  { operation }: DescribedOperation,
  words: RouteWords,
  { name }: Verb,
): string | undefined {
  return (
    readFernName(operation, name) ??
    readSpeakeasyName(operation, words, name) ??
    readDividedId(operation) ??
    words.dotted ??
    readGroupedId(operation, words)
  );
}

/** Reads the extensions of Fern. A method without a group belongs to the class itself. */
function readFernName(operation: JsonMap, verb: string): string | undefined {
  const { "x-fern-sdk-group-name": group, "x-fern-sdk-method-name": name } = operation;
  const groups = [group ?? []].flat();
  return groups.length === 0 && typeof name !== "string"
    ? undefined
    : joinCall([...groups, name ?? verb]);
}

/** Reads the extensions of Speakeasy. A name without a group belongs to the group of the tag. */
function readSpeakeasyName(
  operation: JsonMap,
  words: RouteWords,
  verb: string,
): string | undefined {
  const { "x-speakeasy-group": group, "x-speakeasy-name-override": name } = operation;
  if (typeof group !== "string" && typeof name !== "string") return undefined;
  const resources = words.tag === "" ? (words.resources[0] ?? []) : [...words.above, words.tag];
  const groups = typeof group === "string" ? group.split(".") : resources;
  return joinCall([...groups, typeof name === "string" ? name : verb]);
}

/** Reads an `operationId` that a slash or a dot divides. */
function readDividedId({ operationId }: JsonMap): string | undefined {
  if (typeof operationId !== "string") return undefined;
  if (operationId.includes("/")) return joinCall(toOperation(operationId, "root").split("/"));
  if (operationId.includes(".")) {
    const parts = operationId.split(".");
    return joinCall(parts.length > 2 && VERSION.test(parts[0] ?? "") ? parts.slice(1) : parts);
  }
  return undefined;
}

/**
 * Reads an `operationId` behind whose group stands the method. An underscore divides them behind a word of
 * the tag or the path: `pets_list` is `pets.list`; `list_pets` is not divided. In camelCase, the group is
 * the tag, and the method has a verb: `petsList`, `petsGetByName`; the words between them are a resource.
 */
function readGroupedId(
  { operationId }: JsonMap,
  { tag, above, literals }: RouteWords,
): string | undefined {
  if (typeof operationId !== "string") return undefined;
  const [group = "", name = "", ...furtherParts] = operationId.split("_");
  const isGroup = [tag, ...literals].some((word) => word !== "" && isSameGroup(word, group));
  if (isGroup && name !== "" && furtherParts.length === 0) return joinCall([group, name]);
  const words = toKebabCase(operationId).split("-");
  const end = words.findIndex((_, index) => isSameGroup(words.slice(0, index + 1).join("-"), tag));
  const wordsAfter = words.slice(end + 1);
  // A version is of an id that repeats the path: `agents_api_v1_agents_get`.
  if (
    tag === "" ||
    end < 0 ||
    wordsAfter.length === 0 ||
    wordsAfter.some((word) => VERSION.test(word))
  )
    return undefined;
  if (VERBS_OF_METHODS.has(wordsAfter[0] ?? ""))
    return joinCall([...above, tag, wordsAfter.join("-")]);
  const last = wordsAfter.pop() ?? "";
  return VERBS_OF_METHODS.has(last)
    ? joinCall([...above, tag, wordsAfter.join("-"), last])
    : undefined;
}

/** Words that name a method at the end of an operation id or of a path. */
const VERBS_OF_METHODS: ReadonlySet<string> = new Set(
  (
    "add approve archive cancel count create delete disable download duplicate enable fetch find get info " +
    "invite leave list merge move publish reject remove rename restore retrieve revoke search send " +
    "unarchive unpublish update upload validate verify"
  ).split(" "),
);

/** Words that begin the name of a method, such as `list_folder`, and hardly ever that of a thing. */
const VERBS_OF_PHRASES =
  /^(?:add(?!On[A-Z])|create|delete|find|get|list|remove|retrieve|send|update)[A-Z]/;

/** Joins parts to a name; `undefined` if a part has no letters or digits. */
function joinCall(parts: readonly Json[]): string | undefined {
  const names = parts.map((part) => toMethodName(textOf(part) ?? ""));
  return names.includes("") ? undefined : names.join(".");
}

/** Converts a text to camelCase. An identifier stays the same, unless it begins with a capital. */
function toMethodName(text: string): string {
  if (/^[a-z_][A-Za-z0-9]*$/.test(text)) return text;
  const words = toKebabCase(text);
  return words === "" ? "" : toCamelCase(words).replace(/_$/, "");
}

// ---- Names of tags, paths and HTTP methods

/** The words of a route. */
interface RouteWords {
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

const NO_WORDS: RouteWords = {
  tag: "",
  above: [],
  literals: [],
  endsInParameter: false,
  isOfItem: false,
  resources: [],
};

/** The paths of a description. */
interface Paths {
  has(method: string, path: string): boolean;
  /** Tests whether a path has another method, or another path below it. */
  isShared(key: string): boolean;
  /** Tests whether a method, or another one that changes items, is that of the items of a list, too. */
  changesItems(method: string, path: string): boolean;
}

function createPaths(keys: readonly string[]): Paths {
  const routes = new Set(keys.map(foldKey));
  const counts = new Map<string, number>();
  for (const key of routes) {
    const parts = urlOf(key).split("/");
    for (let end = parts.length; end > 0; end -= 1) {
      const path = parts.slice(0, end).join("/");
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  const has = (method: string, path: string): boolean => routes.has(foldKey(`${method} ${path}`));
  return {
    has,
    isShared: (key) => (counts.get(urlOf(foldKey(key))) ?? 0) > 1,
    changesItems: (method, path) =>
      (method === "DELETE" ? [method] : ["PATCH", "PUT"]).some((each) => has(each, `${path}/{}`)),
  };
}

function urlOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** Removes the names of parameters: they do not tell resources apart. */
function foldKey(key: string): string {
  return key.replace(/[?#].*$/s, "").replace(/\{[^{}]*\}/g, "{}");
}

/** A segment that names a version of the API. */
const VERSION = /^(?:v\d[\w.]*|\d{4}-\d{2}-\d{2})$/i;

/** A segment at the beginning of a path that names the API, or a version of it. */
const OF_THE_API = /^(?:\d{1,2}|api|rest|latest|v\d[\w.]*|\d{4}-\d{2}-\d{2})$/i;

/** The words of a route that do not depend on other routes. */
type OwnWords = Omit<RouteWords, "resources"> & { readonly all: readonly string[] };

function readWords({ key, operation }: DescribedOperation): OwnWords {
  const [first] = itemsOf(operation["tags"]);
  // Escapes are of characters that no name has.
  const path = urlOf(foldKey(key))
    .replace(/\.(?:json|xml)$/i, "")
    .replace(/%[0-9a-f]{2}/gi, "");
  const [, plain = path, verb] = /^(.*):([A-Za-z][\w-]*)$/.exec(path) ?? [];
  const [, custom = verb] = /#([A-Za-z][\w-]*)$/.exec(key) ?? [];
  const segments = plain.split("/").filter((part) => part !== "");
  const start = segments.findIndex((part) => !OF_THE_API.test(part));
  const toWords = (parts: readonly string[]): readonly string[] =>
    parts
      .filter((part) => !part.includes("{}"))
      .map(toMethodName)
      .filter((word) => word !== "");
  const withoutVersion = segments.slice(Math.max(start, 0)).filter((part) => !VERSION.test(part));
  const dotted = readDottedPath(withoutVersion);
  const groups = (textOf(first) ?? "").split(".").map(toMethodName);
  return {
    tag: groups.at(-1) ?? "",
    above: groups.slice(0, -1).filter((group) => group !== ""),
    literals: toWords(joinPhrases(withoutVersion)),
    ...(dotted !== undefined && { dotted }),
    all: toWords(segments),
    endsInParameter: segments.at(-1)?.includes("{}") === true,
    isOfItem: segments.at(-2)?.includes("{}") === true,
    ...(custom !== undefined && { custom: toMethodName(custom) }),
  };
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

/** Joins the segments behind the name of a method to it: `list_folder/continue` is one method. */
function joinPhrases(segments: readonly string[]): readonly string[] {
  const at = segments.findIndex(
    (part, index) => index > 0 && VERBS_OF_PHRASES.test(toMethodName(part)),
  );
  const segmentsAfter = at < 0 ? [] : segments.slice(at);
  if (segmentsAfter.length < 2 || segmentsAfter.some((part) => part.includes("{}")))
    return segments;
  return [...segments.slice(0, at), segmentsAfter.join("-")];
}

/** Leaves out a tag of all routes that the title of the description repeats: it tells no routes apart. */
function withoutNameOfService(root: JsonMap, words: readonly OwnWords[]): readonly OwnWords[] {
  const { info } = root;
  const tag = words[0]?.tag ?? "";
  const title = toKebabCase((isMap(info) && textOf(info["title"])) || "").split("-");
  const isName = title.includes(tag.toLowerCase()) && words.every((each) => each.tag === tag);
  if (!isName) return words;
  return words.map((each) => (each.literals.length === 0 ? each : { ...each, tag: "", above: [] }));
}

/** Adds the resources that a route can belong to. */
function addResources(words: readonly OwnWords[]): readonly RouteWords[] {
  const lasts = new Map<string, Set<string>>();
  const nameOf = ({ tag, above }: OwnWords): string => [...above, tag].join(".");
  for (const each of words) {
    const { tag, literals } = each;
    const lastsOfName = lasts.get(nameOf(each)) ?? new Set();
    lasts.set(
      nameOf(each),
      lastsOfName.add(findTag(tag, literals) < 0 ? (literals.at(-1) ?? "") : ""),
    );
  }
  return words.map((each) => ({
    ...each,
    resources: proposeResources(each, lasts.get(nameOf(each))?.size === 1),
  }));
}

/**
 * Lists the resources of a route. The tag replaces the segment that it repeats. A tag that repeats none
 * is the resource if all its routes end in one word; otherwise it contains a resource for each word.
 */
function proposeResources(
  { tag, above, literals, all }: OwnWords,
  isOne: boolean,
): readonly (readonly string[])[] {
  if (tag === "") return [literals, all];
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
  return [...(isOne ? [group] : []), ...ends, [...group, ...literals], [...group, ...all]];
}

function findTag(tag: string, literals: readonly string[]): number {
  return literals.findLastIndex((word) => isSameGroup(word, tag));
}

/** Compares words without their spelling: `ApiKeys`, `api-key` and `api_keys` are alike. */
function isSameGroup(one: string, other: string): boolean {
  return foldGroup(toKebabCase(one).split("-")) === foldGroup(toKebabCase(other).split("-"));
}

/** The name of a method. */
interface Verb {
  readonly name: string;
  /** Marks a name that is the last word of the path. */
  readonly isAction: boolean;
}

const VERBS: Readonly<Record<string, string>> = { DELETE: "delete", PATCH: "update" };

/** Verbs of a whole list whose items have the method, too: `DELETE /rooms` beside `DELETE /rooms/{id}`. */
const VERBS_OF_LISTS: Readonly<Record<string, string>> = {
  DELETE: "deleteMany",
  PATCH: "updateMany",
  PUT: "put", // replaces the list, or adds an item to it
};

/** Last words of a path that are actions of a GET. */
const QUERIES = /^(?:search|query|export|download|preview|count|lookup|validate|verify)$/i;

function chooseVerb(
  root: JsonMap,
  { key, method, page }: DescribedOperation,
  { literals, endsInParameter, custom }: RouteWords,
  paths: Paths,
): Verb {
  if (custom !== undefined && custom !== "") return { name: custom, isAction: false };
  const last = literals.at(-1) ?? "";
  const isBelow = literals.length > 1 && !endsInParameter;
  const asAction = { name: last, isAction: true };
  const has = (other: string): boolean => paths.has(other, urlOf(key));
  const isVerb = VERBS_OF_METHODS.has(last) && !paths.isShared(key);
  if (isBelow && (isVerb || VERBS_OF_PHRASES.test(last)) && !hasOther(method, has)) return asAction;
  const plain = (name: string): Verb => ({ name, isAction: false });
  const ofList = VERBS_OF_LISTS[method];
  const isList = !endsInParameter && paths.changesItems(method, urlOf(key));
  if (ofList !== undefined && isList) return plain(ofList);
  if (method === "GET") {
    if (endsInParameter || last === "") return plain("retrieve");
    if (isBelow && QUERIES.test(last) && !paths.isShared(key)) return asAction;
    const hasList = page === undefined ? isPlural(last) : findList(root, page) !== undefined;
    return plain(hasList ? "list" : "retrieve");
  }
  if (method === "POST" || method === "PUT" || method === "PATCH") {
    if (isBelow && !paths.isShared(key) && !isPlural(last)) return asAction;
  }
  if (method === "POST")
    return plain(endsInParameter && !has("PUT") && !has("PATCH") ? "update" : "create");
  if (method === "PUT") return plain(has("PATCH") ? "replace" : "update");
  return plain(VERBS[method] ?? (toMethodName(method.toLowerCase()) || "call"));
}

/** Tests whether a path has another common method, so that it names a thing. */
function hasOther(method: string, has: (other: string) => boolean): boolean {
  return METHODS.some((other) => other !== method && has(other));
}

function isPlural(word: string): boolean {
  return /[^s]s$/i.test(word);
}

/** Second names of methods, for paths that have the other method, too. */
const SECOND_VERBS: Readonly<Record<string, { readonly name: string; readonly other: string }>> = {
  PATCH: { name: "patch", other: "PUT" },
  PUT: { name: "replace", other: "PATCH" },
};

/** Lists the names of a route in each of its resources. */
function listOthers(
  { resources, tag, above, literals, isOfItem }: RouteWords,
  { name, isAction }: Verb,
  { key, method }: DescribedOperation,
  paths: Paths,
): readonly string[] {
  const second = SECOND_VERBS[method];
  const hasSecond = second !== undefined && !isAction && paths.has(second.other, urlOf(key));
  const isActionOfOther = isAction && isOfItem && literals.length > 2 && findTag(tag, literals) < 0;
  // The action of an item belongs to the item's resource: `assistants.runs.cancel` for
  // `/threads/{thread}/runs/{run}/cancel`, rather than `assistants.cancel`.
  const isBare = (resource: readonly string[]): boolean =>
    isActionOfOther && isEqual(resource, [...above, tag, name]);
  const ordered = [...resources.filter((each) => !isBare(each)), ...resources.filter(isBare)];
  return ordered.flatMap((resource) => {
    if (resource.length === 0) return [];
    const isLast = isAction && resource.at(-1) === name;
    // The last word of an action is the method, unless it is the only word.
    if (isLast && resource.length > 1) return [resource.join(".")];
    if (isLast) return [`${name}.${method === "POST" ? "create" : "update"}`];
    const names = [name, ...(hasSecond ? [second.name] : [])];
    return names.map((each) => [...resource, each].join("."));
  });
}
