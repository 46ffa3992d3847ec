/** Measurements in turns, and the rows of tables that they become. */

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The median of the ratios of two subjects. A ratio is within a round: other work of the machine changes between them. */
export function medianRatio(ones: readonly number[], others: readonly number[]): number {
  return median(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
}

/**
 * Measures each subject once in each round, and returns a function that gives the figures of a subject, by round. Each
 * round begins with another subject: other work of the machine then slows down all of them, and none always follows the
 * same one.
 */
export async function measureInTurns<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Figure | Promise<Figure>,
): Promise<(subject: Subject) => readonly Figure[]> {
  const figures = new Map(subjects.map((subject): [Subject, Figure[]] => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % subjects.length;
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)])
      figures.get(subject)?.push(await measure(subject));
  }
  return (subject) => {
    const measured = figures.get(subject);
    if (measured === undefined) throw new Error("The subject was not measured.");
    return measured;
  };
}

/** Measures the wanted jobs one after another; a row for each. */
export async function measureWanted<Named extends { readonly name: string }>(
  jobs: readonly Named[],
  { wants }: Conditions,
  measure: (job: Named) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const job of jobs.filter(({ name }) => wants(name))) rows.push(await measure(job));
  return rows;
}

// ---- Types

/** A figure that must not be exceeded. */
export interface Limit {
  readonly measure: string;
  readonly figure: number;
  readonly atMost: number;
}

/** One line of a table. */
export interface Row {
  readonly job: string;
  /** Unit of the figure: a ratio to the limit, bytes, milliseconds. */
  readonly measure: string;
  readonly figure: number;
  readonly atMost?: number | undefined;
  /** True if the limit also holds with `--quick`, which doubles the limits of other figures. */
  readonly isExact?: boolean;
  /** Further columns, by name. */
  readonly beside?: Readonly<Record<string, number | string>>;
  /** Further limits of the job. */
  readonly limits?: readonly Limit[];
}

export interface Conditions {
  /** True for a run in CI: fewer rounds, and sustained jobs against the peer alone. */
  readonly isQuick: boolean;
  /** Length of a sustained job in each process. */
  readonly seconds: number;
  /** Number of processes of each subject of a sustained job. */
  readonly processes: number;
  /** True for a job that is to be measured. */
  readonly wants: (job: string) => boolean;
}

/** Measures the rows of a table. */
export type Suite = (conditions: Conditions) => Promise<readonly Row[]>;
