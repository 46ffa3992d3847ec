/** Changes, told of once for each burst: an editor saves in several steps. */
export interface ChangeBursts {
  /** A change has happened; the burst ends when none follows for a while. */
  notice(): void;
  /** Resolves when a burst has ended; at once for one that ended while nobody waited. */
  next(): Promise<void>;
  /** Leaves no timer behind. */
  close(): void;
}

/** Collects changes into bursts that end after `quietTime` milliseconds without any. */
export function createChangeBursts(quietTime: number): ChangeBursts {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  let wake: (() => void) | undefined;
  const end = (): void => {
    hasEnded = true;
    wake?.();
  };
  return {
    notice() {
      clearTimeout(timer);
      timer = setTimeout(end, quietTime);
    },
    async next() {
      if (!hasEnded) await new Promise<void>((resolve) => (wake = resolve));
      hasEnded = false;
    },
    close() {
      clearTimeout(timer);
    },
  };
}
