/** Pagination rules of `vendor.yaml`, and the routes that refer to them. */
import { isDeepStrictEqual } from "node:util";
import { entriesOf, itemsOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { FOUND_RULES, type Pagination } from "../../model/client.js";
import { groupBy } from "../../model/group-by.js";
import type { DescribedOperation } from "../model/operations.js";
import { findOperationRule } from "./find-pagination.js";
import { fitsOperation } from "./fits-operation.js";
import { findList } from "./pages.js";

/** Finds the rules of a description, the most frequent one first, and names them. */
export function nameRules(source: PaginationSource): readonly NamedRule[] {
  const counts = new Map<string, number>();
  return groupByRule(source).map((group) => {
    const { rule, members } = group;
    const base = source.schemes?.nameOf(rule) ?? FOUND_RULES[rule.style];
    const number = (counts.get(base) ?? 0) + 1;
    counts.set(base, number);
    const query = findCommonQuery(group, source);
    return {
      name: number === 1 ? base : `${base}${number}`,
      rule,
      routes: query ? { query } : { keys: members.map(({ key }) => key) },
      count: members.length,
    };
  });
}

/** Finds the rules of a kept `vendor.yaml` that equal those of the description. */
export function matchRules(source: PaginationSource, vendor: JsonMap): readonly NamedRule[] {
  const present = entriesOf(vendor["pagination"]);
  return groupByRule(source).flatMap(({ rule, members }): readonly NamedRule[] => {
    const equal = present.find(([, entry]) => {
      const { routes: _routes, ...presentRule } = mapOf(entry);
      return isDeepStrictEqual(presentRule, rule);
    });
    if (equal === undefined) return [];
    const [name, entry] = equal;
    const keys = members.filter((each) => !findsRoute(entry, each)).map(({ key }) => key);
    return [{ name, rule, routes: { keys }, count: members.length }];
  });
}

/** The key `pagination` of `vendor.yaml`, unless there is no rule. */
export function entriesOfRules(rules: readonly NamedRule[]): JsonMap {
  if (rules.length === 0) return {};
  const entries = rules.map(({ name, rule, routes }): readonly [string, JsonMap] => [
    name,
    { ...rule, ...("query" in routes && { routes }) },
  ]);
  return { pagination: Object.fromEntries(entries) };
}

/** The key `pagination` of each route that needs one: a rule's name, or `false`. */
export function assignRules(
  rules: readonly NamedRule[],
  source: PaginationSource,
  vendor: JsonMap,
): ReadonlyMap<string, string | false> {
  return new Map<string, string | false>([
    ...excludeMisfits(source, vendor),
    ...rules.flatMap(({ name, routes }) =>
      "keys" in routes ? routes.keys.map((key) => [key, name] as const) : [],
    ),
  ]);
}

/**
 * Excludes routes from a rule of `vendor.yaml` that finds them but does not fit their pages. If a rule
 * fits none of its routes, the checker complains instead.
 */
function excludeMisfits(
  { root, operations, schemes }: PaginationSource,
  vendor: JsonMap,
): readonly (readonly [key: string, pagination: false])[] {
  const entries = entriesOf(vendor["pagination"]).map(([, entry]) => entry);
  const lists = operations.filter(({ method }) => method === "GET");
  // The first rule that finds a route has it.
  const foundBy = groupBy(lists, (each) => entries.findIndex((entry) => findsRoute(entry, each)));
  return entries.flatMap((entry, index) => {
    const found = foundBy.get(index) ?? [];
    const rule = mapOf(entry) as unknown as Pagination; // the checker reads it as well
    const hasNoPages = (each: DescribedOperation): boolean => schemes?.find(root, each) === false;
    const misfits = found.filter((each) => hasNoPages(each) || !fitsOperation(root, rule, each));
    if (misfits.length === found.length) return [];
    return misfits.map(({ key }) => [key, false] as const);
  });
}

/** Tests whether a rule of `vendor.yaml` finds a route by its query parameters. */
function findsRoute(rule: Json, { query }: DescribedOperation): boolean {
  const names = itemsOf(mapOf(mapOf(rule)["routes"])["query"]);
  return names.length > 0 && names.every((name) => query.has(String(name)));
}

/** Groups operations by their rule, the most frequent rule first. */
function groupByRule({ root, operations, schemes }: PaginationSource): readonly RuleGroup[] {
  const groups = new Map<string, { rule: Pagination; members: DescribedOperation[] }>();
  for (const operation of operations) {
    const rule = schemes?.find(root, operation) ?? findOperationRule(root, operation);
    if (rule === undefined || rule === false) continue;
    const key = JSON.stringify(rule);
    const group = groups.get(key) ?? { rule, members: [] };
    group.members.push(operation);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => other.members.length - one.members.length);
}

/** The query parameters that all GET routes of a rule have in common, if no other list has them. */
function findCommonQuery(
  { rule: { items }, members }: RuleGroup,
  { root, operations }: PaginationSource,
): readonly string[] | undefined {
  const [first] = members;
  const common = [...(first?.query.keys() ?? [])].filter((name) =>
    members.every(({ query, method }) => method === "GET" && query.has(name)),
  );
  if (common.length === 0) return undefined;
  const known = new Set(members);
  const isOtherList = (operation: DescribedOperation): boolean =>
    operation.method === "GET" &&
    !known.has(operation) &&
    common.every((name) => operation.query.has(name)) &&
    operation.page !== undefined &&
    // A path to the items would be wrong for any other page.
    (items !== undefined || findList(root, operation.page) !== undefined);
  return operations.some(isOtherList) ? undefined : common;
}

// ---- Types

export interface PaginationSource {
  readonly root: JsonMap;
  readonly operations: readonly DescribedOperation[];
  readonly schemes: PageSchemes | undefined;
}

/** The pagination schemes of a file of names. */
export interface PageSchemes {
  /** The rule of an operation; `undefined` if the file has none for it, `false` if it says that there are no pages. */
  find(root: JsonMap, operation: DescribedOperation): Pagination | false | undefined;
  /** The name of a rule. */
  nameOf(rule: Pagination): string | undefined;
}

export interface NamedRule {
  readonly name: string;
  readonly rule: Pagination;
  /** The query parameters by which the rule finds its routes, or else the routes that refer to it by name. */
  readonly routes: { readonly query: readonly string[] } | { readonly keys: readonly string[] };
  /** The number of lists that have the rule. */
  readonly count: number;
}

interface RuleGroup {
  readonly rule: Pagination;
  readonly members: readonly DescribedOperation[];
}
