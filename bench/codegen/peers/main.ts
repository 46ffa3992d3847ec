/**
 * Measures a package made of a description, beside two generators that make less of it: functions for its routes
 * (Hey API), and types alone (openapi-typescript). Each runs in three processes, which take turns. Exits with 1 when a
 * limit is broken. `--write` writes the table into the README.
 *
 *     npx tsx bench/codegen/peers/main.ts api.github.com.json
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../../scripts/install.js";
import { median, type Row } from "../../harness/measure.js";
import { report, showFigure } from "../../harness/table.js";
import { type Cost, run } from "../run.js";

const ROUNDS = 3;

/** Limits as a multiple of the time of openapi-typescript, and in megabytes. */
const LIMITS = { init: 2.4, megabytes: 330 };

const MODULES = resolve(installPackages("bench/codegen/peers"));

/** The arguments of Node with which a tool reads a description and writes to a new place. */
const TOOLS = {
  typewire: (description: string, out: string) => [
    resolve("cli/dist/bin.js"),
    "init",
    out,
    "--from",
    description,
    "--yes",
  ],
  "openapi-typescript": (description: string, out: string) => [
    join(MODULES, "openapi-typescript/bin/cli.js"),
    description,
    "-o",
    `${out}.d.ts`,
  ],
  "@hey-api/openapi-ts": (description: string, out: string) => [
    // Its command only starts this program in another process.
    join(MODULES, "@hey-api/openapi-ts/dist/run.mjs"),
    "-i",
    description,
    "-o",
    out,
  ],
};

type Tool = keyof typeof TOOLS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
if (positionals.length === 0) throw new Error("Name a description, such as api.github.com.json.");
const workspace = mkdtempSync(join(tmpdir(), "typewire-bench-"));
try {
  const rows = positionals.map((description) => measureTools(resolve(description)));
  report("generators", rows, { isWritten: values.write, packages: Object.keys(TOOLS) });
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

function measureTools(description: string): Row {
  const costs = Array.from({ length: ROUNDS }, (_, round) => ({
    typewire: runTool("typewire", description, round),
    "openapi-typescript": runTool("openapi-typescript", description, round),
    "@hey-api/openapi-ts": runTool("@hey-api/openapi-ts", description, round),
  }));
  const middle = (tool: Tool, column: keyof Cost): number =>
    median(costs.map((round) => round[tool][column]));
  const cell = (column: keyof Cost): string =>
    (Object.keys(TOOLS) as Tool[]).map((tool) => showFigure(middle(tool, column))).join(" / ");
  const ratios = costs.map(
    (round) => round.typewire["CPU, s"] / round["openapi-typescript"]["CPU, s"],
  );
  return {
    job: basename(description),
    measure: "CPU × openapi-typescript",
    figure: median(ratios),
    atMost: LIMITS.init,
    beside: { seconds: cell("seconds"), "CPU, s": cell("CPU, s"), MB: cell("MB") },
    limits: [{ measure: "MB", figure: middle("typewire", "MB"), atMost: LIMITS.megabytes }],
  };
}

function runTool(tool: Tool, description: string, round: number): Cost {
  const out = join(workspace, `${tool.replace(/\W/g, "-")}-of-${basename(description)}-${round}`);
  return run(TOOLS[tool](description, out), workspace);
}
