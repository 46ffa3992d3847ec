/** The schemas that json-schema-to-typescript is given. */
import type { SchemaPlan } from "../../json-schema/plan.js";

/**
 * A schema reduced to the keywords that determine a type, for json-schema-to-typescript. A
 * reference is the name of a type. Keywords that the tool would obey, such as `tsType`, are dropped
 * if they come from the YAML.
 */
export type PlainSchema = boolean | { readonly [keyword: string]: unknown };

/** A type that is written as it is, with the name of the declaration beside it that it uses. */
export type WrittenType = { readonly tsType: string; readonly helper?: string };

/** From the `$ref` of a component to the name of its type. */
export type RefName = (ref: string) => string;

/** Reduces a schema inside another one. */
export type Nested = (plan: SchemaPlan) => PlainSchema;

/** Some keywords of a reduced schema. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}
