/** Prints types of a tree on one line, but for objects, whose text the caller decides. */
import type { Item, ObjectNode, Outer, TypeNode } from "./type-tree.js";

/** Prints a type without breaking a line but for objects; `undefined` if an object has no text. */
export function printInline(type: TypeNode, inline: Inline): string | undefined {
  const inside = (each: TypeNode, outer: Outer): string | undefined =>
    printInside(each, outer, inline);
  switch (type.kind) {
    case "name": {
      if (type.args.length === 0) return inline.text(type.text);
      const list = printList(type.args, inline);
      return list && `${type.text}<${list}>`;
    }
    case "object":
      return inline.object(type);
    case "union":
    case "intersection":
      return joinAll(
        type.types.map((each) => inside(each, type.kind)),
        type.kind === "union" ? " | " : " & ",
      );
    case "list":
      return around("", inside(type.type, "list"), "[]");
    case "lookup":
      return around(inside(type.type, "lookup"), "[", printInline(type.key, inline), "]");
    case "tuple":
      return around("[", printList(type.items, inline), "]");
    case "operator":
      return around(`${type.operator} `, inside(type.type, "operator"));
    case "function":
      return around("() => ", printInline(type.result, inline));
  }
}

/** Prints a type inside another one, in parentheses if it needs them there. */
export function printInside(type: TypeNode, outer: Outer, inline: Inline): string | undefined {
  const text = printInline(type, inline);
  return needsParentheses(type, outer) ? around("(", text, ")") : text;
}

/** Prints the items of a list between commas. */
export function printList(items: readonly Item[], inline: Inline): string | undefined {
  const texts = items.map(({ label, type }) => {
    if (label === "...") return around(label, printInside(type, "list", inline));
    return around(label === "" ? "" : `${label}: `, printInline(type, inline));
  });
  return joinAll(texts, ", ");
}

/** Joins parts; `undefined` if one of them takes several lines. */
function around(...parts: readonly (string | undefined)[]): string | undefined {
  return joinAll(parts, "");
}

function joinAll(texts: readonly (string | undefined)[], separator: string): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join(separator);
}

/** The kinds of types that need parentheses inside another one. */
const PARENTHESES: Readonly<Record<Outer, readonly TypeNode["kind"][]>> = {
  union: ["union", "intersection"],
  intersection: ["union"],
  list: ["union", "intersection", "operator"],
  lookup: ["union", "intersection", "operator"],
  operator: ["union", "intersection"],
};

/** Tells whether a type inside another one needs parentheses. */
export function needsParentheses({ kind }: TypeNode, outer: Outer): boolean {
  return PARENTHESES[outer].includes(kind);
}

/** The parts of a type whose text depends on where it is printed. `undefined` says that a part takes several lines. */
export interface Inline {
  readonly object: (type: ObjectNode) => string | undefined;
  /** Prints a name or a literal. */
  readonly text: (text: string) => string;
}
