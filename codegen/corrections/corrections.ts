/** The contents of `corrections.yaml`, and the paths to properties in it. */
import type { Step } from "../json-schema/keywords.js";
import type { JsonSchema } from "../model/model.js";

/** The changes of one correction. Only `required` and `schema` can make a schema stricter. */
export interface Change {
  /** The property may be absent. */
  readonly optional?: true;
  /** The property is always present, although it is described as optional. */
  readonly required?: true;
  readonly nullable?: true;
  /** Further types that the value may have. */
  readonly types?: readonly string[];
  /** Further values of an `enum`. */
  readonly values?: readonly unknown[];
  /** Allows further values of an `enum`, and further properties of an object. */
  readonly open?: true;
  /** Removes format, pattern, lengths and bounds. */
  readonly unlimited?: true;
  /** Replaces the schema, or adds a property. */
  readonly schema?: JsonSchema;
}

export type ChangeKey = keyof Change;

// prettier-ignore
export const CHANGE_KEYS = [
  "optional", "required", "nullable", "types", "values", "open", "unlimited", "schema",
] as const satisfies readonly ChangeKey[];

export interface Correction {
  /** Paths from the target to the values; an empty path is the target itself. */
  readonly properties: readonly (readonly Step[])[];
  readonly change: Change;
  readonly path: readonly (string | number)[];
}

/** Corrects every schema of a payload that has these keywords with these values. */
export interface KeywordRule {
  readonly where: Readonly<Record<string, unknown>>;
  readonly change: Change;
  readonly path: readonly (string | number)[];
}

/** Corrects all objects with certain properties. */
export interface ObjectRule {
  readonly name: string;
  /** Properties that the object must have. */
  readonly having: readonly string[];
  /** Properties that the object must not have. */
  readonly lacking: readonly string[];
  readonly corrections: readonly Correction[];
}

/** The corrections of a component or of payloads. */
export interface TargetCorrections {
  /** The `$ref` of a component; an event, with or without action; `*` for every payload. */
  readonly target: string;
  readonly corrections: readonly Correction[];
}

/** The sections of `corrections.yaml`, in the order in which they are applied. */
export interface Corrections {
  readonly everywhere: readonly KeywordRule[];
  readonly objects: readonly ObjectRule[];
  readonly components: readonly TargetCorrections[];
  readonly payloads: readonly TargetCorrections[];
}

// prettier-ignore
export const NO_CORRECTIONS: Corrections = {
  everywhere: [], objects: [], components: [], payloads: [],
};

/** Reads `labels[].name`, where `[]` is any item of a list and `{}` any further property. */
export function parsePropertyPath(text: string): readonly Step[] {
  const steps = text.matchAll(/\[\]|\{\}|[^.[\]{}]+/g);
  return [...steps].map(([step]): Step => {
    if (step === "[]") return "items";
    return step === "{}" ? "others" : { property: step };
  });
}

/** Formats a path as {@link parsePropertyPath} reads it. */
export function formatPropertyPath(path: readonly Step[]): string {
  return path.reduce<string>((text, step) => {
    if (step === "items") return `${text}[]`;
    if (step === "others") return `${text}{}`;
    return text === "" ? step.property : `${text}.${step.property}`;
  }, "");
}

/** Tests whether a path can be written as text: no property name in it has a dot or a bracket. */
export function isWritable(path: readonly Step[]): boolean {
  return path.every((step) => typeof step === "string" || /^[^.[\]{}]+$/.test(step.property));
}
