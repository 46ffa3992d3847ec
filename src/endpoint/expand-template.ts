import { EndpointError } from "../endpoint-error.js";
import { encodeReserved, encodeSegments, encodeUnreserved } from "./percent-encoding.js";
import { isPlainObject, readOwn } from "./plain-object.js";
import { writeQueryParameter } from "./query.js";
import type { Expression, Operator, TemplatePart, Variable } from "./template-parts.js";
import {
  describe,
  encodeText,
  invalidParameter,
  literalTextOf,
  refuseRevoked,
  toText,
} from "./value-text.js";
import { isWellFormed } from "./well-formed.js";

const DOT = 0x2e;
const PERCENT = 0x25;

/** What the expansion of one variable needs, beside its value. */
interface Expansion {
  readonly operator: Operator;
  readonly variable: Variable;
  readonly route: string;
}

/** Values by the names of variables. */
type TemplateValues = Readonly<Record<string, unknown>>;

/**
 * Appends the parts of a template to a text in the way that nearly all calls allow: every value is a
 * single one, and none can begin a dot segment. `undefined` where one is not, or may.
 * @param positions For each part, where among the values its plain variable is; -1 for none.
 */
export function appendLiterals(
  start: string,
  parts: readonly TemplatePart[],
  variables: TemplateValues,
  values: readonly unknown[],
  positions: readonly number[],
): string | undefined {
  let text = start;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const position = positions[index] ?? -1;
    const expanded = position < 0 ? pairsOf(part, variables) : pathTextOf(values[position], part);
    if (expanded === undefined) return undefined;
    text += expanded;
  }
  return text;
}

/** Nearly all values expand to themselves wherever a variable is plain. */
function pathTextOf(value: unknown, expression: Expression): string | undefined {
  const text = literalTextOf(value);
  if (text === undefined) return encodedTextOf(value, expression);
  return text === "" || text.charCodeAt(0) === DOT ? undefined : text;
}

/** Of a text of one segment; what it begins with tells whether that may be a dot segment, encoded or not. */
function encodedTextOf(value: unknown, { isSegment }: Expression): string | undefined {
  if (!isSegment || typeof value !== "string" || !isWellFormed(value)) return undefined;
  const first = value.charCodeAt(0);
  return first === DOT || first === PERCENT ? undefined : encodeUnreserved(value);
}

/**
 * Expands the parts of a template in order.
 * @throws EndpointError `MISSING_PARAMETER` with every required variable that has no value,
 * `INVALID_PARAMETER` for a value that its place cannot hold.
 */
export function expandParts(
  parts: readonly TemplatePart[],
  variables: TemplateValues,
  route: string,
): string {
  const missing: string[] = [];
  let text = "";
  for (const part of parts) {
    text += typeof part === "string" ? part : expandExpression(part, variables, route, missing);
  }
  if (missing.length > 0) throw missingParameters([...new Set(missing)], route);
  return text;
}

/** A query of values that expand to themselves; `undefined` for anything else. */
function pairsOf(
  { operator, variables: specs, isPairs }: Expression,
  variables: TemplateValues,
): string | undefined {
  if (!isPairs) return undefined;
  let text = "";
  let before = operator.first;
  for (const { name } of specs) {
    const literal = literalTextOf(readOwn(variables, name));
    if (literal === undefined || literal === "") return undefined;
    text += `${before}${name}=${literal}`;
    before = operator.separator;
  }
  return text;
}

function expandExpression(
  { operator, variables: specs }: Expression,
  variables: TemplateValues,
  route: string,
  missing: string[],
): string {
  let text = "";
  let before = operator.first;
  for (const variable of specs) {
    const expanded = expandVariable(readOwn(variables, variable.name), {
      operator,
      variable,
      route,
    });
    if (variable.required && isMissing(expanded, variable)) missing.push(variable.name);
    if (expanded === undefined) continue;
    text += before + expanded;
    before = operator.separator;
  }
  return text;
}

