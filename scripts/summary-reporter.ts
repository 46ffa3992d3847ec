import type { TestModule } from "vitest/node";

/** Closes a run with one plain line that tools can read: `N passed, N failed`. */
export default class SummaryReporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A module that fails to load runs no test, and must not count as none failed.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    const { passed, failed, skipped } = counts;
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
}
