/** The packages that an app installs: its entries in `package.json`, and its package manager. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { isMap, type JsonMap } from "../../codegen/model/json.js";
import type { Manifest } from "../package/manifest.js";
import { chooseDependencies } from "../package/dependency-versions.js";
import { addEntry } from "./json-text.js";

const SECTIONS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The packages that an app lacks. Those that it has in any section stay as they are. */
export function listMissing(
  app: string,
  manifest: JsonMap,
  askedVersions: Parameters<typeof chooseDependencies>[1],
): readonly AddedPackage[] {
  const { runtime, cli } = chooseDependencies(app, askedVersions);
  const packages = [
    { name: "typewire-runtime", version: runtime, isDevelopment: false },
    { name: "typewire-cli", version: cli, isDevelopment: true },
  ];
  return packages.filter(({ name }) => !hasPackage(manifest, name));
}

/** Tells whether `package.json` names a package in any section. */
export function hasPackage(manifest: JsonMap, name: string): boolean {
  return SECTIONS.some((section) => {
    const entries = manifest[section];
    return isMap(entries) && Object.hasOwn(entries, name);
  });
}

/** Adds packages to the text of `package.json`. All else stays as it is, to the last blank. */
export function addPackages({ text }: Manifest, packages: readonly AddedPackage[]): string {
  return packages.reduce(
    (edited, { name, version, isDevelopment }) =>
      addEntry(edited, isDevelopment ? "devDependencies" : "dependencies", name, version),
    text,
  );
}

/** The package managers, each with the files that show its use. The lock file of a workspace is at its root. */
const MANAGERS: readonly (readonly [manager: string, files: readonly string[]])[] = [
  ["pnpm", ["pnpm-lock.yaml", "pnpm-workspace.yaml"]],
  ["yarn", ["yarn.lock"]],
  ["bun", ["bun.lock", "bun.lockb"]],
  ["npm", ["package-lock.json", "npm-shrinkwrap.json"]],
];

/** Finds the package manager of an app, by its lock file or by what `package.json` says. */
export function findPackageManager(app: string, manifest: JsonMap): string {
  const { packageManager: declared } = manifest;
  const [, declaredName] =
    typeof declared === "string" ? (/^(npm|pnpm|yarn|bun)@/.exec(declared) ?? []) : [];
  if (declaredName !== undefined) return declaredName;
  for (let folder = app; ; folder = dirname(folder)) {
    const [manager] =
      MANAGERS.find(([, files]) => files.some((file) => existsSync(join(folder, file)))) ?? [];
    if (manager !== undefined) return manager;
    // Version control ends a workspace.
    if (folder === dirname(folder) || existsSync(join(folder, ".git"))) return "npm";
  }
}

/** Installs what `package.json` names; resolves to the exit code. */
export async function install(app: string, manager: string): Promise<number> {
  const child = spawn(manager, ["install"], {
    cwd: app,
    stdio: "inherit",
    // On Windows, package managers are scripts, which only a shell starts.
    shell: process.platform === "win32",
  });
  const [code] = (await once(child, "exit")) as [number | null]; // of the event `exit`
  return code ?? 1;
}

/** A package that `package.json` gets. */
export interface AddedPackage {
  readonly name: string;
  readonly version: string;
  readonly isDevelopment: boolean;
}
