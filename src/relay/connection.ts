/** `connecting` also between two connections; `closed` for good. */
export type RelayState = "connecting" | "open" | "closed";

/** A relay that is being followed. */
export interface RelayConnection {
  readonly state: RelayState;
  /** Resolves at the first successful connection; rejects when closed before that. */
  readonly ready: Promise<void>;
  /** Resolves once closed, by whomever; never rejects. */
  readonly closed: Promise<void>;
  /**
   * Stops at once: no further delivery is started, and what is being forwarded is cut off.
   * Resolves when no socket and no timer of the relay is left. Handlers that already run go on
   * to their end and are not waited for, so that one of them may itself wait for `close()`.
   */
  close(): Promise<void>;
}
