/** The current step of a command, on a line of the terminal. */
import process from "node:process";

/** In milliseconds. A step that takes less leaves no line. */
const SHORTEST_SHOWN = 1000;

/**
 * Shows a step on a terminal. Returns a function that ends it, which adds the duration to the line, or
 * erases the line of a step below a second.
 */
export function showProgress(
  text: string,
  { output = process.stderr, now = () => performance.now() }: ProgressOptions = {},
): () => void {
  const line = `  ${text}: `;
  const start = now();
  output.write(line);
  return () => {
    const duration = now() - start;
    const isShown = duration >= SHORTEST_SHOWN;
    output.write(
      isShown ? `${(duration / 1000).toFixed(1)} s\n` : `\r${" ".repeat(line.length)}\r`,
    );
  };
}

interface ProgressOptions {
  /** Default: standard error. */
  readonly output?: { write(text: string): unknown };
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}
