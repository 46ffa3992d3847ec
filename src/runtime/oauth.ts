/** Tokens of OAuth 2 that a client gets itself; passed to a client beside its catalog. */
export { createOAuthAuthenticator } from "../oauth/oauth.js";
export { OAuthError, type OAuthErrorCode } from "../oauth/errors.js";
export type { ClientCredentials, RefreshTokens } from "../oauth/grant.js";
