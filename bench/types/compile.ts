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
 * Compiles a folder that holds a tsconfig.json. Counts are the same in every run; of times and
 * memory the median counts.
 * @throws Error when the program does not compile: a program with errors measures nothing.
 */
export function measureCompilation(compiler: string, folder: string, runs: number): Cost {
  const costs = Array.from({ length: runs }, () => compile(compiler, folder));
  const middle = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return {
    instantiations: middle("instantiations"),
    checkTime: middle("checkTime"),
    memory: middle("memory"),
  };
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
