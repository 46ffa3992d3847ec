/** Checks and reads the names of methods in `routes.yaml`. */
import {
  type CallClash,
  type CallNames,
  createCallNames,
  DOTTED_NAME,
  explainReserved,
} from "../model/calls.js";
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { toCamelCase } from "../model/names.js";
import { toKebabCase } from "../model/yaml-names.js";
import { settleCalls } from "../model/settle-calls.js";
import type { Path, YamlDocument } from "./documents/yaml-document.js";

/**
 * Reads the names of the methods of all routes. Without `method`, the name is derived from `operation`.
 * A derived name avoids all others, so that nothing complains of it.
 * @param routes The entries of `routes.yaml`, which may be invalid.
 */
export function readCalls(routes: unknown): ReadonlyMap<string, RouteCalls> {
  const names = createCallNames();
  const entries = entriesOf(routes).flatMap(([key, entry]) =>
    isMap(entry) ? [{ key, entry, former: listFormerNames(entry["was"]) }] : [],
  );
  for (const { key, entry, former } of entries) {
    for (const call of [entry["method"], ...former])
      if (typeof call === "string") names.add(call, key);
  }
  const derived = settleCalls(
    entries.flatMap(({ key, entry: { method, operation } }) => {
      if (typeof method === "string" || typeof operation !== "string") return [];
      const [group = ""] = operation.split("/");
      return [{ key, candidates: [toCall(operation), toLongCall(key, group)] }];
    }),
    names,
  );
  return new Map(
    entries.map(({ key, entry: { method }, former: formerCalls }) => {
      const isChosen = typeof method === "string";
      return [key, { call: isChosen ? method : (derived.get(key) ?? ""), formerCalls, isChosen }];
    }),
  );
}

function listFormerNames(was: unknown): readonly string[] {
  return [was ?? []].flat().filter((former) => typeof former === "string");
}

/** Derives a name from an operation: `repos.listForOrg`. */
export function toCall(operation: string): string {
  return operation
    .split("/")
    .map((part) => toCamelCase(part).replace(/_$/, ""))
    .join(".");
}

/** Derives a name from the words of a route, which is rarely taken: `repos.getOrgsRepos`. */
export function toLongCall(key: string, group: string): string {
  return toCall(`${group}/${toKebabCase(key)}`);
}

/**
 * Complains about reserved names, and about clashes with the names of other routes. A name with a complaint counts
 * no more, so that it is no clash for those after it.
 */
export function checkCalls(document: YamlDocument): void {
  const names = createCallNames();
  for (const [key, entry] of entriesOf(document.value)) {
    if (!isMap(entry)) continue;
    for (const { path, call, word } of listCallNames(key, entry)) {
      const complaint = findComplaint(call, names);
      if (complaint === undefined) names.add(call, key);
      else document.complain(path, { message: `The ${word} is \`${call}\`, ${complaint}.` });
    }
  }
}

/** The method of a route and its former methods, without those that are not written as names. */
function listCallNames(key: string, { method, was }: JsonMap): readonly NamedPlace[] {
  const former = Array.isArray(was)
    ? was.map((call: unknown, index) => ({ path: [key, "was", index], call }))
    : [{ path: [key, "was"], call: was }];
  const places = [
    { path: [key, "method"], call: method, word: "method" },
    ...former.map((place) => ({ ...place, word: "former method" })),
  ];
  return places.flatMap(({ path, call, word }) =>
    typeof call === "string" && DOTTED_NAME.test(call) ? [{ path, call, word }] : [],
  );
}

/** The end of a sentence that tells why a route cannot have a name; `undefined` if it can. */
function findComplaint(call: string, names: CallNames): string | undefined {
  const reserved = explainReserved(call);
  if (reserved !== undefined) return `${reserved}; expected another name`;
  const clash = names.findClash(call);
  return clash && describeClash(call, clash);
}

function describeClash(call: string, { kind, name, call: other, key }: CallClash): string {
  if (kind === "same") return `as in \`${key}\`; expected a unique name`;
  if (kind === "case")
    return `but the resource of \`${other}\` in \`${key}\` is spelt \`${name}\`; expected one spelling`;
  return call === name
    ? `which is a resource because of \`${other}\` in \`${key}\`; expected another name`
    : `but \`${name}\` is the method of \`${key}\`; expected another resource`;
}

/** The names of the method of a route. */
export interface RouteCalls {
  readonly call: string;
  readonly formerCalls: readonly string[];
  /** Marks a name that is given by `method`. */
  readonly isChosen: boolean;
}

/** A name in the YAML, with the word for it in messages. */
interface NamedPlace {
  readonly path: Path;
  readonly call: string;
  readonly word: string;
}
