/** Imports credentials: the security schemes that a description needs, as `auth` of `vendor.yaml` and of the routes. */
import { groupBy } from "../../model/group-by.js";
import { isMap, type Json, type JsonMap, keysOf } from "../../model/json.js";
import { listSchemes } from "../../read/vendor/credentials.js";
import type { ImportedSecurity } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { joinOAuth } from "./oauth.js";
import {
  createRouteAuth,
  listDeclaredRequirements,
  listRequirements,
  noteUndeclared,
  type Requirement,
} from "./security-requirements.js";
import {
  listDeclaredSchemes,
  loseScheme,
  noteScheme,
  type Scheme,
  wireOf,
} from "./security-schemes.js";

/** Imports `securitySchemes` and `security`. Schemes that put the same into a request become one. */
export function importSecurity(source: SecuritySource): ImportedSecurity {
  const { root, notes, present, isKept } = source;
  const schemes = listDeclaredSchemes(root, notes);
  if (keysOf(root["paths"]).length === 0) {
    for (const scheme of schemes) loseScheme(scheme, "since there are no routes", notes);
    return { schemes: new Map(), ofRoute: () => ({}) };
  }
  if (isKept) {
    const names = matchPresent(schemes, present, notes);
    return importRoutes(names, listRequirements(root, names), source);
  }
  const joined = joinAlike(schemes, listDeclaredRequirements(root));
  noteJoined(joined, notes);
  const names = new Map(joined.map(({ scheme, writtenAs }) => [scheme.name, writtenAs.name]));
  const requirements = listRequirements(root, names);
  const ofRoutes = importRoutes(names, requirements, source);
  if (joined.length === 0) return ofRoutes;
  return { ...ofRoutes, auth: printAuth(listWritten(joined), requirements) };
}

/** @param names The names of schemes in `vendor.yaml`, by their names in the description. */
function importRoutes(
  names: ReadonlyMap<string, string>,
  requirements: readonly Requirement[],
  { root, notes }: SecuritySource,
): ImportedSecurity {
  noteUndeclared(root["security"], root, "security", notes);
  return { schemes: names, ofRoute: createRouteAuth(root, names, requirements, notes) };
}

// ---- Schemes of a kept `vendor.yaml`

/**
 * Finds the scheme of `vendor.yaml` for each one of the description: that with its name, or else one that puts the
 * same into a request.
 */
function matchPresent(
  schemes: readonly Scheme[],
  present: Json,
  notes: Notes,
): ReadonlyMap<string, string> {
  const kept = listPresent(present);
  const names = new Map<string, string>();
  for (const scheme of schemes) {
    const wire = wireOf(scheme.entry);
    const match =
      kept.find(({ name }) => name === scheme.name) ??
      kept.find(({ entry }) => wireOf(entry) === wire);
    if (match === undefined) loseScheme(scheme, "since vendor.yaml has others", notes);
    else names.set(scheme.name, match.name);
  }
  return names;
}

/** The schemes of `vendor.yaml`; bearer tokens by default. A scheme without a name is named by its kind. */
function listPresent(auth: Json): readonly Pick<Scheme, "name" | "entry">[] {
  const schemes = listSchemes(isMap(auth) ? auth : { bearer: true });
  return schemes.map(({ name, scheme }) => ({ name, entry: scheme }));
}

// ---- Schemes of a new `vendor.yaml`

/** Finds the scheme that stands for each one: the most used among those that put the same into a request. */
function joinAlike(
  schemes: readonly Scheme[],
  requirements: readonly Requirement[],
): readonly JoinedScheme[] {
  const byWire = groupBy(sortByUse(schemes, requirements), ({ entry }) => wireOf(entry));
  return schemes.map((scheme) => {
    const [mostUsed = scheme] = byWire.get(wireOf(scheme.entry)) ?? [];
    return { scheme, writtenAs: mostUsed };
  });
}

function noteJoined(joined: readonly JoinedScheme[], notes: Notes): void {
  for (const { scheme, writtenAs } of joined) {
    if (scheme === writtenAs) noteScheme(scheme, notes);
    else notes.tell("Sent like another security scheme", `${scheme.name} like ${writtenAs.name}`);
  }
}

/** The schemes that are written, each with what those that it stands for say about OAuth 2. */
function listWritten(joined: readonly JoinedScheme[]): readonly Scheme[] {
  return joined
    .filter(({ scheme, writtenAs }) => scheme === writtenAs)
    .map(({ scheme }) => {
      const alike = joined.filter(({ writtenAs }) => writtenAs === scheme);
      const withTokens = joinOAuth([scheme.entry, ...alike.map((each) => each.scheme.entry)]);
      return { ...scheme, entry: withTokens ?? scheme.entry };
    });
}

/** Prints `auth`, the most used scheme first. A single scheme needs no name. */
function printAuth(schemes: readonly Scheme[], requirements: readonly Requirement[]): JsonMap {
  const sorted = sortByUse(schemes, requirements);
  const [first, ...further] = sorted;
  if (first !== undefined && further.length === 0) return first.entry;
  const entries = sorted.map(({ name, entry }, index) => {
    const together = findMostFrequent(requirements.filter((each) => each.includes(name)));
    const later = sorted.slice(index + 1).map((each) => each.name);
    const sentBeside = later.filter((each) => together.includes(each));
    // Only the first scheme of a pair names the other one.
    return [name, sentBeside.length > 0 ? { ...entry, with: sentBeside } : entry] as const;
  });
  return Object.fromEntries(entries);
}

/** The requirement that occurs most often, in any order of its schemes; empty if there are none. */
function findMostFrequent(requirements: readonly Requirement[]): Requirement {
  const groups = groupBy(requirements, (each) => JSON.stringify([...each].sort()));
  const [most] = [...groups.values()].sort((one, other) => other.length - one.length);
  return most?.[0] ?? [];
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

// ---- Types

interface SecuritySource {
  readonly root: JsonMap;
  readonly notes: Notes;
  /** `auth` of a `vendor.yaml` that keeps it; `undefined` if the import writes it. */
  readonly present: Json;
  readonly isKept: boolean;
}

/** A scheme of the description, and the one under whose name `vendor.yaml` has it, which may be itself. */
interface JoinedScheme {
  readonly scheme: Scheme;
  readonly writtenAs: Scheme;
}
