import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { showProgress } from "./progress.js";
import { COLUMNS, wrap, type Terminal } from "../../cli/terminal/terminal.js";

/** The script that `npm run codegen` starts as well. */
export const GENERATOR = fileURLToPath(new URL("../codegen.ts", import.meta.url));

/** The most lines that are shown: after a change of many files, all would fill the screen. */
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
  const end = showProgress(terminal, "Generating (the first run takes the longest)");
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
