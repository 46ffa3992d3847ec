/** Tokens that a client gets itself, with OAuth 2 (contract, section L). */
import type { AuthScheme } from "../catalog/client.js";
import {
  type AuthContext,
  type CreateAuthenticator,
  type Credentials,
  type Given,
  type Holder,
  NO_CREDENTIALS,
  writeCredential,
} from "../client/auth.js";
import { holdCredential, joinSchemes } from "../client/auth-schemes.js";
import { createHider } from "../client/errors.js";
import { isObject, type UnknownRecord } from "../endpoint/values.js";
import { createTokenErrors } from "./errors.js";
import { type Grant, readGrant } from "./grant.js";
import { encodeField, type IssuedToken, requestToken, toBasic } from "./token-request.js";

/** For services with OAuth 2, alone or next to other schemes. */
export const createOAuthAuthenticator: CreateAuthenticator = (given, schemes, context) =>
  joinSchemes(nameScheme(given, schemes), schemes, (scheme, source) => {
    if (!scheme.oauth || !isObject(source)) return holdCredential(scheme, source);
    const grant = readGrant(source as UnknownRecord, scheme.oauth, context.baseUrl);
    return grant ? holdToken(scheme, grant, context) : NO_TOKEN;
  });

const NO_TOKEN: Holder = { read: () => NO_CREDENTIALS, renew: () => false };

/** Puts credentials without the name of a scheme under the first scheme with OAuth 2. */
function nameScheme(given: Given, schemes: readonly AuthScheme[] = []): Given {
  if (!isObject(given) || Object.keys(given).length === 0) return given;
  if (schemes.some(({ name }) => Object.hasOwn(given, name))) return given;
  const scheme = schemes.find(({ oauth }) => oauth);
  return scheme ? { [scheme.name]: given } : given;
}

/** A token, as credentials of requests. */
interface HeldToken {
  readonly credentials: Credentials;
  /** The time from which a new one is needed, in milliseconds since 1970. */
  readonly end: number;
}

/**
 * Holds the token of a scheme. Requests that need a new one at the same time share one token request, which
 * continues if they are aborted.
 */
function holdToken(scheme: AuthScheme, grant: Grant, context: AuthContext): Holder {
  let { refreshToken } = grant;
  let token: HeldToken | undefined;
  /** A token whose refresh token is not saved yet. */
  let unsaved: HeldToken | undefined;
  let request: Promise<Credentials> | undefined;
  const errors = createTokenErrors(grant.url, (text) =>
    createHider([], listSecrets(grant, refreshToken))(text),
  );

  const obtain = async (): Promise<HeldToken> => {
    const start = context.sender().now();
    const issued = await requestToken(grant, refreshToken, context, errors);
    const former = refreshToken;
    // With client credentials, there are no refresh tokens (RFC 6749, section 4.4.3).
    if (former !== undefined) refreshToken = issued.refreshToken ?? former;
    const secrets = listSecrets(grant, former, refreshToken, issued.refreshToken);
    const obtained = toHeldToken(scheme, issued, start, secrets);
    if (refreshToken !== former) unsaved = obtained;
    return obtained;
  };
  const renewToken = async (): Promise<Credentials> => {
    // The service takes each refresh token once, so the new one must be saved before it is needed.
    const obtained = unsaved ?? (await obtain());
    if (unsaved) await save();
    unsaved = undefined;
    token = obtained;
    return obtained.credentials;
  };
  const save = async (): Promise<void> => {
    try {
      await grant.save(refreshToken ?? "");
    } catch (error) {
      throw errors.unsaved(error);
    }
  };
  return {
    read() {
      if (token && context.sender().now() < token.end) return token.credentials;
      request ??= renewToken().finally(() => (request = undefined));
      return request;
    },
    renew(refused, isLast) {
      // A token that is refused at once would be refused again.
      if (token?.credentials === refused && !isLast) token = undefined;
      return refused !== NO_CREDENTIALS;
    },
  };
}

/** @param start The time of the token request. */
function toHeldToken(
  scheme: AuthScheme,
  { accessToken, lifetime = Infinity }: IssuedToken,
  start: number,
  secrets: readonly string[],
): HeldToken {
  const written = writeCredential(scheme, accessToken);
  return {
    credentials: { ...written, secrets: [...written.secrets, ...secrets] },
    end: start + lifetime - Math.min(lifetime * MARGIN, MAX_MARGIN),
  };
}

/** Requests a new token when a tenth of the lifetime is left, but at most this many milliseconds before its end. */
const MARGIN = 0.1;
const MAX_MARGIN = 60_000;

/** Texts that no error shows: the secrets, also as they are encoded. */
function listSecrets(
  { client: { id = "", secret } }: Grant,
  ...refreshTokens: readonly (string | undefined)[]
): string[] {
  const ofClient =
    secret === undefined ? [] : [secret, encodeField(secret), toBasic(id, secret).slice(BASIC)];
  return [...ofClient, ...refreshTokens.filter((each) => each !== undefined)];
}

const BASIC = "Basic ".length;
