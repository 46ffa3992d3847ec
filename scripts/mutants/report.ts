/** Prints each mutant that was tried, the survivors, and a table by folder; and says if the tests are good enough. */
import { groupBy } from "../../codegen/model/group-by.js";
import type { MutantPlace } from "./mutant.js";
import { folderOf } from "./sample.js";

export const printLine = (text: string): void => console.log(text);

/** Formats a mutant with what became of it: `SURVIVED   src/a.ts:12  text emptied: "a"  (3 of 3 files of tests)`. */
export function describe(tried: Tried): string {
  const { path, line, mutation } = tried;
  const { label, detail } = outcomeOf(tried);
  return `${label.padEnd(9)}  ${path}:${line}  ${mutation}  (${detail})`;
}

/** Tells what a mutant counts as. Survivors are in capitals, because they ask for a test. */
function outcomeOf({ state, by, reason }: Tried): Outcome {
  if (state === "caught" || state === "hung") return { kind: "caught", label: state, detail: by };
  if (reason !== undefined) return { kind: "explained", label: "explained", detail: reason };
  return { kind: "survivor", label: state.toUpperCase(), detail: by };
}

export function isCaught(tried: Tried): boolean {
  return outcomeOf(tried).kind === "caught";
}

function isSurvivor(tried: Tried): boolean {
  return outcomeOf(tried).kind === "survivor";
}

function countOf(kind: Outcome["kind"], tried: readonly Tried[]): number {
  return tried.filter((mutant) => outcomeOf(mutant).kind === kind).length;
}

// ---- The report

/** Prints those that no test caught, and a row for each folder. */
export function printReport(tried: readonly Tried[]): void {
  const explained = countOf("explained", tried);
  printLine(`\nSurvivors (${countOf("survivor", tried)}), beside ${explained} that are explained:`);
  for (const missed of tried.filter((mutant) => !isCaught(mutant)).sort(byPlace))
    printLine(`${describe(missed)}\n             ${missed.text}`);
  printLine(`\n${formatRow("folder", "mutants", "caught", "explained", "survivors")}`);
  const folders = [...groupBy(tried, ({ path }) => folderOf(path))].sort();
  for (const [folder, ofFolder] of folders) printLine(formatCounts(folder, ofFolder));
  printLine(formatCounts("all", tried));
  printLine(
    `\n${(100 * shareOfCaught(tried)).toFixed(1)} % caught or explained; ${countSecuritySurvivors(tried)} survivors in the security paths`,
  );
}

function byPlace(one: Tried, other: Tried): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line;
}

function formatCounts(name: string, tried: readonly Tried[]): string {
  const count = (kind: Outcome["kind"]): string => String(countOf(kind, tried));
  return formatRow(
    name,
    String(tried.length),
    count("caught"),
    count("explained"),
    count("survivor"),
  );
}

/** Formats the titles as well as the numbers below them. */
function formatRow(
  name: string,
  mutants: string,
  caught: string,
  explained: string,
  survivors: string,
): string {
  const counts = mutants.padStart(9) + caught.padStart(8);
  return name.padEnd(25) + counts + explained.padStart(11) + survivors.padStart(11);
}

// ---- The verdict

/** Tells whether few enough are left: none in the security paths, and at most one in ten of all. */
export function isGoodEnough(tried: readonly Tried[]): boolean {
  return shareOfCaught(tried) >= MIN_SHARE && countSecuritySurvivors(tried) === 0;
}

/** The share of the others that is caught, at least. */
const MIN_SHARE = 0.9;

/** In these places every survivor is mended or explained. */
const SECURITY =
  /^src\/(?:receive\/signatures|relay|inspector|request\/oauth)\/|^src\/request\/(?:endpoint\/(?:addresses|url-safety|url-text|route)\b|client\/(?:auth|redirects))/;

function countSecuritySurvivors(tried: readonly Tried[]): number {
  return tried.filter((mutant) => isSurvivor(mutant) && SECURITY.test(mutant.path)).length;
}

/** Counts those that are explained as well. */
function shareOfCaught(tried: readonly Tried[]): number {
  return tried.length === 0 ? 1 : (tried.length - countOf("survivor", tried)) / tried.length;
}

// ---- Types

/** The kind by which a mutant is counted, with a word for its state, and what to say of it. */
interface Outcome {
  readonly kind: "caught" | "explained" | "survivor";
  readonly label: string;
  /** The test that caught it, how many did not, or why none needs to. */
  readonly detail: string;
}

/** A mutant with what became of it. */
export interface Tried extends MutantPlace {
  readonly state: "caught" | "hung" | "survived" | "unreached";
  /** The test that caught it, or how many did not. */
  readonly by: string;
  /** Why no test needs to catch it. */
  readonly reason: string | undefined;
}
