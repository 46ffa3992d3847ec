import { hideUserInfo } from "./secrecy.js";

/** What is known of a response that rejects a request. */
export type ResponseFailure<Status extends number, Data> = Omit<
  ResponseError<Status, Data>,
  keyof Error
>;

/** Why a response is an error; stable across releases. */
export type ResponseErrorCode =
  /** The status is outside 2xx. */
  | "STATUS"
  /** The body is not what its content type says; `data` is the beginning of its text. */
  | "INVALID_BODY"
  /** The link to the next page leads to another origin, or is no address. */
  | "FOREIGN_LINK";

/** A response that is not the one that was asked for (contract F.4). */
export class ResponseError<Status extends number = number, Data = unknown> extends Error {
  override readonly name = "ResponseError";
  declare readonly code: ResponseErrorCode;
  /** `<METHOD> <url>`, as the caller wrote it. */
  declare readonly route: string;
  declare readonly status: Status;
  /** The body, read as its content type says. */
  declare readonly data: Data;
  /** Where the response came from, without credentials. */
  declare readonly url: string;
  /** The service's name for the request, from the header that `requestId` in the YAML names. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent. */
  declare readonly attempts: number;
  /** Private, because they may hold a cookie, which a log of the error should not show. */
  readonly #headers: Headers;

  constructor(message: string, { headers, ...failure }: ResponseFailure<Status, Data>) {
    super(message);
    Object.assign(this, failure);
    this.#headers = headers;
  }

  get headers(): Headers {
    return this.#headers;
  }
}

/**
 * The error for a page of a list. Data, headers and query may repeat a credential, so they are left out
 * (contract F.9).
 */
export function pageFailed(
  code: ResponseErrorCode,
  problem: string,
  route: string,
  { status, url }: Pick<ResponseError, "status" | "url">,
): ResponseError {
  const { origin, pathname } = new URL(url);
  return new ResponseError(`"${route}" got ${problem}.`, {
    code,
    route,
    status,
    data: undefined,
    headers: new Headers(),
    url: origin + pathname,
    requestId: undefined,
    attempts: 1,
  });
}

/** No response came, or its body broke off (contract F.4). */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** The platform's code, such as `ECONNRESET`, if it gives one. */
  declare readonly code: string | undefined;
  declare readonly route: string;
  declare readonly attempts: number;

  constructor(
    route: string,
    problem: string,
    attempts: number,
    cause: Error & { readonly code?: string | undefined },
  ) {
    const { code } = cause;
    super(`"${route}" ${problem}${code === undefined ? "" : ` (${code})`}.`, { cause });
    Object.assign(this, { code, route, attempts });
  }
}

/** The time of the option `timeout` was over, with all attempts and waits (contract F.10). */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  declare readonly route: string;
  /** In milliseconds. */
  declare readonly timeout: number;

  constructor(route: string, timeout: number) {
    const shown = hideUserInfo(route);
    super(`"${shown}" took longer than ${timeout} ms.`);
    Object.assign(this, { route: shown, timeout });
  }
}

/** A mock has no reply to what a test asked for, or cannot make it (contract F.16). */
export class MissingReplyError extends Error {}

/** Tells whether an error is a response, and of a certain route if one is named. */
export function isResponseError(error: unknown, route?: string): error is ResponseError {
  return error instanceof ResponseError && (route === undefined || error.route === route);
}
