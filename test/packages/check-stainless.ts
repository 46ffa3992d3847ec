/**
 * Judges whether an SDK keeps the surface of one that Stainless made. Takes tarballs and folders with
 * what such an SDK leaves behind: `openapi.*`, `stainless.yml`, `api.md`, `README.md`, `package.json` and
 * `tests`:
 *
 *     npx tsx scripts/pack.ts --pack-destination tarballs
 *     npx tsx test/packages/check-stainless.ts tarballs folder-of-an-sdk another-folder
 *
 * The package is made by `init --names`, under the name of that SDK. A consumer of its tarball has the tests of the
 * SDK (if the folder has any), unchanged but for the import of `Response` from `node-fetch`, which older ones have.
 * They must compile and pass against a server that responds by the description (`test.skip` is read as `test`); the
 * methods of both `api.md` must be equal; the programs of the README must compile. Exits with 1 if one of these
 * fails; names of types that differ are listed.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import {
  type CommandLine,
  Failure,
  findTarballs,
  installCommandLine,
  npm,
} from "./sdk/commands.js";
import { compileIn, installConsumer, printFaults } from "./stainless/consumer.js";
import { compareMethods, type Comparison, readMethods } from "./stainless/methods.js";
import { writePrograms } from "./stainless/programs.js";
import { compileTests, runTests, type TestCounts } from "./stainless/tests.js";

/** Mistakes of the programs of some README: parameters without a type, a name that is declared twice. */
const MISTAKES_OF_PROGRAMS = /error TS(?:7006|2451)\b/;

const [tarballFolder = "", ...folders] = process.argv.slice(2);
const tarballs = findTarballs(tarballFolder);
const workspace = mkdtempSync(join(tmpdir(), "typewire-stainless-"));
try {
  const commandLine = installCommandLine(join(workspace, "tool"), tarballs);
  const judgements: Judgement[] = [];
  for (const folder of folders) judgements.push(await check(resolve(folder), commandLine));
  console.table(judgements.map(toRow));
  if (!judgements.every(isGood)) process.exitCode = 1;
} finally {
  if (process.env["KEEP"] === undefined) rmSync(workspace, { recursive: true, force: true });
  else console.log(workspace);
}

async function check(sdkFolder: string, commandLine: CommandLine): Promise<Judgement> {
  const sdk = basename(sdkFolder);
  console.log(`\n${sdk}`);
  try {
    return { sdk, ...(await judge(sdkFolder, commandLine)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return { sdk };
  }
}

/** Makes the package of an SDK, and compares it with what the SDK has. */
async function judge(sdkFolder: string, commandLine: CommandLine): Promise<Omit<Judgement, "sdk">> {
  const manifest = readText(sdkFolder, "package.json");
  const { name } = JSON.parse(manifest) as { readonly name: string };
  const description = findDescription(sdkFolder);
  const made = makePackage(sdkFolder, description, name, commandLine);
  const api = readText(sdkFolder, "api.md");
  const methods = compareMethods(api, readText(made.folder, "src/generated/api.md"));
  printDifferences(methods);
  const consumer = join(workspace, basename(sdkFolder), "consumer");
  installConsumer(consumer, made.tarball, tarballs.runtime);
  const hasTests = existsSync(join(sdkFolder, "tests"));
  if (!hasTests) console.log(`  without tests: ${sdkFolder} has no folder tests`);
  return {
    methods: { ...methods, count: readMethods(api).length },
    typeErrors: hasTests ? compileTests(sdkFolder, consumer) : 0,
    tests: hasTests ? await runTests(description, consumer) : { passed: 0, failed: 0 },
    programs: compilePrograms(readText(sdkFolder, "README.md"), name, consumer),
  };
}

function makePackage(
  sdkFolder: string,
  description: string,
  name: string,
  commandLine: CommandLine,
): { readonly folder: string; readonly tarball: string } {
  const folder = join(workspace, basename(sdkFolder), "sdk");
  const names = join(sdkFolder, "stainless.yml");
  const argv = ["init", folder, "--from", description, "--names", names];
  console.log(commandLine.run([...argv, "--name", name, "--yes"], workspace).slice(-1500));
  npm(["install"], folder);
  npm(["test"], folder);
  const packed = npm(["pack", "--silent"], folder).trim().split("\n").at(-1) ?? "";
  return { folder, tarball: join(folder, packed) };
}

function findDescription(sdkFolder: string): string {
  const name = readdirSync(sdkFolder).find((each) => /^openapi\.\w+/.test(each));
  if (name === undefined) throw new Failure(`${sdkFolder} has no description, openapi.*.`);
  return join(sdkFolder, name);
}

/** Compiles the programs of the README. */
function compilePrograms(readme: string, name: string, consumer: string): ProgramCounts {
  const count = writePrograms(readme, name, join(consumer, "programs"));
  const errors = compileIn(consumer, "programs").filter((each) => !MISTAKES_OF_PROGRAMS.test(each));
  printFaults(errors);
  return { count, failed: new Set(errors.map((each) => each.replace(/\(.*/, ""))).size };
}

function printDifferences({ missing, renamed }: Comparison): void {
  for (const each of missing) console.log(`  missing: ${each}`);
  for (const each of renamed) console.log(`  type renamed: ${each}`);
}

/** A package that could not be made has no methods. Types may have other names. */
function isGood({ methods, typeErrors, tests, programs }: Judgement): boolean {
  return (
    methods?.missing.length === 0 &&
    typeErrors === 0 &&
    tests?.failed === 0 &&
    programs?.failed === 0
  );
}

function toRow({ sdk, methods, typeErrors, tests, programs }: Judgement): object {
  return {
    sdk,
    methods: methods?.count,
    missing: methods?.missing.length,
    renamed: methods?.renamed.length,
    "type errors": typeErrors,
    "tests passed": tests?.passed,
    "tests failed": tests?.failed,
    "programs that fail": programs && `${programs.failed} of ${programs.count}`,
  };
}

function readText(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

// ---- Types

/** The parts are absent if the package could not be made. */
interface Judgement {
  readonly sdk: string;
  readonly methods?: Comparison & { readonly count: number };
  readonly typeErrors?: number;
  readonly tests?: TestCounts;
  readonly programs?: ProgramCounts;
}

interface ProgramCounts {
  readonly count: number;
  readonly failed: number;
}
