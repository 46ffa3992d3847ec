/** Measurements in turns, and the rows of tables that they become. */

/** The middle value; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Measures each subject once in each round, and returns the figures of all rounds in the order of the
 * subjects. Each round begins with another subject: other work of the machine then slows down all of
 * them, and none always follows the same one.
 */
export async function measureInTurns<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Figure | Promise<Figure>,
): Promise<readonly (readonly Figure[])[]> {
  const results = subjects.map((): Figure[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < subjects.length; index += 1) {
      const turn = (round + index) % subjects.length;
      results[turn]?.push(await measure(subjects[turn] as Subject)); // the remainder is an index
    }
  }
  return results;
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
