/** Imports credentials: which of its security schemes a description needs, and which its routes need together. */
import { groupBy } from "../../model/group-by.js";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, keysOf } from "../../model/json.js";
import { listSchemes, nameOfScheme } from "../../read/vendor/credentials.js";
import type { ImportedSecurity } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { followChain } from "../model/references.js";
import { joinOAuth } from "./oauth.js";
import {
  listDeclaredNames,
  listDeclaredSchemes,
  loseScheme,
  noteScheme,
  type Scheme,
  wireOf,
} from "./security-schemes.js";

/** Imports `securitySchemes` and `security`. Schemes that put the same into a request become one. */
export function importSecurity(source: SecuritySource): ImportedSecurity {
  const { root, notes } = source;
  const schemes = listDeclaredSchemes(root, notes);
  if (keysOf(root["paths"]).length === 0) {
    for (const scheme of schemes) loseScheme(scheme, "since there are no routes", notes);
    return { schemes: new Map(), ofRoute: () => ({}) };
  }
  const names = source.isKept
    ? matchPresent(schemes, source)
    : joinAlike(schemes, listDeclaredRequirements(root), notes);
  const requirements = listRequirements(root, names);
  noteUndeclared(root["security"], root, "security", notes);
  const ofRoute = createRouteEntry(root, names, requirements, notes);
  if (source.isKept || names.size === 0) return { schemes: names, ofRoute };
  const namesInUse = new Set(names.values());
  return {
    schemes: names,
    auth: authEntry(withTokens(schemes, names), namesInUse, requirements),
    ofRoute,
  };
}

// ---- Names of schemes

/** Names each scheme after the most used one among those that put the same into a request. */
function joinAlike(
  schemes: readonly Scheme[],
  requirements: readonly Requirement[],
  notes: Notes,
): ReadonlyMap<string, string> {
  const firstOf = new Map<string, Scheme>();
  for (const scheme of sortByUse(schemes, requirements)) {
    const wire = wireOf(scheme.entry);
    if (!firstOf.has(wire)) firstOf.set(wire, scheme);
  }
  return new Map(
    schemes.map((scheme) => {
      const first = firstOf.get(wireOf(scheme.entry)) ?? scheme;
      if (first === scheme) noteScheme(scheme, notes);
      else notes.tell("Sent like another security scheme", `${scheme.name} like ${first.name}`);
      return [scheme.name, first.name] as const;
    }),
  );
}

/**
 * Sorts schemes by the number of requirements that name them. Where the numbers are equal, a token comes before
 * a name and a password, which fewer people have.
 */
