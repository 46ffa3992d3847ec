import { EndpointError } from "../endpoint-error.js";
import { encodeReserved, isPlainPath } from "./percent-encoding.js";
import type { Expression, Operator, Place, TemplatePart, Variable } from "./template-parts.js";

/** What a template may hold besides RFC 6570, and what its place decides. */
export interface TemplateSyntax {
  /** A variable: its name, and `*` or its length. Sticky, so that it is found only where it is expected. */
  readonly variable: RegExp;
  /** What errors call the template. */
  readonly route: string;
  /** Where the template begins in its text. */
  readonly start: number;
  /** What is asked of a variable, with or without a modifier, where it stands. */
  readonly placeOf: (name: string, isModified: boolean, symbol: string, index: number) => Place;
}

/** A template, and how far it is read. */
interface Reader {
  readonly source: string;
  readonly syntax: TemplateSyntax;
  index: number;
}

const simple: Operator = /* @__PURE__ */ createOperator("", "", ",");

/** That of a query, which also writes the parameters that no placeholder takes. */
export const queryOperator: Operator = /* @__PURE__ */ createOperator("?", "?", "&");

const operators: ReadonlyMap<string, Operator> = /* @__PURE__ */ new Map(
  [
    createOperator("+", "", ","),
    createOperator("#", "#", ","),
    createOperator(".", ".", "."),
    createOperator("/", "/", "/"),
    createOperator(";", ";", ";"),
    queryOperator,
    createOperator("&", "&", "&"),
  ].map((operator) => [operator.symbol, operator]),
);

function createOperator(symbol: string, first: string, separator: string): Operator {
  return {
    symbol,
    first,
    separator,
    named: separator === ";" || separator === "&",
    keepsReserved: symbol === "+" || symbol === "#",
  };
}

/**
 * What a literal must not hold as it is (RFC 6570, section 2.1; `'` is allowed, as its errata
 * correct it), and a percent sign that encodes nothing.
 */
const forbiddenInLiterals =
  /[\u0000-\u0020"<>\\^`|}\u007f-\u009f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})/u;

/**
 * Parses a URI template; the one parser of this project. Linear in the template's length.
 * @throws EndpointError `INVALID_TEMPLATE` with the position.
 */
export function parseTemplate(source: string, syntax: TemplateSyntax): TemplatePart[] {
  const reader: Reader = { source, syntax, index: syntax.start };
  const parts: TemplatePart[] = [];
  while (reader.index < source.length) {
    parts.push(source.charAt(reader.index) === "{" ? readExpression(reader) : readLiteral(reader));
  }
  return parts;
}

function readLiteral(reader: Reader): string {
  const { source, index: start } = reader;
  const brace = source.indexOf("{", start);
  reader.index = brace < 0 ? source.length : brace;
  const literal = source.slice(start, reader.index);
  if (isPlainPath(literal)) return literal;
  const forbidden = literal.search(forbiddenInLiterals);
  if (forbidden >= 0) throw malformed(reader, start + forbidden, "it percent-encoded");
  return encodeReserved(literal);
}

function readExpression(reader: Reader): Expression {
  const { source, index: start } = reader;
  const operator = operators.get(source.charAt(start + 1)) ?? simple;
  const variables: Variable[] = [];
  reader.index += operator.symbol.length;
  do {
    reader.index++;
    variables.push(readVariable(reader, operator.symbol));
  } while (source.charAt(reader.index) === ",");
  if (reader.index === source.length) throw malformed(reader, start, `a "}" that closes it`);
  if (source.charAt(reader.index) !== "}") throw malformed(reader, reader.index, `"," or "}"`);
  reader.index++;
  return { operator, variables };
}

function readVariable(reader: Reader, symbol: string): Variable {
  const { source, syntax, index } = reader;
  syntax.variable.lastIndex = index;
  const match = syntax.variable.exec(source);
  if (match === null) throw malformed(reader, index, "the name of a variable");
  const [{ length }, name = "", star, digits] = match;
  reader.index += length;
  if (source.charAt(reader.index) === ":")
    throw malformed(reader, reader.index + 1, "a length from 1 to 9999");
  const place = syntax.placeOf(name, length > name.length, symbol, index);
  return { name, explode: star !== undefined, maxLength: Number(digits ?? 0), place };
}

function malformed({ source, syntax }: Reader, index: number, expected: string): EndpointError {
  const found = index < source.length ? JSON.stringify(source.charAt(index)) : "the end";
  const message = `Malformed URL template "${source}", at position ${index}: found ${found}; expected ${expected}.`;
  return new EndpointError("INVALID_TEMPLATE", message, syntax.route);
}
