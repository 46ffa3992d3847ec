/**
 * Compares the schemas of two models. A value that callers write may only become wider, one that programs
 * read only narrower; what else counts, the compiler decides: `test/codegen/diff/referee.ts` compiles
 * programs against both packages.
 */
import type { Direction } from "../json-schema/model-schemas.js";
import { isNullPlan, readPlan, schemaOf, type SchemaPlan } from "../json-schema/plan.js";
import { describeType } from "../emit/reference/describe.js";
import { createResolver, type ResolveComponent } from "../json-schema/references.js";
import { createUnchangedTest, type UnchangedTest } from "../json-schema/unchanged.js";
import type { JsonSchema, SchemaModel } from "../model/model.js";
import { toPascalCase } from "../model/names.js";
import { listAlternatives, matchAlternatives, readTag, UNLISTED } from "./alternatives.js";
import { describeEffect, type ReportEffect } from "./effects.js";
import { compareLimits } from "./limits.js";
import {
  additionalOf,
  ANY,
  isAnything,
  isChoice,
  joinPlans,
  readShape,
  type Shape,
  type ShapeObject,
  withoutProperties,
} from "./shape.js";
import type { LocalChange, Sides } from "./types.js";
import { compareDeprecation, compareNull, compareTypes, compareValues } from "./values.js";

/** Compares schemas of two models. Each pair of shared types is compared once for each direction. */
export class SchemaComparison {
  readonly #resolve: Sides<ResolveComponent>;
  readonly #describe: Sides<DescribePlan>;
  readonly #isUnchanged: UnchangedTest;
  readonly #shared = new Map<string, SchemaChanges>();
  /** Pairs that are compared at the moment, each inside the one before it. */
  readonly #underWay: Sides<SchemaPlan>[] = [];

  constructor(before: SchemaModel, after: SchemaModel) {
    this.#resolve = { before: createResolver(before), after: createResolver(after) };
    this.#describe = { before: createDescribe(before), after: createDescribe(after) };
    this.#isUnchanged = createUnchangedTest(before, after);
  }

  /** A short text for a type. */
  describe(schema: JsonSchema, side: keyof Sides<unknown>): string {
    return this.#describe[side](readPlan(schema));
  }

  /** @param place begins the places of the changes. */
  compare(
    before: JsonSchema,
    after: JsonSchema,
    direction: Direction,
    place: string,
  ): SchemaChanges {
    const result: SchemaChanges = { changes: [], parts: new Set() };
    if (this.#isUnchanged(before, after)) return result;
    const pair = { before: readPlan(before), after: readPlan(after) };
    this.#comparePlans(pair, { result, direction, place });
    return result;
  }

  #comparePlans({ before, after }: Sides<SchemaPlan>, at: Position): void {
    if (before === after && before.kind !== "reference" && before.kind !== "rules") return;
    const [one, other] = [wrappedReferenceOf(before), wrappedReferenceOf(after)];
    if (one === undefined || other === undefined) {
      this.#compareInline({ before, after }, at);
      return;
    }
    // A shared type that is described or may be null here is still one: its changes are reported once.
    const report = this.#reporter({ before, after }, at);
    compareDeprecation({ before: one, after: other }, report);
    if (one.isNullable !== other.isNullable)
      compareNull(this.#readShapes({ before, after }), report);
    at.result.parts.add(this.#compareShared(one.ref, other.ref, at.direction));
  }

  /** A property that several types describe may lead to itself, without a shared type in between. */
  #compareInline(pair: Sides<SchemaPlan>, at: Position): void {
    const isUnderWay = this.#underWay.some(
      ({ before, after }) => before === pair.before && after === pair.after,
    );
    if (isUnderWay) return;
    this.#underWay.push(pair);
    this.#compareShapes(this.#readShapes(pair), pair, at);
    this.#underWay.pop();
  }

  #compareShared(before: string, after: string, direction: Direction): SchemaChanges {
    const key = `${direction} ${before} ${after}`;
    const earlier = this.#shared.get(key);
    if (earlier !== undefined) return earlier;
    const result: SchemaChanges = { changes: [], parts: new Set() };
    this.#shared.set(key, result); // before the comparison, because a type may lead to itself
    const [one, other] = [this.#resolve.before(before), this.#resolve.after(after)];
    if (this.#isUnchanged({ $ref: before }, { $ref: after })) return result;
    const pair = { before: readPlan(one.schema), after: readPlan(other.schema) };
    this.#comparePlans(pair, { result, direction, place: toPascalCase(plainName(other.name)) });
    return result;
  }

  #readShapes({ before, after }: Sides<SchemaPlan>): Sides<Shape> {
    return {
      before: readShape(before, this.#resolve.before),
      after: readShape(after, this.#resolve.after),
    };
  }

  #compareShapes(shapes: Sides<Shape>, plans: Sides<SchemaPlan>, at: Position): void {
    const { before, after } = shapes;
    const report = this.#reporter(plans, at);
    compareDeprecation(shapes, report);
    const [wasAny, isAny] = [isAnything(before), isAnything(after)];
    if (wasAny || isAny) {
      if (wasAny !== isAny) report(isAny ? "is any value now" : "is no longer any value");
      return;
    }
    if (before.isNever || after.isNever) {
      if (before.isNever !== after.isNever)
        report(after.isNever ? "is never allowed now" : "has another type");
      return;
    }
    compareNull(shapes, report);
    if (isChoice(before) || isChoice(after)) this.#compareChoices(shapes, plans, at);
    else this.#compareSingle(shapes, plans, at);
  }

  #compareSingle(shapes: Sides<Shape>, plans: Sides<SchemaPlan>, at: Position): void {
    const { before, after } = shapes;
    const report = this.#reporter(plans, at);
    if (before.isUnlisted || after.isUnlisted) return;
    if (before.special !== after.special) {
      report("has another type");
      return;
    }
    const types = compareTypes(shapes);
    if (types !== undefined) report(types);
    if (types === "has another type") return;
    if (before.values || after.values) compareValues(shapes, report);
    else compareLimits(shapes, at.direction, report);
    const described = before.object ?? after.object;
    if (described !== undefined) {
      const undescribed = withoutProperties(described);
      this.#compareObjects(before.object ?? undescribed, after.object ?? undescribed, at);
    }
    this.#compareItems(before, after, plans, at);
  }

