/**
 * Plans for the runtime: where JSON holds values that it does not have (contract J.3). A plan is made
 * of the same schemas as the types, so that both agree.
 */
import type {
  JsonType,
  PropertyPlans,
  ValueFormat,
  ValuePlan,
} from "../../../src/catalog/values.js";
import { readObjectProperties } from "../../json-schema/objects.js";
import { dereference, directRefs, type ResolveComponent } from "../../json-schema/references.js";
import { typeOfValue, typesOf, valuesOf } from "../../json-schema/types.js";
import {
  ALTERNATIVES,
  isSchema,
  membersOf,
  patternsOf,
  propertiesOf,
  refOf,
  requiredOf,
} from "../../json-schema/walk.js";
import { kindOf } from "../../model/media-types.js";
import {
  type Component,
  EXCLUDED_VALUES,
  type JsonSchema,
  type JsonSchemaObject,
  type Route,
  type SchemaModel,
  VALUE_TYPE,
} from "../../model/model.js";
import type { PayloadSchema } from "./payload-schemas.js";
import { compactPlans } from "./compact-plans.js";

/** Plans by the names of what they are for. */
export interface PlannedValues {
  /** The first one is 0, which means no plan. */
  readonly shared: readonly ValuePlan[];
  readonly plans: ReadonlyMap<string, ReadonlyMap<string, ValuePlan>>;
  /** In the order of their first use. */
  readonly formats: readonly ValueFormat[];
}

export const NO_VALUES: PlannedValues = { shared: [], plans: new Map(), formats: [] };

/** Plans the responses of all routes, by route and status. */
export function planResponses(
  { routes, components }: SchemaModel,
  resolve: ResolveComponent,
): PlannedValues {
  const planner = new Planner(components, resolve);
  return planner.finish(
    routes.map((route) => [
      route.key,
      listReceived(route).map(([place, schema]) => [place, planner.plan(schema)]),
    ]),
  );
}

/**
 * The JSON that a route receives, each with the key that the runtime finds its plan by: the status. The
 * items of a stream are found by the key `stream` (`client/streams.ts`).
 */
function listReceived({
  responses,
  stream,
}: Route): readonly (readonly [place: string, JsonSchema])[] {
  const bodies = responses.flatMap(({ status, contentType = "", schema }) =>
    schema !== undefined && kindOf(contentType) === "json" ? [[status, schema] as const] : [],
  );
  return stream ? [...bodies, ["stream", stream.item.schema] as const] : bodies;
}

/** Plans all payloads, by the names that handlers have. */
export function planPayloads(
  payloads: readonly PayloadSchema[],
  components: readonly Component[],
  resolve: ResolveComponent,
): PlannedValues {
  const planner = new Planner(components, resolve);
  return planner.finish(
    payloads.map(({ entry, schema }) => [entry.name, [["", planner.plan(schema)]]]),
  );
}

/** Tests whether requests of any route may hold values. */
export function sendsValues(
  { routes, components }: SchemaModel,
  resolve: ResolveComponent,
): boolean {
  const planner = new Planner(components, resolve);
  const schemas = routes.flatMap(({ parameters, body }) =>
    [...parameters, ...(body ? [body, ...(body.others ?? [])] : [])].map(({ schema }) => schema),
  );
  return schemas.some((schema) => planner.plan(schema) !== 0);
}

/** An alternative of a union, with the types of JSON that it allows. */
interface Alternative {
  readonly schema: JsonSchema;
  readonly types: readonly JsonType[];
  readonly plan: ValuePlan;
}

type Case = readonly [shape: Shape, plan: ValuePlan];

type Shape = Extract<ValuePlan, readonly ["union", unknown]>[1][number][0];

/** A property that tells objects apart, with the values of each of them; `undefined` for any other value. */
interface Tag {
  readonly name: string;
  readonly values: readonly (readonly unknown[] | undefined)[];
}

/** The object with any other value comes last, and needs the others before it, also without values. */
function toTaggedCases(objects: readonly Alternative[], { name, values }: Tag): readonly Case[] {
  const other = objects.find((_, index) => values[index] === undefined);
  const known = objects.flatMap(({ plan }, index): readonly Case[] => {
    const own = values[index];
    const isNeeded = plan !== 0 || (other !== undefined && other.plan !== 0);
    return own && isNeeded ? [[{ is: { [name]: own } }, plan]] : [];
  });
  return other ? [...known, [{ type: ["object"] }, other.plan]] : known;
}

