/** Imports credentials: which schemes a description has, and which of them its routes need together. */
import { groupBy } from "../../model/group-by.js";
import { isHeaderName } from "../../model/http.js";
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  keysOf,
  mapOf,
  textOf,
} from "../../model/json.js";
import type { ImportedSecurity } from "../model/context.js";
import { listSchemes, nameOfScheme } from "../../read/vendor/credentials.js";
import { followChain } from "../model/references.js";
import type { Notes } from "../model/notes.js";
import { importOAuth, joinOAuth } from "./oauth.js";

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
    : joinAlike(schemes, listRequirements(root, declaredNames(root)), notes);
  const requirements = listRequirements(root, names);
  const required = new Set(requirements.flat());
  const inUse = required.size > 0 ? required : new Set(names.values());
  const ofRoute = (operation: JsonMap, location: string): JsonMap => {
    const list = operation["security"] ?? root["security"];
    noteUndeclared(operation["security"], root, location, notes);
    return routeEntry(readAlternatives(list, names), list, inUse);
  };
  noteUndeclared(root["security"], root, "security", notes);
  if (source.isKept || names.size === 0) return { schemes: names, ofRoute };
  return {
    schemes: names,
    auth: authEntry(withTokens(schemes, names), new Set(names.values()), requirements),
    ofRoute,
  };
}

// ---- Schemes

function listDeclaredSchemes(root: JsonMap, notes: Notes): readonly Scheme[] {
  return entriesOf(declarations(root)).flatMap(([name, declared]) => {
    const scheme = followChain(root, declared);
    if (name.startsWith("x-") && !isMap(scheme)) return [];
    const { type, scheme: word, in: where } = mapOf(scheme);
    const parts = [type, word, typeof where === "string" ? `in ${where}` : undefined];
    const kind = parts.filter((part) => typeof part === "string").join(" ");
    const entry =
      name === ""
        ? "which has no name"
        : importScheme(mapOf(scheme), `components/securitySchemes/${name}`, notes);
    if (typeof entry !== "string") return [{ name, kind, entry }];
    loseScheme({ name, kind }, entry, notes);
    return [];
  });
}

/** The map of security schemes, by name. */
function declarations({ components }: JsonMap): Json {
  return mapOf(components)["securitySchemes"];
}

/** The names of all declared schemes, each of which stands for itself. */
function declaredNames(root: JsonMap): ReadonlyMap<string, string> {
  return new Map(keysOf(declarations(root)).map((name) => [name, name]));
}

function loseScheme(
  { name, kind }: Pick<Scheme, "name" | "kind">,
  reason: string,
  notes: Notes,
): void {
  const what = `the security scheme \`${name}\` (${kind}), ${reason}`;
  notes.lose(what, `components/securitySchemes/${name}`);
}

const IN_HEADERS = "which callers give in `headers`";

/** The entry of a scheme (OpenAPI 3.1.0, section 4.8.27), or the reason that there is none. */
function importScheme(declared: JsonMap, location: string, notes: Notes): JsonMap | string {
  const { type, scheme, in: where, name } = declared;
  // Without a token URL, the caller gives the token. It is sent as a bearer token, too (RFC 6750).
  if (type === "oauth2") return importOAuth(declared["flows"], location, notes) ?? { bearer: true };
  if (type === "openIdConnect") return { bearer: true };
  if (type === "http" && typeof scheme === "string") {
    const word = scheme.toLowerCase();
    return word === "bearer" || word === "basic" ? { [word]: true } : IN_HEADERS;
  }
  if (type === "mutualTLS") return "which the caller's `fetch` has to carry out";
  if (type !== "apiKey" || typeof name !== "string" || name === "") return IN_HEADERS;
  if (where === "query") return { query: name };
  const isHeader = where === "header" && isHeaderName(name);
  return isHeader ? { header: name } : IN_HEADERS;
}

/** Prints the part of a request that a scheme adds, by which schemes are compared. */
function wireOf({ bearer, oauth2, basic, header, query, prefix }: JsonMap): string {
  const isBearer = oauth2 === undefined ? bearer : true;
  return JSON.stringify([isBearer, basic, textOf(header)?.toLowerCase(), query, prefix ?? ""]);
}

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

function noteScheme({ name, kind, entry }: Scheme, notes: Notes): void {
  notes.tell("Credentials of `createClient`", `\`${name}\` (${kind})`);
  if (kind === "openIdConnect" && entry["oauth2"] === undefined)
    notes.tell(
      "`oauth2` in vendor.yaml may say the token URL, which is not in the description",
      name,
    );
  if (String(entry["header"]).toLowerCase() === "authorization") {
    const what =
      "Sent in `authorization` as it is given, with a word such as `Bearer` if there is one";
    notes.tell(what, name);
  }
}

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

function noteUndeclared(list: Json, root: JsonMap, location: string, notes: Notes): void {
  const declared = new Set(keysOf(declarations(root)));
  for (const [name, scopes] of itemsOf(list).flatMap(entriesOf)) {
    if (!declared.has(name))
      notes.lose(`a security scheme without declaration, \`${name}\``, location);
    if (itemsOf(scopes).length > 0) notes.skip("scopes of security requirements");
  }
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

// ---- Types

interface SecuritySource {
  readonly root: JsonMap;
  readonly notes: Notes;
  /** `auth` of a `vendor.yaml` that keeps it; `undefined` if the import writes it. */
  readonly present: Json;
  readonly isKept: boolean;
}

/** A security scheme that the client can carry out. */
interface Scheme {
  readonly name: string;
  /** Its type, for notes. */
  readonly kind: string;
  /** As `vendor.yaml` has it. */
  readonly entry: JsonMap;
}

/** One alternative of `security`: the names of the schemes that it needs together. */
type Requirement = readonly string[];
