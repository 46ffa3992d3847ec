import { EndpointError } from "../endpoint-error.js";
import { describe, invalidParameter, listNames, loneSurrogate } from "./mistakes.js";
import { encodeReserved, encodeSegments, encodeUnreserved } from "./percent-encoding.js";
import { isPlainObject, readOwn } from "./plain-object.js";
import type { Expression, Operator, TemplatePart, Variable } from "./template-parts.js";
import { literalTextOf, refuseRevoked, toText } from "./value-text.js";
import { isWellFormed } from "./well-formed.js";

/** Where in an expanded template a variable stands, with what separates it from the one before. */
export interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Values by the names of variables. */
type TemplateValues = Readonly<Record<string, unknown>>;

/** What the expansion of one variable needs, beside its value. */
export interface Expansion {
  readonly operator: Operator;
  readonly variable: Variable;
  /** The variable's name, as it stands in a URL. */
  readonly key: string;
  readonly route: string;
}

/** An item of a list, or a member of an object by its name; both encoded. */
type Item = readonly [text: string, name?: string];

/**
 * Expands the parts of a template in order.
 * @throws EndpointError as `expandExpression`.
 */
export function expandParts(
  parts: readonly TemplatePart[],
  values: TemplateValues,
  route: string,
): string {
  const texts = parts.map((part) =>
    typeof part === "string" ? part : expandExpression(part, values, route, []),
  );
  return texts.join("");
}

/** Where `expandParts` puts the variables, in order. */
export function findSpans(
  parts: readonly TemplatePart[],
  values: TemplateValues,
  route: string,
): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const part of parts) {
    const text =
      typeof part === "string" ? part : expandExpression(part, values, route, [], spans, end);
    end += text.length;
  }
  return spans;
}

/**
 * @param missing Gets the names of required variables that have no value.
 * @param spans Gets where the variables are, if the text stands at `offset`.
 * @throws EndpointError `INVALID_PARAMETER` for a value that its place cannot hold.
 */
export function expandExpression(
  { operator, variables }: Expression,
  values: TemplateValues,
  route: string,
  missing: string[],
  spans?: Span[],
  offset = 0,
): string {
  let text = "";
  let before = operator.first;
  for (const variable of variables) {
    const { name, maxLength, place } = variable;
    const { form, required } = place;
    const value = form === "withheld" ? undefined : readOwn(values, name);
    const literal = maxLength === 0 ? literalTextOf(value) : undefined;
    const expanded =
      literal === undefined
        ? expandVariable(value, { operator, variable, key: name, route })
        : withName(name, literal, operator);
    if (expanded === undefined ? required : required === "non-empty" && expanded === "")
      missing.push(name);
    if (expanded === undefined) continue;
    const start = offset + text.length;
    text += before + expanded;
    spans?.push({ name, start, end: offset + text.length });
    before = operator.separator;
  }
  return text;
}

/** @throws EndpointError `MISSING_PARAMETER` if any is missing. */
export function refuseMissing(missing: readonly string[], route: string): void {
  if (missing.length === 0) return;
  const names = [...new Set(missing)];
  const noun = names.length === 1 ? "parameter" : "parameters";
  const message = `Missing required ${noun} of "${route}": ${listNames(names)}.`;
  throw new EndpointError("MISSING_PARAMETER", message, route, names);
}

/**
 * The text of one variable without what separates it from the others; `undefined` if it has none.
 * @throws EndpointError `INVALID_PARAMETER` for a value that its place cannot hold.
 */
export function expandVariable(value: unknown, expansion: Expansion): string | undefined {
  const { variable, key, operator, route } = expansion;
  const { name, maxLength, place } = variable;
  if (!isDefined(value)) return undefined;
  refuseRevoked(value, name, route);
  if (place.form !== "segments") {
    if (Array.isArray(value)) return expandItems(readItems(value, expansion), value, expansion);
    if (isPlainObject(value)) return expandItems(readMembers(value, expansion), value, expansion);
  }
  const text = toText(value, name, route);
  const prefix = maxLength > 0 ? Array.from(text).slice(0, maxLength).join("") : text;
  return withName(key, encode(prefix, expansion), operator);
}

function readItems(list: readonly unknown[], expansion: Expansion): Item[] {
  return list.filter(isDefined).map((item) => [encodeItem(item, expansion)]);
}

function readMembers(object: TemplateValues, expansion: Expansion): Item[] {
  const { variable, route } = expansion;
  if (variable.place.form === "repeat")
    throw invalidParameter(variable.name, "is an object; expected a value or a list", route);
  return Object.keys(object)
    .filter((key) => isDefined(object[key]))
    .map((key) => [encodeItem(object[key], expansion), encode(key, expansion)]);
}

function expandItems(
  items: readonly Item[],
  value: unknown,
  { operator, variable, key, route }: Expansion,
): string | undefined {
  const {
    name,
    maxLength,
    explode,
    place: { form },
  } = variable;
  if (items.length === 0) return undefined;
  if (maxLength > 0) {
    const problem = `is ${describe(value)} under the prefix ":${maxLength}"; expected a single value`;
    throw invalidParameter(name, problem, route);
  }
  if (form === "brackets")
    return items.map(([text, member = ""]) => `${key}%5B${member}%5D=${text}`).join("&");
  if (!explode && form !== "repeat") {
    const texts = items.map(([text, member]) =>
      member === undefined ? text : `${member},${text}`,
    );
    return withName(key, texts.join(","), operator);
  }
  const pairs = items.map(([text, member]) =>
    member === undefined || operator.named
      ? withName(member ?? key, text, operator)
      : `${member}=${text}`,
  );
  return pairs.join(operator.separator);
}

/** In a query an empty value keeps its equals sign (RFC 6570, section 3.2.8). */
function withName(name: string, text: string, { named, separator }: Operator): string {
  if (!named) return text;
  return text === "" && separator !== "&" ? name : `${name}=${text}`;
}

function encodeItem(item: unknown, expansion: Expansion): string {
  return encode(toText(item, expansion.variable.name, expansion.route), expansion);
}

function encode(text: string, { operator, variable, route }: Expansion): string {
  if (!isWellFormed(text)) throw loneSurrogate(variable.name, route);
  if (variable.place.form === "segments") return encodeSegments(text);
  return operator.keepsReserved ? encodeReserved(text) : encodeUnreserved(text);
}

function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}
