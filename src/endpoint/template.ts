import type { QueryStyle } from "./catalog.js";
import { describe, EndpointError, invalidParameter, loneSurrogate } from "./errors.js";
import {
  encodeReserved,
  encodeSegments,
  encodeUnreserved,
  isPlainObject,
  isPlainPath,
  isWellFormed,
  literalTextOf,
  isList,
  readOwn,
  toText,
  type UnknownRecord,
} from "./values.js";

/** How the variables of an expression are written (RFC 6570, appendix A). */
export interface Operator {
  /** Empty for simple expansion. */
  readonly symbol: string;
  /** Stands before the first variable that has a value. */
  readonly first: string;
  readonly separator: string;
  /** Whether each value follows its name. */
  readonly isNamed: boolean;
  readonly keepsReserved: boolean;
}

/** What a route asks of a variable beyond RFC 6570. */
export interface Rule {
  /** The least that the value must be. */
  readonly required: "defined" | "non-empty" | undefined;
  /** How the value is written, if not as RFC 6570 says. */
  readonly style: "segments" | "repeat" | QueryStyle | undefined;
}

export interface Variable extends Rule {
  readonly name: string;
  readonly explode: boolean;
  /** In code points; `0` for no limit. */
  readonly maxLength: number;
}

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
  /**
   * The name of the variable whose literal text is all that the expression becomes, as in `{a}`: such
   * a value skips the general expansion. Gain: 10 %.
   */
  readonly plainName: string | undefined;
}

/** Literal text, already encoded, or an expression. */
export type TemplatePart = string | Expression;

// ---- Parsing

/** A template that is being parsed. */
export interface Reader {
  readonly source: string;
  /** Where the next part begins. */
  index: number;
  /** What errors call the template. */
  readonly route: string;
  /** A variable: its name, then `*` or a length. Sticky: matches only where one is expected. */
  readonly variable: RegExp;
  ruleOf(name: string, isModified: boolean, symbol: string, index: number): Rule;
}

const SIMPLE: Operator = /* @__PURE__ */ createOperator("", "", ",");

/** Also writes the query parameters that are not in the template. */
export const QUERY: Operator = /* @__PURE__ */ createOperator("?", "?", "&");

const OPERATORS: ReadonlyMap<string, Operator> = /* @__PURE__ */ new Map([
  ["+", createOperator("+", "", ",")],
  ["#", createOperator("#", "#", ",")],
  [".", createOperator(".", ".", ".")],
  ["/", createOperator("/", "/", "/")],
  [";", createOperator(";", ";", ";")],
  ["?", QUERY],
  ["&", createOperator("&", "&", "&")],
]);

function createOperator(symbol: string, first: string, separator: string): Operator {
  return {
    symbol,
    first,
    separator,
    isNamed: separator === ";" || separator === "&",
    keepsReserved: symbol === "+" || symbol === "#",
  };
}

/**
 * Characters that a literal must not hold unencoded (RFC 6570, section 2.1; its errata allow `'`),
 * and percent signs that encode nothing.
 */
