/** Prints each mutant that was tried, the survivors, and a table by folder. */
import { folderOf, groupBy } from "./sample.js";

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

/** In these places every survivor is mended or explained. */
const SECURITY =
  /^src\/(?:receive\/signatures|relay|inspector|request\/oauth)\/|^src\/request\/(?:endpoint\/(?:placement|template|url-safety|route)\b|client\/(?:auth|redirects))/;

/** The share of the others that is caught, at least. */
const SHARE = 0.9;

export const printLine = (text: string): void => console.log(text);

export const isCaught = ({ state }: Tried): boolean => state === "caught" || state === "hung";

export function describe(tried: Tried): string {
  const { path, line, mutation, by, reason } = tried;
  const state = reason !== undefined && !isCaught(tried) ? "explained" : tried.state;
  const name = isCaught(tried) || state === "explained" ? state : state.toUpperCase();
  return `${name.padEnd(9)}  ${path}:${line}  ${mutation}  (${state === "explained" ? (reason ?? "") : by})`;
}

/** Prints survivors and a row for each folder; false when too many are left. */
export function printReport(tried: readonly Tried[]): boolean {
  const missed = tried.filter((mutant) => !isCaught(mutant));
  const unexplained = missed.filter(({ reason }) => reason === undefined);
  printLine(
    `\nSurvivors (${unexplained.length}), beside ${missed.length - unexplained.length} that are explained:`,
  );
  for (const survivor of missed.sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line,
  ))
    printLine(`${describe(survivor)}\n             ${survivor.text}`);
  printLine("\nfolder                     mutants  caught  explained  survivors");
  const folders = [...groupBy(tried, ({ path }) => folderOf(path))].sort();
  for (const [folder, ofFolder] of [...folders, ["all", tried] as const]) {
    const counts = [
      ofFolder.length,
      ofFolder.filter(isCaught).length,
      countIn(missed, ofFolder) - countIn(unexplained, ofFolder),
      countIn(unexplained, ofFolder),
    ];
    printLine(
      folder.padEnd(25) +
        counts.map((count, at) => String(count).padStart([9, 8, 11, 11][at] ?? 0)).join(""),
    );
  }
  const share = tried.length === 0 ? 1 : (tried.length - unexplained.length) / tried.length;
  const ofSecurity = unexplained.filter(({ path }) => SECURITY.test(path)).length;
  printLine(
    `\n${(100 * share).toFixed(1)} % caught or explained; ${ofSecurity} survivors in the security paths`,
  );
  return share >= SHARE && ofSecurity === 0;
}

const countIn = (some: readonly Tried[], ofFolder: readonly Tried[]) =>
  some.filter((mutant) => ofFolder.includes(mutant)).length;
