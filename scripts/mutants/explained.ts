/** A survivor that no test can catch, or that none needs to. */
export interface Explanation {
  readonly path: string;
  /** The line as it stands, without indentation: numbers of lines change too often. */
  readonly line: string;
  /** The mutation as the list of mutants prints it. */
  readonly mutation: string;
  readonly reason: string;
}

export const EXPLAINED: readonly Explanation[] = [];
