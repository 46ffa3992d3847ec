/** Names of methods by the description: explicit ones, and names made of tags, paths and HTTP methods. */
import { isEqual, type JsonMap } from "../../model/json.js";
import { toCall, toLongCall } from "../../read/method-names.js";
import { type DescribedOperation, listDescribedOperations } from "../model/operations.js";
import { isMarkedWebhook } from "../webhooks/list-webhooks.js";
import { readDeclaredName } from "./declared-names.js";
import { addResources, findTag, withoutNameOfService } from "./propose-resources.js";
import { NO_WORDS, readWords, type RouteWords, urlOf } from "./route-words.js";
import { chooseVerb, createPaths, type Paths, type Verb } from "./verbs.js";

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
    const routeWords = words[index] ?? NO_WORDS;
    const verb = chooseVerb(root, each, routeWords, paths);
    const operation = operations.get(each.key)?.operation ?? "";
    const declared = readDeclaredName(each, routeWords, verb);
    const [group = ""] = operation.split("/");
    const derived = [
      ...listDerivedNames(routeWords, verb, each, paths),
      toCall(operation),
      toLongCall(each.key, group),
    ];
    return { key: each.key, ...(declared !== undefined && { declared }), derived };
  });
}

/** Lists the names of a route in each of its resources. */
function listDerivedNames(
  { resources, tag, above, literals, isOfItem }: RouteWords,
  { name, isAction }: Verb,
  { key, method }: DescribedOperation,
  paths: Paths,
): readonly string[] {
  const second = SECOND_VERBS[method];
  const hasSecond = second !== undefined && !isAction && paths.has(second.other, urlOf(key));
  const isActionOfItem = isAction && isOfItem && literals.length > 2 && findTag(tag, literals) < 0;
  // The action of an item belongs to the item's resource: `assistants.runs.cancel` for
  // `/threads/{thread}/runs/{run}/cancel`, rather than `assistants.cancel`.
  const isBare = (resource: readonly string[]): boolean =>
    isActionOfItem && isEqual(resource, [...above, tag, name]);
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

/** Second names of methods, for paths that have the other method, too. */
const SECOND_VERBS: Readonly<Record<string, { readonly name: string; readonly other: string }>> = {
  PATCH: { name: "patch", other: "PUT" },
  PUT: { name: "replace", other: "PATCH" },
};

/** The names that a route can have. */
export interface RouteNames {
  readonly key: string;
  /** The explicit name: an extension, or an `operationId` of two parts. */
  readonly declared?: string;
  /** Names made of the route's words, the best first. The last ones rarely clash. */
  readonly derived: readonly string[];
}
