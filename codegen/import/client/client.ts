/** Imports the settings of the client: pagination, and the headers of rate limits and request ids. */
import { isHeaderName, isKeyHeader } from "../../model/http.js";
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import { FOUND_RULES, type Pagination } from "../../model/model.js";
import type { ImportedClient } from "../model/context.js";
import { isDeepStrictEqual } from "node:util";
import { type DescribedOperation, listDescribedOperations } from "../model/operations.js";
import { onlyOf, withoutUndefined } from "../model/description.js";
import { findOperationRule, hasMisfit } from "./find-pagination.js";
import { findList, fitsOperation } from "./pages.js";
import type { Notes } from "../model/notes.js";

export interface ClientSource {
  readonly root: JsonMap;
  readonly notes: Notes;
  /** The present `vendor.yaml`, if its keys are kept; `undefined` if the import writes them. */
  readonly present: JsonMap | undefined;
  /** Rules of pages from a file of names. */
  readonly pages: GivenPages | undefined;
}

/** The pagination rules of a file of names. */
export interface GivenPages {
  /** The rule of an operation; `undefined` if the file has none for it, `false` if it says that there are no pages. */
  find(root: JsonMap, operation: DescribedOperation): Pagination | false | undefined;
  /** The name of a rule. */
  nameOf(rule: Pagination): string | undefined;
}

/** Imports what the client needs from extensions, and from names in common use. */
export function importClient({ root, notes, present, pages }: ClientSource): ImportedClient {
  const operations = listDescribedOperations(root);
  const groups = groupByPagination(root, operations, pages);
  const rules =
    present === undefined
      ? nameRules(root, groups, operations, pages)
      : matchRules(groups, present);
  const found = present === undefined ? findHeaders(root, operations, notes) : {};
  const { requestId, rateLimit } = present ?? found;
  const { remaining, reset } = mapOf(rateLimit);
  const isLinked = rules.some(({ rule }) => rule.style === "link");
  const read = [requestId, remaining, reset, isLinked ? "link" : ""];
  const headers = read.flatMap((name) => textOf(name)?.toLowerCase() ?? []);
  const pagination = Object.fromEntries(
    rules.map(({ name, rule, query }) => [name, { ...rule, ...(query && { routes: { query } }) }]),
  );
  const named = new Map<string, Json>([
    ...refuseMisfits(root, operations, present ?? { pagination }, pages),
    ...rules.flatMap(({ name, keys }) => keys.map((key) => [key, name] as const)),
  ]);
  if (present === undefined) noteRules(rules, notes);
  return {
    entries: {
      ...found,
      ...(present === undefined && rules.length > 0 && { pagination }),
    },
    ofRoute: (key) => (named.has(key) ? { pagination: named.get(key) } : {}),
    reads: (header) => headers.includes(header.toLowerCase()),
    misfits: new Set(operations.filter((each) => hasMisfit(root, each)).map((each) => each.key)),
  };
}

// ---- Pagination

interface RuleGroup {
  readonly rule: Pagination;
  readonly members: readonly DescribedOperation[];
}

interface NamedRule {
  readonly name: string;
  readonly rule: Pagination;
  /** The routes that refer to the rule by name. */
  readonly keys: readonly string[];
  /** The query parameters by which the rule finds its routes, in place of names. */
  readonly query?: readonly string[];
  readonly count: number;
}

/** Groups operations by their rule, the most frequent rule first. */
function groupByPagination(
  root: JsonMap,
  operations: readonly DescribedOperation[],
  pages: GivenPages | undefined,
): readonly RuleGroup[] {
  const groups = new Map<string, { rule: Pagination; members: DescribedOperation[] }>();
  for (const operation of operations) {
    const rule = pages?.find(root, operation) ?? findOperationRule(root, operation);
    if (rule === undefined || rule === false) continue;
    const key = JSON.stringify(rule);
    const group = groups.get(key) ?? { rule, members: [] };
    group.members.push(operation);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => other.members.length - one.members.length);
}

