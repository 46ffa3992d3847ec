/** Makes the names in YAML that an import writes, from the free text of a description. */

/** Makes the name of a component: letters, digits, `_` and `-`, with a letter first. */
export function toComponentName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return /^[A-Za-z]/.test(legal) ? legal : `schema-${legal}`;
}

/** `listPets`, `List pets` and `list_pets` become `list-pets`. */
export function toKebabCase(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** Makes the name of a vendor: one lowercase word, with a letter first. */
export function toVendorName(title: string): string {
  const word = toKebabCase(title).replaceAll("-", "");
  return /^[a-z]/.test(word) ? word : `api${word}`;
}

/** Makes the name of an event or action, with underscores between its words. */
export function toSnakeCase(text: string): string {
  return toKebabCase(text).replaceAll("-", "_");
}

/** Makes the name of an operation, `<group>/<name>`. Both parts begin with a letter. */
export function toOperation(operationId: string, group: string): string {
  const [first = "", ...furtherParts] = operationId.split("/");
  const parts = furtherParts.length > 0 ? [first, furtherParts.join("-")] : [group, first];
  return parts.map((part) => startWithLetter(toKebabCase(part))).join("/");
}

function startWithLetter(word: string): string {
  return /^[a-z]/.test(word) ? word : `x-${word}`.replace(/-$/, "");
}