function isMissing(expanded: string | undefined, variable: Variable): boolean {
  return expanded === undefined || (expanded === "" && variable.required === "non-empty");
}

function missingParameters(names: readonly string[], route: string): EndpointError {
  const list = names.map((name) => `"${name}"`).join(", ");
  const noun = names.length === 1 ? "parameter" : "parameters";
  return new EndpointError(
    "MISSING_PARAMETER",
    `Missing required ${noun} of "${route}": ${list}.`,
    route,
    names,
  );
}

/** The text of one variable without what separates it from the others; `undefined` if it has none. */
function expandVariable(value: unknown, expansion: Expansion): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { variable, operator, route } = expansion;
  refuseRevoked(value, variable.name, route);
  const literal = variable.maxLength === 0 ? literalTextOf(value) : undefined;
  const isWritten = variable.form === undefined || variable.form === "segments";
  if (literal !== undefined && isWritten) return withName(variable.name, literal, operator);
  switch (variable.form) {
    case undefined:
      break;
    case "segments":
      return encodeText(encodeSegments, toText(value, variable.name, route), variable.name, route);
    default:
      return writeQueryParameter(variable.name, value, variable.form, route) || undefined;
  }
  if (Array.isArray(value)) return expandList(value, expansion);
  if (isPlainObject(value)) return expandObject(value, expansion);
  return expandScalar(value, expansion);
}

function expandScalar(value: unknown, expansion: Expansion): string {
  const { variable, route } = expansion;
  const text = toText(value, variable.name, route);
  const encoded = encode(
    variable.maxLength > 0 ? prefixOf(text, variable.maxLength) : text,
    expansion,
  );
  return withName(variable.name, encoded, expansion.operator);
}

/** The first code points of a text; a surrogate pair counts as one (RFC 6570, section 2.4.1). */
function prefixOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (let count = 0; count < maxLength && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

function expandList(list: readonly unknown[], expansion: Expansion): string | undefined {
  const { operator, variable } = expansion;
  const items = list.filter(isDefined).map((item) => encodeItem(item, expansion));
  if (items.length === 0) return undefined;
  refusePrefix(list, expansion);
  if (!variable.explode) return withName(variable.name, items.join(","), operator);
  return items.map((item) => withName(variable.name, item, operator)).join(operator.separator);
}

function expandObject(
  object: Readonly<Record<string, unknown>>,
  expansion: Expansion,
): string | undefined {
  const { operator, variable } = expansion;
  const pairs = Object.keys(object)
    .filter((key) => isDefined(object[key]))
    .map((key) => ({ key: encode(key, expansion), value: encodeItem(object[key], expansion) }));
  if (pairs.length === 0) return undefined;
  refusePrefix(object, expansion);
  if (!variable.explode) {
    return withName(
      variable.name,
      pairs.map(({ key, value }) => `${key},${value}`).join(","),
      operator,
    );
  }
  const written = pairs.map(({ key, value }) =>
    operator.named ? withName(key, value, operator) : `${key}=${value}`,
  );
  return written.join(operator.separator);
}

function refusePrefix(value: unknown, { variable, route }: Expansion): void {
  if (variable.maxLength === 0) return;
  const problem = `is ${describe(value)} under the prefix ":${variable.maxLength}"; expected a single value.`;
  throw invalidParameter(variable.name, problem, route);
}

function withName(name: string, text: string, operator: Operator): string {
  if (!operator.named) return text;
  return text === "" ? name + operator.ifEmpty : `${name}=${text}`;
}

function encodeItem(item: unknown, expansion: Expansion): string {
  return encode(toText(item, expansion.variable.name, expansion.route), expansion);
}

function encode(text: string, { operator, variable, route }: Expansion): string {
  return encodeText(
    operator.keepsReserved ? encodeReserved : encodeUnreserved,
    text,
    variable.name,
    route,
  );
}

function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}