function nameRules(
  root: JsonMap,
  groups: readonly RuleGroup[],
  operations: readonly DescribedOperation[],
  pages: GivenPages | undefined,
): readonly NamedRule[] {
  const counts = new Map<string, number>();
  return groups.map(({ rule, members }) => {
    const base = pages?.nameOf(rule) ?? FOUND_RULES[rule.style];
    const number = (counts.get(base) ?? 0) + 1;
    counts.set(base, number);
    const query = findCommonQuery(root, { rule, members }, operations);
    return {
      name: number === 1 ? base : `${base}${number}`,
      rule,
      keys: query === undefined ? members.map(({ key }) => key) : [],
      ...(query && { query }),
      count: members.length,
    };
  });
}

/** The query parameters that all GET routes of a rule have in common, if no other list has them. */
function findCommonQuery(
  root: JsonMap,
  { rule: { items }, members }: RuleGroup,
  operations: readonly DescribedOperation[],
): readonly string[] | undefined {
  const [first] = members;
  const common = [...(first?.query.keys() ?? [])].filter((name) =>
    members.every(({ query, method }) => method === "GET" && query.has(name)),
  );
  if (common.length === 0) return undefined;
  const known = new Set(members);
  const isOther = (operation: DescribedOperation): boolean =>
    operation.method === "GET" &&
    !known.has(operation) &&
    common.every((name) => operation.query.has(name)) &&
    operation.page !== undefined &&
    // A path to the items would be wrong for any other page.
    (items !== undefined || findList(root, operation.page) !== undefined);
  return operations.some(isOther) ? undefined : common;
}

/** Finds the rules of a kept `vendor.yaml` that equal imported ones. */
function matchRules(groups: readonly RuleGroup[], vendor: JsonMap): readonly NamedRule[] {
  const present = entriesOf(vendor["pagination"]);
  return groups.flatMap(({ rule, members }): readonly NamedRule[] => {
    const found = present.find(([, entry]) => {
      const { routes: _routes, ...presentRule } = mapOf(entry);
      return isDeepStrictEqual(presentRule, rule);
    });
    if (found === undefined) return [];
    const [name, entry] = found;
    const keys = members.filter((each) => !findsRoute(entry, each)).map(({ key }) => key);
    return [{ name, rule, keys, count: members.length }];
  });
}

/** Tests whether a rule of `vendor.yaml` finds a route by its query parameters. */
function findsRoute(rule: Json, { query }: DescribedOperation): boolean {
  const names = itemsOf(mapOf(mapOf(rule)["routes"])["query"]);
  return names.length > 0 && names.every((name) => query.has(String(name)));
}

/**
 * Excludes routes from a rule of `vendor.yaml` that finds them but does not fit their pages. If a rule
 * fits none of its routes, the checker complains instead.
 */
function refuseMisfits(
  root: JsonMap,
  operations: readonly DescribedOperation[],
  vendor: JsonMap,
  pages: GivenPages | undefined,
): readonly (readonly [key: string, pagination: false])[] {
  const left = new Set(operations.filter(({ method }) => method === "GET"));
  return entriesOf(vendor["pagination"]).flatMap(([, entry]) => {
    const found = [...left].filter((each) => findsRoute(entry, each));
    for (const each of found) left.delete(each);
    const rule = mapOf(entry) as unknown as Pagination; // the checker reads it as well
    const misfits = found.filter(
      (each) => pages?.find(root, each) === false || !fitsOperation(root, rule, each),
    );
    if (misfits.length === found.length) return [];
    return misfits.map(({ key }) => [key, false] as const);
  });
}

function noteRules(rules: readonly NamedRule[], notes: Notes): void {
  for (const { name, rule, count } of rules) {
    notes.tell("Lists in pages", `${count} by the rule \`${name}\` (${rule.style})`);
  }
}

// ---- Headers

