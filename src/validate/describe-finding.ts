import type { PayloadError } from "../webhooks/validation.js";

/** One place of a payload, as a generated validator reports it. */
export interface Finding {
  readonly path: string;
  readonly keyword: string;
  /** The types or values that there may be, where there is a list of them. */
  readonly expected: string;
}

/** What follows the place in a sentence, by keyword. */
const messages: Readonly<Record<string, (expected: string) => string>> = {
  required: () => "is missing",
  type: (expected) => `is not of type ${expected}`,
  enum: (expected) => `is not one of ${expected}`,
  anyOf: () => "matches none of the alternatives",
  depth: () => "is nested too deeply",
};

export function describeFinding({ path, keyword, expected }: Finding): PayloadError {
  const describe = messages[keyword];
  return { path, keyword, message: describe?.(expected) ?? "may not be there" };
}
