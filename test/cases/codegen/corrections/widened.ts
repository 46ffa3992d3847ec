/** Values that an action determines, and that corrections have widened. */
import { isDeepStrictEqual } from "node:util";
import { createResolver, dereference } from "../../../../codegen/json-schema/references.js";
import {
  COMPOSITIONS,
  membersOf,
  propertiesOf,
  valuesOf,
} from "../../../../codegen/json-schema/keywords.js";
import type { Event, JsonSchema, SchemaModel } from "../../../../codegen/model/model.js";

/** Objects nested deeper than this are the same in every action. */
const MAX_DEPTH = 3;

/** Stands for all values of a schema that does not list them. */
const ANY = Symbol("any");

/**
 * Paths of properties that have one value in an action and others in another action, and that have further values in
 * the same action of `after`. The state of `milestone.closed` is "closed": if corrections also allowed "open" there,
 * `milestone.closed.milestone.state` would be one.
 */
export function listWidened(before: Described, after: Described): readonly string[] {
  const actions = listActions(before);
  const actionsAfter = listActions(after);
  return actions.flatMap(({ name, valuesByPath }, index) =>
    [...valuesByPath].flatMap(([path, values]) => {
      const differsFrom = (others: ValuesByPath | undefined) =>
        !isDeepStrictEqual(others?.get(path), values);
      const isDetermined =
        values.length === 1 &&
        values[0] !== ANY &&
        actions.some((other) => other.valuesByPath.has(path) && differsFrom(other.valuesByPath));
      const isWidened = differsFrom(actionsAfter[index]?.valuesByPath);
      return isDetermined && isWidened ? [`${before.event.name}.${name}${path}`] : [];
    }),
  );
}

/** An event, and the model that describes it. */
interface Described {
  readonly model: SchemaModel;
  readonly event: Event;
}

type ValuesByPath = ReadonlyMap<string, readonly unknown[]>;

function listActions({ model, event }: Described) {
  return event.actions.map(({ name, payload = true }) => ({
    name,
    valuesByPath: readValues(model, payload),
  }));
}

/** The values of each property by its path: `null` for the type null, `ANY` where they are not listed. */
function readValues(model: SchemaModel, payload: JsonSchema): ValuesByPath {
  const resolve = createResolver(model);
  const byPath = new Map<string, readonly unknown[]>();
  const visit = (schema: JsonSchema, path: string, depth: number): void => {
    const target = dereference(schema, resolve);
    if (typeof target === "boolean" || depth > MAX_DEPTH) return;
    const values = target["type"] === "null" ? [null] : (valuesOf(target) ?? [ANY]);
    byPath.set(path, [...(byPath.get(path) ?? []), ...values]);
    for (const keyword of COMPOSITIONS) {
      for (const member of membersOf(target, keyword)) visit(member, path, depth + 1);
    }
    for (const [name, child] of Object.entries(propertiesOf(target))) {
      visit(child, `${path}.${name}`, depth + 1);
    }
  };
  visit(payload, "", 0);
  return byPath;
}
