/**
 * RFC 6570 as its text says it, written for these tests alone: slow, naive, and with nothing in
 * common with the engine that it is held against. It expands what is well formed.
 */
type Scalar = string | number | boolean;
export type Value =
  Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>> | null | undefined;

/** A row of the table in Appendix A. */
interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly isNamed: boolean;
  readonly ifEmpty: string;
  readonly allowsReserved: boolean;
}

const simple = { first: "", separator: ",", isNamed: false, ifEmpty: "", allowsReserved: false };
const operators: Readonly<Record<string, Operator>> = {
  "+": { ...simple, allowsReserved: true },
  "#": { ...simple, first: "#", allowsReserved: true },
  ".": { ...simple, first: ".", separator: "." },
  "/": { ...simple, first: "/", separator: "/" },
  ";": { ...simple, first: ";", separator: ";", isNamed: true },
  "?": { ...simple, first: "?", separator: "&", isNamed: true, ifEmpty: "=" },
  "&": { ...simple, first: "&", separator: "&", isNamed: true, ifEmpty: "=" },
};

export function expandNaively(
  template: string,
  variables: Readonly<Record<string, Value>>,
): string {
  const pieces = template.split(/(\{[^{}]*\})/);
  return pieces
    .map((piece, index) => {
      const isExpression = index % 2 === 1;
      return isExpression ? expandExpression(piece.slice(1, -1), variables) : encode(piece, true);
    })
    .join("");
}

/** Section 3.2.1: the values that are defined, between the first string and separators. */
function expandExpression(inner: string, variables: Readonly<Record<string, Value>>): string {
  const symbol = /^[+#./;?&]/.exec(inner)?.[0] ?? "";
  const operator = operators[symbol] ?? simple;
  const results = inner
    .slice(symbol.length)
    .split(",")
    .flatMap((variable) => expandVariable(variable, variables, operator));
  return results.length === 0 ? "" : operator.first + results.join(operator.separator);
}

/** @returns What stands between separators: nothing for an undefined value, several for an exploded one. */
function expandVariable(
  variable: string,
  variables: Readonly<Record<string, Value>>,
  operator: Operator,
): readonly string[] {
  const [, name = "", length, explode] = /^([^*:]+)(?::(\d+))?(\*)?$/.exec(variable) ?? [];
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") {
    const characters = Array.from(String(value));
    const prefix = characters.slice(0, length === undefined ? undefined : Number(length)).join("");
    return [label(name, encode(prefix, operator.allowsReserved), operator)];
  }
  const isList = Array.isArray(value);
  const pairs = Object.entries(value).map(([key, item]) => ({
    key: encode(key, operator.allowsReserved),
    item: encode(String(item), operator.allowsReserved),
  }));
  if (pairs.length === 0) return [];
  if (explode === undefined) {
    const joined = pairs.map(({ key, item }) => (isList ? item : `${key},${item}`)).join(",");
    return [label(name, joined, operator)];
  }
  if (isList) return pairs.map(({ item }) => label(name, item, operator));
  return pairs.map(({ key, item }) =>
    operator.isNamed ? label(key, item, operator) : `${key}=${item}`,
  );
}

function label(name: string, text: string, { isNamed, ifEmpty }: Operator): string {
  if (!isNamed) return text;
  return text === "" ? name + ifEmpty : `${name}=${text}`;
}

// ---- Characters, section 2.4 and 1.5

const unreserved = /[A-Za-z0-9._~-]/;
const reserved = /[:/?#[\]@!$&'()*+,;=]/;

/** Encodes each character that may not stay. With reserved characters, triplets such as `%20` stay as well. */
function encode(text: string, allowsReserved: boolean): string {
  if (!allowsReserved) return encodeCharacters(text, unreserved);
  const allowed = new RegExp(`${unreserved.source}|${reserved.source}`);
  const pieces = text.split(/(%[0-9A-Fa-f]{2})/);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : encodeCharacters(piece, allowed)))
    .join("");
}

function encodeCharacters(text: string, allowed: RegExp): string {
  return Array.from(text, (character) =>
    allowed.test(character) ? character : toTriplets(character),
  ).join("");
}

function toTriplets(character: string): string {
  const bytes = Array.from(new TextEncoder().encode(character));
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
