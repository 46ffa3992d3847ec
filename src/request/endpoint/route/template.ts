/** Parses URL templates (RFC 6570), and expands them. */
import { explain } from "../../../base/explain.js";
import { describeKind } from "../../../base/values.js";
import { EndpointError, invalidParameter, loneSurrogate, notList } from "../errors.js";
import {
  encodeReserved,
  encodeSegments,
  encodeUnreserved,
  isList,
  isPlainObject,
  isPlainPath,
  readOwn,
  toText,
} from "../values.js";

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

// ---- Expansion

/** Writes any value: with every operator of RFC 6570, lists and objects. */
export const allValues: Expansion = {
  expand: expandExpression,
  writePair(value, name, key, route) {
    // Written as `{?name}`, but a list repeats its key (contract A.7).
    const variable: Variable = { name, explode: false, maxLength: 0, rule: "repeat" };
    return expandVariable(value, { variable, key, operator: QUERY, route });
  },
};

/** Expands an expression: its variables that have a value, joined by its separator. */
function expandExpression(
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

/** Expands one variable, without the separator before it; `undefined` if it has no value. */
export function expandVariable(value: unknown, writer: VariableWriter): string | undefined {
  const { variable, key, operator, route } = writer;
  const { name, maxLength, rule } = variable;
  if (value === undefined || value === null) return undefined;
  const members = rule === "segments" ? undefined : membersOf(value, writer);
  if (members !== undefined) {
    if (members.length > 0 && maxLength > 0) {
      const detail = explain(
        () => `is ${describeKind(value)} before ":${maxLength}"; expected a single value`,
      );
      throw invalidParameter(name, detail, route);
    }
    return writeMembers(members, writer);
  }
  const text = toText(value, name, route);
  const prefix = maxLength > 0 ? Array.from(text).slice(0, maxLength).join("") : text;
  return withName(key, encodeText(prefix, writer), operator);
}

/** The items of a list or the members of an object that have a value; `undefined` for other values. */
function membersOf(
  value: unknown,
  { variable, route }: VariableWriter,
): readonly Member[] | undefined {
  const { name, rule } = variable;
  const isArray = isList(value, name, route);
  if (!isArray && !isPlainObject(value)) return undefined;
  if (!isArray && rule === "repeat") throw notList(name, route);
  const members = isArray ? value.map((item): Member => [undefined, item]) : Object.entries(value);
  return members.filter(([, item]) => item !== undefined && item !== null);
}

function writeMembers(members: readonly Member[], writer: VariableWriter): string | undefined {
  const { variable, key, operator, route } = writer;
  const { name, rule } = variable;
  if (members.length === 0) return undefined;
  const isExploded = variable.explode || rule === "repeat";
  const texts = members.map(([member, item]) => {
    const text = encodeText(toText(item, name, route), writer);
    if (member === undefined) return isExploded ? withName(key, text, operator) : text;
    const encodedMember = encodeText(member, writer);
    if (isExploded && operator.isNamed) return withName(encodedMember, text, operator);
    return encodedMember + (isExploded ? "=" : ",") + text;
  });
  return isExploded ? texts.join(operator.separator) : withName(key, texts.join(","), operator);
}

/** In a query, an empty value keeps its equals sign (RFC 6570, section 3.2.8). */
function withName(name: string, text: string, { isNamed, separator }: Operator): string {
  if (!isNamed) return text;
  return text === "" && separator !== "&" ? name : `${name}=${text}`;
}

function encodeText(text: string, { operator, variable, route }: VariableWriter): string {
  if (!text.isWellFormed()) throw loneSurrogate(variable.name, route);
  if (variable.rule === "segments") return encodeSegments(text);
  return operator.encode(text);
}

// ---- Expansion of single values, for functions whose parameters are neither lists nor objects

/** For `{name}` in a path and for the query, with values that are neither lists nor objects. */
export const singleValues: Expansion = {
  expand({ variables }, valueOf, route, visit) {
    let expanded = "";
    for (const variable of variables) {
      const text = writeSingle(valueOf(variable.name), variable.name, route);
      expanded += text ?? "";
      visit?.(variable, text, 0, expanded.length);
    }
    return expanded;
  },
  writePair(value, name, key, route) {
    const text = writeSingle(value, name, route);
    return text === undefined ? undefined : `${key}=${text}`;
  },
};

function writeSingle(value: unknown, name: string, route: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = toText(value, name, route);
  if (!text.isWellFormed()) throw loneSurrogate(name, route);
  return encodeUnreserved(text);
}

// ---- Queries

/** Adds parameters to the query of a URL, before its fragment. The URL may have no query yet. */
export function appendQuery(url: string, query: string): string {
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const joiner = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + joiner + query + url.slice(address.length);
}

// ---- The template engine by itself

/**
 * Expands a URI template (RFC 6570, levels 1 to 4). A variable that is `undefined`, `null`, or an
 * empty list or object expands to nothing.
 * @throws EndpointError `INVALID_TEMPLATE` with the position, `INVALID_PARAMETER` for a value
 * that the template cannot hold, such as a list under a prefix.
 * @example
 * expandTemplate("/search{?q,lang}", { q: "cat" }); // "/search?q=cat"
 */
export function expandTemplate(template: string, variables: TemplateVariables): string {
  const valueOf = (name: string): unknown => readOwn(variables, name);
  const ruleOf = (): undefined => undefined; // RFC 6570 has no rules for variables
  const reader = { source: template, index: 0, route: template, variable: RFC_VARIABLE, ruleOf };
  return parseTemplate(reader)
    .map((part) => (typeof part === "string" ? part : expandExpression(part, valueOf, template)))
    .join("");
}

const RFC_VARIABLE =
  /((?:\w|%[0-9A-Fa-f]{2})+(?:\.(?:\w|%[0-9A-Fa-f]{2})+)*)(?:(\*)|:([1-9]\d{0,3})(?!\d))?/y;

// ---- Types

/** Text, numbers, booleans and dates, lists of these, and plain objects of these. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

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
interface Operator {
  /** Empty for simple expansion. */
  readonly symbol: string;
  /** Text before the first variable that has a value. */
  readonly first: string;
  readonly separator: string;
  /** Set if each value follows its name. */
  readonly isNamed: boolean;
  readonly encode: (text: string) => string;
}

/** Writes values into a URL. */
export interface Expansion {
  /** Expands a placeholder of a template. */
  expand(
    expression: Expression,
    valueOf: (name: string) => unknown,
    route: string,
    visit?: Visit,
  ): string;
  /**
   * Writes a parameter that is not in the template, with its key; `undefined` if it has no value.
   * @param key The name, encoded.
   */
  writePair(value: unknown, name: string, key: string, route: string): string | undefined;
}

/** Called with each variable, its text, and the range of text and separator in the expansion. */
export type Visit = (
  variable: Variable,
  text: string | undefined,
  start: number,
  end: number,
) => void;

/** A variable and its format. */
export interface VariableWriter {
  readonly variable: Variable;
  /** The variable's name as a URL has it. */
  readonly key: string;
  readonly operator: Operator;
  readonly route: string;
}

/** An item of a list, or a member of an object with its name. */
type Member = readonly [name: string | undefined, item: unknown];
