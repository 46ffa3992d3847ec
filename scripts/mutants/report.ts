/** Prints each mutant that was tried, the survivors, and a table by folder; and says if the tests are good enough. */
import { groupBy } from "../../codegen/model/group-by.js";
import { folderOf } from "./sample.js";

export const printLine = (text: string): void => console.log(text);

export const isCaught = ({ state }: Tried): boolean => state === "caught" || state === "hung";

export function describe(tried: Tried): string {
  const { path, line, mutation, by, reason } = tried;
  const state = reason !== undefined && !isCaught(tried) ? "explained" : tried.state;
  const name = isCaught(tried) || state === "explained" ? state : state.toUpperCase();
  return `${name.padEnd(9)}  ${path}:${line}  ${mutation}  (${state === "explained" ? (reason ?? "") : by})`;
}

/** Prints survivors and a row for each folder. */
export function printReport(tried: readonly Tried[]): void {
  const missed = tried.filter((mutant) => !isCaught(mutant));
  const unexplained = listUnexplained(tried);
  printLine(
    `\nSurvivors (${unexplained.length}), beside ${missed.length - unexplained.length} that are explained:`,
  );
  for (const survivor of missed.toSorted(byPlace))
    printLine(`${describe(survivor)}\n             ${survivor.text}`);
  printLine("\nfolder                     mutants  caught  explained  survivors");
  const folders = [...groupBy(tried, ({ path }) => folderOf(path))].sort();
  for (const [folder, ofFolder] of folders) printRow(folder, ofFolder);
  printRow("all", tried);
  printLine(
    `\n${(100 * shareOfCaught(tried)).toFixed(1)} % caught or explained; ${countSecuritySurvivors(tried)} survivors in the security paths`,
  );
}

function byPlace(one: Tried, other: Tried): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line;
}

function printRow(name: string, tried: readonly Tried[]): void {
  const caught = tried.filter(isCaught).length;
  const survivors = listUnexplained(tried).length;
  const counts = [tried.length, caught, tried.length - caught - survivors, survivors];
  const cells = counts.map((count, column) => String(count).padStart(COUNT_WIDTHS[column] ?? 0));
  printLine(name.padEnd(25) + cells.join(""));
}

/** Of the columns below their titles. */
const COUNT_WIDTHS = [9, 8, 11, 11];

// ---- The verdict

/** Tells whether few enough are left: none in the security paths, and at most one in ten of all. */
export function isGoodEnough(tried: readonly Tried[]): boolean {
  return shareOfCaught(tried) >= MIN_SHARE && countSecuritySurvivors(tried) === 0;
}

/** The share of the others that is caught, at least. */
const MIN_SHARE = 0.9;

/** In these places every survivor is mended or explained. */
const SECURITY =
  /^src\/(?:receive\/signatures|relay|inspector|request\/oauth)\/|^src\/request\/(?:endpoint\/(?:placement|template|url-safety|route)\b|client\/(?:auth|redirects))/;

function countSecuritySurvivors(tried: readonly Tried[]): number {
  return listUnexplained(tried).filter(({ path }) => SECURITY.test(path)).length;
}

/** Counts those that are explained as well. */
function shareOfCaught(tried: readonly Tried[]): number {
  return tried.length === 0 ? 1 : (tried.length - listUnexplained(tried).length) / tried.length;
}

function listUnexplained(tried: readonly Tried[]): readonly Tried[] {
  return tried.filter((mutant) => !isCaught(mutant) && mutant.reason === undefined);
}

/** A mutant with what became of it. */
export interface Tried {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly mutation: string;
  readonly state: "caught" | "hung" | "survived" | "unreached";
  /** The test that caught it, or how many did not. */
  readonly by: string;
  /** Why no test needs to catch it. */
  readonly reason: string | undefined;
}
