/** Limits how many requests of a client are under way. */

/** Creates slots for `limit` tasks at a time; the others wait in their order. */
export function createSlots(limit: number): Slots {
  const waiting = new Set<() => void>();
  let free = limit;
  return {
    take() {
      if (free < 1) return new Promise((resolve) => void waiting.add(resolve));
      free--;
      return undefined;
    },
    release() {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else free++;
    },
  };
}

/** Slots for tasks that run at the same time. */
export interface Slots {
  /** Takes a slot: at once (`undefined`), or once the promise resolves. */
  take(): Promise<void> | undefined;
  /** Passes the slot to the task that has waited longest. */
  release(): void;
}
