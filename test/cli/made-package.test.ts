/**
 * Packages that `init` makes, from sources: their code, their tests and the examples of their READMEs
 * are compiled in one program, and their tests run. `test/packages/check-package.ts` does it with tarballs.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../programs/bundle.js";
import { compileProject } from "../programs/compile.js";
import { bundlePrograms } from "../programs/programs.js";
import { readContent } from "../../src/inspector/page/content.js";
import { writeTest } from "../../src/inspector/page/copy.js";
import type { DeliveryAnswer } from "../../src/inspector/types.js";
import { TSCONFIG } from "../../cli/package/fixed-files.js";
import { findStrayFiles } from "../packages/package/reached.js";
import { chooseCompilerOptions, type MadePackages, makePackages } from "./made-packages.js";

const COMPILER = join(ROOT, "node_modules/typescript-7");

let made: MadePackages;
/** A test that the page of the inspector copies for its user. */
let copiedTest: string;
/** The test of an earlier schema, which had more events: it fails. */
let outdatedTest: string;
/** The tests of all packages, which pass. */
let passingTests: readonly string[];
let bundleOf: (test: string) => string;

beforeAll(async () => {
  made = await makePackages();
  copiedTest = join(made.folderOf("@hooks/sdk"), "test/copied.test.ts");
  writeFileSync(copiedTest, copyTest("@hooks/sdk"));
  outdatedTest = join(made.folderOf("acme-sdk"), "test/outdated.test.ts");
  writeFileSync(outdatedTest, outdateTest(readFileSync(made.testOf("acme-sdk"), "utf8")));
  passingTests = [...made.names.map(made.testOf), copiedTest];
  bundleOf = await bundlePrograms({
    paths: [...passingTests, outdatedTest],
    packages: Object.fromEntries(made.names.map((name) => [name, made.sourcesOf(name)])),
  });
});
afterAll(() => made.remove());

describe("packages that init makes", () => {
  it("compile, with their tests and the examples of their READMEs", () => {
    const examples = made.names.flatMap(writeExamples);
    expect(examples.length).toBeGreaterThan(made.names.length);
    const config = {
      extends: join(made.folderOf("acme-sdk"), "tsconfig.json"),
      compilerOptions: chooseCompilerOptions(made),
      include: ["*/src", "*/test"],
    };
    writeFileSync(join(made.folder, "tsconfig.json"), JSON.stringify(config));
    const { errors } = compileProject(made.folder);
    // The sources of the runtime need a newer library than its declarations, which packages use.
    expect(errors.filter((text) => !text.startsWith("src/"))).toEqual([]);
  });

  it("pass their own tests", () => {
    // All but the tests of the examples, which are compiled above.
    const named = "^(builds|sends|knows|receives|refuses|order)";
    const { status, stdout, stderr } = runTests(passingTests, named);
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/receives a signed delivery/);
    expect(stdout).toMatch(/^# Subtest: order.paid is handled$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  it("say which command mends a test that fails", () => {
    const { status, stdout } = runTests([outdatedTest], "^knows");
    expect(status).toBe(1);
    expect(stdout).toContain("If the schema has changed: npx typewire generate --examples");
  });

  // The generator also writes modules that turn out empty, and that nothing imports then.
  it.each<[name: string, empty: readonly string[]]>([
    ["acme-sdk", ["samples/shared"]],
    ["@hooks/sdk", ["responses", "samples/shared"]],
  ])("%s packs no other file that nothing leads to", (name, empty) => {
    const files = buildAndList(made.folderOf(name));
    expect(files).toContain("dist/src/generated/index.js");
    const known = empty.flatMap((module) =>
      ["d.ts", "js"].map((end) => `dist/src/generated/${module}.${end} is not reached`),
    );
    expect(findStrayFiles(made.folderOf(name), files)).toEqual(known);
  });
});

