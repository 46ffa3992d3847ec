interface WellFormed {
  isWellFormed(): boolean;
}

/** Whether a text has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  // ES2024, in every runtime that this package supports, and not in the compiler's ES2023 library.
  return (text as string & WellFormed).isWellFormed();
}
