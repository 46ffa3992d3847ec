/** Compares what is generated with what a folder has, for writing and for `--check`. */
import { type GeneratedFile, isGenerated } from "../emit/print/file.js";

/** Compares the generated files with the texts of an output folder, by path. */
export function compareOutput(
  generated: readonly GeneratedFile[],
  present: ReadonlyMap<string, string>,
): OutputDifferences {
  const paths = new Set(generated.map(({ path }) => path));
  const changed = generated.filter(({ path, text }) => present.get(path) !== text);
  const hasGeneratedFiles = [...present.values()].some(isGenerated);
  // An empty file may be overwritten: a power failure can leave one in place of a new file.
  const isBlocked = ({ path }: GeneratedFile): boolean =>
    (present.get(path) ?? "") !== "" && !hasGeneratedFiles;
  const isOurs = (path: string): boolean => isGenerated(present.get(path) ?? "");
  const otherFiles = [...present.keys()].filter((path) => !paths.has(path)).sort();
  return {
    missing: changed.filter(({ path }) => !present.has(path)),
    stale: changed.filter((file) => present.has(file.path) && !isBlocked(file)),
    extra: otherFiles.filter(isOurs),
    foreign: otherFiles.filter((path) => !isOurs(path)),
    blocked: changed.filter(isBlocked).map(({ path }) => path),
  };
}

/** Prints one line for each file that differs. */
export function describeDifferences(plan: OutputDifferences): readonly string[] {
  return [
    ...plan.missing.map(({ path }) => `missing: ${path}`),
    ...plan.stale.map(({ path }) => `stale:   ${path}`),
    ...plan.blocked.map((path) => `stale:   ${path} (not generated)`),
    ...plan.extra.map((path) => `extra:   ${path}`),
    ...plan.foreign.map((path) => `extra:   ${path} (not generated; delete or move it)`),
  ];
}

/** Differences between an output folder and the generated files, sorted by path. */
export interface OutputDifferences {
  /** Generated files that do not exist. */
  readonly missing: readonly GeneratedFile[];
  /** Existing files with other contents. */
  readonly stale: readonly GeneratedFile[];
  /** Files that were generated earlier and are no longer needed. */
  readonly extra: readonly string[];
  /** Files that the generator never wrote. They are left alone. */
  readonly foreign: readonly string[];
  /**
   * Files with content that the generator would overwrite, in a folder without any generated file.
   * Beside generated files, a file without their header counts as {@link OutputDifferences.stale}.
   */
  readonly blocked: readonly string[];
}
