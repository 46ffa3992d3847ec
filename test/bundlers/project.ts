/** The project that installs the packed packages, the bundlers, and a package that `init` makes. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { TOOLS } from "../packages/compilers.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Installs the project in a folder, and returns its path. */
export function installProject(workspace: string): string {
  const project = join(workspace, "project");
  mkdirSync(project);
  for (const name of ["package.json", "package-lock.json", "programs"])
    cpSync(join(HERE, name), join(project, name), { recursive: true });
  npm(["ci", "--ignore-scripts"], project);
  const client = pack(ROOT, workspace);
  const runtime = pack(ROOT, workspace, ["-w", "typewire-runtime"]);
  npm(["install", "--no-save", "--ignore-scripts", client, runtime], project);
  const made = makePackage(project, workspace);
  npm(["install", "--no-save", "--ignore-scripts", client, runtime, made], project);
  return project;
}

/** Makes a package, and lints it as it would be published. */
function makePackage(project: string, workspace: string): string {
  const folder = join(project, "acme-sdk");
  run(process.execPath, [join(ROOT, "cli/dist/bin.js"), "init", folder, "--yes"], project);
  rmSync(join(folder, "test"), { recursive: true }); // of its author, with a compiler of its own
  const types = ["--typeRoots", join(ROOT, "node_modules/@types")];
  run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...types], folder);
  const tarball = pack(folder, workspace);
  const tools = join(TOOLS, ".bin");
  run(join(tools, "publint"), ["--strict", tarball], ROOT);
  run(join(tools, "attw"), [tarball, "--profile", "esm-only"], ROOT);
  console.log("✓ a made package: publint and are the types wrong are clean");
  return tarball;
}

/** Packs a package, and returns the path of its tarball. */
function pack(folder: string, workspace: string, options: readonly string[] = []): string {
  const argv = ["pack", "--json", "--ignore-scripts", "--pack-destination", workspace, ...options];
  const output = run("npm", argv, folder);
  const [packed] = JSON.parse(output) as readonly { readonly filename: string }[]; // npm's form
  return join(workspace, packed?.filename ?? "");
}

function npm(argv: readonly string[], folder: string): void {
  run("npm", [...argv, "--no-audit", "--no-fund", "--prefer-offline"], folder);
}

/** Runs a command, and returns what it prints. */
export function run(command: string, argv: readonly string[], cwd: string): string {
  return execFileSync(command, argv, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
