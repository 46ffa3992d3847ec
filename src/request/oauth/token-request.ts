/** Asks a token endpoint for a token (RFC 6749, sections 2.3.1, 4.4, 5 and 6). */
import { isObject } from "../../base/values.js";
import { TOKEN_ROUTE, type AuthContext } from "../client/auth/auth.js";
import { readErrorBody } from "../client/response-body.js";
import { findResumption } from "../client/limit-headers.js";
import { backOff } from "../client/retries.js";
import type { UnknownRecord } from "../endpoint/values.js";
import type { OAuthError, TokenErrors } from "./errors.js";
import type { Grant } from "./grant.js";

/** A token, as the service issued it. */
export interface IssuedToken {
  readonly accessToken: string;
  /** In milliseconds; `undefined` if the service does not say. */
  readonly lifetime: number | undefined;
  readonly refreshToken: string | undefined;
}

/** The timeout of one attempt, in milliseconds: a request that hangs would keep all calls waiting. */
const TIMEOUT = 30_000;

/**
 * Sends a token request, and again while the service seems to be down, up to the client's number of
 * retries.
 * @throws OAuthError
 */
export async function requestToken(
  grant: Grant,
  refreshToken: string | undefined,
  context: AuthContext,
  errors: TokenErrors,
): Promise<IssuedToken> {
  const sender = context.sender();
  for (let retries = 0; ; retries++) {
    const answer = await requestOnce(grant, refreshToken, context, errors);
    if (answer.kind === "token") return answer.token;
    const { error, headers } = answer;
    const delay = (headers && findResumption(sender, headers)) ?? backOff(retries);
    if (retries >= sender.retry || delay > sender.maxRetryDelay) throw error;
    await sender.sleep(delay, undefined);
  }
}

/** A token, or an error that a second request may not get, with the headers of its response. */
type TokenAnswer =
  | { readonly kind: "token"; readonly token: IssuedToken }
  | { readonly kind: "retry"; readonly error: OAuthError; readonly headers?: Headers };

/**
 * Sends a token request once.
 * @throws OAuthError for an answer that a second request would get, too.
 */
async function requestOnce(
  grant: Grant,
  refreshToken: string | undefined,
  { init, sender }: AuthContext,
  errors: TokenErrors,
): Promise<TokenAnswer> {
  const controller = new AbortController();
  const late = new Error(`It took longer than ${TIMEOUT} ms`);
  const timer = setTimeout(() => controller.abort(late), TIMEOUT);
  const { headers, body } = writeRequest(grant, refreshToken);
  let response, text;
  try {
    const send = sender().fetch ?? fetch;
    const { signal } = controller;
    // A redirect would take the secrets elsewhere.
    const request = { method: "POST", headers, body, signal, redirect: "manual" } as const;
    response = await send(grant.url, { ...init, ...request }, TOKEN_ROUTE);
    ({ body: text } = await readErrorBody(response, "text"));
  } catch (cause) {
    return {
      kind: "retry",
      error: errors.unavailable({ cause: controller.signal.reason ?? cause }),
    };
  } finally {
    clearTimeout(timer);
  }
  const { status } = response;
  if (status >= 500)
    return { kind: "retry", error: errors.unavailable(status), headers: response.headers };
  const answer = parseAnswer(text);
  // Some services refuse with the status 200.
  if (!response.ok || (answer["error"] !== undefined && answer["access_token"] === undefined))
    throw errors.refused(status, answer);
  return { kind: "token", token: readToken(answer, (detail) => errors.invalid(status, detail)) };
}

/** Writes headers and form of a token request, with the client's id and secret in one of them. */
function writeRequest(
  { form, client, isPost }: Grant,
  refreshToken: string | undefined,
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = new URLSearchParams(form);
  if (refreshToken !== undefined) body.set("refresh_token", refreshToken);
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  const { id, secret } = client;
  if (id !== undefined && secret !== undefined && !isPost) {
    headers["authorization"] = toBasic(id, secret);
  } else {
    // A client without a secret sends its id (RFC 6749, section 3.2.1).
    if (id !== undefined) body.set("client_id", id);
    if (secret !== undefined) body.set("client_secret", secret);
  }
  return { headers, body: body.toString() };
}

/** Basic credentials of id and secret, each encoded as in a form first (RFC 6749, section 2.3.1). */
export function toBasic(id: string, secret: string): string {
  return `Basic ${btoa(`${encodeField(id)}:${encodeField(secret)}`)}`;
}

/** Encodes a text as forms do. */
export function encodeField(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Parses an object of JSON; returns an empty one for any other text. */
function parseAnswer(text: unknown): UnknownRecord {
  try {
    const value: unknown = JSON.parse(String(text));
    return isObject(value) ? (value as UnknownRecord) : {}; // a list has none of the keys
  } catch {
    return {};
  }
}

/** Characters of a token (RFC 6750, section 2.1), and others that a header can hold. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

function readToken(answer: UnknownRecord, invalid: (detail: string) => OAuthError): IssuedToken {
  const {
    access_token: accessToken,
    token_type: type = "Bearer",
    expires_in: expiresIn,
    refresh_token: refreshToken,
  } = answer;
  if (typeof accessToken !== "string" || !SENDABLE_TOKEN.test(accessToken))
    throw invalid("no `access_token` that can be sent");
  // Tokens of other types need more than a header with the token (RFC 9449).
  if (!/^bearer$/i.test(String(type))) throw invalid("a `token_type` other than `Bearer`");
  // Some services send it as text, which is no lifetime if it is empty.
  const seconds = expiresIn === 0 ? 0 : Number(expiresIn || NaN);
  return {
    accessToken,
    lifetime: seconds >= 0 ? seconds * 1_000 : undefined,
    refreshToken:
      typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
  };
}
