// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Tokens of OAuth 2 that a client gets itself; passed to a client beside its catalog. */
export { createOAuthAuthenticator } from "../request/oauth/oauth.js";
export { OAuthError, type OAuthErrorCode } from "../request/oauth/errors.js";
export type { ClientCredentials, RefreshTokens } from "../request/oauth/token-options.js";
