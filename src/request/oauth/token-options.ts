/** The option `auth` of a client that gets its tokens itself (contract L.1). */

interface TokenOptions<Scope extends string> {
  /** Default: the scopes that the service grants by itself. */
  readonly scopes?: readonly (Scope | (string & {}))[] | undefined;
  /** Further fields of each token request, such as `audience`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Replaces the service's token URL. */
  readonly tokenUrl?: string | undefined;
}

/**
 * Credentials of a program that acts for itself (RFC 6749, section 4.4). If id and secret are both
 * `undefined`, no credential is sent.
 */
export interface ClientCredentials<Scope extends string = string> extends TokenOptions<Scope> {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken?: undefined;
  readonly save?: undefined;
  readonly load?: undefined;
}

/** Tokens of a program that acts for a user who has agreed to it (RFC 6749, section 6). */
export interface RefreshTokens<Scope extends string = string> extends TokenOptions<Scope> {
  /** The latest saved refresh token. */
  readonly refreshToken: string | undefined;
  /**
   * Stores a new refresh token, which replaces the former one. It is awaited before the token that came with
   * it is used.
   */
  readonly save: (refreshToken: string) => void | Promise<void>;
  /**
   * Returns the latest saved refresh token, which another process may have replaced. It is awaited before
   * each token request, and once more if the service refuses the token. Needed where several processes share a
   * refresh token that is valid once.
   */
  readonly load?: (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}
