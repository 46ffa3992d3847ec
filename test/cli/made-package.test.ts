/**
 * Packages that `init` makes, from sources: their code, their tests and the examples of their READMEs
 * are compiled in one program, and their tests run. `test/packages/check-package.ts` does it with tarballs.
 */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../programs/bundle.js";
import { compileProject } from "../programs/compile.js";
import { bundlePrograms } from "../programs/programs.js";
import { readContent, writeTest } from "../../src/inspector/page/copy.js";
import type { DeliveryAnswer } from "../../src/inspector/types.js";
import { TSCONFIG } from "../../cli/package/fixed-files.js";
import { findStrayFiles } from "../packages/package/reached.js";
import { runCli } from "./cli.js";

const PACKAGES = join(ROOT, "test/cli/.packages");

/** Prints a description with one event, and with routes. */
const describeHooks = (event: string, paths = "{}"): string => `openapi: 3.1.0
info: { title: Hooks, version: "1" }
servers: [{ url: "https://api.hooks.example" }]
paths: ${paths}
webhooks:
  ${event}:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [id, amount], properties: { id: { type: string }, amount: { type: number }, type: { type: string }, event: { type: object, properties: { type: { type: string } } } } }
      responses: { "200": { description: ok } }
`;

/** Routes with names that are no identifiers, with required values, and with a list in the path. */
const PATHS =
  '{ "/a-b/{x-y}": { put: { operationId: put, parameters: [{ name: x-y, in: path, required: true, schema: { type: integer, minimum: 3 } }],' +
  " requestBody: { required: true, content: { application/json: { schema: { type: object, required: [kind, when]," +
  " properties: { kind: { enum: [one, two] }, when: { type: string, format: date-time }, own: { type: string, readOnly: true } } } } } }," +
  ' responses: { "204": { description: ok } } } },' +
  // No example can be made of it: an empty list leaves the path without its value.
  ' "/lists/{ids}": { get: { operationId: list, parameters: [{ name: ids, in: path, required: true, schema: { type: array } }],' +
  ' responses: { "204": { description: ok } } } } }';

const TWO_CREDENTIALS = `security: [{ app: [], key: [] }]
components:
  securitySchemes:
    app: { type: apiKey, in: header, name: X-App }
    key: { type: apiKey, in: query, name: key }
`;

/** Clients differ in what they sign, in where they look for names, and in what they have. */
const packages: readonly (readonly [name: string, description: string | undefined, ...string[]])[] =
  [
    ["acme-sdk", undefined],
    [
      "@hooks/sdk",
      describeHooks("order.paid", PATHS),
      "--signature=github",
      "--event=header:X-Event",
    ],
    [
      "hooks-discord",
      describeHooks("'Push Hook'"),
      "--signature=discord",
      "--event=body:event.type",
    ],
    ["hooks-square", describeHooks("a/{b}"), "--signature=square", "--event=body:type"],
    ["hooks-open", describeHooks("order.paid", PATHS)],
    // Its example passes two credentials from the environment, each of which may be missing.
    ["hooks-keys", describeHooks("order.paid", PATHS) + TWO_CREDENTIALS],
  ];

/** The test that the page of the inspector copies. */
const COPIED = "test/copied.test.ts";

/** A test of an earlier schema, which had more events. */
const OUTDATED = "test/outdated.test.ts";

let folder = "";
/** The README of the package whose examples are compiled, without an example that a test adds. */
let readme = "";
let bundleOf: (path: string) => string;

