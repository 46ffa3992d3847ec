/**
 * The version of a store is the number of migrations that have made its tables: the first step leads to version 1,
 * the second to version 2.
 */
import { InboxError } from "../store.js";

/**
 * Selects the migrations that a store still needs.
 * @throws InboxError when a newer version of the package has written the store.
 */
export function selectSteps(steps: readonly string[], version: number): readonly string[] {
  if (version <= steps.length) return steps.slice(version);
  const message =
    `The store has version ${version}; expected ${steps.length} or an older one. ` +
    "Update the package in this process, or use another store.";
  throw new InboxError("STORE_TOO_NEW", message);
}

/**
 * Checks the version of a store that is only read.
 * @param version `undefined` if the store has no tables of an inbox.
 * @throws InboxError unless it is the newest version.
 */
export function expectNewest(steps: readonly string[], version: number | undefined): void {
  if (version === undefined) {
    const message = "The store has no inbox; expected one that a program has opened before.";
    throw new InboxError("STORE_UNREADABLE", message);
  }
  if (selectSteps(steps, version).length === 0) return;
  const message =
    `The store has version ${version}; expected ${steps.length}. Start the program that uses it with ` +
    "this version of the package, which migrates it.";
  throw new InboxError("STORE_TOO_OLD", message);
}
