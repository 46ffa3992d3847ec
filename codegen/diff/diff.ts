/** Compares two models: what changes for callers and for receivers, and the next version. */
import { readCalls } from "../emit/calls/forms.js";
import { nameTypes } from "../emit/names/type-names.js";
import { formKey, type TypeNames } from "../emit/names/types.js";
import { reshape } from "../generate.js";
import { createResolver } from "../json-schema/references.js";
import { groupBy } from "../model/group-by.js";
import type { SchemaModel } from "../model/model.js";
import { compareEvents } from "./events.js";
import { compareRoutes, type EntryChanges, type MatchedRoutes, matchRoutes } from "./routes.js";
import { listReached, type SchemaChanges, SchemaComparison } from "./schemas.js";
import { compareService } from "./service.js";
import { type Affected, type Change, type Difference, type Level, LEVELS } from "./types.js";

/** Lists all changes from one model to another. Pure; corrections are a part of a model. */
export function diffModels(before: SchemaModel, after: SchemaModel): Difference {
  const [old, present] = [reshape(before), reshape(after)];
  const models = [old.described, present.described] as const;
  const schemas = new SchemaComparison(...models);
  const matched = matchRoutes(...models);
  const routes = compareRoutes(...models, matched, schemas);
  const events = compareEvents(...models, schemas);
  const changes = [
    ...compareService(...models),
    ...gatherChanges(routes, "callers"),
    ...gatherChanges(events, "receivers"),
    ...compareTypeNames(old.model, present.model, matched, events),
  ];
  if (changes.length === 0 && textOf(before) !== textOf(after)) changes.push(OTHER_TEXTS);
  const sorted = changes.sort((a, b) => LEVELS.indexOf(b.level) - LEVELS.indexOf(a.level));
  return { level: sorted[0]?.level ?? "none", changes: sorted };
}

/** Tells whether a level is at least as high as another one. */
export function isAtLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/**
 * The next version. Before 1.0.0, a change that breaks programs raises the second number, and any other
 * the third: so `^0.2.0` excludes the former and includes the latter.
 */
export function nextVersion(version: string, level: Level): string | undefined {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  if (numbers.length === 0 || level === "none") return undefined;
  if (level === "major") return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  if (level === "minor" && major > 0) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

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

/** Lists the changes of entries and of the shared types that they lead to, equal ones once. */
function gatherChanges(entries: readonly EntryChanges[], affects: Affected): readonly Change[] {
  const ofEntries = entries.flatMap(({ entry, changes }) =>
    changes.map((change): Change => ({ ...change, affects, entries: [entry] })),
  );
  const shared = listShared(entries).flatMap(([{ changes }, names]) =>
    changes.map((change): Change => ({ ...change, affects, entries: names })),
  );
  return joinEqual([...ofEntries, ...shared]);
}

/** Joins the entries of equal changes. One without a place is about its entry, such as that it is new. */
function joinEqual(changes: readonly Change[]): readonly Change[] {
  const groups = groupBy(changes, (change) =>
    JSON.stringify({ ...change, entries: change.place === "" ? change.entries : [] }),
  );
  return [...groups.values()].flatMap((group) => {
    const entries = [...new Set(group.flatMap((change) => change.entries))];
    return group.slice(0, 1).map((change) => ({ ...change, entries }));
  });
}

/** The schemas that changed, with the entries that lead to them. */
function listShared(
  entries: readonly EntryChanges[],
): readonly (readonly [SchemaChanges, readonly string[]])[] {
  const reached = entries.flatMap(({ entry, schemas }) =>
    [...new Set(schemas.flatMap((each) => [...listReached(each)]))]
      .filter(({ changes }) => changes.length > 0)
      .map((node) => ({ node, entry })),
  );
  const groups = groupBy(reached, ({ node }) => node);
  return [...groups].map(([node, members]) => [node, members.map(({ entry }) => entry)] as const);
}

// ---- Names of types

/** Types that programs import by names that are gone, although what they describe is there. */
function compareTypeNames(
  before: SchemaModel,
  after: SchemaModel,
  { pairs }: MatchedRoutes,
  events: readonly EntryChanges[],
): readonly Change[] {
  const [olds, news] = [nameTypesOf(before), nameTypesOf(after)];
  const present = new Set([
    ...news.components.values(),
    ...news.parameters.values(),
    ...news.results.values(),
    ...news.responses.values(),
    ...[...news.events.values()].flatMap(({ event, payload }) => [event, payload]),
  ]);
  const kept = pairs.filter((pair) => pair.before.call === pair.after.call);
  const ofRoutes = kept.flatMap((pair) => [
    olds.parameters.get(formKey(pair.before.key, 0)),
    olds.results.get(pair.before.key),
  ]);
  const ofEvents = events.flatMap(({ entry, changes }) => {
    const names = changes.length > 0 ? undefined : olds.events.get(entry);
    return names === undefined ? [] : [names.event, names.payload];
  });
  const oldNames = [...olds.components.values(), ...ofRoutes, ...ofEvents];
  return oldNames
    .filter((name) => name !== undefined && !present.has(name))
    .map((name) => ({
      level: "major",
      affects: "callers",
      entries: [],
      place: `type ${String(name)}`,
      text: "is gone",
    }));
}

function nameTypesOf(model: SchemaModel): TypeNames {
  return nameTypes(model, readCalls(model, createResolver(model)));
}
