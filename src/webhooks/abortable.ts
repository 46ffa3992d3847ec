/**
 * Rejects with the reason of the signal when it is aborted first, else resolves as `promise` does.
 * Leaves no listener behind. `promise` must not reject.
 */
export function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void promise.then(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
  });
}