/** Plans schemas. A component or a union is planned once, because it may lead back to itself. */
class Planner {
  readonly #resolve: ResolveComponent;
  readonly #withValues: ReadonlySet<string>;
  readonly #indexes = new Map<string, number>();
  readonly #shared: ValuePlan[] = [0];
  readonly #formats = new Set<ValueFormat>();

  constructor(components: readonly Component[], resolve: ResolveComponent) {
    this.#resolve = resolve;
    this.#withValues = findComponentsWithValues(components);
  }

  finish(
    planned: readonly (readonly [
      name: string,
      plans: readonly (readonly [place: string, ValuePlan])[],
    ])[],
  ): PlannedValues {
    const indexes = new Map(this.#shared.map((plan, index) => [JSON.stringify(plan), index]));
    const used = planned.map(([name, plans]) => {
      const present = plans.filter(([, plan]) => plan !== 0);
      const share = (plan: ValuePlan): ValuePlan => indexes.get(JSON.stringify(plan)) ?? plan;
      return [name, present.map(([place, plan]) => [place, share(plan)] as const)] as const;
    });
    const roots = used.flatMap(([, plans]) => plans.map(([, plan]) => plan));
    const { shared, rename } = compactPlans(this.#shared, roots);
    const plans = used.flatMap(([name, own]) =>
      own.length === 0
        ? []
        : [[name, new Map(own.map(([place, plan]) => [place, rename(plan)]))] as const],
    );
    return { shared, plans: new Map(plans), formats: [...this.#formats] };
  }

  /** 0 for a schema without values. */
  plan(schema: JsonSchema): ValuePlan {
    if (typeof schema === "boolean") return 0;
    const ref = refOf(schema);
    if (ref !== undefined) return this.#planReference(ref);
    if (VALUE_TYPE in schema) return this.#planFormat(schema);
    if (valuesOf(schema) !== undefined) return 0;
    return combine([
      this.#planObject(schema),
      this.#planList(schema),
      ...membersOf(schema, "allOf").map((member) => this.plan(member)),
      ...ALTERNATIVES.map((keyword) => this.#planUnion(membersOf(schema, keyword))),
    ]);
  }

  #planFormat({ format }: JsonSchemaObject): ValueFormat {
    const known = format as ValueFormat; // as it was marked
    this.#formats.add(known);
    return known;
  }

  #planReference(ref: string): ValuePlan {
    if (!this.#withValues.has(ref)) return 0;
    const { schema } = this.#resolve(ref);
    if (typeof schema === "boolean" || VALUE_TYPE in schema) return this.plan(schema);
    return this.#planOnce(ref, () => this.plan(schema));
  }

  #planOnce(key: string, plan: () => ValuePlan): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.#shared.push(0) - 1;
    this.#indexes.set(key, index);
    this.#shared[index] = plan();
    return index;
  }

  // ---- Objects and lists

  #planObject(schema: JsonSchemaObject): ValuePlan {
    const properties = propertiesOf(schema);
    const plans = Object.entries(properties)
      .map(([name, property]) => [name, this.plan(property)] as const)
      .filter(([, plan]) => plan !== 0);
    const others = this.#planOthers(schema);
    return combine([
      plans.length === 0 ? 0 : Object.fromEntries(plans),
      others === 0 ? 0 : ["map", others, Object.keys(properties)],
    ]);
  }

  /** As in the types, properties with any pattern have one type. */
  #planOthers(schema: JsonSchemaObject): ValuePlan {
    const { additionalProperties: additional } = schema;
    const others = Object.values(patternsOf(schema));
    return this.#planUnion(isSchema(additional) ? [...others, additional] : others);
  }

  #planList(schema: JsonSchemaObject): ValuePlan {
    const { items } = schema;
    const first = membersOf(schema, "prefixItems").map((item) => this.plan(item));
    const others = isSchema(items) ? this.plan(items) : 0;
    if (first.some((plan) => plan !== 0)) return ["tuple", first, others];
    return others === 0 ? 0 : ["list", others];
  }

  // ---- Unions

