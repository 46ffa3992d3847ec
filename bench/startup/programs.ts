import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

/** A program that imports one package. */
export interface Program {
  readonly name: string;
  readonly path: string;
  readonly peer?: string;
}

/** A project with typewire installed, below the repository, where the peers are found. */
const folder = "bench/dist/startup";

const constant = "one-constant";

/** The first of them imports the least that a package can have: one file with one constant. */
export async function createPrograms(): Promise<readonly Program[]> {
  rmSync(folder, { recursive: true, force: true });
  installTypewire();
  install(constant, "export const constant = 1;\n");
  await installBundled("@octokit/endpoint", "endpoint");
  await installBundled("@octokit/webhooks", "Webhooks, createNodeMiddleware, createWebMiddleware");
  return [
    { name: constant, path: writeProgram(constant) },
    {
      name: "endpoint",
      path: writeProgram("typewire/endpoint"),
      peer: "@octokit/endpoint",
    },
    {
      name: "webhooks",
      path: writeProgram("typewire/webhooks"),
      peer: "@octokit/webhooks",
    },
    { name: "root", path: writeProgram("typewire") },
    ...["@octokit/endpoint", "@octokit/webhooks"].flatMap((peer) => [
      { name: peer, path: writeProgram(peer) },
      { name: `${peer}, one file`, path: writeProgram(bundledName(peer)) },
    ]),
  ];
}

/** As npm does it: manifests and what runs, with the runtime below typewire, which bundles it. */
function installTypewire(): void {
  const target = `${folder}/node_modules/typewire`;
  installFrom(".", target);
  installFrom("src/runtime", `${target}/node_modules/typewire-runtime`);
}

function installFrom(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  cpSync(`${source}/package.json`, `${target}/package.json`);
  cpSync(`${source}/dist`, `${target}/dist`, {
    recursive: true,
    filter: (path) => !path.endsWith(".d.ts"),
  });
}

function install(name: string, source: string): void {
  const target = `${folder}/node_modules/${name}`;
  mkdirSync(target, { recursive: true });
  const manifest = { name, type: "module", exports: "./index.js" };
  writeFileSync(`${target}/package.json`, JSON.stringify(manifest));
  writeFileSync(`${target}/index.js`, source);
}

/** A peer as a single file: what it takes to find its many files is left out. */
async function installBundled(peer: string, names: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from "${peer}";`, resolveDir: "bench" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    tsconfigRaw: {},
  });
  install(bundledName(peer), outputFiles[0]?.text ?? "");
}

function bundledName(peer: string): string {
  return `bundled-${peer.replace(/^@\w+\//, "")}`;
}

/** It prints how long the import took, so that the start of Node itself, which varies more, is left out. */
function writeProgram(imported: string): string {
  const path = `${folder}/${imported.replace(/\W+/g, "-")}.mjs`;
  const lines = [
    "const start = performance.now();",
    `await import("${imported}");`,
    "console.log(performance.now() - start);",
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}
