/** Parses URL templates (RFC 6570). */
import { EndpointError } from "../errors.js";
import { encodeReserved, encodeUnreserved, isPlainPath } from "../url-text.js";

// ---- Parsing

/**
 * Parses a URI template; the only parser of this project. The cost is linear in the length.
 * @throws EndpointError `INVALID_TEMPLATE` with the position.
 */
export function parseTemplate(reader: TemplateReader): TemplatePart[] {
  const { source } = reader;
  const parts: TemplatePart[] = [];
  while (reader.index < source.length)
    parts.push(source.charAt(reader.index) === "{" ? parseExpression(reader) : readLiteral(reader));
  return parts;
}

function readLiteral(reader: TemplateReader): string {
  const { source, index: start } = reader;
  const brace = source.indexOf("{", start);
  reader.index = brace < 0 ? source.length : brace;
  const literal = source.slice(start, reader.index);
  if (isPlainPath(literal)) return literal;
  const forbidden = literal.search(FORBIDDEN_IN_LITERALS);
  if (forbidden >= 0) throw malformed(reader, start + forbidden, "it percent-encoded");
  return encodeReserved(literal);
}

/**
 * Characters that a literal must not hold unencoded (RFC 6570, section 2.1; its errata allow `'`),
 * and percent signs that encode nothing.
 */
const FORBIDDEN_IN_LITERALS =
  /[\u0000-\u0020"<>\\^`|}\u007f-\u009f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})/u;

function parseExpression(reader: TemplateReader): Expression {
  const { source, index: start } = reader;
  const first = source.charAt(start + 1);
  const operator =
    first === "?" ? QUERY : (OTHER_OPERATORS.find(({ symbol }) => symbol === first) ?? SIMPLE);
  const { symbol } = operator;
  const variables: Variable[] = [];
  reader.index += symbol.length;
  do {
    reader.index++;
    variables.push(parseVariable(reader, symbol));
  } while (source.charAt(reader.index) === ",");
  if (reader.index === source.length) throw malformed(reader, start, `a "}" that closes it`);
  if (source.charAt(reader.index) !== "}") throw malformed(reader, reader.index, `"," or "}"`);
  reader.index++;
  const [variable] = variables;
  const isPlain = operator.first === "" && variables.length === 1 && variable?.maxLength === 0;
  return { operator, variables, plainName: isPlain ? variable.name : undefined };
}

/** The expression `{name}` in the path of a route: a text that is not empty. */
export function createPlainExpression(name: string): Expression {
  const variable: Variable = { name, explode: false, maxLength: 0, rule: "non-empty" };
  return { operator: SIMPLE, variables: [variable], plainName: name };
}

function parseVariable(reader: TemplateReader, symbol: string): Variable {
  const { source, variable, index } = reader;
  variable.lastIndex = index;
  const match = variable.exec(source);
  if (match === null) throw malformed(reader, index, "a variable's name");
  const [{ length }, name = "", star, digits] = match;
  reader.index += length;
  if (source.charAt(reader.index) === ":")
    throw malformed(reader, reader.index + 1, "a length from 1 to 9999");
  const rule = reader.ruleOf(name, length > name.length, symbol, index);
  return { name, explode: star !== undefined, maxLength: Number(digits ?? 0), rule };
}

function malformed(
  { source, route }: TemplateReader,
  index: number,
  expected: string,
): EndpointError {
  const where = `Malformed URL template "${source}", at position ${index}`;
  const got = index < source.length ? JSON.stringify(source.charAt(index)) : "the end";
  const message = `${where}: found ${got}; expected ${expected}.`;
  return new EndpointError("INVALID_TEMPLATE", message, route);
}

// ---- Operators

export const SIMPLE: Operator = {
  symbol: "",
  first: "",
  separator: ",",
  isNamed: false,
  encode: encodeUnreserved,
};

/** The operator of a query. It also writes the query parameters that are not in the template. */
export const QUERY: Operator = {
  symbol: "?",
  first: "?",
  separator: "&",
  isNamed: true,
  encode: encodeUnreserved,
};

/** A constant of their own, so that the bundle of a function with a plain path leaves them out. */
const OTHER_OPERATORS: readonly Operator[] = /* @__PURE__ */ Array.from("+#./;&", createOperator);

/** Creates the operator of one of the characters `+#./;&`. */
export function createOperator(symbol: string): Operator {
  return {
    symbol,
    first: symbol === "+" ? "" : symbol,
    separator: /[+#]/.test(symbol) ? "," : symbol,
    isNamed: /[;&]/.test(symbol),
    encode: /[+#]/.test(symbol) ? encodeReserved : encodeUnreserved,
  };
}

// ---- Types

/** A template that is being parsed. */
export interface TemplateReader {
  readonly source: string;
  /** Index of the next part. */
  index: number;
  /** Name of the template in errors. */
  readonly route: string;
  /** Matches a variable: its name, then `*` or a length. Sticky, so that it matches at one place. */
  readonly variable: RegExp;
  ruleOf(name: string, isModified: boolean, symbol: string, index: number): VariableRule;
}

/** Literal text, already encoded, or an expression. */
export type TemplatePart = string | Expression;

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
  /**
   * The name of the only variable of an expression such as `{a}`. A value that needs no encoding
   * replaces it unchanged, which skips the general expansion (see `isPlain` of a route).
   */
  readonly plainName: string | undefined;
}

export interface Variable {
  readonly name: string;
  readonly explode: boolean;
  /** In code points; `0` for no limit. */
  readonly maxLength: number;
  readonly rule: VariableRule;
}

/**
 * Rule of a route for a variable, beyond RFC 6570: any value (`defined`), a value that is not empty,
 * a value whose slashes stay slashes (`segments`), or the key before each item of a list (`repeat`).
 */
export type VariableRule = "defined" | "non-empty" | "segments" | "repeat" | undefined;

/** Format of the variables of an expression (RFC 6570, appendix A). */
export interface Operator {
  /** Empty for simple expansion. */
  readonly symbol: string;
  /** Text before the first variable that has a value. */
  readonly first: string;
  readonly separator: string;
  /** Set if each value follows its name. */
  readonly isNamed: boolean;
  readonly encode: (text: string) => string;
}
