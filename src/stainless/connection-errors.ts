/** The errors of this surface without a response. `instanceof APIError` holds for them, too (see `errors.ts`). */
import { ConnectionError, ResponseError } from "../request/client/errors.js";

/** Returns the error of this surface for an error of the client. */
export function toApiError(error: unknown, signal: AbortSignal | undefined | null): unknown {
  if (error instanceof ResponseError) return error;
  if (signal?.aborted) return new APIUserAbortError();
  if (!(error instanceof ConnectionError)) return error;
  const { name } = Object(error.cause) as { readonly name?: unknown };
  return name === "TimeoutError"
    ? new APIConnectionTimeoutError()
    : new APIConnectionError({ cause: error });
}

/** No response, or its body broke off. */
export class APIConnectionError extends Error implements ErrorFacts<undefined, undefined> {
  override readonly name: string = "APIConnectionError";
  readonly status = undefined;
  readonly headers = undefined;
  readonly error = undefined;

  constructor({ message, cause }: { readonly message?: string; readonly cause?: unknown } = {}) {
    super(message ?? "Connection error.", cause === undefined ? {} : { cause });
  }
}

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

/** The properties that all errors of this surface have. A lost connection has no status and no headers. */
export interface ErrorFacts<Status, Sent> extends Error {
  readonly status: Status;
  readonly headers: Sent;
}
