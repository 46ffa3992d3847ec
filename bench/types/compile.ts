/** Compiles programs in a workspace with both packages, and reads what the compiler says of its cost. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { measureInTurns, median } from "../harness/measure.js";

const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    module: "node16",
    moduleResolution: "node16",
  },
  files: ["program.ts"],
};

/** Makes a folder outside the repository, with both packages installed as in a user's project. */
export function createWorkspace() {
  const root = mkdtempSync(join(tmpdir(), "typewire-bench-"));
  const modules = join(root, "node_modules");
  mkdirSync(modules);
  symlinkSync(resolve("."), join(modules, "typewire"));
  for (const name of ["@octokit", "@types"]) {
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }
  return {
    /** Writes a project of one file; returns its folder. */
    addProgram(name: string, text: string): string {
      const folder = join(root, name.replace(/[^\w-]+/g, "-"));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIGURATION));
      writeFileSync(join(folder, "program.ts"), text);
      return folder;
    },
    remove: (): void => rmSync(root, { recursive: true, force: true }),
  };
}

/** Diagnostics of a compilation. */
export type Cost = Readonly<Record<"instantiations" | "check time" | "memory", number>>;

/**
 * Compiles folders with a tsconfig.json, in turns. Returns a function that gives the cost of a
 * folder: the median of counts and of memory; of times, the mean without the slowest run, because the
 * compiler's hundredths of a second are too coarse for a median.
 * @throws Error when a program does not compile, since its figures would mean nothing.
 */
export async function measureCompilations(
  compiler: string,
  folders: readonly string[],
  runs: number,
): Promise<(folder: string) => Cost> {
  const costsOf = await measureInTurns(folders, runs, (folder) => compile(compiler, folder));
  return (folder) => {
    const costs = costsOf(folder);
    return {
      instantiations: median(costs.map(({ instantiations }) => instantiations)),
      "check time": meanWithoutSlowest(costs.map((cost) => cost["check time"])),
      memory: median(costs.map(({ memory }) => memory)),
    };
  };
}

function meanWithoutSlowest(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const kept = sorted.length > 2 ? sorted.slice(0, -1) : sorted;
  return kept.reduce((sum, time) => sum + time, 0) / kept.length;
}

function compile(compiler: string, folder: string): Cost {
  const program = resolve("node_modules", compiler, "bin/tsc");
  const args = [program, "--project", folder, "--extendedDiagnostics"];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout.slice(0, 2000)}`);
  const readFigure = (name: string): number => {
    // Such as `Memory used: 91234K` or `Check time: 0.12s`.
    const value = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1];
    if (value === undefined) throw new Error(`The compiler reported no ${JSON.stringify(name)}.`);
    return Number(value);
  };
  return {
    instantiations: readFigure("Instantiations"),
    "check time": readFigure("Check time"),
    memory: readFigure("Memory used"),
  };
}
