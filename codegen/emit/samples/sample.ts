import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model.js";
import { type FlatSchema, flatten } from "./flatten.js";
import { sampleText } from "./sample-text.js";

/** Settings of {@link createSample}. */
export interface SampleSettings {
  readonly resolve: ResolveComponent;
  /** Prefix of sample URLs. */
  readonly baseUrl: string;
}

/** Depth limit. Only a schema that requires itself reaches it. */
const DEEPEST = 30;

/**
 * Creates the smallest realistic value of a schema: required properties only, empty lists, and
 * texts chosen by format and name. Deterministic.
 */
export function createSample(schema: JsonSchema, settings: SampleSettings): unknown {
  return sample([schema], "", 0);

  function sample(schemas: readonly JsonSchema[], name: string, depth: number): unknown {
    const flat = flatten(schemas, settings.resolve);
    if (depth > DEEPEST)
      throw new Error(`The schema of ${name} requires itself; expected one with a finite value.`);
    if (flat.values) return flat.values.find((value) => value !== null) ?? null;
    switch (chooseType(flat)) {
      case "string":
        return flat.known.find(isText) ?? sampleText(name, flat.limits, settings.baseUrl);
      case "integer":
      case "number":
        return sampleNumber(name, flat);
      case "boolean":
        return false;
      case "array":
        return sampleList(flat, name, depth);
      case "object":
        return sampleObject(flat, depth);
      default:
        return null;
    }
  }

  function sampleObject({ required, properties }: FlatSchema, depth: number): object {
    const isRequired = new Set(required);
    const entries = [...new Set([...properties.keys(), ...required])]
      .filter((name) => isRequired.has(name))
      .map((name) => [name, sample(properties.get(name) ?? [true], name, depth + 1)] as const);
    return Object.fromEntries(entries);
  }

  function sampleList(flat: FlatSchema, name: string, depth: number): unknown[] {
    const { items, firstItems, limits } = flat;
    const length = typeof limits["minItems"] === "number" ? limits["minItems"] : firstItems.length;
    const singular = name.replace(/s$/, "");
    return Array.from({ length }, (_, index) =>
      sample(firstItems[index] ?? items, singular, depth + 1),
    );
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function chooseType({ types, properties, items, firstItems }: FlatSchema): string | undefined {
  const type = types.find((each) => each !== "null");
  if (type !== undefined || types.length > 0) return type;
  if (properties.size > 0) return "object";
  return items.length + firstItems.length > 0 ? "array" : undefined;
}

/** 2026-01-01T00:00:00Z in seconds, for numeric timestamps. */
const MOMENT = 1_767_225_600;

function sampleNumber(name: string, { limits }: FlatSchema): number {
  const usual = name.endsWith("_at") ? MOMENT : /(^|_)(id|number)$/.test(name) ? 1 : 0;
  const { minimum, maximum } = limits;
  const least = typeof minimum === "number" ? minimum : -Infinity;
  const most = typeof maximum === "number" ? maximum : Infinity;
  return Math.min(Math.max(usual, least), most);
}
