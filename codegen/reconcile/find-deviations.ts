import { isShape } from "../corrections/correct-model.js";
import type { Change, Shape } from "../corrections/corrections.js";
import type { ResolveComponent } from "../json-schema/references.js";
import { acceptsType, typeOfValue, valuesOf } from "../json-schema/types.js";
import {
  type Composition,
  membersOf,
  propertiesOf,
  requiredOf,
  type Step,
} from "../json-schema/walk.js";
import type { JsonSchema, JsonSchemaObject } from "../model.js";

/** What a correction can stand at; the innermost is the most general. */
export interface Place {
  readonly kind: "shape" | "component" | "payload";
  /** A shape's name, a component's `$ref`, an event with or without action. */
  readonly name: string;
}

/** One way in which a payload is not what its schema says, and the least change that allows it. */
export interface Deviation {
  readonly place: Place;
  /** From the place on. */
  readonly path: readonly Step[];
  readonly change: Change;
  /** What was found, such as `absent` or `an integer`. */
  readonly found: string;
}

export interface Surroundings {
  readonly resolve: ResolveComponent;
  readonly shapes: readonly Shape[];
}

/** Where a value is being looked at. */
interface Spot {
  readonly place: Place;
  readonly path: readonly Step[];
}

/**
 * Walks a payload along its schema. Of a composition of which one member has to hold, that which
 * deviates least is taken for the one that was meant.
 */
export function findDeviations(
  schema: JsonSchema,
  payload: unknown,
  place: Place,
  { resolve, shapes }: Surroundings,
): readonly Deviation[] {
  return walk(schema, payload, { place, path: [] });

  function walk(current: JsonSchema, value: unknown, spot: Spot): readonly Deviation[] {
    if (typeof current === "boolean") return [];
    const type = typeOfValue(value);
    const isRef = typeof current["$ref"] === "string";
    if (!acceptsType(current, type, resolve) && (isRef || !isListed(current, value))) {
      return [typeDeviation(type, spot)];
    }
    if (isRef) return walkRef(String(current["$ref"]), value, spot);
    const at = spotOf(current, spot);
    return [
      ...valueDeviations(current, value, at),
      ...limitDeviations(current, value, at),
      ...walkObject(current, value, at),
      ...walkItems(current, value, at),
      ...membersOf(current, "allOf").flatMap((member) => walk(member, value, at)),
      ...(["anyOf", "oneOf"] as const).flatMap((keyword) =>
        walkMembers(current, keyword, value, at),
      ),
    ];
  }

  function walkRef(ref: string, value: unknown, spot: Spot): readonly Deviation[] {
    const target = resolve(ref);
    return walk(target.schema, value, {
      ...spot,
      place: { kind: "component", name: ref },
      path: [],
    });
  }

  /** An object of a known shape is a place of its own, unless one property is all that tells it. */
  function spotOf(current: JsonSchemaObject, spot: Spot): Spot {
    const shape = shapes.find((each) => each.having.length > 1 && isShape(current, each));
    return shape ? { place: { kind: "shape", name: shape.name }, path: [] } : spot;
  }

  function walkObject(current: JsonSchemaObject, value: unknown, spot: Spot): readonly Deviation[] {
    if (typeOfValue(value) !== "object") return [];
    const own = new Map(Object.entries(value as object)); // by its type
    const properties = propertiesOf(current);
    const absent = requiredOf(current).filter((name) => !own.has(name));
    const others = [...own].filter(([name]) => !Object.hasOwn(properties, name));
    const rest = current["additionalProperties"];
    return [
      ...absent.map((name) => absence(name, spot)),
      ...[...own].flatMap(([name, child]) =>
        Object.hasOwn(properties, name)
          ? walk(properties[name] ?? true, child, step(spot, { property: name }))
          : [],
      ),
      ...(rest === false && others.length > 0 ? [surplus(spot)] : []),
      ...(typeof rest === "object" && rest !== null
        ? others.flatMap(([, child]) => walk(rest as JsonSchema, child, step(spot, "others"))) // as validated
        : []),
    ];
  }

  function walkItems(current: JsonSchemaObject, value: unknown, spot: Spot): readonly Deviation[] {
    const items = current["items"];
    if (!Array.isArray(value) || typeof items !== "object" || items === null) return [];
    const at = step(spot, "items");
    return value.flatMap((item: unknown) => walk(items as JsonSchema, item, at)); // as validated
  }

  function walkMembers(
    current: JsonSchemaObject,
    keyword: Composition,
    value: unknown,
    spot: Spot,
  ): readonly Deviation[] {
    const type = typeOfValue(value);
    const members = membersOf(current, keyword);
    const able = members.filter((member) => acceptsType(member, type, resolve));
    const results = (able.length > 0 ? able : members).map((member) => walk(member, value, spot));
    return (
      results.reduce<readonly Deviation[] | undefined>(
        (best, next) => (best === undefined || cost(next) < cost(best) ? next : best),
        undefined,
      ) ?? []
    );
  }
}

/** A wrong value, such as another `type`, tells members apart better than one that is absent. */
function cost(deviations: readonly Deviation[]): number {
  return deviations.reduce((sum, { change }) => sum + (change.values ? 10 : 1), 0);
}

function step(spot: Spot, next: Step): Spot {
  return { ...spot, path: [...spot.path, next] };
}

/** An enum of another type than the value's own is a question of values. */
function isListed(schema: JsonSchemaObject, value: unknown): boolean {
  return valuesOf(schema)?.includes(value) === true;
}

function typeDeviation(type: string, spot: Spot): Deviation {
  if (type === "null") return { ...spot, change: { nullable: true }, found: "null" };
  const article = /^[aeio]/.test(type) ? "an" : "a";
  return { ...spot, change: { types: [type] }, found: `${article} ${type}` };
}

function absence(name: string, spot: Spot): Deviation {
  return { ...step(spot, { property: name }), change: { optional: true }, found: "absent" };
}

function surplus(spot: Spot): Deviation {
  return { ...spot, change: { open: true }, found: "more properties" };
}

function valueDeviations(
  schema: JsonSchemaObject,
  value: unknown,
  spot: Spot,
): readonly Deviation[] {
  const values = valuesOf(schema);
  if (values === undefined || values.includes(value)) return [];
  if (typeof value === "object") return [];
  return [{ ...spot, change: { values: [value] }, found: JSON.stringify(value) }];
}

function limitDeviations(
  schema: JsonSchemaObject,
  value: unknown,
  spot: Spot,
): readonly Deviation[] {
  if (keepsLimits(schema, value)) return [];
  return [{ ...spot, change: { unlimited: true }, found: "beyond its limits" }];
}

function keepsLimits(schema: JsonSchemaObject, value: unknown): boolean {
  const within = (size: number, least: string, most: string): boolean =>
    size >= Number(schema[least] ?? -Infinity) && size <= Number(schema[most] ?? Infinity);
  if (typeof value === "number") return within(value, "minimum", "maximum");
  if (Array.isArray(value)) {
    const isUnique = () => new Set(value.map((item) => JSON.stringify(item))).size === value.length;
    return within(value.length, "minItems", "maxItems") && (!schema["uniqueItems"] || isUnique());
  }
  if (typeof value === "string") {
    const { pattern } = schema;
    const matches = typeof pattern !== "string" || new RegExp(pattern, "u").test(value);
    return matches && within(Array.from(value).length, "minLength", "maxLength");
  }
  if (typeof value !== "object" || value === null) return true;
  return within(Object.keys(value).length, "minProperties", "maxProperties");
}