  // ---- Objects

  #compareObjects(before: ShapeObject, after: ShapeObject, at: Position): void {
    for (const [name, plans] of before.properties) {
      const next = after.properties.get(name);
      const inside = { ...at, place: joinPlace(at.place, name) };
      const plan = joinPlans(plans);
      if (next === undefined) {
        const isOpen = after.names === undefined && additionalOf(after)?.kind === "any";
        const report = this.#reporter({ before: plan, after: undefined }, inside);
        report(isOpen ? "is no longer described" : "is gone");
        continue;
      }
      const pair = { before: plan, after: joinPlans(next) };
      const isRequired = after.required.includes(name);
      if (before.required.includes(name) !== isRequired)
        this.#reporter(pair, inside)(isRequired ? "is required now" : "is optional now");
      this.#comparePlans(pair, inside);
    }
    for (const [name, plans] of after.properties) {
      if (before.properties.has(name)) continue;
      const report = this.#reporter(
        { before: undefined, after: joinPlans(plans) },
        { ...at, place: joinPlace(at.place, name) },
      );
      report(after.required.includes(name) ? "is new and required" : "is new");
    }
    this.#compareAdditional(before, after, at);
    this.#compareNames(before, after, at);
  }

  /** Compares the properties that are not described. */
  #compareAdditional(before: ShapeObject, after: ShapeObject, at: Position): void {
    const [one, other] = [additionalOf(before), additionalOf(after)];
    const inside = { ...at, place: joinPlace(at.place, "*") };
    if (one && other) this.#comparePlans({ before: one, after: other }, inside);
    else if (one || other) {
      const report = this.#reporter({ before: one, after: other }, inside);
      report(other ? "may have other fields now" : "has no other fields any more");
    }
  }

  /** Compares the schemas of the names that fields may have. */
  #compareNames({ names: one }: ShapeObject, { names: other }: ShapeObject, at: Position): void {
    const inside = { ...at, place: joinPlace(at.place, "(name)") };
    if (one && other) this.#comparePlans({ before: one, after: other }, inside);
    else if (one || other) {
      const report = this.#reporter({ before: one, after: other }, at);
      report(other ? "has a list of field names now" : "has no list of field names any more");
    }
  }

  // ---- Lists

  #compareItems(before: Shape, after: Shape, plans: Sides<SchemaPlan>, at: Position): void {
    const inside = { ...at, place: `${at.place}[]` };
    const report = this.#reporter(plans, at);
    if (before.items && after.items) {
      this.#comparePlans({ before: before.items, after: after.items }, inside);
    } else if (before.tuple && after.tuple) {
      this.#compareTuples(before.tuple, after.tuple, report, at);
    } else if (before.tuple || after.tuple) {
      report("has another type");
    } else if (before.items || after.items) {
      const pair = { before: before.items ?? ANY, after: after.items ?? ANY };
      this.#comparePlans(pair, inside);
    }
  }

  #compareTuples(before: Tuple, after: Tuple, report: ReportEffect, at: Position): void {
    if (before.first.length !== after.first.length || before.least !== after.least)
      report(after.first.length < before.first.length ? "has fewer items" : "has more items");
    for (const [index, plan] of before.first.entries()) {
      const next = after.first[index];
      const inside = { ...at, place: `${at.place}[${index}]` };
      if (next) this.#comparePlans({ before: plan, after: next }, inside);
    }
    const pair = { before: before.furtherItems ?? ANY, after: after.furtherItems ?? ANY };
    this.#comparePlans(pair, { ...at, place: `${at.place}[]` });
  }

  // ---- Choices

  /** A shape without alternatives is the only alternative of itself. */
  #compareChoices(shapes: Sides<Shape>, plans: Sides<SchemaPlan>, at: Position): void {
    const { before, after } = shapes;
    const hasAlternatives = before.alternatives.length + after.alternatives.length > 0;
    if (before.object && after.object && hasAlternatives) {
      this.#compareObjects(before.object, after.object, at);
      if (!isChoice(before) || !isChoice(after)) {
        this.#reporter(plans, at)(isChoice(after) ? "is stricter" : "is less strict");
        return;
      }
    }
    const former = listAlternatives(before, plans.before, this.#resolve.before);
    const current = listAlternatives(after, plans.after, this.#resolve.after);
    // Types of listed values, or of a member of an intersection, cannot be divided.
    if (former[0] === plans.before && current[0] === plans.after) {
      this.#compareSingle(shapes, plans, at);
      return;
    }
    const { pairs, gone, added } = matchAlternatives(former, current, this.#resolve);
    for (const pair of pairs) this.#comparePlans(pair, at);
    const isOpen = former.some((plan) => readTag(plan, this.#resolve.before) === UNLISTED);
    this.#reportKinds(gone, added, isOpen, at);
  }

  /**
   * Reports alternatives that only one side has.
   * @param isOpen Set if programs expect alternatives with other discriminators.
   */
  #reportKinds(
    gone: readonly SchemaPlan[],
    added: readonly SchemaPlan[],
    isOpen: boolean,
    at: Position,
  ): void {
    const report = this.#reporter({ before: undefined, after: undefined }, at);
    const tagOf = (plan: SchemaPlan): string | undefined => readTag(plan, this.#resolve.after);
    const isExpected = (plan: SchemaPlan): boolean => isOpen && tagOf(plan) !== undefined;
    const listed = added.filter((plan) => tagOf(plan) !== UNLISTED);
    const expected = listed.filter(isExpected);
    const unexpected = listed.filter((plan) => !isExpected(plan));
    if (gone.length > 0)
      report("lacks a kind of value", { before: gone.map(this.#describe.before).join(" | ") });
    if (expected.length > 0)
      report("has a new kind of value that programs expect", {
        after: expected.map(this.#describe.after).join(" | "),
      });
    if (unexpected.length > 0)
      report("has a new kind of value", {
        after: unexpected.map(this.#describe.after).join(" | "),
      });
  }

  /** Creates a function that adds changes at a position. A side without a plan is not described. */
  #reporter(plans: Sides<SchemaPlan | undefined>, position: Position): ReportEffect {
    const { result, direction, place } = position;
    return (effect, detail) => {
      const { before, after } = detail ?? {
        before: plans.before && this.#describe.before(plans.before),
        after: plans.after && this.#describe.after(plans.after),
      };
      const { level, text } = describeEffect(effect, direction);
      result.changes.push({
        level,
        place,
        text,
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      });
    };
  }
}

/** Lists the changes of a schema, and those of the shared types that it leads to. */
export function listReached(root: SchemaChanges): ReadonlySet<SchemaChanges> {
  const reached = new Set([root]);
  // The loop also visits parts that it adds.
  for (const each of reached) for (const part of each.parts) reached.add(part);
  return reached;
}

/** A reference with what may stand around it: annotations, and a choice of it and `null`. */
function wrappedReferenceOf(plan: SchemaPlan): WrappedReference | undefined {
  if (plan.kind === "reference")
    return { ref: plan.ref, isNullable: false, isDeprecated: plan.notes.isDeprecated };
  if (plan.kind !== "rules" || plan.types.length > 0 || Object.keys(plan.limits).length > 0)
    return undefined;
  const [rule, ...furtherRules] = plan.rules;
  if (furtherRules.length > 0 || (rule?.kind !== "union" && rule?.kind !== "intersection"))
    return undefined;
  const members = rule.members.filter((member) => rule.kind !== "union" || !isNullPlan(member));
  const [member, ...furtherMembers] = members;
  if (member === undefined || furtherMembers.length > 0) return undefined;
  const inside = wrappedReferenceOf(member);
  return (
    inside && {
      ref: inside.ref,
      isNullable: inside.isNullable || rule.members.length > 1,
      isDeprecated: inside.isDeprecated || plan.notes.isDeprecated,
    }
  );
}

function createDescribe({ components }: SchemaModel): DescribePlan {
  const names = components.map(({ ref, name }) => [ref, toPascalCase(plainName(name))] as const);
  const context = { names: { components: new Map(names) } };
  return (plan) => describeType(schemaOf(plan), context);
}

/** The name of a type without the word that tells its input from the received one. */
function plainName(name: string): string {
  return name.replace(/ input$/, "");
}

function joinPlace(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

// ---- Types

/** The changes of one schema, without those of the shared types in it. */
export interface SchemaChanges {
  readonly changes: LocalChange[];
  /** Changes of shared types by reference. */
  readonly parts: Set<SchemaChanges>;
}

/** The place that is compared, and the result to which its changes are added. */
interface Position {
  readonly result: SchemaChanges;
  readonly direction: Direction;
  readonly place: string;
}

interface WrappedReference {
  readonly ref: string;
  readonly isNullable: boolean;
  readonly isDeprecated: boolean;
}

type Tuple = NonNullable<Shape["tuple"]>;

type DescribePlan = (plan: SchemaPlan) => string;