const FORBIDDEN_IN_LITERALS =
  /[\u0000-\u0020"<>\\^`|}\u007f-\u009f\ud800-\udfff]|%(?![0-9A-Fa-f]{2})/u;

/**
 * Parses a URI template; the only parser of this project. The cost is linear in the length.
 * @throws EndpointError `INVALID_TEMPLATE` with the position.
 */
export function parseTemplate(reader: Reader): TemplatePart[] {
  const { source } = reader;
  const parts: TemplatePart[] = [];
  while (reader.index < source.length)
    parts.push(source.charAt(reader.index) === "{" ? readExpression(reader) : readLiteral(reader));
  return parts;
}

function readLiteral(reader: Reader): string {
  const { source, index: start } = reader;
  const brace = source.indexOf("{", start);
  reader.index = brace < 0 ? source.length : brace;
  const literal = source.slice(start, reader.index);
  if (isPlainPath(literal)) return literal;
  const forbidden = literal.search(FORBIDDEN_IN_LITERALS);
  if (forbidden >= 0) throw malformed(reader, start + forbidden, "it percent-encoded");
  return encodeReserved(literal);
}

function readExpression(reader: Reader): Expression {
  const { source, index: start } = reader;
  const operator = OPERATORS.get(source.charAt(start + 1)) ?? SIMPLE;
  const variables: Variable[] = [];
  reader.index += operator.symbol.length;
  do {
    reader.index++;
    variables.push(readVariable(reader, operator.symbol));
  } while (source.charAt(reader.index) === ",");
  if (reader.index === source.length) throw malformed(reader, start, `a "}" that closes it`);
  if (source.charAt(reader.index) !== "}") throw malformed(reader, reader.index, `"," or "}"`);
  reader.index++;
  const [variable] = variables;
  const isPlain = operator.first === "" && variables.length === 1 && variable?.maxLength === 0;
  return { operator, variables, plainName: isPlain ? variable.name : undefined };
}

function readVariable(reader: Reader, symbol: string): Variable {
  const { source, variable, index } = reader;
  variable.lastIndex = index;
  const match = variable.exec(source);
  if (match === null) throw malformed(reader, index, "the name of a variable");
  const [{ length }, name = "", star, digits] = match;
  reader.index += length;
  if (source.charAt(reader.index) === ":")
    throw malformed(reader, reader.index + 1, "a length from 1 to 9999");
  const { required, style } = reader.ruleOf(name, length > name.length, symbol, index);
  return { name, explode: star !== undefined, maxLength: Number(digits ?? 0), required, style };
}

function malformed({ source, route }: Reader, index: number, expected: string): EndpointError {
  const where = `Malformed URL template "${source}", at position ${index}`;
  const found = index < source.length ? JSON.stringify(source.charAt(index)) : "the end";
  const message = `${where}: found ${found}; expected ${expected}.`;
  return new EndpointError("INVALID_TEMPLATE", message, route);
}

// ---- Expansion

/** Is told what each variable becomes, and from where to where in the expansion, separator included. */
export type Visit = (
  variable: Variable,
  text: string | undefined,
  start: number,
  end: number,
) => void;

export function expandExpression(
  { operator, variables }: Expression,
  valueOf: (name: string) => unknown,
  route: string,
  visit?: Visit,
): string {
  let expanded = "";
  let before = operator.first;
  for (const variable of variables) {
    const { name } = variable;
    const text = expandVariable(valueOf(name), { variable, key: name, operator, route });
    const start = expanded.length;
    if (text !== undefined) {
      expanded += before + text;
      before = operator.separator;
    }
    visit?.(variable, text, start, expanded.length);
  }
  return expanded;
}

/** What writing the value of a variable needs. */
export interface Writer {
  readonly variable: Variable;
  /** The variable's name as it stands in a URL. */
  readonly key: string;
  readonly operator: Operator;
  readonly route: string;
}

/** Expands one variable without a separator; `undefined` if it has no value. */
export function expandVariable(value: unknown, writer: Writer): string | undefined {
  const { variable, key, operator, route } = writer;
  const { name, maxLength, style } = variable;
  if (!isDefined(value)) return undefined;
  const literal = maxLength === 0 ? literalTextOf(value) : undefined;
  if (literal !== undefined) return withName(key, literal, operator);
  if (style !== "segments") {
    if (isList(value, name, route)) return writeItems(readItems(value, writer), value, writer);
    if (isPlainObject(value)) return writeItems(readMembers(value, writer), value, writer);
  }
  const text = toText(value, name, route);
  const prefix = maxLength > 0 ? Array.from(text).slice(0, maxLength).join("") : text;
  return withName(key, encode(prefix, writer), operator);
}

/** An item of a list, or a member of an object with its name; both encoded. */
type Item = readonly [text: string, name?: string];

function readItems(list: readonly unknown[], writer: Writer): Item[] {
  return list.filter(isDefined).map((item) => [encodeItem(item, writer)]);
}

function readMembers(object: UnknownRecord, writer: Writer): Item[] {
  const { variable, route } = writer;
  if (variable.style === "repeat")
    throw invalidParameter(variable.name, "is an object; expected a value or a list", route);
  return Object.keys(object)
    .filter((key) => isDefined(object[key]))
    .map((key) => [encodeItem(object[key], writer), encode(key, writer)]);
}

function writeItems(items: readonly Item[], value: unknown, writer: Writer): string | undefined {
  const { variable, key, operator, route } = writer;
  const { name, maxLength, explode, style } = variable;
  if (items.length === 0) return undefined;
  if (maxLength > 0) {
    const problem = `is ${describe(value)} before ":${maxLength}"; expected a single value`;
    throw invalidParameter(name, problem, route);
  }
  if (style === "brackets")
    return items.map(([text, member = ""]) => `${key}%5B${member}%5D=${text}`).join("&");
  if (explode || style === "repeat")
    return items.map((item) => writeExploded(item, writer)).join(operator.separator);
  const texts = items.map(([text, member]) => (member === undefined ? text : `${member},${text}`));
  return withName(key, texts.join(","), operator);
}

function writeExploded([text, member]: Item, { key, operator }: Writer): string {
  return member === undefined || operator.isNamed
    ? withName(member ?? key, text, operator)
    : `${member}=${text}`;
}

/** In a query, an empty value keeps its equals sign (RFC 6570, section 3.2.8). */
function withName(name: string, text: string, { isNamed, separator }: Operator): string {
  if (!isNamed) return text;
  return text === "" && separator !== "&" ? name : `${name}=${text}`;
}

function encodeItem(item: unknown, writer: Writer): string {
  return encode(toText(item, writer.variable.name, writer.route), writer);
}

function encode(text: string, { operator, variable, route }: Writer): string {
  if (!isWellFormed(text)) throw loneSurrogate(variable.name, route);
  if (variable.style === "segments") return encodeSegments(text);
  return operator.keepsReserved ? encodeReserved(text) : encodeUnreserved(text);
}

function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// ---- The template engine by itself

/** RFC 6570 asks nothing of a variable. */
export const NO_RULE: Rule = { required: undefined, style: undefined };

const RFC_VARIABLE =
  /((?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3})(?!\d))?/y;

/** Text, numbers, booleans and dates, lists of these, and plain objects of these. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

/**
 * Expands a URI template (RFC 6570, levels 1 to 4). A variable that is `undefined`, `null`, or an
 * empty list or object expands to nothing.
 * @throws EndpointError `INVALID_TEMPLATE` with the position, `INVALID_PARAMETER` for a value
 * that the template cannot hold, such as a list under a prefix.
 */
export function expandTemplate(template: string, variables: TemplateVariables): string {
  const valueOf = (name: string): unknown => readOwn(variables, name);
  const reader = {
    source: template,
    index: 0,
    route: template,
    variable: RFC_VARIABLE,
    ruleOf: () => NO_RULE,
  };
  const texts = parseTemplate(reader).map((part) =>
    typeof part === "string" ? part : expandExpression(part, valueOf, template),
  );
  return texts.join("");
}
