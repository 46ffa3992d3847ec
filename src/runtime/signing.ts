// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Signs and verifies by a plan; a client imports the code that its own scheme needs. */
export { SHA1, SHA256, SHA512 } from "#platform";
export { acceptAnyPort, readUrlPieces } from "../receive/signatures/any-port.js";
export {
  bindHmacHeaderVerify,
  bindHmacSign,
  bindHmacVerify,
  type SignedHeaders,
} from "../receive/signatures/hmac.js";
export {
  readDecodedUrl,
  readForm,
  readHeader,
  readJsonTimestamp,
  readLead,
  readListedTimestamp,
  readMethod,
  readPieces,
  readPlaceholder,
  readUrl,
} from "../receive/signatures/readers.js";
export {
  bindSign,
  bindTextSign,
  bindTextVerify,
  bindVerify,
} from "../receive/signatures/scheme.js";
export type { PlaceholderReader, SchemeParts } from "../receive/signatures/types.js";
