/** The errors of this surface, by status. */
import { ConnectionError, ResponseError, type FindErrorClass } from "../request/client/errors.js";

/** A response that is an error, or a lost connection. */
interface ErrorFacts extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
}

/** Widens the type of `status` and `headers`, which a lost connection does not have. */
const ErrorOfResponse = ResponseError as unknown as {
  new (
    message: string,
    init: never,
  ): ErrorFacts & Pick<ResponseError, "route" | "url" | "data" | "requestId" | "attempts">;
  [Symbol.hasInstance](value: unknown): boolean;
};

export class APIError extends ErrorOfResponse {
  /** True for a lost connection, too, although that is not a `ResponseError`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== APIError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof ResponseError || value instanceof APIConnectionError;
  }

  override readonly name: string = "APIError";

  /** The body. */
  get error(): unknown {
    return this.data;
  }
}

export class BadRequestError extends APIError {
  declare readonly status: 400;
  override readonly name = "BadRequestError";
}

export class AuthenticationError extends APIError {
  declare readonly status: 401;
  override readonly name = "AuthenticationError";
}

export class PermissionDeniedError extends APIError {
  declare readonly status: 403;
  override readonly name = "PermissionDeniedError";
}

export class NotFoundError extends APIError {
  declare readonly status: 404;
  override readonly name = "NotFoundError";
}

export class ConflictError extends APIError {
  declare readonly status: 409;
  override readonly name = "ConflictError";
}

export class UnprocessableEntityError extends APIError {
  declare readonly status: 422;
  override readonly name = "UnprocessableEntityError";
}

export class RateLimitError extends APIError {
  declare readonly status: 429;
  override readonly name = "RateLimitError";
}

export class InternalServerError extends APIError {
  declare readonly status: number;
  override readonly name = "InternalServerError";
}

/** No response, or its body broke off. */
export class APIConnectionError extends Error implements ErrorFacts {
  override readonly name: string = "APIConnectionError";
  readonly status = undefined;
  readonly headers = undefined;
  readonly error = undefined;

  constructor({ message, cause }: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(message ?? "Connection error.", cause === undefined ? {} : { cause });
  }
}

/** Name of the error that ends an attempt whose response does not begin in time. */
export const TIMED_OUT = "TimeoutError";

/** No attempt got a response in time. */
export class APIConnectionTimeoutError extends APIConnectionError {
  override readonly name = "APIConnectionTimeoutError";

  constructor({ message }: { readonly message?: string } = {}) {
    super({ message: message ?? "Request timed out." });
  }
}

/** The signal of the caller ended the request. */
export class APIUserAbortError extends APIConnectionError {
  override readonly name = "APIUserAbortError";

  constructor({ message }: { readonly message?: string } = {}) {
    super({ message: message ?? "Request was aborted." });
  }
}

const BY_STATUS: Readonly<Record<number, unknown>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

export const findErrorClass: FindErrorClass = (status) =>
  // All of them have the constructor of `ResponseError`.
  (BY_STATUS[status] ?? (status >= 500 ? InternalServerError : APIError)) as typeof ResponseError;

export function toApiError(error: unknown, signal: AbortSignal | undefined | null): unknown {
  if (error instanceof ResponseError) return error;
  if (signal?.aborted) return new APIUserAbortError();
  if (!(error instanceof ConnectionError)) return error;
  const { name } = Object(error.cause) as { readonly name?: unknown };
  return name === TIMED_OUT
    ? new APIConnectionTimeoutError()
    : new APIConnectionError({ cause: error });
}
