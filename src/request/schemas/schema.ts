/** Schemas by the Standard Schema Spec, version 1 (standardschema.dev). */
import { check, type Issue, type Plan } from "./rules.js";

/** Makes a schema from a plan (contract K.1). */
export function schema<Value>(plan: Plan): Schema<Value> {
  return {
    "~standard": {
      version: 1,
      vendor: "typewire",
      validate(value) {
        const issues: Issue[] = [];
        check(plan, value, { path: [], issues });
        // The type is generated from the same JSON Schema as the plan.
        return issues[0] ? { issues } : { value: value as Value };
      },
    },
  };
}

/** Makes a schema from a plan that contains itself. Its check goes as deep as the value is nested. */
export function recursiveSchema<Value>(plan: Plan): Schema<Value> {
  const { "~standard": standard } = schema<Value>(plan);
  const validate = (value: unknown): Result<Value> => {
    try {
      return standard.validate(value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { issues: [{ message: "is nested too deeply", path: [] }] };
    }
  };
  return { "~standard": { ...standard, validate } };
}

/**
 * A schema that other packages take: `StandardSchemaV1` of the spec. Returns a valid value itself, neither
 * copied nor changed.
 */
export interface Schema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "typewire";
    readonly validate: (value: unknown) => Result<Value>;
    /** For the compiler alone. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

type Result<Value> =
  { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** The body of a request as it is sent: a `Date` has become text. */
export type AsJson<Body> = { [Key in keyof Body]: Exclude<Body[Key], Date> };
