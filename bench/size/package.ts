/**
 * Prints the bytes that programs have in browsers, for a package made of a description, or for the default vendor: of
 * each function that is named, of all of them, and of the class, as a whole and at the start of a page. `--shares` adds
 * a table of the first function: the bytes that its bundle would lose with each module. Run it after `npm run build`.
 *
 *     npx tsx bench/size/package.ts stripe.yaml customers/retrieve customers/create
 *     npx tsx bench/size/package.ts repos/get repos/listTags --shares
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { printTable } from "../harness/table.js";
import { firstSizeOf, sizeOf } from "./bundle.js";
import { printLosses } from "./losses.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shares: { type: "boolean", default: false } },
});
const workspace = mkdtempSync(join(tmpdir(), "typewire-bench-"));
try {
  await measure(findPackage());
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** The package of a description, if the first word is its file, or else the default vendor's. */
function findPackage(): MeasuredPackage {
  const [first = "", ...others] = positionals;
  if (!existsSync(first))
    return { name: "the default vendor", folder: resolve("generated"), functions: positionals };
  return { name: basename(first), folder: makePackage(resolve(first)), functions: others };
}

/** Makes a package, and returns the folder of its generated modules. */
function makePackage(description: string): string {
  const folder = join(workspace, "package");
  const args = ["cli/dist/bin.js", "init", folder, "--from", description, "--yes"];
  execFileSync(process.execPath, args, { stdio: "ignore" });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("src/runtime"), join(folder, "node_modules/typewire-runtime"));
  return join(folder, "src/generated");
}

async function measure({ name, folder, functions }: MeasuredPackage): Promise<void> {
  const sources = new Map(functions.map((each) => [each, writeCalls([each])]));
  if (functions.length > 1) sources.set("all of these", writeCalls(functions));
  sources.set("the class", 'export * from "./sdk.js";');
  const rows = [];
  for (const [row, source] of sources)
    rows.push([
      row,
      await sizeOf(source, folder, "browser"),
      await firstSizeOf(source, folder),
    ] as const);
  console.log(printTable([name, "bytes", "at the start"], rows));
  const [start] = functions;
  if (values.shares && start !== undefined)
    console.log(await printLosses(start, writeCalls([start]), folder));
}

/** A program that creates a client and calls functions. */
function writeCalls(functions: readonly string[]): string {
  const imports = functions.map((path, index) => {
    const end = path.lastIndexOf("/");
    const module = JSON.stringify(`./methods/${path.slice(0, end)}.js`);
    return `import { ${path.slice(end + 1)} as call${index} } from ${module};`;
  });
  const calls = functions.map((_, index) => `await call${index}(client, {});`);
  const client = ['import { createClient } from "./core.js";', "const client = createClient();"];
  return [...client, ...imports, ...calls].join("\n");
}

interface MeasuredPackage {
  readonly name: string;
  /** The folder of its generated modules. */
  readonly folder: string;
  /** Names, after the paths of their modules: `customers/retrieve`. */
  readonly functions: readonly string[];
}
