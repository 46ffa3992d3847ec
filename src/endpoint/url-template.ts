import { EndpointError } from "../endpoint-error.js";
import { expandParts } from "./expand-template.js";
import { encodeReserved, isPlainPath, isTripletAt, isWordCode } from "./percent-encoding.js";
import { createExpression } from "./template-parts.js";
import type { Expression, Operator, TemplatePart, Variable } from "./template-parts.js";

export interface UrlTemplate {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
  /** Whether it certainly is a path to its end, without a query and a fragment. */
  readonly isPath: boolean;
}

export interface TemplateSyntax {
  /**
   * Reads `:name` at the start of a path segment as `{name}`, and takes hyphens inside names, as
   * routes are documented. Without it the syntax is RFC 6570 and nothing else.
   */
  readonly routes?: boolean;
  /** What errors call the template; by default its own text. */
  readonly route?: string;
  /** Added to the positions that errors report. */
  readonly offset?: number;
}

/** Nothing but RFC 6570. */
const rfcSyntax: TemplateSyntax = Object.freeze({ routes: false, offset: 0 });

/** Values of variables: text, numbers, booleans, dates, lists of these, and plain objects of these. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

const simple: Operator = {
  symbol: "",
  first: "",
  separator: ",",
  named: false,
  ifEmpty: "",
  keepsReserved: false,
};

const operators: ReadonlyMap<string, Operator> = new Map(
  [
    simple,
    { symbol: "+", first: "", separator: ",", named: false, ifEmpty: "", keepsReserved: true },
    { symbol: "#", first: "#", separator: ",", named: false, ifEmpty: "", keepsReserved: true },
    { symbol: ".", first: ".", separator: ".", named: false, ifEmpty: "", keepsReserved: false },
    { symbol: "/", first: "/", separator: "/", named: false, ifEmpty: "", keepsReserved: false },
    { symbol: ";", first: ";", separator: ";", named: true, ifEmpty: "", keepsReserved: false },
    { symbol: "?", first: "?", separator: "&", named: true, ifEmpty: "=", keepsReserved: false },
    { symbol: "&", first: "&", separator: "&", named: true, ifEmpty: "=", keepsReserved: false },
  ].map((operator) => [operator.symbol, operator]),
);

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Operators that RFC 6570, section 2.2, keeps for later. */
const futureOperators = "=,!@|";

