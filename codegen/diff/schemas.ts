/**
 * Compares the schemas of two models. A value that callers write may only become wider, one that programs
 * read only narrower; what else counts, the compiler decides: `test/codegen/diff/referee.ts` compiles
 * programs against both packages.
 */
import type { Direction } from "../json-schema/model-schemas.js";
import {
  followPlan,
  isNullPlan,
  readPlan,
  schemaOf,
  type SchemaPlan,
} from "../json-schema/plan.js";
import { describeType } from "../emit/reference/describe.js";
import { createResolver, type ResolveComponent } from "../json-schema/references.js";
import type { JsonSchema, SchemaModel } from "../model/model.js";
import { toPascalCase } from "../model/names.js";
import { compareLimits } from "./limits.js";
import { createUnchangedTest, type UnchangedTest } from "./unchanged.js";
import { isAnything, joinPlans, readShape, type Shape, type ShapeObject } from "./shape.js";
import type { Change, LocalChange } from "./types.js";

/** The level of each kind of change. Limits of what is received change no type: they count as texts. */
const EFFECTS = {
  "is any value now": { sent: "minor", received: "major" },
  "is no longer any value": { sent: "major", received: "minor" },
  "is never allowed now": { sent: "major", received: "major" },
  "has another type": { sent: "major", received: "major" },
  "may be null now": { sent: "minor", received: "major" },
  "is never null now": { sent: "major", received: "minor" },
  "may have fractions now": { sent: "minor", received: "patch" },
  "is a whole number now": { sent: "major", received: "patch" },
  "has new values": { sent: "minor", received: "major" },
  "has new values that programs expect": { sent: "minor", received: "minor" },
  "lacks values": { sent: "major", received: "major" },
  "lacks values of an open list": { sent: "major", received: "minor" },
  "has a list of values now": { sent: "major", received: "minor" },
  "has no list of values any more": { sent: "minor", received: "major" },
  "may have values that are not listed": { sent: "minor", received: "major" },
  "has an open list of values no more": { sent: "minor", received: "minor" },
  "is new": { sent: "minor", received: "minor" },
  "is new and required": { sent: "major", received: "minor" },
  "is gone": { sent: "major", received: "major" },
  "is no longer described": { sent: "minor", received: "major" },
  "is required now": { sent: "major", received: "minor" },
  "is optional now": { sent: "minor", received: "major" },
  "may have other fields now": { sent: "minor", received: "minor" },
  "has no other fields any more": { sent: "major", received: "major" },
  "has a list of field names now": { sent: "major", received: "major" },
  "has no list of field names any more": { sent: "minor", received: "minor" },
  "has fewer items": { sent: "major", received: "major" },
  "has more items": { sent: "major", received: "major" },
  "has a new kind of value": { sent: "minor", received: "major" },
  "has a new kind of value that programs expect": { sent: "minor", received: "minor" },
  "lacks a kind of value": { sent: "major", received: "major" },
  "is stricter": { sent: "major", received: "patch" },
  "is less strict": { sent: "minor", received: "patch" },
  "is deprecated": { sent: "minor", received: "minor" },
  "is no longer deprecated": { sent: "patch", received: "patch" },
} as const;

type Effect = keyof typeof EFFECTS;

/** The changes of one schema, without those of the shared types in it. */
export interface SchemaChanges {
  readonly changes: LocalChange[];
  /** Changes of shared types by reference. */
  readonly parts: Set<SchemaChanges>;
}

/** Compares schemas of two models. Each pair of shared types is compared once for each direction. */
export class SchemaComparison {
  readonly #before: ResolveComponent;
  readonly #after: ResolveComponent;
  readonly #describe: { readonly before: Describe; readonly after: Describe };
  readonly #isUnchanged: UnchangedTest;
  readonly #shared = new Map<string, SchemaChanges>();
  /** Pairs that are compared at the moment, each inside the one before it. */
  readonly #underWay: PlanPair[] = [];

  constructor(before: SchemaModel, after: SchemaModel) {
    this.#before = createResolver(before);
    this.#after = createResolver(after);
    this.#describe = { before: createDescribe(before), after: createDescribe(after) };
    this.#isUnchanged = createUnchangedTest(before, after);
  }

  /** A short text for a type. */
  describe(schema: JsonSchema, side: "before" | "after"): string {
    return this.#describe[side](readPlan(schema));
  }

