import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { median } from "../harness/median.js";

/** What one compilation costs. */
export interface Cost {
  readonly instantiations: number;
  /** In seconds. */
  readonly checkTime: number;
  /** In KiB. */
  readonly memory: number;
}

/**
 * Compiles folders that hold a tsconfig.json, in turns, so that what else the machine does falls on
 * all of them. Counts are the same in every run and of memory the median counts. Of times the mean
 * does, without the slowest run: the compiler tells them in hundredths of a second, which is too
 * coarse for a median.
 * @throws Error when a program does not compile: a program with errors measures nothing.
 */
export function measureCompilations(
  compiler: string,
  folders: readonly string[],
  runs: number,
): readonly Cost[] {
  const rounds = Array.from({ length: runs }, () =>
    folders.map((folder) => compile(compiler, folder)),
  );
  return folders.map((_, index) => {
    const costs = rounds.map((round) => round[index]).filter((cost) => cost !== undefined);
    const middle = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
    return {
      instantiations: middle("instantiations"),
      checkTime: meanWithoutSlowest(costs.map(({ checkTime }) => checkTime)),
      memory: middle("memory"),
    };
  });
}

function meanWithoutSlowest(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const counted = sorted.length > 2 ? sorted.slice(0, -1) : sorted;
  return counted.reduce((sum, time) => sum + time, 0) / counted.length;
}

function compile(compiler: string, folder: string): Cost {
  const program = resolve("node_modules", compiler, "bin/tsc");
  const args = [program, "--project", folder, "--extendedDiagnostics"];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout.slice(0, 2000)}`);
  return {
    instantiations: readDiagnostic(stdout, "Instantiations"),
    checkTime: readDiagnostic(stdout, "Check time"),
    memory: readDiagnostic(stdout, "Memory used"),
  };
}

/** Such as `Memory used: 91234K` or `Check time: 0.12s`. */
function readDiagnostic(output: string, name: string): number {
  const value = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(output)?.[1];
  if (value === undefined) throw new Error(`The compiler reported no ${JSON.stringify(name)}.`);
  return Number(value);
}
