/**
 * Runs the same suites on each runtime, and compares their answers byte for byte. The runtimes are
 * large, so the project does not install them: they are installed here, from the lock file beside this
 * file. The packages are built first, and each runtime gets the build that it would find by `exports`.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { installPackages } from "../../scripts/install.js";
import { writeMadeModules } from "./made-package.js";
import { lookAtRelay } from "./relay.js";
import { RUNTIMES, type Runtime } from "./runtimes.js";
import { createLoopbackServer } from "./server.js";
import { type Answers, SUITE_NAMES } from "./suites/suite.js";
import { findPort } from "../http/server.js";
import { HANG_LIMIT } from "../limits.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Characters that are shown of an answer that differs. */
const MAX_SHOWN = 600;

async function main(): Promise<void> {
  const modules = installPackages(here);
  const linked = join(modules, "typewire");
  rmSync(linked, { force: true });
  symlinkSync(root, linked); // as if it were installed
  if (!process.argv.includes("--no-build"))
    execFileSync("npm", ["run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  writeMadeModules(modules);
  const folder = mkdtempSync(join(tmpdir(), "typewire-runtimes-"));
  const loopback = createLoopbackServer();
  const server = `http://127.0.0.1:${await listen(loopback)}`;
  const results: Result[] = [];
  /** Answers of the first runtime, by suite. */
  const expected = new Map<string, Answers>();
  try {
    for (const runtime of RUNTIMES) {
      for (const [suite, answers] of await runAll(runtime, folder, server)) {
        if (answers instanceof Error) {
          results.push({ runtime: runtime.name, suite, passed: [], failed: [answers.message] });
          continue;
        }
        if (!expected.has(suite)) expected.set(suite, answers);
        results.push(compare(runtime.name, suite, answers, expected.get(suite) ?? {}));
      }
    }
  } finally {
    loopback.closeAllConnections();
    loopback.close();
    rmSync(folder, { recursive: true });
  }
  print(results);
}

async function runAll(runtime: Runtime, folder: string, server: string): Promise<Outcomes> {
  const outcomes = new Map<string, Answers | Error>();
  const collect = async (suite: string, run: Promise<Answers>): Promise<void> => {
    outcomes.set(suite, await run.catch(toError));
  };
  if (runtime.programs.relay !== undefined)
    await collect("relay", withProgram(runtime, "relay", folder, lookAtRelay));
  try {
    await withProgram(runtime, "suites", folder, async (origin) => {
      for (const suite of SUITE_NAMES)
        await collect(suite, ask(`${origin}/${suite}?server=${server}`));
    });
  } catch (error) {
    for (const suite of SUITE_NAMES) outcomes.set(suite, toError(error));
  }
  return outcomes;
}

async function ask(url: string): Promise<Answers> {
  const response = await fetch(url, { signal: AbortSignal.timeout(HANG_LIMIT) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Answers; // as the program wrote it
}

/** Serves a program on a free port while it is used. */
async function withProgram<Result>(
  runtime: Runtime,
  program: keyof Runtime["programs"],
  folder: string,
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  const file = join(folder, `${runtime.condition}-${program}.mjs`);
  await bundle(join(here, runtime.programs[program] ?? ""), file, runtime.condition);
  const port = await findPort();
  const [command, ...parameters] = runtime.serve(file, port);
  const child = spawn(command, parameters, {
    cwd: folder,
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      HOME: folder,
      PATH: process.env["PATH"],
      CHROMIUM_PATH: process.env["CHROMIUM_PATH"],
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const endedEarly = ended.then(() => Promise.reject(new Error(`It has ended. ${output}`)));
  try {
    const origin = `http://127.0.0.1:${port}`;
    const answers = waitFor(origin).then(() => use(origin));
    return await Promise.race([answers, endedEarly]);
  } catch (error) {
    throw new Error(`${toError(error).message}\n${output}`, { cause: error });
  } finally {
    endedEarly.catch(() => undefined); // it is meant to end now
    child.kill("SIGKILL");
    await ended;
  }
}

/** Bundles a program with the build of the packages that a runtime finds by its condition. */
async function bundle(program: string, outfile: string, condition: string): Promise<void> {
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: [condition],
    platform: "neutral",
    external: ["node:*", "libsql"],
    tsconfigRaw: {}, // its `paths` lead to the sources
    nodePaths: [join(here, "node_modules")], // an example with a manifest is a package of its own
    logLevel: "error",
  });
}

/** Resolves once something answers, whatever it says. */
async function waitFor(origin: string): Promise<void> {
  const end = Date.now() + HANG_LIMIT;
  for (;;) {
    try {
      await (await fetch(origin)).arrayBuffer();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port; // it listens on TCP
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/* Results */

function compare(runtime: string, suite: string, answers: Answers, expected: Answers): Result {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(answers)])];
  const isSame = (name: string) => JSON.stringify(answers[name]) === JSON.stringify(expected[name]);
  const failed = names
    .filter((name) => !isSame(name))
    .map((name) => `${name}: got ${shorten(answers[name])}, expected ${shorten(expected[name])}`);
  return { runtime, suite, passed: names.filter(isSame), failed };
}

function shorten(answer: unknown): string {
  return answer === undefined ? "nothing" : JSON.stringify(answer).slice(0, MAX_SHOWN);
}

function print(results: readonly Result[]): void {
  const suites = ["relay", ...SUITE_NAMES];
  const cell = (text: string) => text.padEnd(17);
  console.log([cell("runtime"), ...suites.map(cell)].join("").trimEnd());
  for (const { name } of RUNTIMES) {
    const cells = suites.map((suite) => {
      const result = results.find((each) => each.runtime === name && each.suite === suite);
      if (result === undefined) return cell("–");
      const { passed, failed } = result;
      return cell(failed.length === 0 ? `${passed.length} ok` : `${failed.length} FAILED`);
    });
    console.log([cell(name), ...cells].join("").trimEnd());
  }
  if (process.env["WITHOUT_CHROMIUM"] !== undefined)
    console.log("WITHOUT CHROMIUM: it is not installed, so the suites do not run in a browser.");
  for (const { runtime, suite, failed } of results)
    for (const line of failed) console.log(`\n${runtime}, ${suite}: ${line}`);
  const passedCount = results.flatMap(({ passed }) => passed).length;
  const failedCount = results.flatMap(({ failed }) => failed).length;
  console.log(`\n${passedCount} passed, ${failedCount} failed`);
  process.exitCode = failedCount === 0 ? 0 : 1;
}

await main();

interface Result {
  readonly runtime: string;
  readonly suite: string;
  /** Names of cases that gave the expected answer. */
  readonly passed: readonly string[];
  /** A line for each that did not. */
  readonly failed: readonly string[];
}

/* Running */

type Outcomes = ReadonlyMap<string, Answers | Error>;
