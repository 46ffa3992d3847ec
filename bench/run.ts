/** Runs the suites in this process. `main.ts` bundles this file, and starts it in plain Node. */
import { parseArgs } from "node:util";
import { clientSuite } from "./client/suite.js";
import { endpointSuite } from "./endpoint/suite.js";
import type { Suite } from "./harness/measure.js";
import { report, showTable } from "./harness/table.js";
import { memorySuite } from "./memory/suite.js";
import { sustainedSuite } from "./sustained/suite.js";
import { printAllShares } from "./size/shares.js";
import { sizeSuite } from "./size/suite.js";
import { startupSuite } from "./startup/suite.js";
import { streamsSuite } from "./streams/suite.js";
import { valuesSuite } from "./values/suite.js";
import { webhooksSuite } from "./webhooks/suite.js";

const SUITES: Readonly<Record<string, Suite>> = {
  endpoint: endpointSuite,
  client: clientSuite,
  streams: streamsSuite,
  values: valuesSuite,
  webhooks: webhooksSuite,
  sustained: sustainedSuite,
  memory: memorySuite,
  import: startupSuite,
  size: sizeSuite,
};

const { values } = parseArgs({
  options: {
    filter: { type: "string", default: "" },
    suite: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    seconds: { type: "string" },
    processes: { type: "string" },
  },
});
const { quick: isQuick, write: isWritten, filter } = values;
if (isWritten && (isQuick || filter !== "")) {
  throw new TypeError("--write needs whole suites: leave out --quick and --filter.");
}
const seconds = Number(values.seconds ?? (isQuick ? 2 : 5));
const processes = Number(values.processes ?? (isQuick ? 1 : 3));
if (!(seconds > 0 && processes > 0)) throw new TypeError("--seconds and --processes are numbers.");
for (const [name, measure] of chooseSuites(values.suite)) {
  const wants = (job: string): boolean => `${name}: ${job}`.includes(filter);
  const rows = await measure({ isQuick, seconds, processes, wants });
  if (rows.length > 0) report(name, rows, { isQuick, isWritten });
  if (name !== "size" || isQuick || filter !== "") continue;
  for (const [title, table] of Object.entries(await printAllShares()))
    showTable(title, table, { isWritten });
}
console.error(`Took ${Math.round(performance.now() / 1000)} seconds.`);

/** @throws TypeError when there is no suite of that name. */
function chooseSuites(name: string | undefined): readonly (readonly [string, Suite])[] {
  const all = Object.entries(SUITES);
  const chosen = all.filter(([each]) => name === undefined || each === name);
  if (chosen.length > 0) return chosen;
  const names = Object.keys(SUITES).join(", ");
  throw new TypeError(`--suite is ${JSON.stringify(name)}; expected one of ${names}.`);
}
