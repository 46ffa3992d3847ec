/**
 * Judges the importer and the generator by real descriptions. Takes files (also .gz and .tar.gz) and
 * folders of them:
 *
 *     npx tsx test/packages/check-descriptions.ts openapi.yaml folder-of-descriptions
 *
 * Each description is imported, generated, and imported again, which must change nothing. Then it is
 * read a second time, by code that knows nothing of the importer (`test/packages/descriptions/`):
 *
 * - Two requests of each operation, one with what is required and one with everything, are sent through
 *   the generated client and compared field by field: method, URL, query, headers, credentials,
 *   cookies, body and `accept`.
 * - Calls that are right must compile with the strictest settings; calls that lack a parameter or
 *   misspell one must not.
 *
 * `test/packages/descriptions/explanations.ts` lists the differences that are meant. Exits with 1 if there
 * are others.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { judge, type Judgement } from "./descriptions/judge.js";
import { listDescriptions, unpack } from "./descriptions/unpack.js";

/** Faults that are shown of each description. `SHOWN_FAULTS=1000` shows more. */
const SHOWN_FAULTS = Number(process.env["SHOWN_FAULTS"] ?? 10);

/** The heads of the table. */
const COLUMNS = [
  "description",
  "operations",
  "requests",
  "calls compiled",
  "differences",
  "explained",
  "again",
  "import s",
  "generate s",
  "MB",
];

const workspace = mkdtempSync(join(tmpdir(), "typewire-descriptions-"));
const descriptions = process.argv.slice(2).flatMap(listDescriptions);
if (descriptions.length === 0)
  throw new Error("No description is given; expected files or folders.");
console.log(`| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`);
try {
  for (const [index, path] of descriptions.entries()) {
    const folder = join(workspace, String(index));
    mkdirSync(folder);
    const judged = judge(unpack(resolve(path), folder), join(folder, "client"));
    console.log(`| ${toCells(basename(path), judged).join(" | ")} |`);
    printFaults(judged);
    if (judged.faults.length > 0 || !judged.measured.unchanged) process.exitCode = 1;
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** The cells of a row of the table. */
function toCells(name: string, judged: Judgement): readonly (string | number)[] {
  const { measured, compared, compiled, faults, explained } = judged;
  const explainedCount = [...explained.values()].reduce((sum, count) => sum + count, 0);
  return [
    name,
    compared.operations,
    compared.requests,
    compiled.cases,
    faults.length,
    explainedCount,
    measured.unchanged ? "unchanged" : "changed",
    measured.importSeconds.toFixed(1),
    measured.generateSeconds.toFixed(1),
    measured.megabytes.toFixed(0),
  ];
}

/** Prints faults, and the differences that are explained. */
function printFaults({ faults, explained }: Judgement): void {
  for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`  ${fault.slice(0, 600)}`);
  if (faults.length > SHOWN_FAULTS) console.log(`  and ${faults.length - SHOWN_FAULTS} more`);
  for (const [reason, count] of explained) console.log(`  explained ${count} times: ${reason}`);
}
