/** Errors that the API answers with, and the check of a key that makes one. */

/** Error whose message the page shows. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Creates the error of a request with a wrong parameter or member. */
export function createBadRequest(message: string): ApiError {
  return new ApiError(400, "BAD_REQUEST", message);
}

/**
 * Checks the `key` at which a page begins; the sources of this package number their deliveries.
 * @throws ApiError for any other text.
 */
export function expectKey(before: string | undefined): string | undefined {
  if (before === undefined || /^\d{1,15}$/.test(before)) return before;
  throw createBadRequest("`before` is not the key of a delivery.");
}
