/** One call of what is measured. What it returns is kept alive, so that it cannot be left out. */
export type Run = (turn: number) => unknown;

/** Subjects that do the same work, timed against each other. */
export interface Job {
  readonly name: string;
  /** A promise that a run returns is awaited before the next one. */
  readonly isAsync?: boolean;
  readonly ours: Run;
  /** What hand-written code for this very work does: every ratio is over this. */
  readonly limit: Run;
  readonly peers?: Readonly<Record<string, Run>>;
  /** The highest ratio of ours to the limit; without it the job is shown, and nothing is judged. */
  readonly atMost?: number;
  /**
   * Throws when a subject's result is not what the limit's is. By default every result is to be
   * deeply equal to it.
   */
  readonly check?: (result: unknown, expected: unknown, subject: string) => void;
}

/** One line of the table. */
export interface Row {
  readonly job: string;
  /** What the figures are: a ratio to the limit, bytes, milliseconds. */
  readonly measure: string;
  readonly figure: number;
  readonly atMost?: number | undefined;
  /** Where it stands, if that is above `atMost`: the guard of CI is there to keep it from growing. */
  readonly standsAt?: number | undefined;
  /** Further figures of the same measure, by name. */
  readonly beside?: Readonly<Record<string, number>>;
}

export interface Conditions {
  /** A run for CI: fewer rounds. */
  readonly isQuick: boolean;
  /** Whether a job is to be measured at all. */
  wants(job: string): boolean;
}

/** A topic with its table. */
export interface Suite {
  readonly name: string;
  measure(conditions: Conditions): Promise<readonly Row[]> | readonly Row[];
}
