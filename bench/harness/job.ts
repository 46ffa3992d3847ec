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
   * Throws when a subject's result differs from that of the limit. By default, each result must be
   * deeply equal to it.
   */
  readonly check?: (result: unknown, expected: unknown, subject: string) => void;
}

/** A figure that must not be exceeded. */
export interface Limit {
  readonly measure: string;
  readonly figure: number;
  readonly atMost: number;
}

/** One line of the table. */
export interface Row {
  readonly job: string;
  /** What the figures are: a ratio to the limit, bytes, milliseconds. */
  readonly measure: string;
  readonly figure: number;
  readonly atMost?: number | undefined;
  /** `--quick` allows other figures more than their limits, and this one no more. */
  readonly isExact?: boolean;
  /** Further columns, by name. */
  readonly beside?: Readonly<Record<string, number | string>>;
  /** What else is judged about the job. */
  readonly limits?: readonly Limit[];
}

export interface Conditions {
  /** A run for CI: fewer rounds, and sustained jobs against the peer alone. */
  readonly isQuick: boolean;
  /** How long a sustained job is measured in each process. */
  readonly seconds: number;
  /** How many processes each subject of a sustained job has. */
  readonly processes: number;
  /** How long a server is watched for growth. */
  readonly minutes: number;
  /** Whether a job is to be measured at all. */
  wants(job: string): boolean;
}

/** A topic with its table. */
export interface Suite {
  readonly name: string;
  measure(conditions: Conditions): Promise<readonly Row[]> | readonly Row[];
}
