import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";
import { type FlatSchema, flatten } from "./flatten.js";
import { sampleText } from "./sample-text.js";

/** Settings of {@link createSample}. */
export interface SampleSettings {
  readonly resolve: ResolveComponent;
  /** Prefix of sample URLs. */
  readonly baseUrl: string;
}

/** Only what requires itself is deeper. */
const MAX_DEPTH = 30;

/** More than any real payload requires. */
const MAX_VALUES = 10_000;
const MAX_ITEMS = 100;

/**
 * Creates the smallest realistic value of a schema: required properties only, empty lists, and
 * texts chosen by format and name. Where a schema requires values without end, they end with `null`.
 * Deterministic.
 */
export function createSample(schema: JsonSchema, settings: SampleSettings): unknown {
  return new Sampler(settings).sample([schema], "", 0);
}

class Sampler {
  readonly #resolve: ResolveComponent;
  readonly #baseUrl: string;
  #count = 0;

  constructor({ resolve, baseUrl }: SampleSettings) {
    this.#resolve = resolve;
    this.#baseUrl = baseUrl;
  }

  /**
   * @param schemas The value satisfies all of them.
   * @param name The property that holds the value; of an item, that of its list.
   */
  sample(schemas: readonly JsonSchema[], name: string, depth: number): unknown {
    this.#count += 1;
    if (depth > MAX_DEPTH || this.#count > MAX_VALUES) return null;
    const flat = flatten(schemas, this.#resolve);
    if (flat.values) return flat.values.find((value) => value !== null) ?? null;
    switch (chooseType(flat)) {
      case "string":
        return this.#sampleText(name, flat);
      case "integer":
      case "number":
        return sampleNumber(name, flat);
      case "boolean":
        return false;
      case "array":
        return this.#sampleList(flat, name, depth);
      case "object":
        return this.#sampleObject(flat, depth);
      default:
        return null;
    }
  }

  #sampleText(name: string, { known, limits }: FlatSchema): string {
    const text = known.find((value) => typeof value === "string");
    return text ?? sampleText(name, limits, this.#baseUrl);
  }

  #sampleObject({ required, properties }: FlatSchema, depth: number): object {
    const isRequired = new Set(required);
    const entries = [...new Set([...properties.keys(), ...required])]
      .filter((name) => isRequired.has(name))
      .map((name) => [name, this.sample(properties.get(name) ?? [true], name, depth + 1)] as const);
    return Object.fromEntries(entries);
  }

  #sampleList({ items, firstItems, limits }: FlatSchema, name: string, depth: number): unknown[] {
    const least = typeof limits["minItems"] === "number" ? limits["minItems"] : firstItems.length;
    const length = Math.min(least, MAX_ITEMS);
    const singular = name.replace(/s$/, "");
    return Array.from({ length }, (_, index) =>
      this.sample(firstItems[index] ?? items, singular, depth + 1),
    );
  }
}

function chooseType({ types, properties, items, firstItems }: FlatSchema): string | undefined {
  if (types.length > 0) return types.find((type) => type !== "null");
  if (properties.size > 0) return "object";
  return items.length + firstItems.length > 0 ? "array" : undefined;
}

/** 2026-01-01T00:00:00Z in seconds, for numeric timestamps. */
const TIMESTAMP = 1_767_225_600;

function sampleNumber(name: string, { limits }: FlatSchema): number {
  const usual = name.endsWith("_at") ? TIMESTAMP : /(^|_)(id|number)$/.test(name) ? 1 : 0;
  const { minimum, maximum } = limits;
  const least = typeof minimum === "number" ? minimum : -Infinity;
  const most = typeof maximum === "number" ? maximum : Infinity;
  return Math.min(Math.max(usual, least), most);
}
