/** The formats of texts in the YAML: a check of each, and the words for it in complaints. */

/** Tests whether a text is a regular expression, with the flag `u`. */
export function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Tests whether a route can be appended to an address: no query, no fragment, no slash at the end. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\\\s]/.test(text) && !/[?#\\\s]|\/$/.test(text) && URL.canParse(text);
}

/** Tests for an address, or a text that can become one with the values of its variables. */
function isAddressTemplate(text: string): boolean {
  return /\{\w[\w-]*\}/.test(text) ? !/[?#\\\s]|\/$/.test(text) : isAddress(text);
}

const ADDRESS = "an address such as `https://api.example.com`, without query or slash at its end";

/** The formats by the names that the JSON Schemas of the YAML have for them. */
export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  address: { check: isAddress, phrase: ADDRESS },
  addressTemplate: { check: isAddressTemplate, phrase: ADDRESS },
  regex: { check: isRegularExpression, phrase: "a regular expression" },
};

interface TextFormat {
  readonly check: (text: string) => boolean;
  /** Follows the word `expected`. */
  readonly phrase: string;
}
