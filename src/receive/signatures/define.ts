/** Makes schemes of descriptions at run time, for services without a preset. */
import type { SignatureDescription } from "../../catalog/signatures.js";
import { expectDefinition } from "./check-definition.js";
import { planSignature } from "./plan/plan.js";
import { listSchemeCode } from "./plan/scheme-code.js";
import { ALGORITHMS } from "./algorithms.js";
import { acceptAnyPort, readUrlPieces } from "./any-port.js";
import * as readers from "./readers.js";
import { standardWebhooks } from "./schemes.js";
import * as secretReaders from "./secrets.js";
import type { Algorithm, PlaceholderReader, SignatureScheme } from "./types.js";

/** Scheme of a service, with the code of its algorithm. */
export interface SchemeDefinition extends Omit<SignatureDescription, "algorithm"> {
  readonly algorithm: Algorithm;
  /**
   * Readers of placeholders of your own in `content`, by their names: `{ form: ({ body }) => … }`.
   * A reader returns the signed value of that place, or `undefined` to refuse the delivery.
   */
  readonly placeholders?: Readonly<Record<string, PlaceholderReader>>;
}

/**
 * Defines the scheme of a service that has no preset (contract E.2).
 * @example
 * const acme = defineScheme({ header: "acme-signature", algorithm: HMAC_SHA256 });
 * const verifier = createVerifier(acme, { secrets: [secret] });
 * @throws TypeError for a definition that contradicts itself, has an unknown key or placeholder, or a
 * value of the wrong kind.
 */
export function defineScheme(definition: SchemeDefinition): SignatureScheme {
  expectDefinition(definition);
  const { algorithm, placeholders, ...description } = definition;
  return createScheme({ ...description, algorithm: algorithm.name }, algorithm, placeholders);
}

/**
 * Defines Standard Webhooks under other header names.
 * @example
 * const svix = defineStandardWebhooks("svix"); // `svix-id`, `svix-timestamp`, `svix-signature`
 */
export function defineStandardWebhooks(headerPrefix: string): SignatureScheme {
  const prefix = headerPrefix.toLowerCase();
  const id = `${prefix}-id`;
  const timestamp = `${prefix}-timestamp`;
  return {
    ...standardWebhooks,
    header: `${prefix}-signature`,
    timestamp,
    content: ["", id, ".", timestamp, "."],
    id,
    deliveries: { event: { body: "type" }, delivery: { header: id } },
  };
}

// ---- From a description to a scheme

const CONTENT_READERS = {
  readLead: readers.readLead,
  readPieces: readers.readPieces,
  readUrlPieces,
};

/**
 * Makes a scheme of a description. A bundle then has the code of every kind of scheme, but no algorithm.
 * @param ownReaders of the caller's own placeholders in `content`, by their names.
 * @throws TypeError for a description that contradicts itself.
 */
export function createScheme(
  description: SignatureDescription,
  use: Algorithm,
  ownReaders: Readonly<Record<string, PlaceholderReader>> = {},
): SignatureScheme {
  const plan = planSignature(description, Object.keys(ownReaders));
  const { parts, placeholders, adapt } = listSchemeCode(description, plan);
  const knownReaders = Object.entries(placeholders).map(
    ([name, reader]) => [name, readers[reader]] as const,
  );
  const customReaders = Object.entries(ownReaders).map(
    ([name, reader]) => [`{${name}}`, reader] as const,
  );
  return {
    ...plan,
    use: adapt === undefined ? use : acceptAnyPort(use),
    readSecret: secretReaders[parts.readSecret],
    readContent: CONTENT_READERS[parts.readContent],
    read: readers[parts.read],
    placeholders: Object.fromEntries([...knownReaders, ...customReaders]),
  };
}

/** Makes a scheme of a description, with the package's code of its algorithm. A bundle then has all of them. */
export function createAnyScheme(description: SignatureDescription): SignatureScheme {
  return createScheme(description, ALGORITHMS[description.algorithm]);
}
