/**
 * Checks what npm would publish, as its user gets it: each tarball is packed, linted, installed alone
 * in an empty project, and type-checked by every supported compiler and under every module resolution;
 * what runs is imported and required too. Run after `npm run build`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import {
  expectSmallInstall,
  installConsumer,
  loadEndpointAlone,
  loadEverySubpath,
} from "./package/consumer.js";
import {
  checkLinks,
  commandLine,
  expectGeneratorDependencies,
  expectNoDependencies,
  expectNoGenerator,
  expectRuntimeAlone,
  expectTypesAlone,
  inspector,
  manifest,
  runtime,
  types,
} from "./package/manifests.js";
import { report, run } from "./package/run.js";
import { checkTypeResolution, ESM_ONLY, lint, pack } from "./package/tarball.js";
import { typeCheck, typeCheckWithoutNode } from "./package/type-check.js";
import { expectReadableErrors } from "./package/uncaught.js";
import { readPromisedSize } from "./sdk/commands.js";

const NODE_TYPES = `@types/node@${manifest.devDependencies["@types/node"]}`;

/** Optional peers, which a program that imports the store in PostgreSQL installs. */
const PEERS = (["pg", "pg-boss"] as const).map(
  (name) => `${name}@${manifest.devDependencies[name]}`,
);

/** The files of a package that is compiled: code with its types, and pages. */
const PACKAGE_FILES = "dist/.+\\.(js|d\\.ts)|package\\.json|(README|THIRD_PARTY)\\.md|LICENSE";

/** Bytes of the inspector with its page, unpacked. */
const MAX_INSPECTOR = 200_000;

/** The schema of another vendor. */
const OTHER_SCHEMA = "test/fixtures/second-vendor/schema";

const workspace = mkdtempSync(join(tmpdir(), "typewire-package-"));
try {
  checkLinks();
  checkRuntimePackage();
  checkPackage();
  checkTypesPackage();
  checkInspector();
  checkCommandLine();
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** The runtime alone, which is all that a generated client installs. */
function checkRuntimePackage(): void {
  const tarball = pack({
    workspace,
    allowedFiles: new RegExp(`^(${PACKAGE_FILES})$`),
    options: ["-w", runtime.name],
    maxBytes: readPromisedSize(),
  });
  expectRuntimeAlone();
  lint(tarball);
  checkTypeResolution(tarball, ESM_ONLY);
  const consumer = installConsumer(workspace, "runtime-consumer", [tarball, NODE_TYPES, ...PEERS]);
  loadEverySubpath(consumer, runtime);
  run(process.execPath, ["platforms.mjs"], consumer);
  report("the platforms have the same exports and sign alike");
  typeCheck(consumer);
  generateClient(join(consumer, "edge", "generated"));
  typeCheckWithoutNode(consumer);
}

/** A client of another vendor, as its package would hold it. */
function generateClient(folder: string): void {
  const argv = ["scripts/codegen.ts", "--schema", OTHER_SCHEMA, "--out", folder];
  run(process.execPath, ["--import", "tsx", ...argv]);
}

/** The default package. The other packages are not on a registry for this: they come in its tarball. */
function checkPackage(): void {
  const bundled = [
    `node_modules/${types.name}/([\\w-]+\\.d\\.m?ts|package\\.json|README\\.md)`,
    `node_modules/${runtime.name}/(${PACKAGE_FILES})`,
  ];
  const ownFiles =
    "dist/.+\\.(js|d\\.ts)|docs/[\\w-]+\\.md|package\\.json|(README|CHANGELOG|SECURITY|generated/api)\\.md|LICENSE";
  const allowedFiles = new RegExp(`^(${[ownFiles, ...bundled].join("|")})$`);
  const tarball = pack({ workspace, allowedFiles });
  expectNoGenerator();
  lint(tarball);
  checkTypeResolution(tarball, ESM_ONLY);
  const consumer = installConsumer(workspace, "consumer", [tarball, NODE_TYPES, ...PEERS]);
  loadEverySubpath(consumer, manifest);
  loadEndpointAlone(consumer);
  const errors = expectReadableErrors(consumer);
  report(`uncaught errors print a line that can be read: ${errors.join(", ")}`);
  typeCheck(consumer);
  typeCheckWithoutNode(consumer);
}

/** The types alone: nothing of typewire beside them, not even Node's types. */
function checkTypesPackage(): void {
  const tarball = pack({
    workspace,
    allowedFiles: /^([\w-]+\.d\.m?ts|package\.json|README\.md)$/,
    options: ["-w", types.name],
  });
  expectTypesAlone();
  lint(tarball);
  // It has two kinds of declarations, for CommonJS as well as for ES modules, and both must do.
  checkTypeResolution(tarball);
  const consumer = installConsumer(workspace, "types-consumer", [tarball]);
  const readme = readFileSync(join(consumer, "node_modules", types.name, "README.md"), "utf8");
  for (const [index, example] of readExamples(readme).entries()) {
    writeFileSync(join(consumer, `readme-${index}.ts`), example);
  }
  typeCheck(consumer);
}

function readExamples(markdown: string): readonly string[] {
  const examples = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
  if (examples.length === 0) throw new Error("The README has no example.");
  return examples;
}

/** The inspector alone, without any other package; it serves its page there. */
function checkInspector(): void {
  const tarball = pack({
    workspace,
    allowedFiles: new RegExp(`^(${PACKAGE_FILES})$`),
    options: ["-w", inspector.name],
    maxBytes: MAX_INSPECTOR,
  });
  expectNoDependencies(inspector);
  lint(tarball);
  checkTypeResolution(tarball, ESM_ONLY);
  const consumer = installConsumer(workspace, "inspector-consumer", [tarball, NODE_TYPES]);
  run(process.execPath, ["serve.mjs"], consumer);
  report("the page is served");
  typeCheck(consumer);
}

/** The command line: compiled, with the generator and most of its libraries inside. */
function checkCommandLine(): void {
  const files =
    "(dist/|meta/).+\\.(js|json)|dist/site/.+|dist/corrections/corrections\\.yaml|" +
    "package\\.json|(README|THIRD_PARTY)\\.md|LICENSE";
  const tarball = pack({
    workspace,
    allowedFiles: new RegExp(`^(${files})$`),
    options: ["-w", commandLine.name],
  });
  expectGeneratorDependencies();
  lint(tarball);
  const consumer = installConsumer(workspace, "cli-consumer", [tarball]);
  expectSmallInstall(consumer);
  const version = run("npx", ["typewire", "--version"], consumer).trim();
  if (version !== manifest.version) throw new Error(`typewire --version prints ${version}.`);
  cpSync(OTHER_SCHEMA, join(consumer, "schema"), { recursive: true });
  run("npx", ["typewire", "generate"], consumer);
  run("npx", ["typewire", "generate", "--check"], consumer);
  report("typewire generate and generate --check");
  run("npx", ["typewire", "docs", "--no-build"], consumer);
  report("typewire docs, without the tools that build the pages");
}
