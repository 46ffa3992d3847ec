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
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { printTable } from "../harness/table.js";
import { bundle, firstSizeOf, OPTIONS, sizeOf } from "./bundle.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shares: { type: "boolean", default: false } },
});
const [first = "", ...others] = positionals;
const workspace = mkdtempSync(join(tmpdir(), "typewire-bench-"));
try {
  await (existsSync(first)
    ? measure(makePackage(resolve(first)), basename(first), others)
    : measure(resolve("generated"), "the default vendor", positionals));
} finally {
  rmSync(workspace, { recursive: true, force: true });
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

/** @param functions Their names, after the paths of their modules: `customers/retrieve`. */
async function measure(folder: string, name: string, functions: readonly string[]): Promise<void> {
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
  if (values.shares && start !== undefined) console.log(await printLosses(start, folder));
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

/** Removes one module at a time. A module alone would have more bytes: gzip writes a repetition once. */
async function printLosses(path: string, folder: string): Promise<string> {
  const { outputFiles } = await bundle(writeCalls([path]), folder, {
    ...OPTIONS.browser,
    tsconfig: resolve("tsconfig.json"), // maps `typewire-runtime` to its sources, a file for each module
    define: { "process.env.NODE_ENV": '"production"' },
    minify: false,
    minifySyntax: true,
  });
  const text = outputFiles.map((file) => file.text).join("");
  // The bundler writes the path of a module before its text.
  const modules = text.split(/^(?=\/\/ \S+\.[jt]s$)/m).filter((module) => module.startsWith("//"));
  const whole = await sizeOfText(modules.join(""));
  const losses = await Promise.all(
    modules.map(async (module) => {
      const others = modules.filter((each) => each !== module).join("");
      return [nameModule(module), whole - (await sizeOfText(others))] as const;
    }),
  );
  losses.sort(([, one], [, other]) => other - one);
  return printTable([path, "bytes"], [...losses, ["together", whole]]);
}

/** The path of a module in the repository. */
function nameModule(module: string): string {
  const [path = ""] = /\S+\.[jt]s$/m.exec(module) ?? [];
  return path.replace(/^(?:\.\.\/)*/, "");
}

async function sizeOfText(text: string): Promise<number> {
  const { code } = await transform(text, { minify: true, format: "esm" });
  return gzipSync(code).length;
}
