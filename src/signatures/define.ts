import type { Algorithm } from "./algorithms.js";
import { createScheme } from "./any-scheme.js";
import { expectDefinition } from "./definition.js";
import type { SignatureDescription } from "./plan/description.js";
import type { PlaceholderReader, SignatureScheme } from "./scheme.js";

/** How a service signs its deliveries, with the code of its algorithm. */
export interface SchemeDefinition extends Omit<SignatureDescription, "algorithm"> {
  readonly algorithm: Algorithm;
  /**
   * Readers of placeholders of your own in `content`, by their names: `{ form: ({ body }) => … }`.
   * A reader returns what is signed in that place, or `undefined` to refuse the delivery.
   */
  readonly placeholders?: Readonly<Record<string, PlaceholderReader>>;
}

/**
 * Defines the scheme of a service that has no preset (contract E.2).
 * @throws TypeError for a definition that contradicts itself, has an unknown key or placeholder, or a
 * value of the wrong kind.
 */
export function defineScheme(definition: SchemeDefinition): SignatureScheme {
  expectDefinition(definition);
  const { algorithm, placeholders, ...description } = definition;
  return createScheme({ ...description, algorithm: algorithm.name }, algorithm, placeholders);
}