/** What a literal must not hold as it is (RFC 6570, section 2.1; `'` is allowed, as its errata correct it). */
const forbiddenInLiterals = /[\u0000-\u0020"<>\\^`|\u007f-\u009f\ud800-\udfff]/u;

/** Both are sticky, so that a name is matched where it is expected and nowhere else. */
const rfcName = /(?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*/y;
const routeName =
  /(?:\w|%[0-9A-Fa-f]{2})(?:[\w-]|%[0-9A-Fa-f]{2})*(?:\.(?:[\w-]|%[0-9A-Fa-f]{2})+)*/y;
const colonName = /[A-Za-z_]\w*/y;
const prefixLength = /[1-9][0-9]{0,3}(?![0-9])/y;

/**
 * Expands a URI template (RFC 6570, levels 1 to 4). A variable that is `undefined`, `null`, or an
 * empty list or object expands to nothing.
 * @throws EndpointError `INVALID_TEMPLATE` with the position, `INVALID_PARAMETER` for a value
 * that the template cannot hold, such as a list under a prefix.
 */
export function expandTemplate(template: string, variables: TemplateVariables): string {
  return expandParts(parseTemplate(template).parts, variables, template);
}

/**
 * Parses a URI template; the one parser of this project. Linear in the template's length.
 * @throws EndpointError `INVALID_TEMPLATE` with the position.
 */
export function parseTemplate(source: string, syntax: TemplateSyntax = rfcSyntax): UrlTemplate {
  const parts: TemplatePart[] = [];
  const known: Expressions = new Map();
  let inPath = syntax.routes === true;
  let index = 0;
  while (index < source.length) {
    if (source.charCodeAt(index) === OPENING_BRACE) {
      const { expression, end } = readExpression(source, index, syntax, parts.length, known);
      parts.push(expression);
      if (leavesPath(expression)) inPath = false;
      index = end;
    } else {
      const end = endOfLiteral(source, index);
      // Nearly every literal means nothing but itself.
      if (isPlainPath(source, index, end)) parts.push(source.slice(index, end));
      else inPath = parseLiteral(source, index, end, inPath, syntax, parts, known);
      index = end;
    }
  }
  return { source, parts, isPath: inPath };
}

function leavesPath({ operator }: Expression): boolean {
  return operator.symbol !== "" && "?&#".includes(operator.symbol);
}

function endOfLiteral(source: string, start: number): number {
  const end = source.indexOf("{", start);
  return end < 0 ? source.length : end;
}

/** Appends a literal, with the `:name`s in it, and returns whether the path goes on after it. */
function parseLiteral(
  source: string,
  start: number,
  end: number,
  inPath: boolean,
  syntax: TemplateSyntax,
  parts: TemplatePart[],
  known: Expressions,
): boolean {
  const literal = source.slice(start, end);
  checkLiteral(source, literal, start, syntax);
  const pathLength = inPath ? lengthOfPath(literal) : 0;
  let done = 0;
  let colon = start === 0 && literal.startsWith(":") ? 0 : nextColon(literal, 0);
  for (; colon >= 0 && colon < pathLength; colon = nextColon(literal, colon)) {
    const name = matchAt(colonName, literal, colon + 1);
    if (name === undefined) continue;
    if (colon > done) parts.push(encodeReserved(literal.slice(done, colon)));
    parts.push(createPlaceholder(name, known));
    done = colon + 1 + name.length;
  }
  if (done < literal.length) parts.push(encodeReserved(literal.slice(done)));
  return inPath && pathLength === literal.length;
}

/** By their text, or by the name after a colon: one that a template repeats a thousand times is kept once. */
type Expressions = Map<string, Expression>;

/** Templates with fewer parts than this are not looked through for repetitions. */
export const FEW_PARTS = 32;

function createPlaceholder(name: string, known: Expressions): Expression {
  const found = known.get(name);
  if (found !== undefined) return found;
  const expression = createExpression(simple, [createVariable(name, false, 0)]);
  known.set(name, expression);
  return expression;
}

function readExpression(
  source: string,
  start: number,
  syntax: TemplateSyntax,
  count: number,
  known: Expressions,
): { expression: Expression; end: number } {
  if (count < FEW_PARTS) return parseExpression(source, start, syntax);
  // An expression that can be read ends with the first brace that closes.
  const text = source.slice(start, source.indexOf("}", start) + 1);
  const found = known.get(text);
  if (found !== undefined) return { expression: found, end: start + text.length };
  const read = parseExpression(source, start, syntax);
  known.set(text, read.expression);
  return read;
}

/** Where a name of letters, digits and underscores ends, as nearly all are. */
function endOfWord(source: string, start: number): number {
  let end = start;
  while (isWordCode(source.charCodeAt(end))) end++;
  return end;
}

/** The next colon that opens a path segment, or -1. */
function nextColon(literal: string, from: number): number {
  const slash = literal.indexOf("/:", from);
  return slash < 0 ? -1 : slash + 1;
}

function lengthOfPath(literal: string): number {
  const end = literal.search(/[?#]/);
  return end < 0 ? literal.length : end;
}

function checkLiteral(
  source: string,
  literal: string,
  start: number,
  syntax: TemplateSyntax,
): void {
  const brace = literal.indexOf("}");
  if (brace >= 0) throw malformed(source, start + brace, `found "}" with no "{" before it`, syntax);
  const forbidden = literal.search(forbiddenInLiterals);
  if (forbidden >= 0) {
    const found = JSON.stringify(String.fromCodePoint(literal.codePointAt(forbidden) ?? 0));
    throw malformed(
      source,
      start + forbidden,
      `found ${found}, which must be percent-encoded`,
      syntax,
    );
  }
  for (let index = literal.indexOf("%"); index >= 0; index = literal.indexOf("%", index + 1)) {
    if (!isTripletAt(literal, index))
      throw malformed(
        source,
        start + index,
        `found "%" without two hexadecimal digits; write "%25"`,
        syntax,
      );
  }
}

function parseExpression(
  source: string,
  start: number,
  syntax: TemplateSyntax,
): { expression: Expression; end: number } {
  const wordEnd = endOfWord(source, start + 1);
  if (wordEnd > start + 1 && source.charCodeAt(wordEnd) === CLOSING_BRACE) {
    const variable = createVariable(source.slice(start + 1, wordEnd), false, 0);
    return { expression: createExpression(simple, [variable]), end: wordEnd + 1 };
  }
  const operator = parseOperator(source, start + 1, syntax);
  const variables: Variable[] = [];
  let index = start + 1 + operator.symbol.length;
  for (;;) {
    const { variable, end } = parseVariable(source, index, syntax);
    variables.push(variable);
    const next = source.charAt(end);
    index = end + 1;
    if (next === "}") return { expression: createExpression(operator, variables), end: index };
    if (next === "")
      throw malformed(
        source,
        start,
        `the expression that opens here is not closed; expected "}"`,
        syntax,
      );
    if (next !== ",")
      throw malformed(source, end, `found ${JSON.stringify(next)}; expected "," or "}"`, syntax);
  }
}

function parseOperator(source: string, index: number, syntax: TemplateSyntax): Operator {
  const symbol = source.charAt(index);
  if (symbol !== "" && futureOperators.includes(symbol)) {
    throw malformed(
      source,
      index,
      `the operator "${symbol}" is reserved; expected one of + # . / ; ? & or a name`,
      syntax,
    );
  }
  return operators.get(symbol) ?? simple;
}

function parseVariable(
  source: string,
  index: number,
  syntax: TemplateSyntax,
): { variable: Variable; end: number } {
  const name = matchAt(syntax.routes ? routeName : rfcName, source, index);
  if (name === undefined) {
    const found = index < source.length ? JSON.stringify(source.charAt(index)) : "the end";
    throw malformed(source, index, `found ${found}; expected the name of a variable`, syntax);
  }
  const end = index + name.length;
  if (source.charAt(end) === "*") return { variable: createVariable(name, true, 0), end: end + 1 };
  if (source.charAt(end) !== ":") return { variable: createVariable(name, false, 0), end };
  const digits = matchAt(prefixLength, source, end + 1);
  if (digits === undefined)
    throw malformed(source, end + 1, `expected a length from 1 to 9999 after ":"`, syntax);
  return {
    variable: createVariable(name, false, Number(digits)),
    end: end + 1 + digits.length,
  };
}

function createVariable(name: string, explode: boolean, maxLength: number): Variable {
  return { name, explode, maxLength, required: undefined, form: undefined };
}

function matchAt(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0];
}

function malformed(
  source: string,
  index: number,
  problem: string,
  syntax: TemplateSyntax,
): EndpointError {
  const route = syntax.route ?? source;
  const position = index + (syntax.offset ?? 0);
  return new EndpointError(
    "INVALID_TEMPLATE",
    `Malformed URL template in "${route}", at position ${position}: ${problem}.`,
    route,
  );
}
