/** Promises that a test looks at while they are pending. */

/** Follows a promise: tells whether it has resolved yet. */
export function follow(promise: Promise<void>) {
  let state: "pending" | "done" = "pending";
  const ended = promise.then(() => void (state = "done"));
  return { ended, state: () => state };
}

/** Lets the event loop turn some times, so that every promise settles that is about to. */
export async function turnSomeTimes(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
}
