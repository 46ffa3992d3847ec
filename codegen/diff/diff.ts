/** Compares two models: what changes for callers and for receivers. */
import { reshape } from "../generate.js";
import { groupBy } from "../model/group-by.js";
import type { SchemaModel } from "../model/model.js";
import { compareEvents } from "./events.js";
import { LEVELS } from "./levels.js";
import { compareRoutes, type EntryChanges, matchRoutes } from "./routes.js";
import { listReached, type SchemaChanges, SchemaComparison } from "./schemas.js";
import { compareService } from "./service.js";
import { compareTypeNames } from "./type-names.js";
import type { Affected, Change, Difference, LocalChange } from "./types.js";

/** Lists all changes from one model to another. Pure; corrections are a part of a model. */
export function diffModels(before: SchemaModel, after: SchemaModel): Difference {
  const former = reshape(before);
  const current = reshape(after);
  const described = [former.described, current.described] as const;
  const schemas = new SchemaComparison(...described);
  const matchedRoutes = matchRoutes(...described);
  const routes = compareRoutes(...described, matchedRoutes, schemas);
  const events = compareEvents(...described, schemas);
  const named = { before: former.model, after: current.model };
  const changes = [
    ...compareService(...described),
    ...gatherChanges(routes, "callers"),
    ...gatherChanges(events, "receivers"),
    ...compareTypeNames(named, matchedRoutes.pairs, events),
  ];
  if (changes.length === 0 && textOf(before) !== textOf(after)) changes.push(OTHER_TEXTS);
  const sorted = changes.sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level));
  return { level: sorted[0]?.level ?? "none", changes: sorted };
}

// ---- Changes of nothing but texts

/** The change of models that differ in nothing else. */
const OTHER_TEXTS: Change = {
  level: "patch",
  affects: "callers",
  entries: [],
  place: "",
  text: "Texts, examples or their order have changed",
};

/** The model as text, without the positions of its entries, which change with each line of the YAML. */
function textOf({ todos: _todos, ...model }: SchemaModel): string {
  return JSON.stringify(model, (key, value: unknown) => (key === "source" ? undefined : value));
}

// ---- Changes of routes or of events

/** Lists the changes of entries and of the schemas that they lead to, equal ones once. */
function gatherChanges(compared: readonly EntryChanges[], affects: Affected): readonly Change[] {
  const toChanges = (changes: readonly LocalChange[], entries: readonly string[]) =>
    changes.map((change): Change => ({ ...change, affects, entries }));
  const ofEntries = compared.flatMap(({ entry, changes }) => toChanges(changes, [entry]));
  // A change of a schema that several entries lead to is one change, of all of them.
  const bySchema = groupBy(listChangedSchemas(compared), ({ schema }) => schema);
  const ofSchemas = [...bySchema].flatMap(([{ changes }, found]) => {
    const entries = found.map(({ entry }) => entry);
    return toChanges(changes, entries);
  });
  return joinEqual([...ofEntries, ...ofSchemas]);
}

/** Each schema that has changed, with each entry that leads to it. */
function listChangedSchemas(
  compared: readonly EntryChanges[],
): readonly { readonly schema: SchemaChanges; readonly entry: string }[] {
  return compared.flatMap(({ entry, schemas }) => {
    const reached = new Set(schemas.flatMap((root) => [...listReached(root)]));
    const changed = [...reached].filter(({ changes }) => changes.length > 0);
    return changed.map((schema) => ({ schema, entry }));
  });
}

/** Makes one change of equal ones, with the entries of all. */
function joinEqual(changes: readonly Change[]): readonly Change[] {
  const joined = new Map<string, Change>();
  for (const change of changes) {
    const { entries, ...rest } = change;
    // A change without a place is about its entry, such as that it is new: each entry has its own.
    const key = JSON.stringify(change.place === "" ? change : rest);
    const earlier = joined.get(key);
    const allEntries = new Set([...(earlier?.entries ?? []), ...entries]);
    joined.set(key, { ...change, entries: [...allEntries] });
  }
  return [...joined.values()];
}
