/**
 * Judges whether an SDK keeps the surface of one that Stainless made. Takes tarballs and folders with
 * what such an SDK leaves behind: `openapi.*`, `stainless.yml`, `api.md`, `README.md`, `package.json` and
 * `tests/api-resources`:
 *
 *     npx tsx scripts/pack.ts --pack-destination tarballs
 *     npx tsx test/packages/check-stainless.ts tarballs folder-of-an-sdk another-folder
 *
 * The package is made by `init --names`, under their name. A consumer of its tarball has their tests (if the
 * folder has any), unchanged but for the import of `Response` from `node-fetch`, which older ones have. They
 * must compile and pass against a server that answers by the description (`test.skip` is read as `test`); the
 * methods of both `api.md` must be equal; the programs of their README must compile. Exits with 1 if one of
 * these fails; names of types that differ are listed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import {
  Failure,
  findTarballs,
  installCommandLine,
  installInto,
  npm,
  run,
  tryToRun,
  type CommandLine,
} from "./sdk/commands.js";
import { compareMethods, readMethods, type Comparison } from "./stainless/methods.js";
import { writePrograms } from "./stainless/programs.js";

interface Row {
  readonly sdk: string;
  readonly methods?: number;
  readonly missing?: number;
  readonly renamed?: number;
  readonly "type errors"?: number;
  readonly "tests passed"?: number;
  readonly "tests failed"?: number;
  readonly "programs that fail"?: string;
}

const [packs = "", ...folders] = process.argv.slice(2);
const tarballs = findTarballs(packs);
const workspace = mkdtempSync(join(tmpdir(), "typewire-stainless-"));

function isBad(row: Row): boolean {
  const { missing, "type errors": errors = 0, "tests failed": failed = 0 } = row;
  return (
    missing !== 0 || errors !== 0 || failed !== 0 || !row["programs that fail"]?.startsWith("0 ")
  );
}

async function check(sdkFolder: string, commandLine: CommandLine): Promise<Row> {
  const sdk = basename(sdkFolder);
  console.log(`\n${sdk}`);
  try {
    const manifest = readFileSync(join(sdkFolder, "package.json"), "utf8");
    const { name } = JSON.parse(manifest) as { readonly name: string };
    const made = makePackage(sdkFolder, name, commandLine);
    const methods = compareMethods(
      readText(sdkFolder, "api.md"),
      readText(made.folder, "src/generated/api.md"),
    );
    listDifferences(methods);
    const consumer = join(workspace, sdk, "consumer");
    installConsumer(consumer, made.tarball);
    const hasTests = existsSync(join(sdkFolder, "tests"));
    if (!hasTests) console.log(`  without tests: ${sdkFolder} has no folder tests`);
    return {
      sdk,
      methods: readMethods(readText(sdkFolder, "api.md")).length,
      missing: methods.missing.length,
      renamed: methods.renamed.length,
      ...(hasTests && compileTests(sdkFolder, consumer)),
      ...(hasTests && (await runTests(sdkFolder, consumer))),
      "programs that fail": compilePrograms(readText(sdkFolder, "README.md"), name, consumer),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return { sdk };
  }
}

function readText(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

interface Made {
  readonly folder: string;
  readonly tarball: string;
}

function makePackage(sdkFolder: string, name: string, commandLine: CommandLine): Made {
  const folder = join(workspace, basename(sdkFolder), "sdk");
  const names = join(sdkFolder, "stainless.yml");
  const argv = ["init", folder, "--from", findDescription(sdkFolder), "--names", names];
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

function listDifferences({ missing, renamed }: Comparison): void {
  for (const each of missing) console.log(`  missing: ${each}`);
  for (const each of renamed) console.log(`  type renamed: ${each}`);
}

/** Their tests use the globals of jest, and those that the mock server of theirs could not answer are skipped. */
const VITEST_CONFIG = `export default {
  test: { globals: true, include: ["tests/**/*.test.ts"], testTimeout: 20000 },
  plugins: [
    { name: "no-skip", transform: (code, id) => id.endsWith(".test.ts") ? code.replaceAll("test.skip(", "test(") : undefined },
  ],
};
`;

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node", "vitest/globals"],
  },
};

