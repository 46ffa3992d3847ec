/** Tokens that a client gets itself, with OAuth 2 (contract, section L). */
import { describeKind, isObject } from "../../base/values.js";
import type { AuthScheme } from "../../catalog/client.js";
import { holdCredential, joinSchemes, type HoldSource } from "../client/auth/auth-schemes.js";
import {
  NO_CREDENTIALS,
  writeCredential,
  type AuthContext,
  type AuthOption,
  type CreateAuthenticator,
  type Credentials,
  type Holder,
} from "../client/auth/auth.js";
import { QUERY_CODE } from "../client/auth/query-credentials.js";
import { createHider } from "../client/hide-credentials.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { createTokenErrors, OAuthError, type TokenErrors } from "./errors.js";
import { readGrant, type Grant } from "./grant.js";
import { encodeField, requestToken, toBasic, type IssuedToken } from "./token-request.js";

/** For services with OAuth 2, alone or next to other schemes. */
export const createOAuthAuthenticator: CreateAuthenticator = (auth, schemes, context) => {
  const hold: HoldSource = (scheme, source) => {
    if (!scheme.oauth || !isObject(source)) return holdCredential(scheme, source);
    const grant = readGrant(source as UnknownRecord, scheme.oauth, context.baseUrl);
    return grant ? new TokenHolder(scheme, grant, context) : NO_TOKEN;
  };
  return joinSchemes(nameScheme(auth, schemes), schemes, hold, QUERY_CODE);
};

/** Holds the absence of credentials, for options whose values are all undefined. */
const NO_TOKEN: Holder = { read: () => NO_CREDENTIALS, renew: () => false };

/** Puts credentials without the name of a scheme under the first scheme with OAuth 2. */
function nameScheme(auth: AuthOption, schemes: readonly AuthScheme[] = []): AuthOption {
  if (!isObject(auth) || Object.keys(auth).length === 0) return auth;
  if (schemes.some(({ name }) => Object.hasOwn(auth, name))) return auth;
  const scheme = schemes.find(({ oauth }) => oauth);
  return scheme ? { [scheme.name]: auth } : auth;
}

/**
 * Holds the token of a scheme. Requests that need a new one at the same time share one token request, which
 * continues if they are aborted.
 */
class TokenHolder implements Holder {
  readonly #scheme: AuthScheme;
  readonly #context: AuthContext;
  readonly #source: TokenSource;
  /** The token that requests are sent with; `undefined` if they need a new one. */
  #token: HeldToken | undefined;
  /** A token that no request is sent with yet, because its refresh token is not saved. */
  #unsaved: HeldToken | undefined;
  #pending: Promise<Credentials> | undefined;

  constructor(scheme: AuthScheme, grant: Grant, context: AuthContext) {
    this.#scheme = scheme;
    this.#context = context;
    this.#source = new TokenSource(grant, context);
  }

  read(): Credentials | Promise<Credentials> {
    if (this.#token && this.#context.sender().now() < this.#token.end)
      return this.#token.credentials;
    this.#pending ??= this.#renewToken().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  renew(refused: Credentials, isLast?: boolean): boolean {
    // A token that is refused at once would be refused again.
    if (this.#token?.credentials === refused && !isLast) this.#token = undefined;
    return refused !== NO_CREDENTIALS;
  }

  async #renewToken(): Promise<Credentials> {
    const token = this.#unsaved ?? (await this.#obtain());
    if (token.mustBeSaved) {
      // The service takes each refresh token once, so the new one must be saved before it is needed.
      this.#token = undefined;
      this.#unsaved = token;
      await this.#source.save();
      this.#unsaved = undefined;
    }
    this.#token = token;
    return token.credentials;
  }

  async #obtain(): Promise<HeldToken> {
    const start = this.#context.sender().now();
    return toHeldToken(this.#scheme, await this.#source.obtain(), start);
  }
}

/** Gets tokens for a grant, whose refresh token changes: by token requests, and by other processes. */
class TokenSource {
  readonly #grant: Grant;
  readonly #context: AuthContext;
  readonly #errors: TokenErrors;
  /** With client credentials, there is none (RFC 6749, section 4.4.3). */
  #refreshToken: string | undefined;

