/** A small fault in a source file: how it is made, and how it is found again in a later run. */

/** Makes the text of a source with the fault in it. */
export function applyMutant(text: string, { start, end, form, replacement }: Mutant): string {
  // A property leaves its comma, which would be one too many.
  const tail = form === "property" ? text.slice(end).replace(/^\s*,/, "") : text.slice(end);
  return text.slice(0, start) + (form === "statement" ? "{}" : replacement) + tail;
}

/** The line of a mutant, and the mutation, by which it is found again. */
export function describePlace({ path, start, end, operator }: Mutant, text: string): MutantPlace {
  const before = text.slice(0, start).split("\n");
  const line = text.split("\n")[before.length - 1]?.trim() ?? "";
  const mutation = `${operator}: ${shorten(text.slice(start, end))}`;
  return { path, line: before.length, text: line, mutation };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

// ---- Types

/**
 * A small fault: `replacement` in place of the text from `start` to `end`. Statements and properties
 * are left out, so their replacement is empty.
 */
export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly form: "expression" | "statement" | "property";
  readonly operator: string;
  readonly replacement: string;
}

export interface MutantPlace {
  readonly path: string;
  readonly line: number;
  /** The text of the line. */
  readonly text: string;
  /** The kind of the fault, and the text that it takes the place of. */
  readonly mutation: string;
}

/** A source file with all its mutants. */
export interface Source {
  readonly text: string;
  readonly mutants: readonly Mutant[];
  /** The text in which a switch chooses a mutant. */
  readonly instrumented: string;
}
