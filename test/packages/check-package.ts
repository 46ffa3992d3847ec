/**
 * Checks what npm would publish, as its user gets it: each tarball is packed, linted, installed alone
 * in an empty project, and type-checked by every supported compiler and under every module resolution;
 * what runs is imported and required too. Run after `npm run build`.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import commandLine from "../../cli/package.json" with { type: "json" };
import generator from "../../codegen/package.json" with { type: "json" };
import types from "../../generated/webhook-types/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import inspector from "../../src/inspector/package.json" with { type: "json" };
import runtime from "../../src/runtime/package.json" with { type: "json" };
import { SOURCES_FILE } from "../../scripts/build/client.js";
import { TOOLS } from "./compilers.js";
import { expectReadableErrors } from "./package/uncaught.js";
import { readPromisedSize } from "./sdk/commands.js";
import { run, report } from "./package/run.js";
import { typeCheck, typeCheckWithoutNode } from "./package/type-check.js";

const NODE_TYPES = `@types/node@${manifest.devDependencies["@types/node"]}`;

/** Optional peers, which a program that imports the store in PostgreSQL installs. */
const PEERS = (["pg", "pg-boss"] as const).map(
  (name) => `${name}@${manifest.devDependencies[name]}`,
);

/** Subpaths without code of their own. */
const WITHOUT_CODE = ["./package.json", "./responses"];

const RUNTIME_FILES = "dist/.+\\.(js|d\\.ts)|package\\.json|(README|THIRD_PARTY)\\.md|LICENSE";

/** Bytes of the inspector with its page, unpacked. */
const MAX_INSPECTOR = 200_000;

/** An install of the command line with its dependencies, in megabytes. The compiler is most of it. */
const MAX_INSTALLED = 25;

const workspace = mkdtempSync(join(tmpdir(), "typewire-package-"));

