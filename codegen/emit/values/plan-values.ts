/** Plans that tell the runtime the places of values that JSON does not have (contract J.3). */
import type { ValueFormat, ValuePlan } from "../../../src/catalog/values.js";
import {
  isNullPlan,
  type ObjectRule,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  schemaOf,
  type SchemaPlan,
  type TupleRule,
} from "../../json-schema/plan.js";
import { findLeading, type ResolveComponent } from "../../json-schema/references.js";
import { kindOf } from "../../model/http.js";
import {
  type Component,
  contentsOf,
  type JsonSchema,
  type Route,
  type SchemaModel,
  VALUE_TYPE,
} from "../../model/model.js";
import type { Planner } from "./alternatives.js";
import { combine } from "./combine-plans.js";
import { compactPlans, type NamedPlans, type PlannedValues } from "./compact-plans.js";
import { planMembers } from "./unions.js";

/** Plans the responses of all routes, by route and status. */
export function planResponses(
  { routes, components }: SchemaModel,
  resolve: ResolveComponent,
): PlannedValues {
  const planner = new SchemaPlanner(components, resolve);
  return planner.finish(
    routes.map((route) => ({
      name: route.key,
      plans: listReceived(route).map(({ place, schema }) => ({
        place,
        plan: planner.plan(readPlan(schema)),
      })),
    })),
  );
}

/**
 * Lists the JSON that a route receives, by the key of its plan in the runtime: the status, or `stream`
 * for the items of a stream (`client/streams/stream-formats.ts`).
 */
function listReceived({
  responses,
  stream,
}: Route): readonly { readonly place: string; readonly schema: JsonSchema }[] {
  const bodies = responses.flatMap(({ status, contentType = "", schema }) =>
    schema !== undefined && kindOf(contentType) === "json" ? [{ place: status, schema }] : [],
  );
  return stream ? [...bodies, { place: "stream", schema: stream.item.schema }] : bodies;
}

/** Plans payloads by their names. */
export function planPayloads(
  payloads: readonly (readonly [name: string, JsonSchema])[],
  components: readonly Component[],
  resolve: ResolveComponent,
): PlannedValues {
  const planner = new SchemaPlanner(components, resolve);
  return planner.finish(
    payloads.map(([name, schema]) => ({
      name,
      plans: [{ place: PAYLOAD, plan: planner.plan(readPlan(schema)) }],
    })),
  );
}

/** The place of the only plan of an event. */
export const PAYLOAD = "";

/** Tests whether requests of any route may hold values. */
export function sendsValues(
  { routes, components }: SchemaModel,
  resolve: ResolveComponent,
): boolean {
  const planner = new SchemaPlanner(components, resolve);
  const schemas = routes.flatMap((route) =>
    [...route.parameters, ...contentsOf(route)].map(({ schema }) => schema),
  );
  return schemas.some((schema) => planner.plan(readPlan(schema)) !== 0);
}

/** Plans schemas. A component or a union is planned once, because it may contain itself. */
class SchemaPlanner implements Planner {
  readonly resolve: ResolveComponent;
  readonly #withValues: ReadonlySet<string>;
  readonly #indexes = new Map<string, number>();
  readonly #shared: ValuePlan[] = [0];
  readonly #formats = new Set<ValueFormat>();

  constructor(components: readonly Component[], resolve: ResolveComponent) {
    this.resolve = resolve;
    this.#withValues = findLeading(components, ({ schema }) => hasMark(schema));
  }

  /** The plans by their names, with the table of those that they share. */
  finish(named: readonly NamedPlans[]): PlannedValues {
    return { ...compactPlans(this.#shared, named), formats: [...this.#formats] };
  }

  /** 0 for a schema without values. */
  plan(schema: SchemaPlan): ValuePlan {
    switch (schema.kind) {
      case "any":
      case "never":
        return 0;
      case "reference":
        return this.#planReference(schema.ref);
      case "rules":
        return this.#planRules(schema);
    }
  }

  /** A marked value is a whole, and listed values are JSON. Other rules hold at the same time. */
  #planRules(schema: RulesPlan): ValuePlan {
    if (ruleOf(schema, "value") !== undefined) return this.#planFormat(schema);
    if (ruleOf(schema, "literal") !== undefined) return 0;
    return combine(schema.rules.map((rule) => this.#planRule(rule)));
  }

  #planRule(rule: Rule): ValuePlan {
    switch (rule.kind) {
      case "object":
        return this.#planObject(rule);
      case "list":
        return toListPlan(this.plan(rule.items));
      case "tuple":
        return this.#planTuple(rule);
      case "intersection":
        return combine(rule.members.map((member) => this.plan(member)));
      case "union":
        return this.planUnion(rule.members);
      case "value": // planned as a whole
      case "literal":
      case "file":
      case "excluded":
      case "open":
        return 0;
    }
  }

  #planFormat({ limits }: RulesPlan): ValueFormat {
    const format = limits.format as ValueFormat; // as it was marked
    this.#formats.add(format);
    return format;
  }

  #planReference(ref: string): ValuePlan {
    if (!this.#withValues.has(ref)) return 0;
    const target = readPlan(this.resolve(ref).schema);
    if (ruleOf(target, "value") !== undefined) return this.plan(target);
    return this.#planOnce(ref, () => this.plan(target));
  }

  /** The index of a plan in the table, to which it is added when it is first asked for. */
  #planOnce(key: string, plan: () => ValuePlan): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.#shared.push(0) - 1;
    this.#indexes.set(key, index);
    this.#shared[index] = plan();
    return index;
  }

  // ---- Objects and lists

  #planObject(object: ObjectRule): ValuePlan {
    const plans = [...object.properties]
      .map(([name, property]) => [name, this.plan(property)] as const)
      .filter(([, plan]) => plan !== 0);
    const otherProperties = this.planOthers(object);
    return combine([
      plans.length === 0 ? 0 : Object.fromEntries(plans),
      otherProperties === 0 ? 0 : ["map", otherProperties, [...object.properties.keys()]],
    ]);
  }

  /** Properties of all patterns have one plan, because they have one type. */
  planOthers({ patterns, additional }: ObjectRule): ValuePlan {
    return this.planUnion(additional ? [...patterns.values(), additional] : [...patterns.values()]);
  }

  #planTuple({ first, furtherItems }: TupleRule): ValuePlan {
    const plans = first.map((item) => this.plan(item));
    const furtherPlan = furtherItems ? this.plan(furtherItems) : 0;
    return plans.some((plan) => plan !== 0)
      ? ["tuple", plans, furtherPlan]
      : toListPlan(furtherPlan);
  }

  /** Plans a value that has any of some schemas. */
  planUnion(members: readonly SchemaPlan[]): ValuePlan {
    const present = members.filter((member) => !isNullPlan(member) && member.kind !== "never");
    const [only] = present;
    if (only === undefined) return 0;
    if (present.length === 1) return this.plan(only);
    return this.#planOnce(JSON.stringify(present.map(schemaOf)), () => planMembers(present, this));
  }
}

function toListPlan(items: ValuePlan): ValuePlan {
  return items === 0 ? 0 : ["list", items];
}

/** Tells whether a schema holds a value that JSON does not have. */
function hasMark(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes(`"${VALUE_TYPE}":`);
}
