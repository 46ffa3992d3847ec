/**
 * A project that installs a made package from its tarball, as its users do: what it installs, what it
 * weighs, what an editor offers, whether all of it compiles and runs.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import {
  compile,
  Failure,
  installInto,
  npm,
  readPromisedSize,
  run,
  type Tarballs,
} from "./commands.js";
import { expectNames } from "./editor.js";
import { type MadePackage, PACKAGE_NAME } from "./made-package.js";

/**
 * Installs, compiles and runs a made package.
 * @throws Failure for anything that its users would miss.
 */
export function consume(
  made: MadePackage,
  folder: string,
  { runtime }: Tarballs,
  foreignRoutes: readonly string[],
): Consumption {
  installInto(folder, [made.tarball, runtime]);
  const [ownKilobytes, otherKilobytes] = weigh(folder);
  expectNoForeignRoutes(folder, foreignRoutes);
  addTools(made, folder);
  writeSources(made, folder);
  compile(folder);
  const tests = runTests(made, folder);
  return { ownKilobytes, otherKilobytes, tests, rootNames: expectNames(made, folder) };
}

/** Sizes of the package and of everything beside it, which is the runtime alone. */
function weigh(folder: string): readonly [own: number, other: number] {
  const modules = join(folder, "node_modules");
  const installed = readdirSync(modules).filter((name) => !name.startsWith("."));
  const expected = [PACKAGE_NAME, "typewire-runtime"];
  if (installed.join() !== expected.join()) {
    throw new Failure(`Installed are ${installed.join(", ")}; expected ${expected.join(", ")}.`);
  }
  const [ownSize = 0, dependencySize = 0] = expected.map((name) => sizeOf(join(modules, name)));
  const most = readPromisedSize();
  if (dependencySize < most) return [Math.ceil(ownSize / 1000), Math.ceil(dependencySize / 1000)];
  throw new Failure(
    `${dependencySize} bytes are installed beside the package; expected less than ${most}.`,
  );
}

function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

function sizeOf(folder: string): number {
  return listFiles(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Expects that the runtime knows no service. */
function expectNoForeignRoutes(folder: string, routes: readonly string[]): void {
  for (const file of listFiles(join(folder, "node_modules/typewire-runtime"))) {
    const text = readFileSync(file, "utf8");
    const foreign = routes.find((route) => text.includes(`"${route}"`));
    if (foreign !== undefined) throw new Failure(`${file} has the foreign route ${foreign}.`);
  }
}

/** Installs the compiler in the version of the made package, so that nothing but the package differs. */
function addTools(made: MadePackage, folder: string): void {
  const { devDependencies } = JSON.parse(
    readFileSync(join(made.folder, "package.json"), "utf8"),
  ) as {
    devDependencies: Record<string, string>; // as `init` writes it
  };
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
  npm(["install", ...tools], folder);
}

/**
 * Writes the code of users: the examples of the README, and the test of the package.
 * @throws Failure if the README leads to a file that is not in the package.
 */
function writeSources(made: MadePackage, folder: string): void {
  const readme = readFileSync(join(folder, "node_modules", PACKAGE_NAME, "README.md"), "utf8");
  for (const [index, [, code = ""]] of [...readme.matchAll(/^```ts\n(.*?)^```/gms)].entries()) {
    writeFileSync(join(folder, `readme-${index}.ts`), code);
  }
  const prose = readme.replace(/^```.*?^```$/gms, "");
  for (const [, target = ""] of prose.matchAll(/\]\((?!https:)([^)#]+)/g)) {
    const isThere = existsSync(join(folder, "node_modules", PACKAGE_NAME, target));
    if (!isThere) throw new Failure(`The README leads to ${target}, which is not in the package.`);
  }
  const test = readFileSync(join(made.folder, "test/client.test.ts"), "utf8");
  writeFileSync(join(folder, "client.test.ts"), test);
}

/** Requests are built where there are routes, and a delivery received where there are events. */
function runTests(made: MadePackage, folder: string): readonly string[] {
  const names = "--test-name-pattern=^(builds|sends|knows|receives|refuses)";
  const argv = ["--test", "--test-reporter=tap", names, "out/client.test.js"];
  const report = run(process.execPath, argv, folder);
  const tests = [...report.matchAll(/^ *ok \d+ - ([a-z].*)$/gm)].map(([, name = ""]) => name);
  const expected = [
    ...(made.routes.length > 0 ? ["builds requests", "sends a request"] : []),
    ...(made.events.length > 0 ? ["knows the names of events", "receives a signed delivery"] : []),
  ];
  const missing = expected.filter((name) => !tests.includes(name));
  if (missing.length === 0) return tests;
  throw new Failure(`The test of ${basename(made.folder)} lacks: ${missing.join(", ")}.`);
}

/** The results for one package. */
export interface Consumption {
  readonly ownKilobytes: number;
  /** Size of everything that is installed beside the package. */
  readonly otherKilobytes: number;
  /** Number of names that an editor offers in `import {  } from "<package>"`. */
  readonly rootNames: number;
  /** The tests that ran. */
  readonly tests: readonly string[];
}
