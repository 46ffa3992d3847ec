/**
 * Closes a run with one plain line that tools can read: `N passed, N failed`. A run of tests in
 * `test/security` and `test/fuzz` alone also prints how many cases each folder has.
 */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestModule } from "vitest/node";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Few enough to be read after each run. */
const SHOWN_FILES = 10;

export default class SummaryReporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A module that fails to load runs no test, and must not count as none failed.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    const groups = countGroups(modules);
    if (groups !== undefined) console.log(formatGroups(groups));
    console.log(formatSlowest(modules));
    const { passed, failed, skipped } = counts;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
}

/** The files that took most of the processor, in seconds, and all files together. */
function formatSlowest(modules: readonly TestModule[]): string {
  const files = modules.map((module) => ({
    path: relative(ROOT, module.moduleId).replaceAll("\\", "/"),
    cpu: module.meta().cpu ?? 0,
    seconds: module.diagnostic().duration / 1000,
  }));
  const sum = files.reduce((total, { cpu }) => total + cpu, 0);
  const slowest = files.sort((a, b) => b.cpu - a.cpu).slice(0, SHOWN_FILES);
  const rows = slowest.map(
    ({ path, cpu, seconds }) =>
      `${cpu.toFixed(1).padStart(8)} s  ${seconds.toFixed(1).padStart(8)} s  ${path}`,
  );
  return [
    `CPU seconds by file, ${sum.toFixed(0)} s in all; the slowest, with their time by the clock:`,
    ...rows,
  ].join("\n");
}

/** The number of cases by folder, or nothing when other tests were run as well. */
function countGroups(modules: readonly TestModule[]): ReadonlyMap<string, number> | undefined {
  const groups = new Map<string, number>();
  for (const module of modules) {
    const path = relative(ROOT, module.moduleId).replaceAll("\\", "/");
    const folder = /^test\/(?:security\/[^/]+|fuzz)(?=\/)/.exec(path)?.[0];
    if (folder === undefined) return undefined;
    const cases = [...module.children.allTests()].length;
    groups.set(folder, (groups.get(folder) ?? 0) + cases);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function formatGroups(groups: ReadonlyMap<string, number>): string {
  const width = Math.max(...[...groups.keys()].map((folder) => folder.length));
  const rows = [...groups].map(
    ([folder, cases]) => `${folder.padEnd(width)}  ${String(cases).padStart(5)} cases`,
  );
  return [...rows, ""].join("\n");
}