  #planUnion(members: readonly JsonSchema[]): ValuePlan {
    const present = members.filter((member) => !isNull(member) && member !== false);
    const [only] = present;
    if (only === undefined) return 0;
    if (present.length === 1) return this.plan(only);
    return this.#planOnce(JSON.stringify(present), () => this.#planAlternatives(present));
  }

  #planAlternatives(members: readonly JsonSchema[]): ValuePlan {
    const alternatives = members.map((schema) => ({
      schema,
      types: this.#typesOf(schema),
      plan: this.plan(schema),
    }));
    const [first = 0, ...others] = alternatives.map(({ plan }) => plan);
    if (others.every((plan) => isSame(plan, first))) return first;
    const objects = alternatives.filter(({ types }) => isOnly(types, "object"));
    const lists = alternatives.filter(({ types }) => isOnly(types, "array"));
    const rest = alternatives.filter((each) => !objects.includes(each) && !lists.includes(each));
    const cases = [
      ...rest.map((each): Case => [toScalarShape(each, alternatives), each.plan]),
      ...this.#planLists(lists),
      ...this.#planObjects(objects),
    ].filter(([shape, plan]) => plan !== 0 || "has" in shape || "is" in shape);
    const [single] = cases;
    // Plans of objects and lists leave everything else as it is.
    if (cases.length === 1 && single && isPlainType(single)) return single[1];
    return ["union", cases];
  }

  #planLists(lists: readonly Alternative[]): readonly Case[] {
    if (lists.length < 2) return lists.map(({ plan }): Case => [{ type: ["array"] }, plan]);
    const items = lists.map(({ schema }) => {
      const target = dereference(schema, this.#resolve);
      return typeof target === "object" && isSchema(target["items"]) ? target["items"] : true;
    });
    const plan = this.#planUnion(items);
    return plan === 0 ? [] : [[{ type: ["array"] }, ["list", plan]]];
  }

  /** Tells objects apart by a discriminator, if it has to; else by their properties. */
  #planObjects(objects: readonly Alternative[]): readonly Case[] {
    if (objects.length === 0) return [];
    const tag = objects.length > 1 ? this.#findTag(objects) : undefined;
    if (tag !== undefined) return toTaggedCases(objects, tag);
    const all = this.#mergeObjects(objects);
    if (all !== undefined) return [[{ type: ["object"] }, all]];
    const byShape = groupBy(objects, (each) => JSON.stringify(this.#toShape(each, objects)));
    return [...byShape]
      .map(([shape, own]): Case => [JSON.parse(shape) as Shape, this.#planAlike(own)])
      .sort(([one], [other]) => (other.has?.length ?? 0) - (one.has?.length ?? 0));
  }

  /** A property whose values differ in all of the objects. */
  #findTag(objects: readonly Alternative[]): Tag | undefined {
    const described = objects.map(({ schema }) => this.#propertiesOf(schema));
    const [first = {}] = described;
    for (const name of Object.keys(first)) {
      const values = described.map((properties) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
        const target = property === undefined ? true : dereference(property, this.#resolve);
        if (typeof target === "boolean") return [];
        return EXCLUDED_VALUES in target ? undefined : (valuesOf(target) ?? []);
      });
      const all = values.flatMap((own) => own ?? []);
      if (values.every((own) => own?.length !== 0) && new Set(all).size === all.length)
        return { name, values };
    }
    return undefined;
  }

  /** One plan for objects whose properties never contradict each other; `undefined` if they do. */
  #mergeObjects(objects: readonly Alternative[]): ValuePlan | undefined {
    const plans = objects.map(({ schema }) => this.#flatten(schema));
    const merged = new Map<string, ValuePlan>();
    for (const properties of plans) {
      if (properties === undefined) return undefined;
      for (const [name, plan] of properties) {
        const earlier = merged.get(name);
        if (earlier !== undefined && !isSame(earlier, plan)) return undefined;
        merged.set(name, plan);
      }
    }
    const present = [...merged].filter(([, plan]) => plan !== 0);
    return present.length === 0 ? 0 : Object.fromEntries(present);
  }

  /** The plan of each property; `undefined` for an object that is more than its properties. */
  #flatten(schema: JsonSchema): ReadonlyMap<string, ValuePlan> | undefined {
    const target = dereference(schema, this.#resolve);
    if (typeof target === "boolean" || this.#planOthers(target) !== 0) return undefined;
    if (ALTERNATIVES.some((keyword) => membersOf(target, keyword).length > 0)) return undefined;
    const own = Object.entries(propertiesOf(target));
    const flat = new Map(own.map(([name, property]) => [name, this.plan(property)]));
    for (const member of membersOf(target, "allOf")) {
      const inner = this.#flatten(member);
      if (inner === undefined) return undefined;
      for (const [name, plan] of inner) flat.set(name, combine([flat.get(name) ?? 0, plan]));
    }
    return flat;
  }

  /** Objects that no shape tells apart: each property has any of its plans. */
  #planAlike(objects: readonly Alternative[]): ValuePlan {
    const [first] = objects;
    if (objects.length < 2) return first?.plan ?? 0;
    const schemas = objects.flatMap(({ schema }) => Object.entries(this.#propertiesOf(schema)));
    const plans = [...groupBy(schemas, ([name]) => name)]
      .map(([name, own]) => [name, this.#planUnion(own.map(([, schema]) => schema))] as const)
      .filter(([, plan]) => plan !== 0);
    return plans.length === 0 ? 0 : Object.fromEntries(plans);
  }

  /** Required properties, and the types of those properties whose plans differ. */
  #toShape({ schema }: Alternative, objects: readonly Alternative[]): Shape {
    const has = readObjectProperties(schema, this.#resolve)?.required ?? [];
    const others = objects.map((each) => this.#propertiesOf(each.schema));
    const own = Object.entries(this.#propertiesOf(schema));
    const types = own.flatMap(([name, property]) => {
      const plan = this.plan(property);
      const differs = others.some(
        (each) => Object.hasOwn(each, name) && !isSame(this.plan(each[name] ?? true), plan),
      );
      return differs ? [[name, this.#typesOf(property)] as const] : [];
    });
    return {
      type: ["object"],
      has: [...has].sort(),
      ...(types.length > 0 && { types: Object.fromEntries(types) }),
    };
  }

  #propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
    return readObjectProperties(schema, this.#resolve)?.properties ?? {};
  }

  /** The types of JSON that a schema allows. */
  #typesOf(schema: JsonSchema, depth = 0): readonly JsonType[] {
    const target = dereference(schema, this.#resolve);
    if (typeof target === "boolean" || depth > MAX_DEPTH) return ANY_TYPE;
    const values = valuesOf(target);
    if (values !== undefined) return unique(values.map(typeOfValue).map(toJsonType));
    const own = typesOf(target);
    if (own.length > 0) return unique(own.map(toJsonType));
    if (requiredOf(target).length + Object.keys(propertiesOf(target)).length > 0) return ["object"];
    if ("items" in target) return ["array"];
    const limits = [
      ...membersOf(target, "allOf").map((member) => this.#typesOf(member, depth + 1)),
      ...ALTERNATIVES.map((keyword) =>
        unique(membersOf(target, keyword).flatMap((member) => this.#typesOf(member, depth + 1))),
      ).filter(({ length }) => length > 0),
    ];
    return ANY_TYPE.filter((type) => limits.every((types) => types.includes(type)));
  }
}

/** Deeper compositions are taken for any type. */
const MAX_DEPTH = 10;

const ANY_TYPE: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

function toJsonType(type: string): JsonType {
  return type === "integer" ? "number" : (type as JsonType); // JSON Schema has no others
}

/** The text or number of a value has its format if another alternative allows others of its type. */
function toScalarShape({ plan, types }: Alternative, alternatives: readonly Alternative[]): Shape {
  if (typeof plan !== "string") return { type: types };
  const sharing = alternatives.filter((each) => each.types.some((type) => types.includes(type)));
  return sharing.length > 1 ? { format: plan } : { type: types };
}

function isPlainType([shape, plan]: Case): boolean {
  return "type" in shape && !("has" in shape) && typeof plan !== "string";
}

function isOnly(types: readonly JsonType[], type: JsonType): boolean {
  const others = types.filter((each) => each !== "null");
  return others.length === 1 && others[0] === type;
}

function isNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

function isSame(one: ValuePlan, other: ValuePlan): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Joins plans for the same JSON. */
function combine(plans: readonly ValuePlan[]): ValuePlan {
  const present = plans.filter((plan) => plan !== 0);
  const isProperties = (plan: ValuePlan): plan is PropertyPlans =>
    typeof plan === "object" && !Array.isArray(plan);
  const named = present.filter(isProperties);
  const properties = groupBy(
    named.flatMap((plan) => Object.entries(plan)),
    ([name]) => name,
  );
  const merged = Object.fromEntries(
    [...properties].map(([name, own]) => [name, combine(own.map(([, plan]) => plan))]),
  );
  const all = [
    ...(named.length > 0 ? [merged] : []),
    ...present.filter((plan) => !isProperties(plan)),
  ];
  const distinct = all.filter(
    (plan, index) => all.findIndex((each) => isSame(each, plan)) === index,
  );
  const [first = 0, ...others] = distinct;
  return others.length === 0 ? first : ["all", distinct];
}

function findComponentsWithValues(components: readonly Component[]): ReadonlySet<string> {
  const found = new Set(components.filter(({ schema }) => hasMark(schema)).map(({ ref }) => ref));
  const refs = components.map(({ ref, schema }) => [ref, directRefs([schema])] as const);
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const [ref, targets] of refs)
      if ([...targets].some((target) => found.has(target))) found.add(ref);
  }
  return found;
}

function hasMark(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes(`"${VALUE_TYPE}":`);
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
