/** Unions in the trees of types. */
import type { Item, TypeNode } from "../print/type-tree.js";

/** Makes one union of a union in another one: `"a" | ("b" | "c")` becomes `"a" | "b" | "c"`. */
export function joinUnions(type: TypeNode): TypeNode {
  switch (type.kind) {
    case "name":
      return type.args.length === 0 ? type : { ...type, args: joinItems(type.args) };
    case "tuple":
      return { ...type, items: joinItems(type.items) };
    case "union": {
      const types = type.types.map(joinUnions);
      return {
        ...type,
        types: types.flatMap((each) => (each.kind === "union" ? each.types : each)),
      };
    }
    case "intersection":
      return { ...type, types: type.types.map(joinUnions) };
    case "object": {
      const members = type.members.map((each) => ({ ...each, type: joinUnions(each.type) }));
      return { ...type, members };
    }
    case "list":
    case "lookup":
    case "operator":
      return { ...type, type: joinUnions(type.type) };
    case "function":
      return { ...type, result: joinUnions(type.result) };
  }
}

function joinItems(items: readonly Item[]): readonly Item[] {
  return items.map((item) => ({ ...item, type: joinUnions(item.type) }));
}