describe("the test of a package that compiles the examples of its pages", () => {
  beforeAll(() => installCompiler("hooks-open"));

  it("passes", () => {
    const { status, stdout } = runExamples("hooks-open");
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/^# pass 1$/m);
  });

  it("says which command mends an example that does not compile", () => {
    const project = made.folderOf("hooks-open");
    const readme = readFileSync(join(project, "README.md"), "utf8");
    const wrong = '\n```ts\nconst wrong: number = "text";\nconsole.log(wrong);\n```\n';
    writeFileSync(join(project, "README.md"), readme + wrong);
    const { status, stdout } = runExamples("hooks-open");
    expect(status).toBe(1);
    expect(stdout).toContain("Type 'string' is not assignable to type 'number'");
    expect(stdout).toContain("If the schema has changed: npx typewire generate --examples");
    const left = readdirSync(join(project, "test"));
    expect(left.filter((name) => name.startsWith("."))).toEqual([]);
  });
});

/** Writes each example of the README of a package as a module of its tests, and returns their paths. */
function writeExamples(name: string): readonly string[] {
  const project = made.folderOf(name);
  const readme = readFileSync(join(project, "README.md"), "utf8");
  return Array.from(readme.matchAll(/^```ts\n(.*?)^```/gms), ([, code = ""], index) => {
    const path = join(project, `test/readme-${index}.ts`);
    writeFileSync(path, code);
    return path;
  });
}

/** Runs the tests of some files whose names match a pattern. */
function runTests(files: readonly string[], named: string, cwd = ROOT) {
  const options = ["--test", "--test-reporter=tap", `--test-name-pattern=${named}`];
  const argv = [...options, ...files.map(bundleOf)];
  return spawnSync(process.execPath, argv, { cwd, encoding: "utf8" });
}

function runExamples(name: string) {
  return runTests([made.testOf(name)], "examples", made.folderOf(name));
}

/**
 * Gives a package the fastest compiler as the one that it has installed, and options that find the runtime.
 * `test/packages/check-package.ts` takes 5.9, 6.0 and 7.0.
 */
function installCompiler(name: string): void {
  const project = made.folderOf(name);
  mkdirSync(join(project, "node_modules"), { recursive: true });
  const installed = join(project, "node_modules/typescript");
  rmSync(installed, { force: true });
  symlinkSync(COMPILER, installed, "junction");
  const own = JSON.parse(TSCONFIG) as { compilerOptions: object };
  const compilerOptions = { ...own.compilerOptions, ...chooseCompilerOptions(made) };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
}

/** Compiles a package by its own options, without checking types again, and lists what npm packs of it. */
function buildAndList(project: string): readonly string[] {
  const argv = [join(COMPILER, "bin/tsc"), "--noCheck", "--project", project];
  const built = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect(built.status, built.stdout).toBe(0);
  const { stdout } = spawnSync("npm pack --dry-run --json --ignore-scripts", {
    cwd: project,
    encoding: "utf8",
    shell: true, // npm is a script on Windows
  });
  const [packed] = JSON.parse(stdout) as readonly { files: readonly { path: string }[] }[]; // npm's form
  return packed?.files.map(({ path }) => path) ?? [];
}

/** The text of a test, changed so that it fails. */
function outdateTest(text: string): string {
  return text.replace("emitterEventNames.length > 0", "emitterEventNames.length > 99");
}

/** The text that the inspector's page copies, for a payload that differs from its description. */
function copyTest(name: string): string {
  const payload = JSON.stringify({ id: "a", amount: "7", type: 1, other: [{ new: null }] });
  const delivery: DeliveryAnswer = {
    key: "1",
    id: "1",
    event: "order.paid",
    outcome: "done",
    attempts: 1,
    size: 9,
    isBodyKept: true,
    receivedAt: 0,
    payload,
    headers: [],
    findings: [],
  };
  const modules = { webhooks: name, testing: `${name}/testing` };
  return writeTest(delivery, readContent(delivery), modules);
}