beforeAll(async () => {
  mkdirSync(PACKAGES, { recursive: true });
  folder = mkdtempSync(join(PACKAGES, "made-"));
  for (const [name, text, ...options] of packages) {
    const from = text === undefined ? [] : ["--from", "-"];
    const argv = ["init", folderOf(name), "--name", name, ...from, ...options];
    const { code, err } = await runCli(folder, argv, { input: text ?? "" });
    expect(code, err).toBe(0);
    for (const [index, example] of readExamples(name).entries())
      writeFileSync(join(folderOf(name), `test/readme-${index}.ts`), example);
  }
  writeFileSync(join(folderOf("@hooks/sdk"), COPIED), copyTest("@hooks/sdk"));
  writeFileSync(join(folderOf("acme-sdk"), OUTDATED), outdateTest("acme-sdk"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(createConfig()));
  const generated = packages.map(([name]) => [name, join(folderOf(name), "src/generated")]);
  const paths = [...listTests(), join(folderOf("acme-sdk"), OUTDATED)];
  bundleOf = await bundlePrograms({ paths, packages: Object.fromEntries(generated) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("packages that init makes", () => {
  it("compile, with their tests and the examples of their READMEs", () => {
    const { errors } = compileProject(folder);
    // The sources of the runtime need a newer library than its declarations, which packages use.
    expect(errors.filter((text) => !text.startsWith("src/"))).toEqual([]);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => path.includes("/readme-")).length).toBeGreaterThan(
      packages.length,
    );
  });

  it("pass their own tests", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      // The examples are compiled above.
      [
        "--test",
        "--test-reporter=tap",
        "--test-name-pattern=^(builds|sends|knows|receives|refuses|order)",
        ...listTests().map(bundleOf),
      ],
      { cwd: ROOT, encoding: "utf8" },
    );
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/receives a signed delivery/);
    expect(stdout).toMatch(/^# Subtest: order.paid is handled$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  it("compile the examples of their pages with their own compiler", () => {
    const { status, stdout } = runExamples();
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/^# pass 1$/m);
  });

  // The generator also writes modules that turn out empty, and that nothing imports then.
  it.each<[name: string, empty: readonly string[]]>([
    ["acme-sdk", ["samples/shared"]],
    ["@hooks/sdk", ["responses", "samples/shared"]],
  ])("%s packs no other file that nothing leads to", (name, empty) => {
    const files = buildAndList(folderOf(name));
    expect(files).toContain("dist/src/generated/index.js");
    const known = empty.flatMap((module) =>
      ["d.ts", "js"].map((end) => `dist/src/generated/${module}.${end} is not reached`),
    );
    expect(findStrayFiles(folderOf(name), files)).toEqual(known);
  });

  it("say which command mends a test that fails", () => {
    const outdated = bundleOf(join(folderOf("acme-sdk"), OUTDATED));
    const argv = ["--test", "--test-reporter=tap", "--test-name-pattern=^knows", outdated];
    const { status, stdout } = spawnSync(process.execPath, argv, { cwd: ROOT, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toContain("If the schema has changed: npx typewire generate --examples");
  });

  it("say which command mends an example that does not compile", () => {
    const wrong = '\n```ts\nconst wrong: number = "text";\nconsole.log(wrong);\n```\n';
    const { status, stdout } = runExamples(wrong);
    expect(status).toBe(1);
    expect(stdout).toContain("Type 'string' is not assignable to type 'number'");
    expect(stdout).toContain("If the schema has changed: npx typewire generate --examples");
    const left = readdirSync(join(folderOf("hooks-open"), "test"));
    expect(left.filter((name) => name.startsWith("."))).toEqual([]);
  });
});

/** Compiles a package by its own options, without checking types again, and lists what npm packs of it. */
function buildAndList(project: string): readonly string[] {
  const compiler = join(ROOT, "node_modules/typescript-7/bin/tsc");
  const argv = [compiler, "--noCheck", "--project", project];
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

/**
 * Runs the test of the examples with the fastest compiler as the one that the package has installed.
 * `test/packages/check-package.ts` takes 5.9, 6.0 and 7.0.
 */
function runExamples(more = "") {
  const project = folderOf("hooks-open");
  const installed = join(project, "node_modules/typescript");
  mkdirSync(join(project, "node_modules"), { recursive: true });
  rmSync(installed, { force: true });
  symlinkSync(join(ROOT, "node_modules/typescript-7"), installed, "junction");
  const { compilerOptions } = JSON.parse(TSCONFIG) as { compilerOptions: object };
  const { compilerOptions: ofSources } = createConfig();
  readme ||= readFileSync(join(project, "README.md"), "utf8");
  const config = { compilerOptions: { ...compilerOptions, ...ofSources } };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(project, "README.md"), readme + more);
  const options = ["--test", "--test-reporter=tap", "--test-name-pattern=examples"];
  const argv = [...options, bundleOf(testOf("hooks-open"))];
  return spawnSync(process.execPath, argv, { cwd: project, encoding: "utf8" });
}

function folderOf(name: string): string {
  return join(folder, name.replace("/", "-"));
}

function testOf(name: string): string {
  return join(folderOf(name), "test/client.test.ts");
}

/** The tests of all packages, which pass. */
function listTests(): readonly string[] {
  return [...packages.map(([name]) => testOf(name)), join(folderOf("@hooks/sdk"), COPIED)];
}

/** Reads the examples of the README of a package. */
function readExamples(name: string): readonly string[] {
  const readme = readFileSync(join(folderOf(name), "README.md"), "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
}

/** The test of a package, changed so that it fails. */
function outdateTest(name: string): string {
  const text = readFileSync(testOf(name), "utf8");
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

/** The options of a made package; packages and the runtime are found where their sources are. */
function createConfig() {
  const paths = packages.flatMap(([name]) => [
    [name, [join(folderOf(name), "src/generated/index.ts")]],
    [`${name}/*`, [join(folderOf(name), "src/generated/*.ts")]],
  ]);
  const { paths: repositoryPaths } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"))
    .compilerOptions as { paths: Record<string, readonly string[]> };
  const sources = Object.entries(repositoryPaths).map(([name, files]) => [
    name,
    files.map((file) => join(ROOT, file)),
  ]);
  return {
    extends: `${folderOf("acme-sdk")}/tsconfig.json`,
    compilerOptions: {
      noEmit: true,
      rootDir: ROOT,
      // `es2024.string` is for the sources of the runtime, which a package has as declarations.
      lib: ["es2023", "es2024.string", "dom", "dom.iterable", "dom.asynciterable"],
      paths: Object.fromEntries([...paths, ...sources]),
    },
    include: ["*/src", "*/test"],
  };
}
