import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import type { TestModule } from "vitest/node";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAPER = `${ROOT}SECURITY.md`;
const TABLE = /(?<=<!-- counts -->\n)[\s\S]*(?=<!-- \/counts -->)/;

/** The cases of each folder of tests, in the order of the paper. */
const GROUPS = [
  ["Building requests", "test/security/endpoint"],
  ["Signature", "test/security/signature"],
  ["Body and HTTP", "test/security/http"],
  ["Handlers", "test/security/handlers"],
  ["Load and ends", "test/security/load"],
  ["Fuzzing", "test/fuzz"],
] as const;

export interface GroupCount {
  readonly title: string;
  readonly folder: string;
  readonly cases: number;
  /** Whether every file of the folder was run; one that was not has cases that are not counted. */
  readonly isWhole: boolean;
}

/** Counts what a run had, whatever became of it. */
export function countCases(modules: readonly TestModule[]): readonly GroupCount[] {
  return GROUPS.map(([title, folder]) => {
    const own = modules.filter(({ moduleId }) => relative(ROOT, moduleId).startsWith(`${folder}/`));
    const cases = own.reduce((sum, module) => sum + [...module.children.allTests()].length, 0);
    return { title, folder, cases, isWhole: own.length > 0 && own.length === countFiles(folder) };
  });
}

/** Where the paper says otherwise than a run. Folders that were not run whole are not looked at. */
export function findDifferences(counts: readonly GroupCount[]): readonly string[] {
  const stated = readStated(readFileSync(PAPER, "utf8"));
  const told = counts.filter(({ isWhole }) => isWhole);
  const differences = told
    .filter(({ folder, cases }) => stated.get(folder) !== cases)
    .map(({ folder, cases }) => describeDifference(folder, cases, stated.get(folder)));
  return counts.length > told.length || stated.get("") === sumOf(counts)
    ? differences
    : [...differences, describeDifference("in all", sumOf(counts), stated.get(""))];
}

/** Puts the counts of a whole run into the paper. */
export async function writeCounts(counts: readonly GroupCount[]): Promise<void> {
  const partial = counts.filter(({ isWhole }) => !isWhole).map(({ folder }) => folder);
  if (partial.length > 0) throw new Error(`Not written: ${partial.join(", ")} did not run whole.`);
  const text = readFileSync(PAPER, "utf8").replace(TABLE, `\n${formatTable(counts)}\n`);
  const options = { ...(await resolveConfig(PAPER)), filepath: PAPER };
  writeFileSync(PAPER, await format(text, options));
}

export function formatTable(counts: readonly GroupCount[]): string {
  const rows = counts.map(({ title, folder, cases }) => `| ${title} | \`${folder}\` | ${cases} |`);
  return [
    "| group | folder | cases |",
    "| --- | --- | ---: |",
    ...rows,
    `| In all | | ${sumOf(counts)} |`,
  ].join("\n");
}

/** From a folder, or the empty string for the sum, to its number. */
function readStated(paper: string): ReadonlyMap<string, number> {
  const table = TABLE.exec(paper)?.[0] ?? "";
  const rows = table.matchAll(/^\| [\w ]+ +\| *(?:`([^`]+)`)? *\| *(\d+) \|$/gm);
  return new Map([...rows].map(([, folder = "", cases]) => [folder, Number(cases)]));
}

function describeDifference(what: string, cases: number, stated: number | undefined): string {
  const told = stated === undefined ? "nothing" : String(stated);
  return `SECURITY.md says ${told} of ${what}, the run had ${cases} cases: npm run test:security -- --write`;
}

function countFiles(folder: string): number {
  const files = readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" });
  return files.filter((path) => path.endsWith(".test.ts")).length;
}

function sumOf(counts: readonly GroupCount[]): number {
  return counts.reduce((sum, { cases }) => sum + cases, 0);
}
