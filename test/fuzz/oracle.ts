/**
 * RFC 6570 as its text says it, written for these tests alone: slow, naive, and with nothing in
 * common with the engine that it is held against. It expands what is well formed.
 */
type Scalar = string | number | boolean;
export type Value =
  Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>> | null | undefined;

/** Appendix A: first, separator, named, what follows an empty value, whether reserved ones stay. */
const table: Readonly<Record<string, readonly [string, string, boolean, string, boolean]>> = {
  "": ["", ",", false, "", false],
  "+": ["", ",", false, "", true],
  "#": ["#", ",", false, "", true],
  ".": [".", ".", false, "", false],
  "/": ["/", "/", false, "", false],
  ";": [";", ";", true, "", false],
  "?": ["?", "&", true, "=", false],
  "&": ["&", "&", true, "=", false],
};

const unreserved = /[A-Za-z0-9._~-]/;
const reserved = /[:/?#[\]@!$&'()*+,;=]/;

function encode(text: string, keeps: boolean): string {
  const pieces = keeps ? text.split(/(%[0-9A-Fa-f]{2})/) : [text];
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : encodePlain(piece, keeps)))
    .join("");
}

function encodePlain(text: string, keeps: boolean): string {
  return Array.from(text, (character) => {
    if (unreserved.test(character) || (keeps && reserved.test(character))) return character;
    return Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ).join("");
  }).join("");
}

export function expandNaively(
  template: string,
  variables: Readonly<Record<string, Value>>,
): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((piece, index) =>
      index % 2 === 1 ? expandPiece(piece.slice(1, -1), variables) : encode(piece, true),
    )
    .join("");
}

function expandPiece(inner: string, variables: Readonly<Record<string, Value>>): string {
  const symbol = /^[+#./;?&]/.exec(inner)?.[0] ?? "";
  const [first, separator, named, ifEmpty, keeps] = table[symbol] ?? ["", ",", false, "", false];
  const results = inner
    .slice(symbol.length)
    .split(",")
    .flatMap((spec) => {
      const [, name = "", length, star] = /^([^*:]+)(?::(\d+))?(\*)?$/.exec(spec) ?? [];
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined || value === null) return [];
      const label = (key: string, text: string) =>
        named ? (text === "" ? key + ifEmpty : `${key}=${text}`) : text;
      if (typeof value !== "object") {
        const text =
          length === undefined
            ? String(value)
            : Array.from(String(value)).slice(0, Number(length)).join("");
        return [label(name, encode(text, keeps))];
      }
      const isList = Array.isArray(value);
      const pairs = Object.entries(value).map(
        ([key, item]) => [encode(key, keeps), encode(String(item), keeps)] as const,
      );
      if (pairs.length === 0) return [];
      if (star === undefined)
        return [
          label(name, pairs.map(([key, item]) => (isList ? item : `${key},${item}`)).join(",")),
        ];
      return pairs.map(([key, item]) =>
        isList ? label(name, item) : named ? label(key, item) : `${key}=${item}`,
      );
    });
  return results.length === 0 ? "" : first + results.join(separator);
}
