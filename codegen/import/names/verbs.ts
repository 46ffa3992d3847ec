/** Chooses the last word of a method's name: `list`, `create`, or the action at the end of a path. */
import { METHODS } from "../../model/http.js";
import type { Json, JsonMap } from "../../model/json.js";
import { findList } from "../client/pages.js";
import type { DescribedOperation } from "../model/operations.js";
import { toMethodName, VERBS_OF_METHODS, VERBS_OF_PHRASES } from "./method-words.js";
import { foldKey, type RouteWords, urlOf } from "./route-words.js";

/** The verb of a route: a word of its path, or else one that its HTTP method stands for. */
export function chooseVerb(
  root: JsonMap,
  { key, method, page }: DescribedOperation,
  { literals, endsInParameter, custom }: RouteWords,
  paths: Paths,
): Verb {
  if (custom !== undefined && custom !== "") return { name: custom, isAction: false };
  const last = literals.at(-1) ?? "";
  const asAction = { name: last, isAction: true };
  const toVerb = (name: string): Verb => ({ name, isAction: false });
  const has = (other: string): boolean => paths.has(other, urlOf(key));
  const canBeAction = literals.length > 1 && !endsInParameter;
  const isShared = paths.isShared(key);
  const isVerb = (VERBS_OF_METHODS.has(last) && !isShared) || VERBS_OF_PHRASES.test(last);
  if (canBeAction && isVerb && !hasOtherMethod(method, has)) return asAction;
  const verbOfList = VERBS_OF_LISTS[method];
  const isList = !endsInParameter && paths.changesItems(method, urlOf(key));
  if (verbOfList !== undefined && isList) return toVerb(verbOfList);
  if (canBeAction && isLikelyAction(method, last) && !isShared) return asAction;
  if (method === "GET") {
    const isOfItem = endsInParameter || last === "";
    return toVerb(!isOfItem && respondsWithList(root, page, last) ? "list" : "retrieve");
  }
  return toVerb(verbOfMethod(method, endsInParameter, has));
}

/** The verb that a method other than GET stands for, beside the other methods of the path. */
function verbOfMethod(
  method: string,
  endsInParameter: boolean,
  has: (other: string) => boolean,
): string {
  switch (method) {
    case "POST":
      return endsInParameter && !has("PUT") && !has("PATCH") ? "update" : "create";
    case "PUT":
      return has("PATCH") ? "replace" : "update";
    case "PATCH":
      return "update";
    case "DELETE":
      return "delete";
    default:
      return toMethodName(method.toLowerCase()) || "call";
  }
}

/** Verbs of a whole list whose items have the method, too: `DELETE /rooms` beside `DELETE /rooms/{id}`. */
const VERBS_OF_LISTS: Readonly<Record<string, string>> = {
  DELETE: "deleteMany",
  PATCH: "updateMany",
  PUT: "put", // replaces the list, or adds an item to it
};

/** Tests whether the last word of a path is an action, although it is no common verb: `POST /orders/{id}/refund`. */
function isLikelyAction(method: string, word: string): boolean {
  if (method === "GET") return GET_ACTIONS.test(word);
  return ["POST", "PUT", "PATCH"].includes(method) && !isPlural(word);
}

/** Last words of a path that are actions of a GET. */
const GET_ACTIONS = /^(?:search|query|export|download|preview|count|lookup|validate|verify)$/i;

/** Tests whether a path has another common method, so that its last word is no verb. */
function hasOtherMethod(method: string, has: (other: string) => boolean): boolean {
  return METHODS.some((other) => other !== method && has(other));
}

/** Tests whether a page has a list. Without a described page, the last word of the path tells. */
function respondsWithList(root: JsonMap, page: Json, last: string): boolean {
  return page === undefined ? isPlural(last) : findList(root, page) !== undefined;
}

function isPlural(word: string): boolean {
  return /[^s]s$/i.test(word);
}

/** Creates answers to questions about the paths of all routes. */
export function createPaths(keys: readonly string[]): Paths {
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

/** The name of a method. */
export interface Verb {
  readonly name: string;
  /** Marks a name that is the last word of the path. */
  readonly isAction: boolean;
}

/** The paths of a description. */
export interface Paths {
  has(method: string, path: string): boolean;
  /** Tests whether a path has another method, or another path below it. */
  isShared(key: string): boolean;
  /** Tests whether a method, or another one that changes items, is that of the items of a list, too. */
  changesItems(method: string, path: string): boolean;
}