try {
  checkManifests();
  checkRuntimePackage();
  checkPackage();
  checkTypesPackage();
  checkInspector();
  checkCommandLine();
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** Checks what a registry shows of each package, so that its readers find the source and report mistakes. */
function checkManifests(): void {
  const keys = ["description", "license", "homepage", "repository", "bugs"];
  for (const each of [manifest, runtime, types, inspector, commandLine]) {
    const missing = keys.filter((key) => !(key in each));
    if (missing.length > 0) throw new Error(`${each.name} lacks ${missing.join(", ")}.`);
  }
  report("the manifests lead to the source, to a page and to the list of issues");
}

/** The types alone: nothing of typewire beside them, not even Node's types. */
function checkTypesPackage(): void {
  const tarball = pack(/^([\w-]+\.d\.m?ts|package\.json|README\.md)$/, ["-w", types.name]);
  expectTypesAlone();
  lint(tarball);
  // It has two kinds of declarations, for CommonJS as well as for ES modules, and both must do.
  run(join(TOOLS, ".bin/attw"), [tarball]);
  report("are the types wrong: no");
  const consumer = installConsumer("types-consumer", [tarball]);
  const readme = readFileSync(join(consumer, "node_modules", types.name, "README.md"), "utf8");
  for (const [index, example] of readExamples(readme).entries()) {
    writeFileSync(join(consumer, `readme-${index}.ts`), example);
  }
  typeCheck(consumer);
}

/** No dependency, no module; and the version of typewire. */
function expectTypesAlone(): void {
  const keys = Object.keys(types).filter((key) => /dependencies|^(main|module|bin)$/i.test(key));
  if (keys.length > 0) throw new Error(`${types.name} has ${keys.join(", ")}.`);
  const versions = [types.version, manifest.dependencies["typewire-webhook-types"]];
  if (versions.some((version) => version !== manifest.version)) {
    throw new Error(`${types.name} is ${versions.join(", ")}, expected ${manifest.version}.`);
  }
}

function readExamples(markdown: string): readonly string[] {
  const examples = [...markdown.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
  if (examples.length === 0) throw new Error("The README has no example.");
  return examples;
}

/** The runtime alone, which is all that a generated client installs. */
function checkRuntimePackage(): void {
  const tarball = pack(
    new RegExp(`^(${RUNTIME_FILES})$`),
    ["-w", runtime.name],
    readPromisedSize(),
  );
  expectNoDependencies();
  lint(tarball);
  checkModuleTypes(tarball);
  const consumer = installConsumer("runtime-consumer", [tarball, NODE_TYPES, ...PEERS]);
  loadEverySubpath(consumer, runtime);
  run(process.execPath, ["platforms.mjs"], consumer);
  report("the platforms have the same exports and sign alike");
  typeCheck(consumer);
  generateClient(join(consumer, "edge", "generated"));
  typeCheckWithoutNode(consumer);
}

/** Other packages are bundled, or optional peers: installed, they would be larger. */
function expectNoDependencies(): void {
  if ("dependencies" in runtime) throw new Error(`${runtime.name} has dependencies.`);
  const versions = [runtime.version, manifest.dependencies["typewire-runtime"]];
  if (versions.some((version) => version !== manifest.version)) {
    throw new Error(`${runtime.name} is ${versions.join(", ")}, expected ${manifest.version}.`);
  }
}

/** The other packages are not on a registry for this: they come in the tarball. */
function checkPackage(): void {
  const bundled = [
    `node_modules/${types.name}/([\\w-]+\\.d\\.m?ts|package\\.json|README\\.md)`,
    `node_modules/${runtime.name}/(${RUNTIME_FILES})`,
  ];
  const ownFiles =
    "dist/.+\\.(js|d\\.ts)|docs/[\\w-]+\\.md|package\\.json|(README|CHANGELOG|SECURITY|generated/api)\\.md|LICENSE";
  const tarball = pack(new RegExp(`^(${[ownFiles, ...bundled].join("|")})$`));
  expectNoGenerator();
  lint(tarball);
  checkModuleTypes(tarball);
  const consumer = installConsumer("consumer", [tarball, NODE_TYPES, ...PEERS]);
  loadEverySubpath(consumer, manifest);
  loadEndpointAlone(consumer);
  const errors = expectReadableErrors(consumer);
  report(`uncaught errors print a line that can be read: ${errors.join(", ")}`);
  typeCheck(consumer);
  typeCheckWithoutNode(consumer);
}

/** The inspector alone, without any other package; it serves its page there. */
function checkInspector(): void {
  const files = "dist/.+\\.(js|d\\.ts)|package\\.json|(README|THIRD_PARTY)\\.md|LICENSE";
  const tarball = pack(new RegExp(`^(${files})$`), ["-w", inspector.name], MAX_INSPECTOR);
  if ("dependencies" in inspector) throw new Error(`${inspector.name} has dependencies.`);
  lint(tarball);
  checkModuleTypes(tarball);
  const consumer = installConsumer("inspector-consumer", [tarball, NODE_TYPES]);
  run(process.execPath, ["serve.mjs"], consumer);
  report("the page is served");
  typeCheck(consumer);
}

/** The command line: compiled, with the generator and most of its libraries inside. */
function checkCommandLine(): void {
  const files =
    "(dist/|meta/).+\\.(js|json)|dist/site/.+|dist/corrections/corrections\\.yaml|" +
    "package\\.json|(README|THIRD_PARTY)\\.md|LICENSE";
  const tarball = pack(new RegExp(`^(${files})$`), ["-w", commandLine.name]);
  expectGeneratorDependencies();
  lint(tarball);
  const consumer = installConsumer("cli-consumer", [tarball]);
  expectSmallInstall(consumer);
  const version = run("npx", ["typewire", "--version"], consumer).trim();
  if (version !== manifest.version) throw new Error(`typewire --version prints ${version}.`);
  cpSync("test/fixtures/second-vendor/schema", join(consumer, "schema"), { recursive: true });
  run("npx", ["typewire", "generate"], consumer);
  run("npx", ["typewire", "generate", "--check"], consumer);
  report("typewire generate and generate --check");
  run("npx", ["typewire", "docs", "--no-build"], consumer);
  report("typewire docs, without the tools that build the pages");
}

/** Dependencies have the same versions as in the generator that is tested here. */
function expectGeneratorDependencies(): void {
  const versions = new Map(Object.entries(generator.dependencies));
  for (const [name, version] of Object.entries(commandLine.dependencies)) {
    if (versions.get(name) === version) continue;
    throw new Error(
      `cli/package.json and codegen/package.json have different versions of ${name}.`,
    );
  }
}

function expectSmallInstall(consumer: string): void {
  const entries = readdirSync(join(consumer, "node_modules"), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = files.reduce(
    (sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size,
    0,
  );
  const size = Math.ceil(bytes / 2 ** 20);
  if (size > MAX_INSTALLED) {
    throw new Error(`An install takes ${size} MB; expected at most ${MAX_INSTALLED}.`);
  }
  report(`typewire-cli with its dependencies: ${size} MB`);
}

/**
 * Without a CommonJS build there is nothing for the CommonJS columns to say: `require()` loads the ES
 * modules, as the consumers prove.
 */
function checkModuleTypes(tarball: string): void {
  run(join(TOOLS, ".bin/attw"), [tarball, "--profile", "esm-only"]);
  report("are the types wrong: no");
}

interface PackedFile {
  readonly path: string;
}

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** The tarball must hold what runs, what types it, and what a reader needs: no more. */
function pack(allowed: RegExp, options: readonly string[] = [], atMost = Infinity): string {
  const output = run("npm", [
    "pack",
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    workspace,
    ...options,
  ]);
  const [packed] = JSON.parse(output) as readonly Packed[]; // npm's documented form
  if (packed === undefined) throw new Error("npm pack reported no tarball.");
  const unwanted = packed.files.map(({ path }) => path).filter((path) => !allowed.test(path));
  if (unwanted.length > 0) throw new Error(`Not to be packed: ${unwanted.join(", ")}`);
  const [size, unpacked] = [packed.size, packed.unpackedSize].map((bytes) =>
    Math.ceil(bytes / 1000),
  );
  report(
    `packed ${packed.name}: ${packed.files.length} files, ${size} kB, unpacked ${unpacked} kB`,
  );
  if (packed.unpackedSize >= atMost)
    throw new Error(`Unpacked, expected less than ${atMost} bytes.`);
  return join(workspace, packed.filename);
}

/** Dependencies of the generator are installed with the generator, never with the package. */
function expectNoGenerator(): void {
  const names = new Set(Object.keys(generator.dependencies));
  const shared = Object.keys(manifest.dependencies).filter((name) => names.has(name));
  if (shared.length > 0) throw new Error(`Only the generator needs: ${shared.join(", ")}`);
}

function lint(tarball: string): void {
  run(join(TOOLS, ".bin/publint"), ["--strict", tarball]);
  report("publint: clean");
}

/** @param name A folder of `test/`: the project that the packages are installed in. */
function installConsumer(name: string, packages: readonly string[]): string {
  const folder = join(workspace, name);
  mkdirSync(folder);
  cpSync(resolve("test", name), folder, { recursive: true });
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...packages], folder);
  return folder;
}

/** `import` and `require` of each subpath give the same named exports. */
function loadEverySubpath(
  folder: string,
  { name, exports }: { readonly name: string; readonly exports: object },
): void {
  const subpaths = Object.keys(exports)
    .filter((subpath) => !WITHOUT_CODE.includes(subpath))
    // One resource stands for the methods and schemas of all.
    .map((subpath) =>
      subpath
        .replace(/^\./, name)
        .replace("schemas/*", "schemas/routes/repos")
        .replace("*", "repos"),
    );
  run(process.execPath, ["load.mjs", ...subpaths], folder);
  report(`import and require: ${subpaths.join(", ")}`);
}

/** A builder of requests must not load the code that reads deliveries. */
function loadEndpointAlone(folder: string): void {
  const unwanted = [
    "generated/event",
    "generated/schemas",
    "generated/samples",
    "generated/webhooks",
    "dist/node/webhooks.js",
  ];
  const listing = resolve(SOURCES_FILE);
  run(process.execPath, ["load-graph.mjs", listing, "typewire/endpoint", ...unwanted], folder);
  report("typewire/endpoint alone: no event data, no schema, no payload");
}

/** A client of another vendor, as its package would hold it. */
function generateClient(folder: string): void {
  const schema = "test/fixtures/second-vendor/schema";
  const argv = ["scripts/codegen.ts", "--schema", schema, "--out", folder];
  run(process.execPath, ["--import", "tsx", ...argv]);
}
