import { linkTo } from "../messages/error-link.js";

/** Codes of an {@link InboxError}; stable across releases. */
export type InboxErrorCode =
  | "STORE_UNAVAILABLE"
  | "STORE_TOO_NEW"
  | "STORE_TOO_OLD"
  | "STORE_UNREADABLE"
  | "STORE_REPLACED"
  | "STORE_DAMAGED"
  | "CLOSED";

/** Error of the inbox itself. Its `cause` is the error of the store or of its engine. */
export class InboxError extends Error {
  override readonly name = "InboxError";
  readonly code: InboxErrorCode;
  /** The address of the page that explains the code. */
  readonly docs: string;

  constructor(code: InboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.docs = linkTo(code);
  }
}

export function createUnavailableError(cause: unknown): InboxError {
  return new InboxError("STORE_UNAVAILABLE", "The store cannot take the delivery.", { cause });
}

export function createDrainedError(): InboxError {
  return new InboxError("CLOSED", "The inbox is closed: `drain()` was called.");
}

/** Creates the error of a store that is used before `open` or after `close`. */
export function createNotOpenError(): InboxError {
  return new InboxError("CLOSED", "The store is not open.");
}
