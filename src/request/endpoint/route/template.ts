/** Expands URL templates (RFC 6570). */
import { explain } from "../../../base/explain.js";
import { describeKind } from "../../../base/values.js";
import { invalidParameter, loneSurrogate, notList } from "../errors.js";
import { encodeSegments, encodeUnreserved } from "../url-text.js";
import { isList, isPlainObject, readOwn, toText } from "../values.js";
import {
  parseTemplate,
  QUERY,
  type Expression,
  type Operator,
  type Variable,
} from "./parse-template.js";

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
    // The expressions of a plain path have one variable each, so its text begins at 0.
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

// ---- Types

/** Text, numbers, booleans and dates, lists of these, and plain objects of these. */
export type TemplateVariables = Readonly<Record<string, unknown>>;

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
