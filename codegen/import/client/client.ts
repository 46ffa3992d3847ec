/** Imports the settings of the client: pagination, and the headers of rate limits and request ids. */
import { type JsonMap, mapOf, textOf } from "../../model/json.js";
import type { ImportedClient } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { type DescribedOperation, listDescribedOperations } from "../model/operations.js";
import { findHeaders } from "./find-headers.js";
import { hasMisfit } from "./find-pagination.js";
import {
  assignRules,
  entriesOfRules,
  matchRules,
  type NamedRule,
  nameRules,
  type PageSchemes,
  type PaginationSource,
} from "./pagination-rules.js";

/** Imports what the client needs from extensions, and from names in common use. */
export function importClient({ root, notes, present, schemes }: ClientSource): ImportedClient {
  const operations = listDescribedOperations(root);
  const source = { root, operations, schemes };
  const { rules, entries } =
    present === undefined
      ? findSettings(source, notes)
      : { rules: matchRules(source, present), entries: {} };
  const settings = present ?? entries;
  const paginations = assignRules(rules, source, settings);
  const headers = listHeaders(settings, rules);
  return {
    entries,
    ofRoute: (key) => (paginations.has(key) ? { pagination: paginations.get(key) } : {}),
    reads: (header) => headers.has(header.toLowerCase()),
    misfits: listMisfits(root, operations),
  };
}

/** The settings of a new `vendor.yaml`. */
function findSettings(
  source: PaginationSource,
  notes: Notes,
): { readonly rules: readonly NamedRule[]; readonly entries: JsonMap } {
  const rules = nameRules(source);
  const headers = findHeaders(source.root, source.operations, notes);
  for (const { name, rule, count } of rules)
    notes.tell("Lists in pages", `${count} by the rule \`${name}\` (${rule.style})`);
  return { rules, entries: { ...headers, ...entriesOfRules(rules) } };
}

/** The response headers that the client reads, in lower case. */
function listHeaders(
  { requestId, rateLimit }: JsonMap,
  rules: readonly NamedRule[],
): ReadonlySet<string> {
  const { remaining, reset } = mapOf(rateLimit);
  const isLinked = rules.some(({ rule }) => rule.style === "link");
  const names = [requestId, remaining, reset, isLinked ? "link" : undefined];
  return new Set(names.flatMap((name) => textOf(name)?.toLowerCase() ?? []));
}

function listMisfits(
  root: JsonMap,
  operations: readonly DescribedOperation[],
): ReadonlySet<string> {
  return new Set(operations.filter((each) => hasMisfit(root, each)).map(({ key }) => key));
}

export interface ClientSource {
  readonly root: JsonMap;
  readonly notes: Notes;
  /** The present `vendor.yaml`, if its keys are kept; `undefined` if the import writes them. */
  readonly present: JsonMap | undefined;
  /** Rules of pages from a file of names. */
  readonly schemes: PageSchemes | undefined;
}
