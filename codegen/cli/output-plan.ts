import { type GeneratedFile, isGenerated } from "../emit/file.js";

/** How the files of an output folder differ from what the generator makes; paths in order. */
export interface OutputPlan {
  /** Generated, and not there. */
  readonly missing: readonly GeneratedFile[];
  /** There with another text. */
  readonly stale: readonly GeneratedFile[];
  /** There and no longer generated. */
  readonly extra: readonly string[];
  /** There, neither generated now nor ever: somebody else's, never to be touched. */
  readonly foreign: readonly string[];
  /**
   * Somebody else's in the place of a file that is generated, in a folder where nothing is ours.
   * Among files of ours, one without its header is ours and broken: {@link OutputPlan.stale}.
   */
  readonly blocked: readonly string[];
}

/** Compares what is generated with the texts of an output folder, by path. */
export function planOutput(
  generated: readonly GeneratedFile[],
  present: ReadonlyMap<string, string>,
): OutputPlan {
  const paths = new Set(generated.map(({ path }) => path));
  const changed = generated.filter(({ path, text }) => present.get(path) !== text);
  const isThere = ({ path }: GeneratedFile): boolean => present.has(path);
  const isOurFolder = [...present.values()].some(isGenerated);
  const isOurs = (path: string): boolean => isGenerated(present.get(path) ?? "");
  const others = [...present.keys()].filter((path) => !paths.has(path)).sort();
  return {
    missing: changed.filter((file) => !isThere(file)),
    stale: changed.filter((file) => isThere(file) && isOurFolder),
    extra: others.filter(isOurs),
    foreign: others.filter((path) => !isOurs(path)),
    blocked: changed.filter((file) => isThere(file) && !isOurFolder).map(({ path }) => path),
  };
}

/** One line for each file that is not as it should be. */
export function describePlan(plan: OutputPlan): readonly string[] {
  return [
    ...plan.missing.map(({ path }) => `missing: ${path}`),
    ...plan.stale.map(({ path }) => `stale:   ${path}`),
    ...plan.blocked.map((path) => `stale:   ${path} (not generated)`),
    ...plan.extra.map((path) => `extra:   ${path}`),
    ...plan.foreign.map((path) => `extra:   ${path} (not generated; delete or move it)`),
  ];
}
