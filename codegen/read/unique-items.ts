import type { FuncKeywordDefinition } from "ajv";

type Check = ReturnType<NonNullable<FuncKeywordDefinition["compile"]>>;

/**
 * The keyword `uniqueItems`, read once through. That of ajv compares each item with each other, which
 * takes minutes for an `enum` of a hundred thousand values.
 */
export const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  errors: true,
  compile: (isUnique: boolean) => (isUnique ? checkItems : () => true),
};

const checkItems: Check = (items: readonly unknown[]) => {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item, sortKeys);
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, index);
      continue;
    }
    // As ajv names the two.
    checkItems.errors = [{ keyword: "uniqueItems", params: { i: index, j: first } }];
    return false;
  }
  return true;
};

/** The order of keys does not tell maps apart. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
