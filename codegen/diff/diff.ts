/** Compares two models: what changes for callers and for receivers. */
import { reshape } from "../generate.js";
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
  const ofSchemas = [...groupBySchema(compared)].flatMap(([{ changes }, entries]) =>
    toChanges(changes, entries),
  );
  return joinEqual([...ofEntries, ...ofSchemas]);
}

/** The entries that lead to each schema: a change of a shared schema is one change, of several entries. */
function groupBySchema(
  compared: readonly EntryChanges[],
): ReadonlyMap<SchemaChanges, readonly string[]> {
  const entriesBySchema = new Map<SchemaChanges, string[]>();
  for (const { entry, schemas } of compared) {
    for (const schema of new Set(schemas.flatMap((root) => [...listReached(root)]))) {
      if (schema.changes.length === 0) continue;
      const entries = entriesBySchema.get(schema);
      if (entries) entries.push(entry);
      else entriesBySchema.set(schema, [entry]);
    }
  }
  return entriesBySchema;
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
