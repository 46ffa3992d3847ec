/** The keyword `uniqueItems` for the validators of the YAML. */
import type { FuncKeywordDefinition } from "ajv";

/**
 * The keyword `uniqueItems` in linear time. The one of ajv compares each item with every other, which
 * takes minutes for an `enum` of a hundred thousand values.
 */
export const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  errors: true,
  compile: (isUnique: boolean) => (isUnique ? checkUniqueItems : () => true),
};

const checkUniqueItems: Check = (items: readonly unknown[]) => {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item, sortKeys);
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, index);
      continue;
    }
    // Ajv takes errors from a property of the check, and gives these names to the indices.
    checkUniqueItems.errors = [{ keyword: "uniqueItems", params: { i: index, j: first } }];
    return false;
  }
  return true;
};

/** Sorts keys, because maps are equal in any order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A check of ajv, with the errors of its last call. */
type Check = ReturnType<NonNullable<FuncKeywordDefinition["compile"]>>;
