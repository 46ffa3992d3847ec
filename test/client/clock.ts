export const START = Date.parse("2026-01-01T00:00:00Z");

export function createClock(): Clock {
  const delays: number[] = [];
  let time = START;
  return {
    now: () => time,
    sleep: async (delay) => {
      delays.push(delay);
      time += delay;
    },
    delays,
  };
}

/** A clock that moves only when somebody waits for it. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (delay: number) => Promise<void>;
  /** The waits so far, in milliseconds. */
  readonly delays: readonly number[];
}