  constructor(grant: Grant, context: AuthContext) {
    this.#grant = grant;
    this.#context = context;
    this.#refreshToken = grant.refreshToken;
    this.#errors = createTokenErrors(grant.url, (text) =>
      createHider([], listSecrets(grant, this.#refreshToken))(text),
    );
  }

  /** @throws OAuthError if the service gives no token. */
  async obtain(): Promise<ObtainedToken> {
    await this.#load();
    const issued = await this.#request();
    const former = this.#refreshToken;
    if (former !== undefined) this.#refreshToken = issued.refreshToken ?? former;
    return {
      issued,
      secrets: listSecrets(this.#grant, former, this.#refreshToken, issued.refreshToken),
      isReplaced: this.#refreshToken !== former,
    };
  }

  /** @throws OAuthError if the new refresh token cannot be saved. */
  async save(): Promise<void> {
    try {
      await this.#grant.save(this.#refreshToken ?? "");
    } catch (error) {
      throw this.#errors.unsaved(error);
    }
  }

  async #request(): Promise<IssuedToken> {
    const sent = this.#refreshToken;
    try {
      return await this.#send();
    } catch (error) {
      // Another process may have used the token first, and saved the next one.
      if (!(error instanceof OAuthError) || error.reason !== "invalid_grant") throw error;
      await this.#load();
      if (this.#refreshToken === sent) throw error;
      return this.#send();
    }
  }

  #send(): Promise<IssuedToken> {
    return requestToken(this.#grant, this.#refreshToken, this.#context, this.#errors);
  }

  /** @throws OAuthError if the saved refresh token cannot be loaded. */
  async #load(): Promise<void> {
    const { load } = this.#grant;
    if (!load) return;
    try {
      this.#refreshToken = readLoaded(await load()) ?? this.#refreshToken;
    } catch (error) {
      throw this.#errors.unloaded(error);
    }
  }
}

/** @throws TypeError for anything but a text or nothing. */
function readLoaded(loaded: unknown): string | undefined {
  if (loaded === undefined || (typeof loaded === "string" && loaded !== "")) return loaded;
  const got = loaded === "" ? "an empty text" : describeKind(loaded);
  throw new TypeError(`"load" returned ${got}; expected a refresh token, or undefined.`);
}

/** @param start The time of the token request. */
function toHeldToken(
  scheme: AuthScheme,
  { issued, secrets, isReplaced }: ObtainedToken,
  start: number,
): HeldToken {
  const { accessToken, lifetime = Infinity } = issued;
  const written = writeCredential(scheme, accessToken);
  return {
    credentials: { ...written, secrets: [...written.secrets, ...secrets] },
    end: start + lifetime - Math.min(lifetime * MARGIN, MAX_MARGIN),
    mustBeSaved: isReplaced,
  };
}

/** A new token is requested when this part of the lifetime is left. */
const MARGIN = 0.1;
/** The most milliseconds before the end at which a new token is requested. */
const MAX_MARGIN = 60_000;

/** Texts that no error shows: the secrets, also as they are encoded. */
function listSecrets(
  { client: { id = "", secret } }: Grant,
  ...refreshTokens: readonly (string | undefined)[]
): string[] {
  const clientSecrets =
    secret === undefined
      ? []
      : [secret, encodeField(secret), toBasic(id, secret).slice("Basic ".length)];
  return [...clientSecrets, ...refreshTokens.filter((each) => each !== undefined)];
}

/** A token, as credentials of requests. */
interface HeldToken {
  readonly credentials: Credentials;
  /** The time from which a new one is needed, in milliseconds since 1970. */
  readonly end: number;
  /** True if a new refresh token came with it. */
  readonly mustBeSaved: boolean;
}

/** A token that was just issued. */
interface ObtainedToken {
  readonly issued: IssuedToken;
  /** Texts that no error shows. */
  readonly secrets: readonly string[];
  /** A new refresh token came, which must be saved. */
  readonly isReplaced: boolean;
}
