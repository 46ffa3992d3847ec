/**
 * Runs the benchmarks in this process. `main.ts` bundles it and starts it with plain Node.
 */
import { parseArgs } from "node:util";
import type { Conditions, Suite } from "./harness/job.js";
import { findBroken, printSuite, type SuiteRows } from "./harness/report.js";
import { writeTable } from "./harness/write-readme.js";
import { suites } from "./suites.js";

const { values } = parseArgs({
  options: {
    filter: { type: "string", default: "" },
    suite: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    seconds: { type: "string" },
    processes: { type: "string" },
    minutes: { type: "string" },
  },
});

const isQuick = values.quick;
if (values.write && (isQuick || values.filter !== "")) {
  throw new TypeError("--write needs whole suites: leave out --quick and --filter.");
}
const durations = {
  seconds: readNumber("seconds", values.seconds, isQuick ? 2 : 5),
  processes: readNumber("processes", values.processes, isQuick ? 1 : 3),
  minutes: readNumber("minutes", values.minutes, isQuick ? 0 : 10),
};

const results: SuiteRows[] = [];
for (const suite of chooseSuites(values.suite)) {
  const conditions: Conditions = {
    isQuick,
    ...durations,
    wants: (job) => `${suite.name}: ${job}`.includes(values.filter),
  };
  const result = { suite, rows: await suite.measure(conditions) };
  if (result.rows.length === 0) continue;
  results.push(result);
  const table = printSuite(result);
  if (!values.json) console.log(`${table}\n`);
  if (values.write) writeTable(suite.name, table);
}
if (values.json) {
  console.log(JSON.stringify(results.map(({ suite, rows }) => ({ suite: suite.name, rows }))));
}
console.error(`Took ${Math.round(performance.now() / 1000)} seconds.`);
const broken = findBroken(results, isQuick);
for (const line of broken) console.error(`Limit broken: ${line}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** All suites, or the one of a name. @throws TypeError when there is none of that name. */
function chooseSuites(name: string | undefined): readonly Suite[] {
  if (name === undefined) return suites;
  const chosen = suites.filter((suite) => suite.name === name);
  if (chosen.length > 0) return chosen;
  const names = suites.map((suite) => suite.name).join(", ");
  throw new TypeError(`--suite is ${JSON.stringify(name)}; expected one of ${names}.`);
}

/** @throws TypeError when an option is not a number of zero or more. */
function readNumber(name: string, value: string | undefined, otherwise: number): number {
  const number = value === undefined ? otherwise : Number(value);
  if (value?.trim() !== "" && number >= 0) return number;
  throw new TypeError(`--${name} is ${JSON.stringify(value)}; expected a number.`);
}
