import { afterEach, beforeEach } from "vitest";
import type { TestCli } from "./cli.js";

/** Gives each test of a file its own folder with the command line, and removes it after the test. */
export function forEachTest(create: () => Promise<TestCli>): TestCli {
  const current = {} as TestCli; // complete before each test
  beforeEach(async () => {
    Object.assign(current, await create());
  });
  afterEach(() => current.remove());
  return current;
}