function sortByUse(
  schemes: readonly Scheme[],
  requirements: readonly Requirement[],
): readonly Scheme[] {
  const counts = new Map<string, number>();
  for (const name of requirements.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const countOf = ({ name }: Scheme): number => counts.get(name) ?? 0;
  const rankOf = ({ entry }: Scheme): number => ("basic" in entry ? 1 : 0);
  return [...schemes].sort(
    (one, other) => countOf(other) - countOf(one) || rankOf(one) - rankOf(other),
  );
}

/** Names each scheme after the one in `vendor.yaml` with its name, or else with what it puts into a request. */
function matchPresent(
  schemes: readonly Scheme[],
  { present, notes }: SecuritySource,
): ReadonlyMap<string, string> {
  const kept = listPresent(present);
  return new Map(
    schemes.flatMap((scheme) => {
      const wire = wireOf(scheme.entry);
      const match =
        kept.find(([name]) => name === scheme.name) ??
        kept.find(([, entry]) => wireOf(entry) === wire);
      if (match === undefined) loseScheme(scheme, "since vendor.yaml has others", notes);
      return match === undefined ? [] : [[scheme.name, match[0]] as const];
    }),
  );
}

/** The schemes of `vendor.yaml`; bearer tokens by default. A scheme without a name is named by its kind. */
function listPresent(auth: Json): readonly (readonly [name: string, entry: JsonMap])[] {
  const schemes = listSchemes(isMap(auth) ? auth : { bearer: true });
  return schemes.map((located) => [nameOfScheme(located), located[1]]);
}

// ---- The key `auth` of `vendor.yaml`

/** Adds OAuth 2 to each scheme from the schemes that were joined with it. */
function withTokens(
  schemes: readonly Scheme[],
  names: ReadonlyMap<string, string>,
): readonly Scheme[] {
  return schemes.map((scheme) => {
    const joined = schemes.filter(({ name }) => names.get(name) === scheme.name);
    const entry = joinOAuth([scheme, ...joined].map((each) => each.entry));
    return { ...scheme, entry: entry ?? scheme.entry };
  });
}

/** Prints `auth`. A single scheme needs no name. */
function authEntry(
  schemes: readonly Scheme[],
  names: ReadonlySet<string>,
  requirements: readonly Requirement[],
): JsonMap {
  const sorted = sortByUse(schemes, requirements).filter(({ name }) => names.has(name));
  const [first] = sorted;
  if (first !== undefined && sorted.length === 1) return first.entry;
  const order = sorted.map(({ name }) => name);
  const entries = sorted.map(({ name, entry }, index) => {
    const beside = mostFrequent(requirements.filter((each) => each.includes(name)));
    const later = order.slice(index + 1).filter((each) => beside.includes(each));
    return [name, { ...entry, ...(later.length > 0 && { with: later }) }] as const;
  });
  return Object.fromEntries(entries);
}

/** The requirement that occurs most often. */
function mostFrequent(requirements: readonly Requirement[]): Requirement {
  const groups = groupBy(requirements, (each) => JSON.stringify([...each].sort()));
  const [most] = [...groups.values()].sort((one, other) => other.length - one.length);
  return most?.[0] ?? [];
}

// ---- Requirements

/** All requirements by the names of the description, in which each scheme stands for itself. */
function listDeclaredRequirements(root: JsonMap): readonly Requirement[] {
  const declared = listDeclaredNames(root);
  return listRequirements(root, new Map(declared.map((name) => [name, name])));
}

/** The requirements of all operations, and those of the description. */
function listRequirements(
  root: JsonMap,
  names: ReadonlyMap<string, string>,
): readonly Requirement[] {
  return listSecurityLists(root).flatMap((list) => readAlternatives(list, names));
}

/** The lists `security` of all operations, and that of the description. */
function listSecurityLists(root: JsonMap): readonly Json[] {
  const lists = entriesOf(root["paths"]).flatMap(([, item]) =>
    entriesOf(followChain(root, item)).flatMap(([, operation]) =>
      isMap(operation) && "responses" in operation
        ? [operation["security"] ?? root["security"]]
        : [],
    ),
  );
  return [...lists, root["security"]];
}

/** The alternatives of a list that need known schemes only. */
function readAlternatives(list: Json, names: ReadonlyMap<string, string>): readonly Requirement[] {
  return itemsOf(list)
    .filter(isMap)
    .map((requirement) => keysOf(requirement))
    .filter((each) => each.every((name) => names.has(name)))
    .map((each) => [...new Set(each.map((name) => names.get(name) ?? name))]);
}

// ---- Routes

/** Creates a function that imports the requirements of an operation. */
function createRouteEntry(
  root: JsonMap,
  names: ReadonlyMap<string, string>,
  requirements: readonly Requirement[],
  notes: Notes,
): ImportedSecurity["ofRoute"] {
  const required = new Set(requirements.flat());
  const inUse = required.size > 0 ? required : new Set(names.values());
  return (operation, location) => {
    const list = operation["security"] ?? root["security"];
    noteUndeclared(operation["security"], root, location, notes);
    return routeEntry(readAlternatives(list, names), list, inUse);
  };
}

/** The key `auth` of a route that takes no credentials, or those of some schemes only. */
function routeEntry(
  alternatives: readonly Requirement[],
  list: Json,
  inUse: ReadonlySet<string>,
): JsonMap {
  const isOpen =
    Array.isArray(list) && list.every((each) => isMap(each) && keysOf(each).length === 0);
  if (isOpen) return { auth: false };
  const taken = new Set(alternatives.flat());
  const [first, ...furtherNames] = [...inUse].filter((name) => taken.has(name));
  if (first === undefined || taken.size === inUse.size) return {};
  return { auth: furtherNames.length === 0 ? first : [first, ...furtherNames] };
}

function noteUndeclared(list: Json, root: JsonMap, location: string, notes: Notes): void {
  const declared = new Set(listDeclaredNames(root));
  for (const [name, scopes] of itemsOf(list).flatMap(entriesOf)) {
    if (!declared.has(name))
      notes.lose(`a security scheme without declaration, \`${name}\``, location);
    if (itemsOf(scopes).length > 0) notes.skip("scopes of security requirements");
  }
}

// ---- Types

interface SecuritySource {
  readonly root: JsonMap;
  readonly notes: Notes;
  /** `auth` of a `vendor.yaml` that keeps it; `undefined` if the import writes it. */
  readonly present: Json;
  readonly isKept: boolean;
}

/** One alternative of `security`: the names of the schemes that it needs together. */
type Requirement = readonly string[];