function installConsumer(folder: string, tarball: string): void {
  const tools = [
    "vitest",
    "typescript@5.9",
    "@types/node@22",
    "pino",
    "undici",
    "standardwebhooks",
  ];
  installInto(folder, [tarball, tarballs.runtime, ...tools]);
  writeFileSync(join(folder, "vitest.config.js"), VITEST_CONFIG);
}

function compileIn(folder: string, include: string): readonly string[] {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...TSCONFIG, include: [include] }));
  const { stdout } = tryToRun(process.execPath, ["node_modules/typescript/bin/tsc"], folder);
  return stdout.split("\n").filter((line) => /error TS\d+/.test(line));
}

function compileTests(sdkFolder: string, consumer: string): Pick<Row, "type errors"> {
  mkdirSync(join(consumer, "tests"), { recursive: true });
  cpSync(join(sdkFolder, "tests"), join(consumer, "tests"), { recursive: true });
  run("chmod", ["-R", "u+w", "tests"], consumer);
  const files = readdirSync(join(consumer, "tests"), { recursive: true, encoding: "utf8" });
  for (const path of files.filter((each) => each.endsWith(".ts")).map((each) => `tests/${each}`)) {
    const text = readText(consumer, path);
    writeFileSync(join(consumer, path), text.replace(/^import .* from ["']node-fetch["'];\n/m, ""));
  }
  const errors = compileIn(consumer, "tests");
  for (const each of errors.slice(0, SHOWN)) console.log(`  ${each}`);
  return { "type errors": errors.length };
}

/** Faults that are shown of each step. `SHOWN_FAULTS=1000` shows more. */
const SHOWN = Number(process.env["SHOWN_FAULTS"] ?? 12);

async function runTests(
  sdkFolder: string,
  consumer: string,
): Promise<Pick<Row, "tests passed" | "tests failed">> {
  const script = new URL("stainless/server.ts", import.meta.url).pathname;
  const server = spawn(process.execPath, ["--import", "tsx", script, findDescription(sdkFolder)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const env = { ...process.env, TEST_API_BASE_URL: line.toString().trim() };
    const report = join(consumer, "report.json");
    const argv = ["vitest", "run", "--reporter=json", `--outputFile=${report}`];
    const { stderr } = tryToRun("npx", argv, consumer, env);
    if (!existsSync(report)) throw new Failure(`Their tests do not run: ${stderr.slice(-2000)}`);
    const result = JSON.parse(readFileSync(report, "utf8")) as Report;
    const tests = result.testResults.flatMap(({ assertionResults }) => assertionResults);
    for (const { fullName, failureMessages } of tests
      .filter(({ status }) => status === "failed")
      .slice(0, SHOWN))
      console.log(`  ${fullName}: ${failureMessages.join(" ").slice(0, 300)}`);
    const unread = result.testResults.filter(
      ({ assertionResults: assertions }) => assertions.length === 0,
    );
    for (const { message = "" } of unread.slice(0, SHOWN))
      console.log(`  ${message.slice(0, 300)}`);
    return {
      "tests passed": result.numPassedTests,
      "tests failed": result.numTotalTests - result.numPassedTests + unread.length,
    };
  } finally {
    server.kill();
  }
}

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

/** What some of their programs do themselves: parameters without a type, a name that is declared twice. */
const MISTAKES_OF_PROGRAMS = /error TS(?:7006|2451)\b/;

function compilePrograms(readme: string, name: string, consumer: string): string {
  const count = writePrograms(readme, name, join(consumer, "programs"));
  const errors = compileIn(consumer, "programs").filter((each) => !MISTAKES_OF_PROGRAMS.test(each));
  for (const each of errors.slice(0, SHOWN)) console.log(`  ${each}`);
  const failing = new Set(errors.map((each) => each.replace(/\(.*/, "")));
  return `${failing.size} of ${count}`;
}

// Last, because functions above read constants of this module.
try {
  const commandLine = installCommandLine(join(workspace, "tool"), tarballs);
  const rows: Row[] = [];
  for (const folder of folders) rows.push(await check(resolve(folder), commandLine));
  console.table(rows);
  if (rows.some(isBad)) process.exitCode = 1;
} finally {
  if (process.env["KEEP"] === undefined) rmSync(workspace, { recursive: true, force: true });
  else console.log(workspace);
}