/** Finds the headers that the client reads or writes. */
function findHeaders(
  root: JsonMap,
  operations: readonly DescribedOperation[],
  notes: Notes,
): JsonMap {
  const headers = listResponseHeaders(operations);
  const requestId = findOnlyHeader(headers, /^(?:x-)?(?:[a-z0-9]+-)?request-?id$/i)?.[0];
  const rateLimit = findRateLimit(headers, notes);
  const idempotency = findIdempotency(root, operations);
  const found = withoutUndefined({ requestId, rateLimit, idempotency });
  for (const [key, value] of Object.entries(found)) {
    const text = isMap(value) ? Object.values(value).join(", ") : String(value);
    notes.tell("Headers that the client reads or writes", `\`${key}\` (${text})`);
  }
  return found;
}

/** A declared header, with the name as it is first written. */
type ResponseHeader = readonly [name: string, header: JsonMap];

/** The headers of all responses. HTTP ignores the case of their names. */
function listResponseHeaders(operations: readonly DescribedOperation[]): readonly ResponseHeader[] {
  const known = new Map<string, ResponseHeader>();
  for (const [name, header] of operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ headers }) => [...headers])) {
    const folded = name.toLowerCase();
    if (isHeaderName(name) && !known.has(folded)) known.set(folded, [name, header]);
  }
  return [...known.values()];
}

function findOnlyHeader(
  headers: readonly ResponseHeader[],
  pattern: RegExp,
): ResponseHeader | undefined {
  return onlyOf(headers.filter(([name]) => pattern.test(name)));
}

/** Finds the headers of the rate limit, with the unit of `reset`: a time or a delay. */
function findRateLimit(headers: readonly ResponseHeader[], notes: Notes): JsonMap | undefined {
  const remaining = findOnlyHeader(headers, /^(?:x-)?rate-?limit-remaining$/i);
  const reset = findOnlyHeader(headers, /^(?:x-)?rate-?limit-reset$/i);
  if (remaining === undefined || reset === undefined) return undefined;
  const unit = unitOf(...reset);
  if (unit !== undefined) {
    return { remaining: remaining[0], reset: reset[0], ...(unit !== "seconds" && { unit }) };
  }
  notes.lose(
    `the rate limit, since it is not said whether \`${reset[0]}\` is a time or a delay`,
    "headers of responses",
  );
  return undefined;
}

const DELAY =
  /\bseconds? (?:until|before|left|remaining|after which|to wait)|\b(?:time|number of seconds|seconds remaining) (?:left|until|to wait|remaining)|in seconds until/i;
const TIME = /\bepoch\b|\bunix\b|\btimestamp\b|since 1970/i;

function unitOf(name: string, header: JsonMap): string | undefined {
  const schema = mapOf(header["schema"]);
  if (schema["format"] === "date-time") return "date";
  const text = [header["description"], schema["description"]]
    .filter((each) => typeof each === "string")
    .join(" ");
  const isTime = TIME.test(text);
  if (isTime === DELAY.test(text)) return /^ratelimit/i.test(name) && !isTime ? "delay" : undefined;
  if (!isTime) return "delay";
  return /millisecond/i.test(text) ? "milliseconds" : "seconds";
}

/** Finds the header for idempotency keys: an extension names it, or most POST routes declare it. */
function findIdempotency(
  root: JsonMap,
  operations: readonly DescribedOperation[],
): JsonMap | undefined {
  const listed = itemsOf(root["x-fern-idempotency-headers"]).map((each) => mapOf(each)["header"]);
  const declaredHeader = textOf(onlyOf(listed));
  if (declaredHeader !== undefined && isHeaderName(declaredHeader))
    return { header: declaredHeader };
  const posts = operations.filter(({ method }) => method === "POST");
  const names = posts.flatMap(({ headers }) => headers.filter(isKeyHeader));
  const [first] = names;
  const isOne = new Set(names.map((name) => name.toLowerCase())).size === 1;
  return first !== undefined && isOne && 2 * names.length > posts.length
    ? { header: first }
    : undefined;
}
