/**
 * Makes packages from tarballs alone, as a stranger would, from API descriptions on the command line
 * (also .gz and .tar.gz), and from nothing:
 *
 *     npm run pack:all -- --pack-destination tarballs
 *     npm run sdk:check -- tarballs openapi.yaml other.json.gz
 *
 * Each package is installed, tested and packed in an empty folder. A consumer of its tarball is
 * compiled with the strictest settings, declarations included; it builds a request and receives a
 * signed delivery if the package has a test of these. Exits with 1 if anything fails.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { gunzipSync } from "node:zlib";

interface Row {
  readonly description: string;
  readonly result: string;
  readonly routes: number;
  readonly events: number;
  /** Of the tarball. */
  readonly kilobytes: number;
  readonly seconds: number;
}

class Failure extends Error {}

const CONFIG = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", types: ["node"], outDir: "out" },
    ...{ lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], strict: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  },
  include: ["*.ts"],
};

const [folder = "", ...descriptions] = process.argv.slice(2);
const tarballs = readdirSync(folder)
  .filter((name) => /^typewire-(cli|runtime)-.*\.tgz$/.test(name))
  .map((name) => resolve(folder, name));
const workspace = mkdtempSync(join(tmpdir(), "typewire-sdk-"));
try {
  const tool = join(workspace, "tool");
  install(tool, tarballs);
  const rows = [undefined, ...descriptions].map((description, index) =>
    check(description, join(workspace, String(index)), tool),
  );
  console.table(rows);
  if (rows.some(({ result }) => result !== "passes")) process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

function check(description: string | undefined, place: string, tool: string): Row {
  const start = performance.now();
  const name = description === undefined ? "(from nothing)" : basename(description);
  const row = { description: name, routes: 0, events: 0, kilobytes: 0 };
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  try {
    mkdirSync(place);
    const from = description === undefined ? [] : ["--from", unpack(resolve(description), place)];
    const bin = join(tool, "node_modules/typewire-cli/dist/bin.js");
    const sdk = join(place, "acme-sdk");
    const text = run(process.execPath, [bin, "init", sdk, ...from, "--yes"], place);
    const [, routes = "", events = ""] = /: (\d+) routes, (\d+) events\./.exec(text) ?? [];
    npm(["install"], sdk);
    npm(["test"], sdk);
    npm(["pack"], sdk);
    const packed = join(sdk, "acme-sdk-0.1.0.tgz");
    const kilobytes = Math.round(readFileSync(packed).byteLength / 1000);
    consume(packed, sdk, join(place, "consumer"));
    const counts = { routes: Number(routes), events: Number(events) };
    return { ...row, result: "passes", ...counts, kilobytes, seconds: seconds() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`${name}: ${error.message}`);
    return { ...row, result: "fails", seconds: seconds() };
  }
}

/** The file to import, uncompressed. Of an archive, the one that others are referred from. */
function unpack(path: string, place: string): string {
  if (!path.endsWith(".gz")) return path;
  if (!path.endsWith(".tar.gz")) {
    const file = join(place, basename(path, ".gz"));
    writeFileSync(file, gunzipSync(readFileSync(path)));
    return file;
  }
  run("tar", ["-xzf", path], place);
  const [top] = readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => /^openapi\.(ya?ml|json)$/.test(basename(name)))
    .sort((one, other) => one.length - other.length);
  if (top === undefined) throw new Failure(`There is no openapi.yaml in ${path}.`);
  return join(place, top);
}

/**
 * Compiles what a user of the package writes: its README and its test, against its declarations,
 * outside of the package; and runs the test.
 */
function consume(packed: string, sdk: string, consumer: string): void {
  const { devDependencies } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>; // as `init` writes it
  };
  const tools = ["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
  const runtime = tarballs.filter((path) => basename(path).startsWith("typewire-runtime"));
  install(consumer, [packed, ...runtime, ...tools]);
  const readme = readFileSync(join(consumer, "node_modules/acme-sdk/README.md"), "utf8");
  for (const [index, [, code = ""]] of [...readme.matchAll(/^```ts\n(.*?)^```/gms)].entries()) {
    writeFileSync(join(consumer, `readme-${index}.ts`), code);
  }
  const test = readFileSync(join(sdk, "test/client.test.ts"), "utf8");
  writeFileSync(join(consumer, "client.test.ts"), test);
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify(CONFIG));
  run(process.execPath, ["node_modules/typescript/bin/tsc"], consumer);
  const names = "--test-name-pattern=^(builds|sends|knows|receives|refuses)";
  const report = run(process.execPath, ["--test", names, "out/client.test.js"], consumer);
  if (!/^(# |ℹ )pass [1-9]/m.test(report)) throw new Failure("The consumer ran no test.");
}

function install(place: string, packages: readonly string[]): void {
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", ...packages], place);
}

function npm(argv: readonly string[], cwd: string): void {
  run("npm", [...argv, "--no-audit", "--no-fund"], cwd);
}

function run(command: string, argv: readonly string[], cwd: string): string {
  const options = { cwd, encoding: "utf8", maxBuffer: 1e9 } as const;
  const { status, stdout, stderr } = spawnSync(command, argv, options);
  if (status === 0) return stdout;
  const end = `${stdout}${stderr}`.slice(-3000);
  throw new Failure(`${[basename(command), ...argv].join(" ")} exits with ${status}:\n${end}`);
}
