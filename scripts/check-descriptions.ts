/**
 * Tries the importer and the generator on real descriptions, files on the command line:
 *
 *     npx tsx scripts/check-descriptions.ts openapi.yaml other.json
 *
 * Each is imported, checked, generated, compiled with the strictest settings, and imported again,
 * which must change nothing. A request is built for every operation and compared with a reading of
 * the description that knows nothing of the importer. Exits with 1 if anything fails.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Measured } from "./descriptions/measure.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "typewire-descriptions-"));

/** Of a process, in bytes: descriptions with many faults print much. */
const MAX_OUTPUT = 1e9;

/** Of each description. */
const SHOWN_FAULTS = 10;

function runScript(script: string, more: readonly string[], ...parameters: readonly string[]) {
  const argv = ["--import", "tsx", join(root, "scripts/descriptions", script), ...parameters];
  return spawnSync(process.execPath, argv, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, ...(more[0] !== undefined && { TSX_TSCONFIG_PATH: more[0] }) },
  });
}

const NOTHING: Measured = {
  imported: false,
  generated: false,
  unchanged: false,
  importSeconds: 0,
  generateSeconds: 0,
  megabytes: 0,
  notes: [],
  errors: [],
};

function measure(file: string, folder: string): Measured {
  const { stdout, stderr } = runScript("measure.ts", [], file, folder);
  try {
    return JSON.parse(stdout) as Measured;
  } catch {
    return { ...NOTHING, errors: [stderr] };
  }
}

function prepare(folder: string): void {
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: true,
      skipLibCheck: false,
      typeRoots: [join(root, "node_modules/@types")],
      paths: {
        "typewire/*": [join(root, "src/entries/*.ts")],
        "typewire-runtime": [join(root, "src/runtime/index.ts")],
        "typewire-runtime/*": [join(root, "src/runtime/*.ts")],
        "#platform": [join(root, "src/signatures/platform.node.ts")],
      },
    },
    include: [join(folder, "generated")],
  };
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
}

/** The compiler's errors. Another compiler is chosen by the variable `TSC`. */
function compile(folder: string): readonly string[] {
  const compiler = process.env["TSC"] ?? join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], {
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  return stdout.split("\n").filter((line) => line !== "");
}

interface Compared {
  readonly compared: number;
  readonly differences: readonly string[];
}

function compareRequests(file: string, folder: string): Compared {
  const entry = join(folder, "generated/index.ts");
  const config = join(folder, "tsconfig.json");
  const { stdout, stderr } = runScript("compare-requests.ts", [config], file, entry);
  try {
    return JSON.parse(stdout) as Compared;
  } catch {
    return { compared: 0, differences: [stderr] };
  }
}

const COLUMNS = ["description", "import", "generate", "tsc", "requests", "again", "s", "s", "MB"];
console.log(`| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`);

for (const file of process.argv.slice(2)) {
  const folder = join(work, basename(file).replace(/\W+/g, "-"));
  mkdirSync(folder, { recursive: true });
  const measured = measure(resolve(file), folder);
  mkdirSync(folder, { recursive: true });
  prepare(folder);
  const { imported, generated, unchanged } = measured;
  const mistakes = generated ? compile(folder) : [];
  const { compared, differences } = generated
    ? compareRequests(resolve(file), folder)
    : { compared: 0, differences: [] };
  const seconds = [measured.importSeconds, measured.generateSeconds].map((each) => each.toFixed(1));
  const cells = [
    basename(file),
    imported,
    generated,
    generated && mistakes.length === 0,
    `${compared - differences.length}/${compared}`,
    unchanged,
    ...seconds,
    measured.megabytes.toFixed(0),
  ];
  console.log(`| ${cells.join(" | ")} |`);
  const faults = [...measured.errors, ...mistakes, ...differences];
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`  ${fault.slice(0, 400)}`);
  if (faults.length > SHOWN_FAULTS) console.log(`  and ${faults.length - SHOWN_FAULTS} more`);
  if (faults.length > 0 || !unchanged || !generated) process.exitCode = 1;
  rmSync(folder, { recursive: true, force: true });
}
rmSync(work, { recursive: true, force: true });
