/**
 * Measures the generator: from nothing, after an edit to one event, and from API descriptions (GitHub's
 * webhooks, and each `--description FILE`). A figure is the time of a whole process, divided by that in which
 * TypeScript checks `generated/` in the same run, so that its limit holds on any machine. Exits with 1 when a
 * limit is broken. `--write` writes the table into the README.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../../scripts/install.js";
import { median, type Row } from "../harness/measure.js";
import { report } from "../harness/table.js";
import { type Cost, run } from "./run.js";

/** Limits as multiples of the time of a check, and in megabytes. */
const LIMITS = { whole: 1.9, edit: 0.95, import: 0.3, generate: 0.9, megabytes: 700 };

/** GitHub's description of its webhooks. */
const WEBHOOKS = `${installPackages("test/long")}/@octokit/openapi-webhooks/generated/api.github.com.json`;
const BIN = resolve("cli/dist/bin.js");

const { values } = parseArgs({
  options: {
    description: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
});
const workspace = mkdtempSync(join(tmpdir(), "typewire-bench-"));
const SCHEMA = join(workspace, "schema");
/** Seconds in which TypeScript checks `generated/`: the median of three. */
const CHECK = median([measureCheck(), measureCheck(), measureCheck()]);
try {
  cpSync("schema", SCHEMA, { recursive: true });
  const rows = [
    toRow("the default schema, from nothing", generate(), LIMITS.whole),
    toRow("an edit to one event", measureEdit(), LIMITS.edit),
    ...[WEBHOOKS, ...values.description].flatMap(measureDescription),
  ];
  report("codegen", rows, { isWritten: values.write, packages: ["typescript"] });
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

/** Generates after each of three edits, and returns the middle one. The first run has cached everything else. */
function measureEdit(): Cost {
  const file = join(SCHEMA, "payloads/star.yaml");
  const costs = ["integer", "boolean", "number"].map((type) => {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/starred_at: .*/, `starred_at: { type: ${type} }`));
    return generate();
  });
  return costs.sort((one, other) => one.seconds - other.seconds)[1] as Cost; // of three
}

/** Imports a description with the compiled command line, and generates from it, without a cache. */
function measureDescription(file: string): readonly Row[] {
  const name = basename(file).replace(/\W/g, "-");
  const schema = join(workspace, `schema-of-${name}`);
  const out = join(workspace, `client-of-${name}`);
  const title = file === WEBHOOKS ? "GitHub's webhooks" : basename(file);
  // The workspace has no folder for a cache.
  const imported = run([BIN, "import", resolve(file), "--schema", schema], workspace);
  const generated = run([BIN, "generate", "--schema", schema, "--out", out], workspace);
  return [
    toRow(`import of ${title}`, imported, LIMITS.import),
    toRow(`generation from ${title}`, generated, LIMITS.generate),
  ];
}

function toRow(job: string, cost: Cost, atMost: number): Row {
  const limits = [{ measure: "MB", figure: cost.MB, atMost: LIMITS.megabytes }];
  return { job, measure: "of a check", figure: cost.seconds / CHECK, atMost, beside: cost, limits };
}

/** Seconds in which TypeScript checks `generated/`, without a cache. */
function measureCheck(): number {
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node"];
  const files = readdirSync("generated", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join("generated", file));
  return run(["node_modules/typescript/bin/tsc", ...flags, ...files]).seconds;
}

/** Generates from the schema, and checks that it wrote files. */
function generate(): Cost {
  const out = join(workspace, "generated");
  const args = ["--import", "tsx", "scripts/codegen.ts", "--schema", SCHEMA, "--out", out];
  return run(args, ".", `Wrote ${join(out, "webhook-types/payloads.d.ts")}`);
}
