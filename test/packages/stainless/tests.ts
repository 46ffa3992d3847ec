/** Compiles and runs the tests that came with an SDK, in a consumer of the package that takes its place. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Failure, run, tryToRun } from "../sdk/commands.js";
import { compileIn, printFaults } from "./consumer.js";

/**
 * Copies the tests into the consumer, and compiles them.
 * @returns The number of errors.
 */
export function compileTests(sdkFolder: string, consumer: string): number {
  copyTests(sdkFolder, join(consumer, "tests"));
  const errors = compileIn(consumer, "tests");
  printFaults(errors);
  return errors.length;
}

/** Copies the tests, without the import that older ones have: of a class that is a global since. */
function copyTests(sdkFolder: string, target: string): void {
  mkdirSync(target, { recursive: true });
  cpSync(join(sdkFolder, "tests"), target, { recursive: true });
  run("chmod", ["-R", "u+w", "."], target);
  const files = readdirSync(target, { recursive: true, encoding: "utf8" });
  for (const path of files.filter((each) => each.endsWith(".ts"))) {
    const text = readFileSync(join(target, path), "utf8");
    const changed = text.replace(/^import .* from ["']node-fetch["'];\n/m, "");
    writeFileSync(join(target, path), changed);
  }
}

/** Runs the tests against a server that responds as the description says. */
export async function runTests(description: string, consumer: string): Promise<TestCounts> {
  const script = fileURLToPath(new URL("server.ts", import.meta.url));
  const server = spawn(process.execPath, ["--import", "tsx", script, description], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    return countResults(runVitest(consumer, await readAddress(server)));
  } finally {
    server.kill();
  }
}

/** Resolves to the line that the server prints. A server that ends before would leave its caller waiting. */
async function readAddress(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const printed = once(server.stdout, "data");
  const ended = once(server, "exit").then(() => {
    throw new Failure("The server ended before it printed its address.");
  });
  const [line] = (await Promise.race([printed, ended])) as [Buffer];
  return line.toString().trim();
}

function runVitest(consumer: string, baseUrl: string): Report {
  const report = join(consumer, "report.json");
  const argv = ["vitest", "run", "--reporter=json", `--outputFile=${report}`];
  const env = { ...process.env, TEST_API_BASE_URL: baseUrl };
  const { stderr } = tryToRun("npx", argv, consumer, env);
  if (!existsSync(report)) throw new Failure(`The tests do not run: ${stderr.slice(-2000)}`);
  return JSON.parse(readFileSync(report, "utf8")) as Report;
}

/** Counts a file that cannot be read as a test that fails, and prints the faults. */
function countResults({ testResults, numPassedTests, numTotalTests }: Report): TestCounts {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed");
  printFaults(
    failed.map((test) => `${test.fullName}: ${test.failureMessages.join(" ").slice(0, 300)}`),
  );
  const unread = testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  printFaults(unread.map(({ message = "" }) => message.slice(0, 300)));
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + unread.length };
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** The report of Vitest as JSON. */
interface Report {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    /** Why a file has no results. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
