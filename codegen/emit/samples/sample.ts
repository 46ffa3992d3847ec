/**
 * Sample values of schemas, for tests and documentation: an order with a required `id` and `status` becomes
 * `{ id: 1, status: "open" }`.
 */
import { followPlan, readPlan, type SchemaPlan } from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";
import { flatten, type FlatSchema } from "./flat-schema.js";
import { isFittingNumber, sampleNumber } from "./numbers.js";
import { isFittingText, sampleText } from "./texts.js";

/**
 * Creates the smallest realistic value of a schema: required properties only, unless the settings ask for more, empty
 * lists, and values from the schema's examples and defaults if they are valid. Other texts are chosen by format and
 * name. A schema that requires itself ends with `null`. Deterministic.
 */
export function createSample(schema: JsonSchema, settings: SampleSettings): unknown {
  return new Sampler(settings).sample([readPlan(schema)], { name: "", depth: 0, examples: [] });
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

  /** @param schemas The value satisfies all of them. */
  sample(schemas: readonly SchemaPlan[], place: Place): unknown {
    this.#count += 1;
    if (place.depth > MAX_SAMPLE_DEPTH || this.#count > MAX_SAMPLE_VALUES) return null;
    const flat = flatten(schemas, this.#resolve);
    const examples = [...flat.examples, ...place.examples, ...flat.defaults];
    const { values } = flat;
    return values ? chooseListed(values, examples) : this.#sampleType(flat, { ...place, examples });
  }

  #sampleType(flat: FlatSchema, place: Place): unknown {
    switch (chooseType(flat)) {
      case "string":
        return this.#sampleText(flat, place);
      case "integer":
      case "number":
        return chooseNumber(flat, place);
      case "boolean":
        return place.examples.find((example) => typeof example === "boolean") ?? false;
      case "array":
        return this.#sampleList(flat, place);
      case "object":
        return this.#sampleObject(flat, place);
      default:
        return null;
    }
  }

  #sampleText({ known, limits }: FlatSchema, { name, examples }: Place): string {
    const texts = known.filter((value) => typeof value === "string");
    const isFitting = (candidate: unknown): boolean =>
      texts.length === 0
        ? isFittingText(candidate, limits)
        : texts.some((text) => text === candidate);
    const example = examples.filter((candidate) => typeof candidate === "string").find(isFitting);
    return example ?? texts[0] ?? sampleText(name, limits, this.#baseUrl);
  }

  #sampleObject({ required, properties }: FlatSchema, { depth, examples }: Place): object {
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
        const place = { name, depth: depth + 1, examples: known };
        return [name, this.sample(properties.get(name) ?? [], place)] as const;
      });
    return Object.fromEntries(entries);
  }

  #sampleList(
    { items, firstItems, limits }: FlatSchema,
    { name, depth, examples }: Place,
  ): unknown[] {
    const least = limits.minItems ?? firstItems.length;
    const length = Math.min(Math.max(least, depth < this.#fullLevels ? 1 : 0), MAX_ITEMS);
    const singular = name.replace(/s$/, "");
    const lists = examples.filter((example): example is readonly unknown[] =>
      Array.isArray(example),
    );
    return Array.from({ length }, (_, index) => {
      const inside = lists.flatMap((list) => list.slice(index, index + 1));
      const place = { name: singular, depth: depth + 1, examples: inside };
      return this.sample(firstItems[index] ?? items, place);
    });
  }
}

/** Prefers an example, and any value to `null`. */
function chooseListed(values: readonly unknown[], examples: readonly unknown[]): unknown {
  const example = examples.find((candidate) => candidate !== null && values.includes(candidate));
  return example ?? values.find((value) => value !== null) ?? null;
}

/** Prefers an example, and then a value that a service is known to send. */
function chooseNumber({ types, known, limits }: FlatSchema, { name, examples }: Place): unknown {
  const isWhole = (value: unknown): boolean => types.includes("number") || Number.isInteger(value);
  const example = examples.find((each) => isWhole(each) && isFittingNumber(each, limits));
  return example ?? known.find((value) => typeof value === "number") ?? sampleNumber(name, limits);
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

// ---- Types

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

/** The place of a value in the sample. */
interface Place {
  /** The property that holds the value; of an item, the singular of its list's. */
  readonly name: string;
  /** The number of values around it. */
  readonly depth: number;
  /** The values in this place of the examples of the values around it. */
  readonly examples: readonly unknown[];
}
