/**
 * Counts the processor's time of each file of tests, with the programs that it started, for the
 * reporter. Time that the clock shows says little while two files run beside each other.
 */
import { existsSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Processor's time of this file of tests, in seconds: its own and that of its programs. */
    cpu?: number;
  }
}

/** The unit of `/proc`, in seconds: Linux gives programs a hundred ticks a second on all platforms. */
const TICK = 0.01;

/** A worker without isolation runs many files; each begins where the one before ended. */
const worker: typeof globalThis & { cpuOfFormerFiles?: number } = globalThis;

afterAll(({}, file) => {
  const used = readCpu();
  file.meta.cpu = used - (worker.cpuOfFormerFiles ?? 0);
  worker.cpuOfFormerFiles = used;
});

/** Seconds since this process started, with its programs where the system tells: ended ones and running ones. */
function readCpu(): number {
  const { user, system } = process.cpuUsage();
  if (!existsSync("/proc/self/stat")) return (user + system) / 1e6;
  return (user + system) / 1e6 + readTicks("self", [CUTIME, CSTIME]) + readRunning(process.pid);
}

/** Seconds of the programs that a process has started, and that are running. */
function readRunning(parent: number): number {
  const path = `/proc/${parent}/task/${parent}/children`;
  const children = existsSync(path) ? readFileSync(path, "utf8").trim().split(" ") : [];
  return children
    .filter((id) => id !== "" && existsSync(`/proc/${id}/stat`))
    .map((id) => readTicks(id, [UTIME, STIME, CUTIME, CSTIME]) + readRunning(Number(id)))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** Numbers of fields in `/proc/PID/stat`, as in proc(5). */
const [UTIME, STIME, CUTIME, CSTIME] = [14, 15, 16, 17];

/** The sum of some fields of a process, in seconds. */
function readTicks(id: string, numbers: readonly number[]): number {
  const stat = readFileSync(`/proc/${id}/stat`, "utf8");
  // The second field is the name of the program, in brackets; it may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return numbers.reduce((sum, number) => sum + Number(fields[number - 3]) * TICK, 0);
}
