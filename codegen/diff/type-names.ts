/** Compares the names of the generated types, which programs import. */
import { readFormsOfRoutes } from "../emit/calls/forms.js";
import { nameTypes } from "../emit/names/type-names.js";
import { formKey, type TypeNames } from "../emit/names/types.js";
import { createResolver } from "../json-schema/references.js";
import type { Route, SchemaModel } from "../model/model.js";
import type { EntryChanges } from "./routes.js";
import type { Change, Sides } from "./types.js";

/**
 * Lists the types whose names are gone, although what they describe is still there.
 * @param routes The routes that both models have.
 * @param events All events, with their changes.
 */
export function compareTypeNames(
  models: Sides<SchemaModel>,
  routes: readonly Sides<Route>[],
  events: readonly EntryChanges[],
): readonly Change[] {
  const former = nameTypesOf(models.before);
  const present = listNames(nameTypesOf(models.after));
  const expected = [
    ...former.components.values(),
    ...listNamesOfRoutes(former, routes),
    ...listNamesOfEvents(former, events),
  ];
  return expected
    .filter((name) => !present.has(name))
    .map((name) => ({
      level: "major",
      affects: "callers",
      entries: [],
      place: `type ${name}`,
      text: "is gone",
    }));
}

/** The types of routes whose methods have kept their names; another name of a method is a change of the route. */
function listNamesOfRoutes(
  { parameters, results }: TypeNames,
  routes: readonly Sides<Route>[],
): readonly string[] {
  const kept = routes.filter(({ before, after }) => before.call === after.call);
  const names = kept.flatMap(({ before: { key } }) => [
    parameters.get(formKey(key, 0)),
    results.get(key),
  ]);
  return names.filter((name) => name !== undefined);
}

/** The types of events without a change of their own, such as that the event is gone. */
function listNamesOfEvents(
  { events: typesOfEvents }: TypeNames,
  events: readonly EntryChanges[],
): readonly string[] {
  const unchanged = events.filter(({ changes }) => changes.length === 0);
  return unchanged.flatMap(({ entry }) => {
    const types = typesOfEvents.get(entry);
    return types === undefined ? [] : [types.event, types.payload];
  });
}

/** The names that programs can import. */
function listNames(names: TypeNames): ReadonlySet<string> {
  return new Set([
    ...names.components.values(),
    ...names.parameters.values(),
    ...names.results.values(),
    ...names.responses.values(),
    ...[...names.events.values()].flatMap(({ event, payload }) => [event, payload]),
  ]);
}

function nameTypesOf(model: SchemaModel): TypeNames {
  return nameTypes(model, readFormsOfRoutes(model, createResolver(model)));
}
