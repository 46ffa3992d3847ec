/** Runs some work and gives the rejections that nobody handled by the time it has settled. */
export async function observeUnhandled(work: () => unknown): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const observe = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", observe);
  try {
    await work();
    // The process reports them after the microtasks of a turn of the event loop.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", observe);
  }
  return unhandled;
}
