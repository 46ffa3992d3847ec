/** Runs a process, and measures what it takes. */
import { spawnSync } from "node:child_process";

/**
 * Module that prints the resource usage of its process as the last line. It is a text, because the process runs in any
 * folder, and without a loader of TypeScript.
 */
const METER = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.log("\\n" + JSON.stringify(process.resourceUsage())))',
)}`;

/**
 * Runs Node to its end, and measures the time by the clock, the time of its CPUs, and the most memory that it had.
 * @param args Arguments of Node.
 * @param expected A text that the process must print.
 * @throws Error with the output of a process that fails.
 */
export function run(args: readonly string[], cwd = ".", expected = ""): Cost {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", METER, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0 || !stdout.includes(expected)) {
    throw new Error(`${args.join(" ")} failed:\n${`${stdout}\n${stderr}`.slice(0, 2000)}`);
  }
  const usage = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as NodeJS.ResourceUsage; // by the meter
  const cpuTime = usage.userCPUTime + usage.systemCPUTime;
  return { seconds, "CPU, s": cpuTime / 1e6, MB: Math.round(usage.maxRSS / 1024) };
}

/** Cost of a process, by the names of the table's columns. */
export type Cost = Readonly<Record<"seconds" | "CPU, s" | "MB", number>>;
