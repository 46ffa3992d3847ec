/** A component's name may hold letters, digits, `_` and `-`, and begins with a letter. */
export function toComponentName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return /^[A-Za-z]/.test(legal) ? legal : `schema-${legal}`;
}

/** `listPets`, `List pets` and `list_pets` are `list-pets`. */
export function toKebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** Event and action names have underscores between their words. */
export function toSnakeCase(text: string): string {
  return toKebabCase(text).replaceAll("-", "_");
}

/** An operation is a group and a name; both begin with a letter. */
export function toOperation(operationId: string, group: string): string {
  const [first = "", ...rest] = operationId.split("/");
  const words = rest.length > 0 ? [first, rest.join("-")] : [group, first];
  return words.map((word) => startWithLetter(toKebabCase(word))).join("/");
}

function startWithLetter(word: string): string {
  return /^[a-z]/.test(word) ? word : `x-${word}`.replace(/-$/, "");
}
