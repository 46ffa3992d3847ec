/** Schemas by the Standard Schema Spec, version 1 (standardschema.dev). */
import { type Check, compile, fail, type Issue, type Plan, toIssues } from "./check.js";

/** Makes a schema from a plan (contract K.1). Its check goes as deep as the value is nested. */
export function schema<Value>(plan: Plan): Schema<Value> {
  let check: Check | undefined;
  return {
    plan,
    "~standard": {
      version: 1,
      vendor: "typewire",
      validate(value) {
        let found;
        try {
          found = (check ??= compile(plan))(value);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          found = fail("depth", "is nested too deeply");
        }
        // The type is generated from the same JSON Schema as the plan.
        return found === undefined ? { value: value as Value } : { issues: toIssues(found) };
      },
    },
  };
}

/**
 * A schema that other packages take: `StandardSchemaV1` of the spec. Returns a valid value itself, neither
 * copied nor changed.
 */
export interface Schema<Value> {
  /** Its rules, for `withJsonSchema`. */
  readonly plan?: Plan;
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
