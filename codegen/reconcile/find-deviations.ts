/** Compares a payload with its schema, and names the least change that would allow it. */
import { matchesObjectRule } from "../corrections/correct-model.js";
import type { Change, ObjectRule } from "../corrections/corrections.js";
import { acceptsType, type ResolveComponent } from "../json-schema/references.js";
import {
  type Composition,
  membersOf,
  patternsOf,
  propertiesOf,
  requiredOf,
  type Step,
  typeOfValue,
  valuesOf,
} from "../json-schema/keywords.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { keepsLimits } from "./limits.js";

/** Lists the changes that a schema needs to allow a payload. */
export function findDeviations(
  schema: JsonSchema,
  payload: unknown,
  target: Target,
  context: { readonly resolve: ResolveComponent; readonly objects: readonly ObjectRule[] },
): readonly Deviation[] {
  const finder = new DeviationFinder(context.resolve, context.objects);
  return finder.find(schema, payload, startAt(target));
}

/** Walks a payload and its schema together. Of several alternatives, the one with the least cost counts. */
class DeviationFinder {
  readonly #resolve: ResolveComponent;
  readonly #objects: readonly ObjectRule[];

  constructor(resolve: ResolveComponent, objects: readonly ObjectRule[]) {
    this.#resolve = resolve;
    this.#objects = objects;
  }

  find(schema: JsonSchema, value: unknown, position: Position): readonly Deviation[] {
    if (typeof schema === "boolean") return [];
    const type = typeOfValue(value);
    const ref = schema["$ref"];
    const isRef = typeof ref === "string";
    if (!acceptsType(schema, type, this.#resolve) && (isRef || !listsValue(schema, value))) {
      return [typeDeviation(type, position)];
    }
    if (isRef) {
      const component = startAt({ kind: "component", name: ref });
      return this.find(this.#resolve(ref).schema, value, component);
    }
    const inner = this.#enterObject(schema, position);
    return [
      ...valueDeviations(schema, value, inner),
      ...limitDeviations(schema, value, inner),
      ...this.#findInObject(schema, value, inner),
      ...this.#findInItems(schema, value, inner),
      ...membersOf(schema, "allOf").flatMap((member) => this.find(member, value, inner)),
      ...(["anyOf", "oneOf"] as const).flatMap((keyword) =>
        this.#findInAlternatives(schema, keyword, value, inner),
      ),
    ];
  }

  /** Enters an object that a rule with several properties matches. One property is too vague. */
  #enterObject(schema: JsonSchemaObject, position: Position): Position {
    const rule = this.#objects.find(
      (object) => object.having.length > 1 && matchesObjectRule(schema, object),
    );
    if (rule === undefined) return position;
    return { ...position, inObject: { target: { kind: "object", name: rule.name }, path: [] } };
  }

