import type { TestModule } from "vitest/node";
import { countCases, findDifferences, formatTable, writeCounts } from "./security-counts.js";

/** What `npm run test:security` asks of the reporter, which alone sees the run. */
const { SECURITY_COUNTS: wish } = process.env;

/** Closes a run with one plain line that tools can read: `N passed, N failed`. */
export default class SummaryReporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): Promise<void> {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A module that fails to load runs no test, and must not count as none failed.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    counts.failed += await checkSecurityCounts(modules);
    const { passed, failed, skipped } = counts;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
}

/** The number of places in which SECURITY.md is not true of the run. */
async function checkSecurityCounts(modules: readonly TestModule[]): Promise<number> {
  const counts = countCases(modules);
  if (wish !== undefined) console.log(`${formatTable(counts)}\n`);
  if (wish === "write") await writeCounts(counts);
  const differences = findDifferences(counts);
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
  return differences.length;
}
