/** The lines of an example that a user has to write. */
import { readFileSync } from "node:fs";

/** Counts the lines of an example that hand deliveries over: those below `// Deliveries:`, to a blank line. */
export function countGlue(file: string): number {
  const [, glue] = /\/\/ Deliveries:\n(.+?)(?:\n\n|\n*$)/s.exec(readFileSync(file, "utf8")) ?? [];
  if (glue === undefined) throw new Error(`${file} has no line "// Deliveries:".`);
  return glue.split("\n").length;
}