  /** @param place begins the places of the changes. */
  compare(
    before: JsonSchema,
    after: JsonSchema,
    direction: Direction,
    place: string,
  ): SchemaChanges {
    const found: SchemaChanges = { changes: [], parts: new Set() };
    if (this.#isUnchanged(before, after)) return found;
    const pair = { before: readPlan(before), after: readPlan(after) };
    this.#comparePlans(pair, { found, direction, place });
    return found;
  }

  #comparePlans({ before, after }: PlanPair, at: Spot): void {
    if (before === after && before.kind !== "reference" && before.kind !== "rules") return;
    const [one, other] = [wrappedReferenceOf(before), wrappedReferenceOf(after)];
    if (one === undefined || other === undefined) {
      this.#compareInline({ before, after }, at);
      return;
    }
    // A shared type that is described or may be null here is still one: its changes are told once.
    const say = this.#teller({ before, after }, at);
    compareDeprecation(one, other, say);
    if (one.isNullable !== other.isNullable) compareNull(this.#readPair({ before, after }), say);
    at.found.parts.add(this.#compareShared(one.ref, other.ref, at.direction));
  }

  /** A property that several types describe may lead to itself, without a shared type in between. */
  #compareInline(pair: PlanPair, at: Spot): void {
    const isUnderWay = this.#underWay.some(
      ({ before, after }) => before === pair.before && after === pair.after,
    );
    if (isUnderWay) return;
    this.#underWay.push(pair);
    this.#compareShapes(this.#readPair(pair), pair, at);
    this.#underWay.pop();
  }

  #compareShared(before: string, after: string, direction: Direction): SchemaChanges {
    const key = `${direction} ${before} ${after}`;
    const earlier = this.#shared.get(key);
    if (earlier !== undefined) return earlier;
    const found: SchemaChanges = { changes: [], parts: new Set() };
    this.#shared.set(key, found); // before the comparison, because a type may lead to itself
    const [one, other] = [this.#before(before), this.#after(after)];
    if (this.#isUnchanged({ $ref: before }, { $ref: after })) return found;
    const pair = { before: readPlan(one.schema), after: readPlan(other.schema) };
    this.#comparePlans(pair, { found, direction, place: toPascalCase(plainName(other.name)) });
    return found;
  }

  #readPair({ before, after }: PlanPair): ShapePair {
    return { before: this.#read(before, "before"), after: this.#read(after, "after") };
  }

  #read(plan: SchemaPlan, side: "before" | "after"): Shape {
    return readShape(plan, side === "before" ? this.#before : this.#after);
  }

  #compareShapes(shapes: ShapePair, plans: PlanPair, at: Spot): void {
    const { before, after } = shapes;
    const say = this.#teller(plans, at);
    compareDeprecation(before, after, say);
    const [wasAny, isAny] = [isAnything(before), isAnything(after)];
    if (wasAny || isAny) {
      if (wasAny !== isAny) say(isAny ? "is any value now" : "is no longer any value");
      return;
    }
    if (before.isNever || after.isNever) {
      if (before.isNever !== after.isNever)
        say(after.isNever ? "is never allowed now" : "has another type");
      return;
    }
    compareNull(shapes, say);
    if (isChoice(before) || isChoice(after)) this.#compareChoices(shapes, plans, at);
    else this.#compareSingle(shapes, plans, at);
  }

