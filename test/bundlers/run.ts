/**
 * Installs the packed packages in a project outside of the repository, with one that `init` makes, and
 * packs programs with each bundler for pages and for workers. No bundle may ask for a module of Node, and
 * each runs in Chromium, where there is nothing of Node. Run after `npm run build`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser } from "../browser/playwright.js";
import { TOOLS } from "../packages/compilers.js";
import { launchChromium } from "../inspector/browser.js";
import { BUNDLERS, type Target } from "./bundlers.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

const PROGRAMS = { typewire: "client.js", "a made package": "made.js" } as const;
const TARGETS: readonly Target[] = ["browser", "worker"];

/** Matches what loads a module that was left outside. */
const LOADED = /\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g;

const workspace = mkdtempSync(join(tmpdir(), "typewire-bundlers-"));
const withoutChromium = process.env["WITHOUT_CHROMIUM"] !== undefined;
const browser = withoutChromium ? undefined : await launchChromium();
try {
  const project = installProject();
  const { passed, failed } = await checkAll(project, browser);
  for (const failure of failed) console.log(failure);
  if (withoutChromium)
    console.log("WITHOUT CHROMIUM: the bundles run in Node, which has more than they may use.");
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await browser?.close();
  rmSync(workspace, { recursive: true, force: true });
}

/* The project */

function installProject(): string {
  const project = join(workspace, "project");
  mkdirSync(project);
  for (const name of ["package.json", "package-lock.json", "programs"])
    cpSync(join(here, name), join(project, name), { recursive: true });
  npm(["ci", "--ignore-scripts"], project);
  const [client, runtime] = [[], ["-w", "typewire-runtime"]].map((which) => pack(which, root));
  npm(["install", "--no-save", "--ignore-scripts", String(client), String(runtime)], project);
  const made = makePackage(project);
  const all = [client, runtime, made].map(String);
  npm(["install", "--no-save", "--ignore-scripts", ...all], project);
  return project;
}

/** Makes a package, and lints it as it would be published. */
function makePackage(project: string): string {
  const folder = join(project, "acme-sdk");
  run(process.execPath, [join(root, "cli/dist/bin.js"), "init", folder, "--yes"], project);
  rmSync(join(folder, "test"), { recursive: true }); // of its author, with a compiler of its own
  const types = ["--typeRoots", join(root, "node_modules/@types")];
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...types], folder);
  const tarball = pack([], folder);
  const tools = join(TOOLS, ".bin");
  run(join(tools, "publint"), ["--strict", tarball], root);
  run(join(tools, "attw"), [tarball, "--profile", "esm-only"], root);
  console.log("✓ a made package: publint and are the types wrong are clean");
  return tarball;
}

function pack(which: readonly string[], folder: string): string {
  const options = ["--json", "--ignore-scripts", "--pack-destination", workspace];
  const output = run("npm", ["pack", ...options, ...which], folder);
  const [packed] = JSON.parse(output) as readonly { readonly filename: string }[]; // npm's form
  return join(workspace, packed?.filename ?? "");
}

function npm(argv: readonly string[], folder: string): void {
  run("npm", [...argv, "--no-audit", "--no-fund", "--prefer-offline"], folder);
}

function run(command: string, argv: readonly string[], cwd: string): string {
  return execFileSync(command, argv, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/* The bundles */

interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
}

async function checkAll(project: string, chromium: Browser | undefined): Promise<Outcome> {
  let passed = 0;
  const failed: string[] = [];
  for (const [name, program] of Object.entries(PROGRAMS)) {
    /** Answers of the first bundle. */
    let expected: string | undefined;
    for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
      for (const target of TARGETS) {
        const title = `${name}, ${bundler}, ${target}`;
        const outfile = join(workspace, `${bundler}-${target}-${program}`).replace(/\.js$/, ".mjs");
        try {
          await bundle({ project, program: join(project, "programs", program), outfile, target });
          expectNoBuiltin(readFileSync(outfile, "utf8"));
          const answers = await runBundle(outfile, target, chromium);
          expected ??= answers;
          if (answers !== expected) throw new Error(`It gives ${answers}; expected ${expected}.`);
          console.log(`✓ ${title}: ${describeSize(outfile)}`);
          passed += 1;
        } catch (error) {
          failed.push(`✗ ${title}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
  }
  return { passed, failed };
}

function expectNoBuiltin(code: string): void {
  const loaded = [...code.matchAll(LOADED)].map(([, name = ""]) => name);
  const found = loaded.filter((name) => /^node:/.test(name) || builtinModules.includes(name));
  if (found.length > 0) throw new Error(`It loads ${found.join(", ")}.`);
}

function describeSize(file: string): string {
  return `${statSync(file).size} bytes, ${gzipSync(readFileSync(file)).length} with gzip`;
}

/** Returns the answers of a program as JSON. */
function runBundle(file: string, target: Target, chromium: Browser | undefined): Promise<string> {
  if (chromium !== undefined) return runInChromium(file, target, chromium);
  const code = `console.log(JSON.stringify(await (await import(${JSON.stringify(file)})).run()))`;
  const argv = ["--input-type=module", "--eval", code];
  return Promise.resolve(run(process.execPath, argv, workspace).trim());
}

async function runInChromium(file: string, target: Target, chromium: Browser): Promise<string> {
  const page = await chromium.newPage();
  const origin = "http://localhost";
  const scripts: Readonly<Record<string, string>> = {
    "/program.js": readFileSync(file, "utf8"),
    "/worker.js": `import { run } from "./program.js"; run().then(JSON.stringify).then(postMessage);`,
  };
  await page.route(`${origin}/**`, (route) => {
    const body = scripts[new URL(route.request().url()).pathname];
    return route.fulfill({ contentType: body ? "text/javascript" : "text/html", body: body ?? "" });
  });
  await page.goto(`${origin}/`);
  const answers = await page.evaluate(target === "browser" ? runInPage : runInWorker);
  await page.close();
  return answers;
}

async function runInPage(): Promise<string> {
  const address = "/program.js"; // no module of this project
  const program = (await import(address)) as { run(): Promise<unknown> };
  return JSON.stringify(await program.run());
}

function runInWorker(): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
}
