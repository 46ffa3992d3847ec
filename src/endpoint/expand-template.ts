import { EndpointError } from "../errors.js";
import {
  encodeReserved,
  encodeSegments,
  encodeUnreserved,
  isUnreserved,
} from "./percent-encoding.js";
import { isPlainObject, readOwn } from "./plain-object.js";
import { writeQueryParameter } from "./query.js";
import type { Expression, Operator, TemplatePart, Variable } from "./template-parts.js";
import { describe, encodeText, invalidParameter, toText } from "./value-text.js";

const DOT = 0x2e;

/** What the expansion of one variable needs, beside its value. */
interface Expansion {
  readonly operator: Operator;
  readonly variable: Variable;
  readonly route: string;
}

/** What a template has become. */
export interface Expanded {
  readonly text: string;
  /** Whether every value went in as it is: unreserved characters, none of them a leading dot. */
  readonly isLiteral: boolean;
}

/**
 * Expands the parts of a template in order.
 * @param isComplete Whether every name in the template is known to be an own key of `variables`.
 * @throws EndpointError `MISSING_PARAMETER` with every required variable that has no value,
 * `INVALID_PARAMETER` for a value that its place cannot hold.
 */
export function expandParts(
  parts: readonly TemplatePart[],
  variables: Readonly<Record<string, unknown>>,
  route: string,
  isComplete = false,
): Expanded {
  let missing: Set<string> | undefined;
  let text = "";
  let isLiteral = true;
  for (const part of parts) {
    const literal = typeof part === "string" ? part : readLiteral(part, variables, isComplete);
    if (literal !== undefined) {
      text += literal;
      continue;
    }
    isLiteral = false;
    text += expandExpression(part as Expression, variables, route, (missing ??= new Set()));
  }
  if (missing !== undefined && missing.size > 0) throw missingParameters([...missing], route);
  return { text, isLiteral };
}

/** The value of an expression that is its own expansion, as nearly every one in a path is. */
function readLiteral(
  { plainName }: Expression,
  variables: Readonly<Record<string, unknown>>,
  isComplete: boolean,
): string | number | undefined {
  if (plainName === undefined) return undefined;
  const value = isComplete ? variables[plainName] : readOwn(variables, plainName);
  if (typeof value === "string") {
    return value !== "" && value.charCodeAt(0) !== DOT && isUnreserved(value) ? value : undefined;
  }
  return Number.isSafeInteger(value) ? (value as number) : undefined; // said by the check
}

function expandExpression(
  { operator, variables: specs }: Expression,
  variables: Readonly<Record<string, unknown>>,
  route: string,
  missing: Set<string>,
): string {
  let text = "";
  let before = operator.first;
  for (const variable of specs) {
    const expanded = expandVariable(readOwn(variables, variable.name), {
      operator,
      variable,
      route,
    });
    if (variable.required && isMissing(expanded, variable)) missing.add(variable.name);
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
  const { variable, route } = expansion;
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
