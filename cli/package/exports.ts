/** The key `exports` in the manifest of a package, and its update when modules come or go. */
import { relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { mapOf } from "../../codegen/model/json.js";
import { CLIENT, ON_REQUEST } from "../../src/exports.js";
import type { CliIo } from "../io/io.js";
import { COMMAND } from "../io/tool.js";
import { type Manifest, readManifest, writeManifestKey } from "./manifest.js";
import { toSlashes } from "../io/paths.js";

/**
 * Lists `exports` for the modules that were generated.
 * @param folder The output folder, seen from the package.
 * @param paths The generated files, seen from the output folder.
 */
export function listExports(folder: string, paths: ReadonlySet<string>): Exports {
  const subpaths = Object.entries({ ...CLIENT, ...ON_REQUEST });
  return printExports(
    folder,
    subpaths.filter(([, module]) => isThere(module, paths)),
  );
}

/** Lists `exports` for every module that a client has without being asked for it. */
export function listAllExports(folder: string): Exports {
  return printExports(folder, Object.entries(CLIENT));
}

/** True if the module was generated; for one that ends in `*`, if any module is there that begins so. */
function isThere(module: string, paths: ReadonlySet<string>): boolean {
  if (!module.endsWith("*")) return paths.has(`${module}.ts`);
  return [...paths].some((path) => path.startsWith(module.slice(0, -1)));
}

/** Makes an entry of each subpath: `./sdk` leads to `./dist/src/generated/sdk.js`. */
function printExports(
  folder: string,
  subpaths: readonly (readonly [subpath: string, module: string])[],
): Exports {
  const entries = subpaths.map(([subpath, module]) => {
    const file = `./dist/${folder}/${module}`;
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Updates `exports` of a package that `init` made, so that it names exactly the generated modules: a client
 * gets new ones when its signature is filled in. Entries of users stay, so that `"./relay": null` hides a
 * module. With `--check`, reports the difference instead.
 * @returns False if a check found a difference.
 */
export async function updateExports(
  paths: ReadonlySet<string>,
  { out, check: isCheck }: { readonly out: string; readonly check: boolean },
  io: Pick<CliIo, "out" | "err">,
): Promise<boolean> {
  const manifest = await readManifest(resolve(out));
  const difference = manifest && compareExports(manifest, resolve(out), paths);
  if (manifest === undefined || difference === undefined) return true;
  const { added, removed, exports } = difference;
  const list = [
    ...(added.length > 0 ? [`added ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(", ")}`] : []),
  ].join("; ");
  if (list === "") return true;
  if (isCheck) {
    io.err(`The entry points in package.json are out of date. To be changed: ${list}.`);
    io.err(`To update them: ${COMMAND} generate`);
    return false;
  }
  await writeManifestKey(manifest, "exports", exports);
  io.out(`Entry points in package.json: ${list}.`);
  return true;
}

/** Returns `undefined` for a package that does not export the modules of this folder as `init` does. */
export function compareExports(
  { project, value }: Manifest,
  out: string,
  paths: ReadonlySet<string>,
): ExportsChange | undefined {
  const folder = toSlashes(relative(project, out));
  const ofInit = listAllExports(folder);
  const present = mapOf(value["exports"]);
  if (!Object.values(present).some((entry) => hasEntry(ofInit, entry))) return undefined;
  const generated = listExports(folder, paths);
  const isStale = (entry: unknown): boolean =>
    hasEntry(ofInit, entry) && !hasEntry(generated, entry);
  const stale = Object.entries(present).filter(([, entry]) => isStale(entry));
  const kept = Object.entries(present).filter(([, entry]) => !isStale(entry));
  const missing = Object.entries(generated).filter(([key]) => !Object.hasOwn(present, key));
  return {
    added: missing.map(([key]) => key),
    removed: stale.map(([key]) => key),
    exports: insertExports(kept, missing),
  };
}

/** True if one of the entries is equal, under any subpath: users may have given it another. */
function hasEntry(exports: Exports, entry: unknown): boolean {
  return Object.values(exports).some((known) => isDeepStrictEqual(known, entry));
}

/** Puts new entries behind the others, and before `./package.json`, which stands last. */
function insertExports(
  kept: readonly (readonly [string, unknown])[],
  missing: readonly (readonly [string, unknown])[],
): Readonly<Record<string, unknown>> {
  const manifestAt = kept.findIndex(([key]) => key === "./package.json");
  const position = manifestAt === -1 ? kept.length : manifestAt;
  return Object.fromEntries([...kept.slice(0, position), ...missing, ...kept.slice(position)]);
}

/** Entries by their subpaths, each with the files that it leads to. */
type Exports = Readonly<Record<string, object>>;

/** Difference between `exports` of a manifest and the generated modules. */
interface ExportsChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
}
