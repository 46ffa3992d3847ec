/** Runs the commands of the check of packages, and reports what is right. */
import { execFileSync } from "node:child_process";

/** Runs a command; of one that fails, prints what it has printed. */
export function run(command: string, args: readonly string[], cwd = process.cwd()): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // The reason is in the output of the tool, not in the exit code.
    if (error instanceof Error && "stdout" in error && "stderr" in error) {
      console.error(`${String(error.stdout)}${String(error.stderr)}`);
    }
    throw error;
  }
}

/** Prints a line for a check that has passed. */
export function report(text: string): void {
  console.log(`✓ ${text}`);
}
