import type { QueryStyle } from "./catalog.js";

/** How the variables of an expression are written (RFC 6570, appendix A). */
export interface Operator {
  /** Empty for simple expansion. */
  readonly symbol: string;
  /** What stands before the first defined variable. */
  readonly first: string;
  readonly separator: string;
  /** Whether values stand behind their names. */
  readonly named: boolean;
  readonly keepsReserved: boolean;
}

export interface Variable {
  readonly name: string;
  readonly explode: boolean;
  /** In code points; `0` for no limit. */
  readonly maxLength: number;
  readonly place: Place;
}

/**
 * What the place of a variable asks of it beside RFC 6570. All are own properties, so that nothing on
 * `Object.prototype` can stand in for one.
 */
export interface Place {
  /** What a value must be for the template to be expanded at all. */
  readonly required: "defined" | "non-empty" | undefined;
  /** A form other than RFC 6570's: a path of several segments, a query parameter, or no value at all. */
  readonly form: "segments" | "repeat" | "withheld" | QueryStyle | undefined;
}

/** A place that asks nothing. */
export const anyPlace: Place = { required: undefined, form: undefined };

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
}

/** Literal text, percent-encoded already, or an expression. */
export type TemplatePart = string | Expression;
