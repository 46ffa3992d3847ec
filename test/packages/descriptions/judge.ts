/** Judges one description. Each step is a process, so that time and memory are its own. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Compared } from "./compare-requests.js";
import type { Compiled } from "./compile-calls.js";
import { explain } from "./explanations.js";
import type { Measured } from "./measure.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Most bytes that a process may print: descriptions with many faults print much. */
const MAX_OUTPUT = 1e9;

const UNMEASURED: Measured = {
  imported: false,
  generated: false,
  unchanged: false,
  importSeconds: 0,
  generateSeconds: 0,
  megabytes: 0,
  notes: [],
  errors: [],
};

const UNCOMPARED: Compared = { operations: 0, requests: 0, omitted: 0, differences: [] };

const UNCOMPILED: Compiled = { cases: 0, differences: [], errors: [] };

/**
 * Imports a description into a folder, generates its client there, and compares it with the
 * description.
 */
export function judge(description: string, folder: string): Judgement {
  const measured = runStep("measure.ts", UNMEASURED, {}, description, folder);
  if (!measured.generated) {
    const faults = measured.errors.length > 0 ? measured.errors : ["no client was generated"];
    const nothing = { compared: UNCOMPARED, compiled: UNCOMPILED, explained: new Map() };
    return { measured, faults, ...nothing };
  }
  const config = prepare(folder);
  return { measured, ...compareClient(description, folder, config, measured.errors) };
}

/**
 * Compares a client with its description.
 * @param config The `tsconfig.json` of its folder.
 * @param errors Faults that are known before.
 */
export function compareClient(
  description: string,
  folder: string,
  config: string,
  errors: readonly string[] = [],
): Omit<Judgement, "measured"> {
  const generated = join(folder, "generated");
  const paths = { TSX_TSCONFIG_PATH: config };
  const compared = runStep("compare-requests.ts", UNCOMPARED, paths, description, generated);
  const compiled = runStep("compile-calls.ts", UNCOMPILED, {}, description, generated, config);
  const { unexplained, counts } = explain([...compared.differences, ...compiled.differences]);
  const faults = [...errors, ...compiled.errors, ...unexplained];
  return { compared, compiled, faults, explained: counts };
}

/**
 * Runs a script of this folder, and returns its output.
 * @param nothing The output without results, which gets the error of a script that fails.
 */
function runStep<Output extends Measured | Compared | Compiled>(
  script: string,
  nothing: Output,
  env: NodeJS.ProcessEnv,
  ...parameters: readonly string[]
): Output {
  const argv = ["--import", "tsx", join(ROOT, "test/packages/descriptions", script), ...parameters];
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, ...env },
  });
  try {
    return JSON.parse(stdout) as Output; // printed by our own script
  } catch {
    const fault = `${script} prints no result: ${stderr.slice(-2000)}`;
    return "errors" in nothing
      ? { ...nothing, errors: [fault] }
      : { ...nothing, differences: [fault] };
  }
}

/** Makes a project of a folder with a client, and returns the path of its `tsconfig.json`. */
export function prepare(folder: string): string {
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: true,
      skipLibCheck: false,
      typeRoots: [join(ROOT, "node_modules/@types")],
      paths: {
        "typewire-runtime": [join(ROOT, "src/runtime/index.ts")],
        "typewire-runtime/*": [join(ROOT, "src/runtime/*.ts")],
        "#platform": [join(ROOT, "src/receive/signatures/platform.node.ts")],
      },
    },
    include: [join(folder, "generated")],
  };
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const path = join(folder, "tsconfig.json");
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** The results of all steps for one description. */
export interface Judgement {
  readonly measured: Measured;
  readonly compared: Compared;
  readonly compiled: Compiled;
  /** Differences without an explanation. */
  readonly faults: readonly string[];
  /** Number of differences that each reason explains. */
  readonly explained: ReadonlyMap<string, number>;
}
