/** One file of a schema folder. */
export interface SchemaFile {
  /** Relative to the schema folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}