  #compareSingle({ before, after }: ShapePair, plans: PlanPair, at: Spot): void {
    const say = this.#teller(plans, at);
    if (before.isUnlisted || after.isUnlisted) return;
    if (before.special !== after.special) {
      say("has another type");
      return;
    }
    const types = compareTypes(before.types, after.types);
    if (types !== undefined) say(types);
    if (types === "has another type") return;
    if (before.values || after.values) compareValues(before, after, say);
    else compareLimits(before, after, at.direction, say);
    if (before.object && after.object) {
      this.#compareObjects(before.object, after.object, at);
    } else if (before.object || after.object) {
      const open = { ...NO_OBJECT, ...(before.object ?? after.object), properties: new Map() };
      const bare = { ...open, required: [], isDescribed: false, additional: readPlan(true) };
      this.#compareObjects(before.object ?? bare, after.object ?? bare, at);
    }
    this.#compareItems(before, after, plans, at);
  }

  // ---- Objects

  #compareObjects(before: ShapeObject, after: ShapeObject, at: Spot): void {
    for (const [name, plans] of before.properties) {
      const next = after.properties.get(name);
      const inside = { ...at, place: joinPlace(at.place, name) };
      const plan = joinPlans(plans);
      if (next === undefined) {
        const isOpen = after.names === undefined && othersOf(after)?.kind === "any";
        this.#teller(
          { before: plan, after: undefined },
          inside,
        )(isOpen ? "is no longer described" : "is gone");
        continue;
      }
      const pair = { before: plan, after: joinPlans(next) };
      const isRequired = after.required.includes(name);
      if (before.required.includes(name) !== isRequired)
        this.#teller(pair, inside)(isRequired ? "is required now" : "is optional now");
      this.#comparePlans(pair, inside);
    }
    for (const [name, plans] of after.properties) {
      if (before.properties.has(name)) continue;
      const say = this.#teller(
        { before: undefined, after: joinPlans(plans) },
        { ...at, place: joinPlace(at.place, name) },
      );
      say(after.required.includes(name) ? "is new and required" : "is new");
    }
    this.#compareOthers(before, after, at);
  }

  #compareOthers(before: ShapeObject, after: ShapeObject, at: Spot): void {
    const [one, other] = [othersOf(before), othersOf(after)];
    const inside = { ...at, place: joinPlace(at.place, "*") };
    if (one && other) this.#comparePlans({ before: one, after: other }, inside);
    else if (one || other) {
      const say = this.#teller({ before: one, after: other }, inside);
      say(other ? "may have other fields now" : "has no other fields any more");
    }
    this.#compareNames(before, after, at);
  }

  /** Compares the schemas of the names that fields may have. */
  #compareNames({ names: one }: ShapeObject, { names: other }: ShapeObject, at: Spot): void {
    const inside = { ...at, place: joinPlace(at.place, "(name)") };
    if (one && other) this.#comparePlans({ before: one, after: other }, inside);
    else if (one || other) {
      const say = this.#teller({ before: one, after: other }, at);
      say(other ? "has a list of field names now" : "has no list of field names any more");
    }
  }

  // ---- Lists

  #compareItems(before: Shape, after: Shape, plans: PlanPair, at: Spot): void {
    const inside = { ...at, place: `${at.place}[]` };
    const say = this.#teller(plans, at);
    if (before.items && after.items) {
      this.#comparePlans({ before: before.items, after: after.items }, inside);
    } else if (before.tuple && after.tuple) {
      this.#compareTuples(before.tuple, after.tuple, say, at);
    } else if (before.tuple || after.tuple) {
      say("has another type");
    } else if (before.items || after.items) {
      const pair = { before: before.items ?? ANY, after: after.items ?? ANY };
      this.#comparePlans(pair, inside);
    }
  }

  #compareTuples(before: Tuple, after: Tuple, say: Say, at: Spot): void {
    if (before.first.length !== after.first.length || before.least !== after.least)
      say(after.first.length < before.first.length ? "has fewer items" : "has more items");
    for (const [index, plan] of before.first.entries()) {
      const next = after.first[index];
      const inside = { ...at, place: `${at.place}[${index}]` };
      if (next) this.#comparePlans({ before: plan, after: next }, inside);
    }
    const pair = { before: before.furtherItems ?? ANY, after: after.furtherItems ?? ANY };
    this.#comparePlans(pair, { ...at, place: `${at.place}[]` });
  }

  // ---- Choices

  /** The alternatives of one shape that has none are the shape itself. */
  #compareChoices({ before, after }: ShapePair, plans: PlanPair, at: Spot): void {
    const hasBoth = isChoice(before) && isChoice(after);
    if (
      before.object &&
      after.object &&
      before.alternatives.length + after.alternatives.length > 0
    ) {
      this.#compareObjects(before.object, after.object, at);
      if (!hasBoth) {
        this.#teller(plans, at)(isChoice(after) ? "is stricter" : "is less strict");
        return;
      }
    }
    const olds = listAlternatives(before, plans.before, this.#before);
    const news = listAlternatives(after, plans.after, this.#after);
    // Types of listed values, or of a member of an intersection, cannot be divided.
    if (olds[0] === plans.before && news[0] === plans.after) {
      this.#compareSingle({ before, after }, plans, at);
      return;
    }
    const { pairs, gone, added } = this.#match(olds, news);
    for (const pair of pairs) this.#comparePlans(pair, at);
    const say = this.#teller({ before: undefined, after: undefined }, at);
    if (gone.length > 0)
      say("lacks a kind of value", { before: this.#describeAll(gone, "before") });
    const isOpen = olds.some((plan) => this.#tagOf(plan, "before") === UNLISTED);
    const isExpected = (plan: SchemaPlan): boolean =>
      isOpen && this.#tagOf(plan, "after") !== undefined;
    const listed = added.filter((plan) => this.#tagOf(plan, "after") !== UNLISTED);
    const [expected, unexpected] = [
      listed.filter(isExpected),
      listed.filter((plan) => !isExpected(plan)),
    ];
    if (expected.length > 0)
      say("has a new kind of value that programs expect", {
        after: this.#describeAll(expected, "after"),
      });
    if (unexpected.length > 0)
      say("has a new kind of value", { after: this.#describeAll(unexpected, "after") });
  }

  #describeAll(plans: readonly SchemaPlan[], side: "before" | "after"): string {
    return plans.map(this.#describe[side]).join(" | ");
  }

  /** Matches alternatives that are equal, then those with one discriminator, then those of one type. */
  #match(olds: readonly SchemaPlan[], news: readonly SchemaPlan[]): Matched {
    const pairs: PlanPair[] = [];
    let [gone, added] = [olds, news];
    const keys: readonly ((plan: SchemaPlan, side: "before" | "after") => string | undefined)[] = [
      (plan) => (plan.kind === "reference" ? plan.ref : JSON.stringify(schemaOf(plan))),
      (plan, side) => this.#tagOf(plan, side),
      (plan, side) => this.#read(plan, side).types.join(),
    ];
    for (const [index, keyOf] of keys.entries()) {
      const left: SchemaPlan[] = [];
      for (const before of gone) {
        const key = keyOf(before, "before");
        const after = added.find(
          (plan) =>
            key !== undefined &&
            keyOf(plan, "after") === key &&
            (index < 2 || this.#hasNoOtherTag(before, plan)),
        );
        if (after === undefined) {
          left.push(before);
          continue;
        }
        pairs.push({ before, after });
        added = added.filter((plan) => plan !== after);
      }
      gone = left;
    }
    return { pairs, gone, added };
  }

  /** Alternatives with different discriminators are different, even if both are objects. */
  #hasNoOtherTag(before: SchemaPlan, after: SchemaPlan): boolean {
    const [one, other] = [this.#tagOf(before, "before"), this.#tagOf(after, "after")];
    return one === undefined || other === undefined;
  }

  /** The properties that have one value, such as `type=circle`. */
  #tagOf(plan: SchemaPlan, side: "before" | "after"): string | undefined {
    const { object } = this.#read(plan, side);
    const resolve = side === "before" ? this.#before : this.#after;
    for (const [name, plans] of object?.properties ?? []) {
      const shapes = plans.map((each) => readShape(followPlan(each, resolve), resolve));
      if (shapes.some(({ isUnlisted }) => isUnlisted)) return UNLISTED;
      const listed = shapes.flatMap(({ values }) => values?.listed ?? []);
      if (listed.length === 1) return `${name}=${String(listed[0])}`;
    }
    return undefined;
  }

  #teller({ before, after }: HalfPair, { found, direction, place }: Spot): Say {
    return (effect, detail) => {
      const { before: one, after: other } = detail ?? {
        before: before && this.#describe.before(before),
        after: after && this.#describe.after(after),
      };
      found.changes.push({
        level: EFFECTS[effect][direction],
        place,
        text: TEXTS[effect] ?? effect,
        ...(one !== undefined && { before: one }),
        ...(other !== undefined && { after: other }),
      });
    };
  }
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

function compareDeprecation(before: Deprecable, after: Deprecable, say: Say): void {
  if (before.isDeprecated !== after.isDeprecated)
    say(after.isDeprecated ? "is deprecated" : "is no longer deprecated");
}

function compareNull({ before, after }: ShapePair, say: Say): void {
  if (before.isNullable !== after.isNullable)
    say(after.isNullable ? "may be null now" : "is never null now");
}

type Describe = (plan: SchemaPlan) => string;

function createDescribe({ components }: SchemaModel): Describe {
  const names = components.map(({ ref, name }) => [ref, toPascalCase(plainName(name))] as const);
  const context = { names: { components: new Map(names) } };
  return (plan) => describeType(schemaOf(plan), context);
}

/** The name of a type without the word that tells its input from the received one. */
function plainName(name: string): string {
  return name.replace(/ input$/, "");
}

/** Texts of effects that differ only by who reads the value. */
const TEXTS: Partial<Readonly<Record<Effect, string>>> = {
  "has new values that programs expect": "has new values",
  "lacks values of an open list": "lacks values",
  "has an open list of values no more": "has no list of values any more",
  "is no longer described": "is gone",
  "has a new kind of value that programs expect": "has a new kind of value",
};

const UNLISTED = "unlisted";

const ANY = readPlan(true);

const NO_OBJECT: ShapeObject = {
  kind: "object",
  isDescribed: false,
  properties: new Map(),
  required: [],
  patterns: new Map(),
};

function isChoice({ alternatives, types }: Shape): boolean {
  return alternatives.length > 0 || types.length > 1;
}

/** Divides a value of several types, too: each type is an alternative. */
function listAlternatives(
  shape: Shape,
  plan: SchemaPlan,
  resolve: ResolveComponent,
): readonly SchemaPlan[] {
  if (shape.alternatives.length > 0) return shape.alternatives;
  const target = followPlan(plan, resolve);
  const types = target.kind === "rules" ? target.types.filter((type) => type !== "null") : [];
  if (target.kind !== "rules" || types.length < 2) return [plan];
  return types.map((type) => readPlan({ ...target.schema, type }));
}

/** The plan of properties that are not described; `undefined` if there is none. */
function othersOf({ additional, patterns, isDescribed }: ShapeObject): SchemaPlan | undefined {
  const [first, ...further] = patterns.values();
  if (first !== undefined && additional?.kind !== "any") {
    const possible =
      additional === undefined || additional.kind === "never" ? further : [...further, additional];
    return possible.length === 0 ? first : readPlan({ anyOf: [first, ...possible].map(schemaOf) });
  }
  if (additional?.kind === "never") return undefined;
  return additional ?? (isDescribed ? undefined : ANY);
}

function compareTypes(before: readonly string[], after: readonly string[]): Effect | undefined {
  const [one, other] = [before.join(), after.join()];
  if (one === other) return undefined;
  if (one === "integer" && other === "number") return "may have fractions now";
  if (one === "number" && other === "integer") return "is a whole number now";
  return "has another type";
}

function compareValues(before: Shape, after: Shape, say: Say): void {
  const [one, other] = [before.values, after.values];
  if (one === undefined) {
    say("has a list of values now");
    return;
  }
  if (other === undefined) {
    say(one.isOpen ? "has an open list of values no more" : "has no list of values any more");
    return;
  }
  if (!one.isOpen && other.isOpen) say("may have values that are not listed");
  const [olds, news] = [one.listed.map(printValue), other.listed.map(printValue)];
  const gone = olds.filter((value) => !news.includes(value));
  const added = news.filter((value) => !olds.includes(value));
  if (gone.length > 0)
    say(other.isOpen ? "lacks values of an open list" : "lacks values", {
      before: gone.join(", "),
    });
  if (added.length > 0)
    say(one.isOpen ? "has new values that programs expect" : "has new values", {
      after: added.join(", "),
    });
}

function printValue(value: unknown): string {
  return JSON.stringify(value);
}

function joinPlace(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

/** All changes of a schema, also those of the shared types that it leads to. */
export function listReached(root: SchemaChanges): ReadonlySet<SchemaChanges> {
  const found = new Set([root]);
  // The loop also visits parts that it adds.
  for (const each of found) for (const part of each.parts) found.add(part);
  return found;
}

// ---- Types

interface PlanPair {
  readonly before: SchemaPlan;
  readonly after: SchemaPlan;
}

/** A side is `undefined` where there was nothing, or is nothing any more. */
interface HalfPair {
  readonly before: SchemaPlan | undefined;
  readonly after: SchemaPlan | undefined;
}

interface ShapePair {
  readonly before: Shape;
  readonly after: Shape;
}

/** The place that is compared. */
interface Spot {
  readonly found: SchemaChanges;
  readonly direction: Direction;
  readonly place: string;
}

type Deprecable = Pick<Shape, "isDeprecated">;

interface WrappedReference extends Deprecable {
  readonly ref: string;
  readonly isNullable: boolean;
}

interface Matched {
  readonly pairs: readonly PlanPair[];
  readonly gone: readonly SchemaPlan[];
  readonly added: readonly SchemaPlan[];
}

type Tuple = NonNullable<Shape["tuple"]>;

/** Adds a change. The details take the place of the descriptions of both schemas. */
type Say = (effect: Effect, detail?: Partial<Pick<Change, "before" | "after">>) => void;
