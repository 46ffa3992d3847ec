/** The first step of `npm start`: the generator, and the progress of a step that takes long. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { COLUMNS, wrap, type Terminal } from "../../cli/terminal/terminal.js";

/** The script that `npm run codegen` starts as well. */
export const GENERATOR = fileURLToPath(new URL("../codegen.ts", import.meta.url));

/** The most lines that are shown, so that a change of many files does not fill the screen. */
const MAX_LINES = 6;

/**
 * Runs the generator in another process, because it computes for seconds without a pause, and this process
 * shows the progress. Resolves with its exit code.
 */
export async function generate(terminal: Terminal): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", GENERATOR], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on("line", (line) => output.push(line));
  createInterface(child.stderr).on("line", (line) => errors.push(line));
  const end = showSeconds(terminal, "Generating (the first run takes the longest)");
  await once(child, "close").finally(end);
  for (const line of shorten(output).flatMap(indent)) terminal.line(line);
  for (const line of errors.flatMap(indent)) terminal.line(terminal.style("red", line));
  return child.exitCode ?? 1;
}

/** Keeps the first lines, and the last one, which has the sums. */
export function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  const kept = lines.slice(0, MAX_LINES - 2);
  return [...kept, `… ${lines.length - kept.length - 1} more lines`, ...lines.slice(-1)];
}

function indent(text: string): readonly string[] {
  return wrap(text, COLUMNS - 2).map((line) => `  ${line}`);
}

/**
 * Shows the duration of a step that takes longer than a second: on a screen in one line that changes;
 * elsewhere in a line after 1, 5, 25 … seconds. Returns a function that ends it.
 */
export function showSeconds(terminal: Terminal, text: string): () => void {
  let seconds = 0;
  let next = 1;
  const timer = setInterval(() => {
    seconds += 1;
    const line = `  ${text}: ${seconds} s so far`;
    if (terminal.isScreen) terminal.overwrite(line);
    else if (seconds === next) terminal.line(line);
    if (seconds === next) next *= 5;
  }, 1_000);
  return () => {
    clearInterval(timer);
    if (terminal.isScreen && seconds > 0) terminal.overwrite("");
  };
}
