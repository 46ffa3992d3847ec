/**
 * Installs the packed packages in a project outside of the repository, with one that `init` makes, and
 * packs programs with each bundler for pages and for workers. No bundle may ask for a module of Node, and
 * each runs in Chromium, where there is nothing of Node. Run after `npm run build`.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import type { Browser } from "../browser/playwright.js";
import { launchChromium } from "../inspector/browser.js";
import { type Bundler, BUNDLERS, type Target } from "./bundlers.js";
import { installProject } from "./project.js";
import { runBundle } from "./run-bundle.js";

const PROGRAMS = { typewire: "client.js", "a made package": "made.js" } as const;
const TARGETS: readonly Target[] = ["browser", "worker"];

/** Matches what loads a module that was left outside. */
const LOADED = /\b(?:from|import|require)\s*\(?\s*["']([^"']+)["']/g;

const workspace = mkdtempSync(join(tmpdir(), "typewire-bundlers-"));
const withoutChromium = process.env["WITHOUT_CHROMIUM"] !== undefined;
const browser = withoutChromium ? undefined : await launchChromium();
try {
  const { passed, failed } = await checkAll(installProject(workspace), browser);
  for (const failure of failed) console.log(failure);
  if (withoutChromium)
    console.log("WITHOUT CHROMIUM: the bundles run in Node, which has more than they may use.");
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await browser?.close();
  rmSync(workspace, { recursive: true, force: true });
}

/** Checks all bundles. Those of one program have to give the answers of its first one. */
async function checkAll(project: string, chromium: Browser | undefined): Promise<Outcome> {
  let passed = 0;
  const failed: string[] = [];
  const firstAnswers = new Map<string, string>();
  for (const { title, program, bundle, target, outfile } of listBundles()) {
    try {
      await bundle({ project, program: join(project, "programs", program), outfile, target });
      expectNoBuiltin(readFileSync(outfile, "utf8"));
      const answers = await runBundle(outfile, target, chromium);
      const expected = firstAnswers.get(program) ?? answers;
      if (answers !== expected) throw new Error(`It gives ${answers}; expected ${expected}.`);
      firstAnswers.set(program, answers);
      console.log(`✓ ${title}: ${describeSize(outfile)}`);
      passed += 1;
    } catch (error) {
      failed.push(`✗ ${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { passed, failed };
}

/** Lists each program with each bundler, for each target. */
function listBundles(): readonly Bundle[] {
  return Object.entries(PROGRAMS).flatMap(([name, program]) =>
    Object.entries(BUNDLERS).flatMap(([bundler, bundle]) =>
      TARGETS.map((target) => {
        const file = `${bundler}-${target}-${program.replace(/\.js$/, ".mjs")}`;
        const title = `${name}, ${bundler}, ${target}`;
        return { title, program, bundle, target, outfile: join(workspace, file) };
      }),
    ),
  );
}

function expectNoBuiltin(code: string): void {
  const loaded = [...code.matchAll(LOADED)].map(([, name = ""]) => name);
  const builtins = loaded.filter((name) => /^node:/.test(name) || builtinModules.includes(name));
  if (builtins.length > 0) throw new Error(`It loads ${builtins.join(", ")}.`);
}

function describeSize(file: string): string {
  return `${statSync(file).size} bytes, ${gzipSync(readFileSync(file)).length} with gzip`;
}

// ---- Types

interface Bundle {
  readonly title: string;
  /** A file of `programs/`. */
  readonly program: string;
  readonly bundle: Bundler;
  readonly target: Target;
  readonly outfile: string;
}

interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
}
