/** Errors of a client that gets no token, without its secrets. */
import { linkTo } from "../../base/package.js";
import { SHOWN_MESSAGE } from "../client/attempt-errors.js";
import { copyError, hideUserInfo, type Hide } from "../client/hide-credentials.js";

/** Reason why there is no token; stable across releases. */
export type OAuthErrorCode =
  /** The service gives no token; `reason` may say why. */
  | "REFUSED"
  /** No response, or its status says that the service failed. */
  | "UNAVAILABLE"
  /** The response has no token that can be used. */
  | "INVALID_RESPONSE"
  /** The saved refresh token could not be loaded. */
  | "LOAD_FAILED"
  /** A new refresh token could not be saved. */
  | "SAVE_FAILED";

/** The client could not get a token for a request (contract L.7). */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  declare readonly code: OAuthErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  /** The service's own code, such as `invalid_grant` (RFC 6749, section 5.2). */
  declare readonly reason: string | undefined;
  /** The status of the token response, if there was one. */
  declare readonly status: number | undefined;
  /** The token URL without its query. */
  declare readonly url: string;

  constructor(message: string, { cause, ...fields }: OAuthErrorInit) {
    super(message, cause && { cause });
    Object.assign(this, {
      docs: linkTo(fields.code),
      reason: undefined,
      status: undefined,
      ...fields,
    });
  }
}

interface OAuthErrorInit {
  readonly code: OAuthErrorCode;
  readonly url: string;
  readonly reason?: string | undefined;
  readonly status?: number | undefined;
  readonly cause?: Error | undefined;
}

/** The errors of one token URL. They show none of its secrets. */
export interface TokenErrors {
  refused(status: number, answer: Readonly<Record<string, unknown>>): OAuthError;
  unavailable(got: number | { readonly cause: unknown }): OAuthError;
  invalid(status: number, detail: string): OAuthError;
  unloaded(cause: unknown): OAuthError;
  unsaved(cause: unknown): OAuthError;
}

/**
 * Creates the errors of a token URL.
 * @param hide Removes all secrets that are known when it is called.
 */
export function createTokenErrors(tokenUrl: string, hide: Hide): TokenErrors {
  const url = hide(hideUserInfo(tokenUrl.replace(/[?#].*/s, "")));
  const subject = `The token request to "${url}"`;
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && value !== "" ? hide(value).slice(0, SHOWN_MESSAGE) : undefined;
  const storageError = (code: OAuthErrorCode, which: string, done: string, cause: unknown) =>
    new OAuthError(`The ${which} refresh token of "${url}" could not be ${done}.`, {
      code,
      url,
      cause: copyError(cause, hide),
    });
  return {
    refused(status, { error, error_description: description }) {
      const reason = text(error);
      const sentences = [reason, text(description)?.replace(/\.$/, "")].filter((each) => each);
      const detail = sentences.length > 0 ? `: ${sentences.join(", ")}` : "";
      const message = `${subject} was refused with status ${status}${detail}.`;
      return new OAuthError(message, { code: "REFUSED", url, status, reason });
    },
    unavailable(got) {
      const code = "UNAVAILABLE";
      if (typeof got === "number")
        return new OAuthError(`${subject} got status ${got}.`, { code, url, status: got });
      const cause = copyError(got.cause, hide);
      const detail = cause.code === undefined ? "" : ` (${cause.code})`;
      return new OAuthError(`${subject} got no response${detail}.`, { code, url, cause });
    },
    invalid: (status, detail) =>
      new OAuthError(`${subject} got status ${status} with ${detail}.`, {
        code: "INVALID_RESPONSE",
        url,
        status,
      }),
    unloaded: (cause) => storageError("LOAD_FAILED", "saved", "loaded", cause),
    unsaved: (cause) => storageError("SAVE_FAILED", "new", "saved", cause),
  };
}
