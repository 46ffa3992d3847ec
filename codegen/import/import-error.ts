/** A description that cannot be read; tells every mistake that was found. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}
