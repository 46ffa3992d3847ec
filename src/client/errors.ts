/** What a response has that rejects a request. */
export interface ResponseFailure<Status extends number, Data> {
  readonly status: Status;
  readonly data: Data;
  readonly headers: Headers;
  readonly url: string;
  readonly requestId: string | undefined;
}

/** Why a response is an error; stable across releases. */
export type ResponseErrorCode =
  /** The status is outside 2xx. */
  | "STATUS"
  /** The body is not what its content type says; `data` is the beginning of its text. */
  | "INVALID_BODY"
  /** The link to the next page leads to another origin. */
  | "FOREIGN_LINK";

/** Headers are no property of an error: they may hold a cookie, which its log should not show. */
const HEADERS = new WeakMap<ResponseError, Headers>();

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

  constructor(
    code: ResponseErrorCode,
    message: string,
    route: string,
    { headers, ...failure }: ResponseFailure<Status, Data>,
    attempts: number,
  ) {
    super(message);
    Object.assign(this, { code, route, ...failure, attempts });
    HEADERS.set(this, headers);
  }

  get headers(): Headers {
    return HEADERS.get(this) ?? new Headers();
  }
}

/** No response came, or its body broke off (contract F.4). */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** The platform's code, such as `ECONNRESET`, if it gives one. */
  declare readonly code: string | undefined;
  declare readonly route: string;
  declare readonly attempts: number;

  constructor(route: string, problem: string, attempts: number, cause?: Error) {
    const code = codeOf(cause);
    super(`"${route}" ${problem}${code === undefined ? "" : ` (${code})`}.`, { cause });
    Object.assign(this, { code, route, attempts });
  }
}

/** The time of the option `timeout` was over, with all attempts and waits (contract F.4). */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  declare readonly route: string;
  /** In milliseconds. */
  declare readonly timeout: number;

  constructor(route: string, timeout: number) {
    super(`"${route}" took longer than ${timeout} ms.`);
    Object.assign(this, { route, timeout });
  }
}

function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return undefined;
}

// ---- Credentials stay out of errors

/** A user name and a password in a URL (RFC 3986, section 3.2.1). */
const USER_INFO = /(\/\/)[^/?#\s]*@/g;

/** What is shorter occurs in any text by chance. */
const SHORTEST_SECRET = 4;

/** Text without credentials, however they are spelled in it: as they are, in a URL, in JSON. */
export function hide(text: string, secrets: Iterable<string>): string {
  let hidden = text.replace(USER_INFO, "$1");
  for (const secret of secrets)
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
    ])
      if (spelling.length >= SHORTEST_SECRET) hidden = hidden.replaceAll(spelling, "[hidden]");
  return hidden;
}

/** How many causes of causes are copied. */
const DEEPEST_CAUSE = 5;

/**
 * A copy that holds no more than name, message, stack, code and cause: errors of HTTP clients often
 * carry the request that they failed to send.
 */
export function copyError(error: unknown, secrets: ReadonlySet<string>, depth = 0): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  const { message, stack = "", name, cause } = original;
  const hasCause = cause !== undefined && depth < DEEPEST_CAUSE;
  const options = hasCause ? { cause: copyError(cause, secrets, depth + 1) } : undefined;
  const copy = new Error(hide(message, secrets), options);
  Object.defineProperty(copy, "name", { value: name });
  Object.defineProperty(copy, "stack", { value: hide(stack, secrets) });
  if ("code" in original) Object.assign(copy, { code: original.code });
  return copy;
}

/** Tells whether an error is a response, and of a certain route if one is named. */
export function isResponseError(error: unknown, route?: string): error is ResponseError {
  return error instanceof ResponseError && (route === undefined || error.route === route);
}