  #findInObject(
    schema: JsonSchemaObject,
    value: unknown,
    position: Position,
  ): readonly Deviation[] {
    if (typeOfValue(value) !== "object") return [];
    const entries = Object.entries(value as object); // by its type
    const names = new Set(entries.map(([name]) => name));
    const absent = requiredOf(schema).filter((name) => !names.has(name));
    const properties = new Map(Object.entries(propertiesOf(schema)));
    return [
      ...absent.map((name) => absentDeviation(name, position)),
      ...entries.flatMap(([name, child]) =>
        this.find(properties.get(name) ?? true, child, enter(position, { property: name })),
      ),
      ...this.#findInOthers(schema, entries, position),
    ];
  }

  /** Compares properties that `patternProperties` or `additionalProperties` describe. */
  #findInOthers(
    schema: JsonSchemaObject,
    entries: readonly (readonly [name: string, value: unknown])[],
    position: Position,
  ): readonly Deviation[] {
    const patterns = Object.entries(patternsOf(schema));
    const matching = (name: string): readonly JsonSchema[] =>
      patterns.flatMap(([pattern, child]) => (new RegExp(pattern, "u").test(name) ? [child] : []));
    const inside = enter(position, "others");
    const ofPatterns = entries.flatMap(([name, value]) =>
      matching(name).flatMap((child) => this.find(child, value, inside)),
    );
    const properties = propertiesOf(schema);
    const additional = entries.filter(
      ([name]) => !Object.hasOwn(properties, name) && matching(name).length === 0,
    );
    const { additionalProperties } = schema;
    if (additionalProperties === false && additional.length > 0)
      return [...ofPatterns, surplusDeviation(position)];
    const child = (additionalProperties ?? true) as JsonSchema; // as validated
    return [...ofPatterns, ...additional.flatMap(([, value]) => this.find(child, value, inside))];
  }

  #findInItems(schema: JsonSchemaObject, value: unknown, position: Position): readonly Deviation[] {
    const items = (schema["items"] ?? true) as JsonSchema; // as validated
    if (!Array.isArray(value)) return [];
    const first = membersOf(schema, "prefixItems");
    const inside = enter(position, "items");
    return value.flatMap((item: unknown, index) => this.find(first[index] ?? items, item, inside));
  }

  #findInAlternatives(
    schema: JsonSchemaObject,
    keyword: Composition,
    value: unknown,
    position: Position,
  ): readonly Deviation[] {
    const type = typeOfValue(value);
    const members = membersOf(schema, keyword);
    const possible = members.filter((member) => acceptsType(member, type, this.#resolve));
    const results = (possible.length > 0 ? possible : members).map((member) =>
      this.find(member, value, position),
    );
    const [first = [], ...furtherResults] = results;
    return furtherResults.reduce((best, next) => (cost(next) < cost(best) ? next : best), first);
  }
}

/** The cost of deviations. An unlisted value costs most, because alternatives differ in their values. */
function cost(deviations: readonly Deviation[]): number {
  return deviations.reduce((sum, { change }) => sum + (change.values ? 10 : 1), 0);
}

/** The position of a whole payload or component. */
function startAt(target: Target): Position {
  const start = { target, path: [] };
  return { inObject: start, inOwner: start };
}

function enter({ inObject, inOwner }: Position, next: Step): Position {
  return { inObject: enterPlace(inObject, next), inOwner: enterPlace(inOwner, next) };
}

function enterPlace({ target, path }: Place, next: Step): Place {
  return { target, path: [...path, next] };
}

/** Tests whether a schema lists a value, even one of another type. */
function listsValue(schema: JsonSchemaObject, value: unknown): boolean {
  return valuesOf(schema)?.includes(value) === true;
}

function typeDeviation(type: string, { inObject, inOwner }: Position): Deviation {
  if (type === "null") return { ...inObject, change: { nullable: true }, found: "null" };
  const article = /^[aeio]/.test(type) ? "an" : "a";
  return { ...inOwner, change: { types: [type] }, found: `${article} ${type}` };
}

function valueDeviations(
  schema: JsonSchemaObject,
  value: unknown,
  { inOwner }: Position,
): readonly Deviation[] {
  const values = valuesOf(schema);
  if (values === undefined || values.includes(value) || typeof value === "object") return [];
  return [{ ...inOwner, change: { values: [value] }, found: JSON.stringify(value) }];
}

function absentDeviation(name: string, { inObject }: Position): Deviation {
  const property = enterPlace(inObject, { property: name });
  return { ...property, change: { optional: true }, found: "absent" };
}

function surplusDeviation({ inObject }: Position): Deviation {
  return { ...inObject, change: { open: true }, found: "more properties" };
}

function limitDeviations(
  schema: JsonSchemaObject,
  value: unknown,
  { inObject }: Position,
): readonly Deviation[] {
  if (keepsLimits(schema, value)) return [];
  return [{ ...inObject, change: { unlimited: true }, found: "beyond its limits" }];
}

// ---- Types

/** The target of a correction: an object rule, a component, or the payload of an event or action. */
export interface Target {
  readonly kind: "object" | "component" | "payload";
  /** The name of an object rule, the `$ref` of a component, `<event>` or `<event>.<action>`. */
  readonly name: string;
}

/** A value in a payload, from the target whose correction can reach it. */
interface Place {
  readonly target: Target;
  /** The path from the target to the value. */
  readonly path: readonly Step[];
}

/** One difference between a payload and its schema, with the least change that allows it. */
export interface Deviation extends Place {
  readonly change: Change;
  /** The value in the payload, such as `absent` or `an integer`. */
  readonly found: string;
}

/**
 * A value in a payload, from both targets whose correction can reach it. An object rule corrects what all such
 * objects share: an absent, surplus or nullable property, and limits. It does not correct types and values, which
 * may be those of one action only: the state of `issues.closed` differs from that of `issues.opened`.
 */
interface Position {
  /** From the innermost object rule, component or payload. */
  readonly inObject: Place;
  /** From the innermost component or payload. */
  readonly inOwner: Place;
}
