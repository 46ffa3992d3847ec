/** A process that loads Vitest once, and runs one file of tests for each message. */
import { fileURLToPath } from "node:url";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import type { MutantSwitch } from "./setup.js";

// The set-up of a run loads sources in this process, too. They have no faults here.
globalThis.$mutants = () => () => false;

const vitest = await createVitest("test", {
  config: fileURLToPath(new URL("vitest.config.ts", import.meta.url)),
  root: fileURLToPath(new URL("../..", import.meta.url)),
  watch: false,
  // One list of reporters is merged into another one, so the quiet one is given here.
  reporters: [{}],
});
const specifications = new Map<string, TestSpecification>();
for (const each of await vitest.globTestSpecifications()) specifications.set(each.moduleId, each);

process.on(
  "message",
  (order: Order) => void run(vitest, order).then((answer) => process.send?.(answer)),
);
process.on("disconnect", () => process.exit());
process.send?.([...specifications.keys()]);

async function run(runner: Vitest, { test, active, record }: Order): Promise<Answer> {
  const specification = specifications.get(test);
  if (specification === undefined) throw new Error(`There is no test ${test}`);
  // `bail` counts failures of earlier runs as well.
  runner.state.idMap.clear();
  runner.state.filesMap.clear();
  specification.project.provide("mutants", { active, record });
  const start = performance.now();
  const { testModules, unhandledErrors } = await runner.runTestSpecifications([specification]);
  const milliseconds = Math.round(performance.now() - start);
  const failures = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allTests("failed")].map((test) => test.fullName),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => message),
    ),
  ]);
  const errors = unhandledErrors.map((error) =>
    error instanceof Error ? error.message : String(error),
  );
  const isOk = testModules.length > 0 && testModules.every((module) => module.ok());
  const passed = isOk && failures.length === 0 && errors.length === 0;
  return { passed, milliseconds, failure: [...failures, ...errors][0] ?? "" };
}

// ---- Types

/** Asks a worker to run one file of tests. The first message of a worker lists all files. */
export interface Order extends MutantSwitch {
  readonly test: string;
}

/** The result of an order. */
export interface Answer {
  readonly passed: boolean;
  readonly milliseconds: number;
  /** The first failure: the message of an error in a file, or the name of a test; empty if nothing failed. */
  readonly failure: string;
}
