/** Signs and verifies by a plan; a client imports the code that its own scheme needs. */
export { SHA1, SHA256, SHA512 } from "#platform";
export { acceptAnyPort, readUrlPieces } from "../signatures/any-port.js";
export { bindSign, bindVerify } from "../signatures/body-scheme.js";
export { readLead, readPieces } from "../signatures/content.js";
export { readHeader } from "../signatures/delivery-fields.js";
export {
  bindHeaderScheme,
  bindHeaderSign,
  bindHeaderVerify,
  type HeaderScheme,
} from "../signatures/header-scheme.js";
export { bindHmacSign, bindHmacVerify } from "../signatures/hmac-body.js";
export { bindHmacHeaderVerify, type SignedHeaders } from "../signatures/hmac-headers.js";
export {
  readDecodedUrl,
  readForm,
  readJsonTimestamp,
  readListedTimestamp,
  readMethod,
  readPlaceholder,
  readUrl,
} from "../signatures/placeholders.js";
export type { PlaceholderReader, SchemeParts } from "../signatures/scheme.js";
