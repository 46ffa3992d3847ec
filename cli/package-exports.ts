import { relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { GenerateOptions } from "../codegen/cli/command-line.js";
import { entriesOf } from "../codegen/import/model/description.js";
import { listExports, SUBPATHS } from "./init/manifest.js";
import type { CliIo } from "./io.js";
import { type Manifest, readManifest, writeManifestKey } from "./package-manifest.js";
import { COMMAND } from "./tool.js";

/** How `exports` of a manifest differ from what is generated. */
interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
}

/**
 * Lets `exports` of a package that `init` has made name all modules that were generated, and no
 * others: a client gets new ones when its signature is filled in. Entries that users wrote stay, so
 * `"./relay": null` hides a module. With `--check`, reports what differs.
 */
export async function updateExports(
  paths: ReadonlySet<string>,
  { out, check: isCheck }: Pick<GenerateOptions, "out" | "check">,
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

/** `undefined` for a package that does not export the modules of this folder as `init` does. */
function compareExports(
  { project, value }: Manifest,
  out: string,
  paths: ReadonlySet<string>,
): Difference | undefined {
  const folder = relative(project, out).split(sep).join("/");
  const all = new Map(entriesOf(listExports(folder, SUBPATHS)));
  const present = entriesOf(value["exports"]);
  const isOurs = (entry: unknown): boolean =>
    [...all.values()].some((each) => isDeepStrictEqual(each, entry));
  if (!present.some(([, entry]) => isOurs(entry))) return undefined;
  const generated = SUBPATHS.filter(([, module]) => paths.has(`${module}.ts`));
  const wanted = entriesOf(listExports(folder, generated));
  const wantedEntries = wanted.map(([, entry]) => entry);
  const isStale = (entry: unknown): boolean =>
    isOurs(entry) && !wantedEntries.some((each) => isDeepStrictEqual(each, entry));
  const keys = new Set(present.map(([key]) => key));
  const kept = present.filter(([, entry]) => !isStale(entry));
  const missing = wanted.filter(([key]) => !keys.has(key));
  const end = kept.findIndex(([key]) => key === "./package.json");
  const position = end === -1 ? kept.length : end;
  return {
    added: missing.map(([key]) => key),
    removed: present.filter(([, entry]) => isStale(entry)).map(([key]) => key),
    exports: Object.fromEntries([...kept.slice(0, position), ...missing, ...kept.slice(position)]),
  };
}
