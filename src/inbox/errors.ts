/** What can go wrong with an inbox; stable across releases. */
export type InboxErrorCode =
  | "STORE_UNAVAILABLE"
  | "STORE_TOO_NEW"
  | "STORE_TOO_OLD"
  | "STORE_UNREADABLE"
  | "STORE_REPLACED"
  | "STORE_DAMAGED"
  | "CLOSED";

/** A failure of the inbox itself. What the store or its engine threw is the `cause`. */
export class InboxError extends Error {
  override readonly name = "InboxError";
  readonly code: InboxErrorCode;

  constructor(code: InboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error of a store that a newer version of the package has written. */
export function createTooNewError(found: number, known: number): InboxError {
  const message =
    `The store has version ${found}; expected ${known} or an older one. ` +
    "Update the package in this process, or use another store.";
  return new InboxError("STORE_TOO_NEW", message);
}

/** The error of a file whose contents the engine cannot make sense of. */
export function createDamagedError(cause: unknown): InboxError {
  const message =
    "The file of the store is damaged. Stop the processes that use it, and repair the file or put a " +
    "backup in its place.";
  return new InboxError("STORE_DAMAGED", message, { cause });
}
