import type { QueryStyle } from "./catalog.js";

/** How the variables of an expression are written (RFC 6570, appendix A). */
export interface Operator {
  /** Empty for simple expansion. */
  readonly symbol: string;
  /** What stands before the first defined variable. */
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** What follows the name of a variable whose value is empty. */
  readonly ifEmpty: string;
  readonly keepsReserved: boolean;
}

/**
 * As the parser reads it; the last two are decided by the route that the template belongs to. All
 * are own properties, so that nothing on `Object.prototype` can stand in for one.
 */
export interface Variable {
  readonly name: string;
  readonly explode: boolean;
  /** In code points; `0` for no limit. */
  readonly maxLength: number;
  /** What a value must be for the template to be expanded at all. */
  readonly required: "defined" | "non-empty" | undefined;
  /** A form other than RFC 6570's: a path of several segments, or a query parameter. */
  readonly form: "segments" | "repeat" | QueryStyle | undefined;
}

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
  /**
   * The name of the only variable, when all of a text of unreserved characters stands where the
   * expression was: simple or reserved expansion, no prefix, no query form.
   */
  readonly plainName: string | undefined;
  /** Whether it has only that variable, and encodes all but unreserved characters. */
  readonly isSegment: boolean;
  /** Whether it is a query, or goes on with one, of single values without prefix and query form. */
  readonly isPairs: boolean;
}

/** Literal text, percent-encoded already, or an expression. */
export type TemplatePart = string | Expression;

export function createExpression(operator: Operator, variables: readonly Variable[]): Expression {
  const isPairs = (operator.symbol === "?" || operator.symbol === "&") && variables.every(isPair);
  const plainName = readPlainName(operator, variables);
  const isSegment =
    plainName !== undefined && operator.symbol === "" && variables[0]?.form === undefined;
  return { operator, variables, plainName, isSegment, isPairs };
}

function isPair({ maxLength, form }: Variable): boolean {
  return maxLength === 0 && form === undefined;
}

function readPlainName(operator: Operator, variables: readonly Variable[]): string | undefined {
  const [variable, another] = variables;
  if (variable === undefined || another !== undefined) return undefined;
  const { name, maxLength, form } = variable;
  const isPlain = operator.first === "" && maxLength === 0;
  return isPlain && (form === undefined || form === "segments") ? name : undefined;
}
