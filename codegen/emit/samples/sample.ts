/**
 * Sample values of schemas, for tests and documentation: an order with a required `id` and `status` becomes
 * `{ id: 1, status: "open" }`.
 */
import {
  followPlan,
  isMultiple,
  type Limits,
  readPlan,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";
import { flatten, type FlatSchema } from "./flat-schema.js";
import { isFittingText, sampleText } from "./texts.js";

/**
 * Creates the smallest realistic value of a schema: required properties only, unless the settings ask for more, empty
 * lists, and values from the schema's examples and defaults if they are valid. Other texts are chosen by format and
 * name. A schema that requires itself ends with `null`. Deterministic.
 */
export function createSample(schema: JsonSchema, settings: SampleSettings): unknown {
  return new Sampler(settings).sample([readPlan(schema)], "", 0);
}

/** Only schemas that require themselves are deeper. */
const MAX_SAMPLE_DEPTH = 30;

/** More values than any real payload requires. */
const MAX_SAMPLE_VALUES = 10_000;

/** Limit of items in a list; samples ignore the rest of a larger `minItems`. */
const MAX_ITEMS = 100;

/** Samples one schema, and counts the values, so that a sample cannot grow without end. */
class Sampler {
  readonly #resolve: ResolveComponent;
  readonly #baseUrl: string;
  readonly #fullLevels: number;
  #count = 0;

  constructor({ resolve, baseUrl, fullLevels = 0 }: SampleSettings) {
    this.#resolve = resolve;
    this.#baseUrl = baseUrl;
    this.#fullLevels = fullLevels;
  }

  /**
   * @param schemas The value satisfies all of them.
   * @param name The property that holds the value; of an item, that of its list.
   * @param outer The values in this place of the examples of outer values.
   */
  sample(
    schemas: readonly SchemaPlan[],
    name: string,
    depth: number,
    outer: readonly unknown[] = [],
  ): unknown {
    this.#count += 1;
    if (depth > MAX_SAMPLE_DEPTH || this.#count > MAX_SAMPLE_VALUES) return null;
    const flat = flatten(schemas, this.#resolve);
    const examples = [...flat.examples, ...outer, ...flat.defaults];
    const { values } = flat;
    if (values) return chooseListed(values, examples);
    switch (chooseType(flat)) {
      case "string":
        return this.#sampleText(name, flat, examples);
      case "integer":
      case "number":
        return (
          examples.find((candidate) => isFittingNumber(candidate, flat)) ?? sampleNumber(name, flat)
        );
      case "boolean":
        return examples.find((candidate) => typeof candidate === "boolean") ?? false;
      case "array":
        return this.#sampleList(flat, name, depth, examples);
      case "object":
        return this.#sampleObject(flat, depth, examples);
      default:
        return null;
    }
  }

  #sampleText(name: string, { known, limits }: FlatSchema, examples: readonly unknown[]): string {
    const texts = known.filter((value) => typeof value === "string");
    const isFitting = (candidate: unknown): boolean =>
      texts.length === 0
        ? isFittingText(candidate, limits)
        : texts.some((text) => text === candidate);
    const example = examples.filter((candidate) => typeof candidate === "string").find(isFitting);
    return example ?? texts[0] ?? sampleText(name, limits, this.#baseUrl);
  }

  #sampleObject(
    { required, properties }: FlatSchema,
    depth: number,
    examples: readonly unknown[],
  ): object {
    const isRequired = new Set(required);
    const isShown = (name: string): boolean =>
      isRequired.has(name) ||
      (depth < this.#fullLevels && !isDeprecated(properties.get(name) ?? [], this.#resolve));
    const records = examples.filter((example) => typeof example === "object" && example !== null);
    const entries = [...new Set([...properties.keys(), ...required])]
      .filter(isShown)
      .map((name) => {
        const inside = records.map((record): unknown => new Map(Object.entries(record)).get(name));
        const known = inside.filter((each) => each !== undefined);
        return [name, this.sample(properties.get(name) ?? [], name, depth + 1, known)] as const;
      });
    return Object.fromEntries(entries);
  }

  #sampleList(
    { items, firstItems, limits }: FlatSchema,
    name: string,
    depth: number,
    examples: readonly unknown[],
  ): unknown[] {
    const least = limits.minItems ?? firstItems.length;
    const length = Math.min(Math.max(least, depth < this.#fullLevels ? 1 : 0), MAX_ITEMS);
    const singular = name.replace(/s$/, "");
    const lists = examples.filter((example): example is readonly unknown[] =>
      Array.isArray(example),
    );
    return Array.from({ length }, (_, index) => {
      const inside = lists.flatMap((list) => list.slice(index, index + 1));
      return this.sample(firstItems[index] ?? items, singular, depth + 1, inside);
    });
  }
}

/** Prefers an example, and any value to `null`. */
function chooseListed(values: readonly unknown[], examples: readonly unknown[]): unknown {
  const example = examples.find((candidate) => candidate !== null && values.includes(candidate));
  return example ?? values.find((value) => value !== null) ?? null;
}

function isDeprecated(plans: readonly SchemaPlan[], resolve: ResolveComponent): boolean {
  const targets = plans.map((plan) => followPlan(plan, resolve));
  return targets.some((target) => target.kind === "rules" && target.notes.isDeprecated);
}

/** The first type but `null`, or the type that the rules of an untyped schema describe. */
function chooseType({ types, properties, items, firstItems }: FlatSchema): string | undefined {
  if (types.length > 0) return types.find((type) => type !== "null");
  if (properties.size > 0) return "object";
  return items.length + firstItems.length > 0 ? "array" : undefined;
}

/** 2026-01-01T00:00:00Z in seconds, for numeric timestamps. */
const TIMESTAMP = 1_767_225_600;

function sampleNumber(name: string, { known, limits }: FlatSchema): number {
  const byName = name.endsWith("_at") ? TIMESTAMP : /(^|_)(id|number)$/.test(name) ? 1 : 0;
  const [least, most] = boundsOf(limits);
  const number = known.find((value) => typeof value === "number");
  const near = Math.min(Math.max(byName, least), most);
  return number ?? toMultiple(near, most, limits.multipleOf);
}

/** The next multiple, or the last one before a greatest number. */
function toMultiple(number: number, most: number, step: number | undefined): number {
  if (step === undefined || isMultiple(number, step)) return number;
  const next = Math.ceil(number / step) * step;
  return next <= most ? next : Math.floor(number / step) * step;
}

function isFittingNumber(value: unknown, { types, limits }: FlatSchema): boolean {
  const [least, most] = boundsOf(limits);
  const isWhole = types.includes("number") || Number.isInteger(value);
  if (typeof value !== "number" || !isWhole || value < least || value > most) return false;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = limits;
  if (value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return multipleOf === undefined || isMultiple(value, multipleOf);
}

/** Bounds for samples: the number after an exclusive limit, or the middle where there is less room. */
function boundsOf({
  minimum = -Infinity,
  maximum = Infinity,
  exclusiveMinimum: above = -Infinity,
  exclusiveMaximum: below = Infinity,
}: Limits): readonly [least: number, most: number] {
  const step = Math.min(1, (Math.min(below, maximum) - Math.max(above, minimum)) / 2);
  return [Math.max(minimum, above + step), Math.min(maximum, below - step)];
}

/** Settings of {@link createSample}. */
export interface SampleSettings {
  readonly resolve: ResolveComponent;
  /** Prefix of sample URLs. */
  readonly baseUrl: string;
  /**
   * The number of levels that have optional properties, too, and an item in each list. Deprecated properties are
   * left out. Default: 0.
   */
  readonly fullLevels?: number;
}
