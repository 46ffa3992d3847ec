/** The key `exports` in the manifest of a package, and its update when modules come or go. */
import { relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { entriesOf } from "../../codegen/model/json.js";
import { CLIENT, ON_REQUEST } from "../../src/exports.js";
import type { CliIo } from "../io/io.js";
import { COMMAND } from "../io/tool.js";
import { type Manifest, readManifest, writeManifestKey } from "./manifest.js";
import { toSlashes } from "../io/paths.js";

/** Lists `exports` for the modules among `paths`, in a folder of the package; for all by default. */
export function listExports(
  folder: string,
  paths?: ReadonlySet<string>,
): Readonly<Record<string, object>> {
  const present = [
    ...Object.entries(CLIENT).filter(([, module]) => paths === undefined || isThere(module, paths)),
    ...Object.entries(ON_REQUEST).filter(([, module]) => paths && isThere(module, paths)),
  ];
  const entries = present.map(([subpath, module]) => {
    const file = `./dist/${folder}/${module}`;
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return Object.fromEntries(entries);
}

/** True if the module was generated; for `*`, if the folder has any module. */
function isThere(module: string, paths: ReadonlySet<string>): boolean {
  if (!module.endsWith("*")) return paths.has(`${module}.ts`);
  return [...paths].some((path) => path.startsWith(module.slice(0, -1)));
}

/**
 * Updates `exports` of a package that `init` made, so that it names exactly the generated modules: a client
 * gets new ones when its signature is filled in. Entries of users stay, so that `"./relay": null` hides a
 * module. With `--check`, reports the difference instead.
 */
export async function updateExports(
  paths: ReadonlySet<string>,
  { out, check: isCheck }: { readonly out: string; readonly check: boolean },
  io: Pick<CliIo, "out" | "err">,
): Promise<"same" | "changed" | "stale"> {
  const manifest = await readManifest(resolve(out));
  const difference = manifest && compareExports(manifest, resolve(out), paths);
  if (manifest === undefined || difference === undefined) return "same";
  const { added, removed, exports } = difference;
  const list = [
    ...(added.length > 0 ? [`added ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(", ")}`] : []),
  ].join("; ");
  if (list === "") return "same";
  if (isCheck) {
    io.err(`The entry points in package.json are out of date. To be changed: ${list}.`);
    io.err(`To update them: ${COMMAND} generate`);
    return "stale";
  }
  await writeManifestKey(manifest, "exports", exports);
  io.out(`Entry points in package.json: ${list}.`);
  return "changed";
}

/** Returns `undefined` for a package that does not export the modules of this folder as `init` does. */
export function compareExports(
  { project, value }: Manifest,
  out: string,
  paths: ReadonlySet<string>,
): ExportsChange | undefined {
  const folder = toSlashes(relative(project, out));
  const allExports = new Map(entriesOf(listExports(folder)));
  const present = entriesOf(value["exports"]);
  const isOurs = (entry: unknown): boolean =>
    [...allExports.values()].some((known) => isDeepStrictEqual(known, entry));
  if (!present.some(([, entry]) => isOurs(entry))) return undefined;
  const current = entriesOf(listExports(folder, paths));
  const currentEntries = current.map(([, entry]) => entry);
  const isStale = (entry: unknown): boolean =>
    isOurs(entry) && !currentEntries.some((currentEntry) => isDeepStrictEqual(currentEntry, entry));
  const keys = new Set(present.map(([key]) => key));
  const kept = present.filter(([, entry]) => !isStale(entry));
  const missing = current.filter(([key]) => !keys.has(key));
  const end = kept.findIndex(([key]) => key === "./package.json");
  const position = end === -1 ? kept.length : end;
  return {
    added: missing.map(([key]) => key),
    removed: present.filter(([, entry]) => isStale(entry)).map(([key]) => key),
    exports: Object.fromEntries([...kept.slice(0, position), ...missing, ...kept.slice(position)]),
  };
}

/** Difference between `exports` of a manifest and the generated modules. */
interface ExportsChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
}
