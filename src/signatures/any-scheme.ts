import { ALGORITHMS, type Algorithm } from "./algorithms.js";
import { acceptAnyPort, readUrlPieces } from "./any-port.js";
import { readLead, readPieces } from "./content.js";
import { readHeader } from "./delivery-fields.js";
import {
  readDecodedUrl,
  readForm,
  readJsonTimestamp,
  readListedTimestamp,
  readMethod,
  readPlaceholder,
  readUrl,
} from "./placeholders.js";
import { listSchemeCode } from "./plan/code.js";
import type { SignatureDescription } from "./plan/description.js";
import { planSignature } from "./plan/plan.js";
import type { PlaceholderReader, SignatureScheme } from "./scheme.js";
import {
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readTextSecret,
} from "./secret.js";

const SECRET_READERS = {
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readTextSecret,
};

const CONTENT_READERS = { readLead, readPieces, readUrlPieces };

const PLACEHOLDER_READERS = {
  readDecodedUrl,
  readForm,
  readJsonTimestamp,
  readListedTimestamp,
  readMethod,
  readUrl,
};

/**
 * Makes a scheme of a description at run time. It brings the code of every description into a
 * bundle, but for the algorithms.
 * @param readers placeholders in `content` that the caller reads, by their names.
 * @throws TypeError for a description that contradicts itself.
 */
export function createScheme(
  description: SignatureDescription,
  use: Algorithm,
  readers: Readonly<Record<string, PlaceholderReader>> = {},
): SignatureScheme {
  const plan = planSignature(description, Object.keys(readers));
  const { parts, placeholders, adapt } = listSchemeCode(description, plan);
  const own = Object.entries(readers).map(([name, reader]) => [`{${name}}`, reader] as const);
  const ours = Object.entries(placeholders).map(
    ([name, reader]) => [name, PLACEHOLDER_READERS[reader]] as const,
  );
  return {
    ...plan,
    use: adapt === undefined ? use : { acceptAnyPort }[adapt](use),
    readSecret: SECRET_READERS[parts.readSecret],
    readContent: CONTENT_READERS[parts.readContent],
    read: { readHeader, readPlaceholder }[parts.read],
    placeholders: Object.fromEntries([...ours, ...own]),
  };
}

/** Makes a scheme of a description, with the package's code of its algorithm. */
export function createAnyScheme(description: SignatureDescription): SignatureScheme {
  return createScheme(description, ALGORITHMS[description.algorithm]);
}
