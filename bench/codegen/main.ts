/**
 * How long the generator takes: from nothing, after an edit to one event, and at half and double
 * size, beside openapi-typescript on the same routes; and from API descriptions, GitHub's webhooks
 * and those that are given with `--description FILE`. Each figure is one process, start included, as
 * somebody who types the command waits for it. Exits 1 when a limit is broken.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measureDescription } from "./description.js";
import { scaleSchema } from "./scale.js";

const limits = {
  ...{ whole: 15, edit: 3, growth: 1.25 },
  description: { import: 5, generate: 10, megabytes: 700 },
};

const { values } = parseArgs({
  options: {
    openapi: { type: "string" },
    description: { type: "string", multiple: true, default: [] },
  },
});
const webhooks = "node_modules/@octokit/openapi-webhooks/generated/api.github.com.json";
const workspace = mkdtempSync(join(tmpdir(), "typewire-bench-"));
const broken: string[] = [];
try {
  const half = measureSize("half", 0.5);
  const full = measureSize("full", 1);
  const double = measureSize("double", 2);
  expectAtMost("from nothing", full, limits.whole);
  expectAtMost("growth from half to full, per doubling", full / half / 2, limits.growth);
  expectAtMost("growth from full to double, per doubling", double / full / 2, limits.growth);
  expectAtMost("after an edit to one event", measureEdit(), limits.edit);
  for (const file of [webhooks, ...values.description]) expectDescription(file);
  if (values.openapi !== undefined) measurePeer(values.openapi);
} finally {
  rmSync(workspace, { recursive: true, force: true });
}
for (const line of broken) console.error(`Limit broken: ${line}`);
process.exitCode = broken.length === 0 ? 0 : 1;

/** From nothing: no output of an earlier run, and nothing remembered. */
function measureSize(name: string, factor: number): number {
  const schema = join(workspace, `schema-${name}`);
  cpSync("schema", schema, { recursive: true });
  scaleSchema(schema, factor);
  const seconds = generate(schema, join(workspace, `generated-${name}`));
  console.log(`${name} size, from nothing: ${seconds.toFixed(2)} s`);
  return seconds;
}

/** After the run at full size, so that everything else is remembered; the median of three. */
function measureEdit(): number {
  const file = join(workspace, "schema-full", "payloads/star.yaml");
  const times = ["integer", "boolean", "number"].map((type) => {
    const text = readFileSync(file, "utf8").replace(
      /starred_at: .*/,
      `starred_at: { type: ${type} }`,
    );
    writeFileSync(file, text);
    return generate(join(workspace, "schema-full"), join(workspace, "generated-full"));
  });
  return times.sort((one, other) => one - other)[1] ?? NaN;
}

function expectDescription(file: string): void {
  for (const [command, cost] of Object.entries(measureDescription(file, workspace))) {
    const name = `${command} ${file}`;
    console.log(`${name}: ${cost.cpuSeconds.toFixed(2)} s of CPU time`);
    expectAtMost(
      name,
      cost.seconds,
      limits.description[command === "import" ? "import" : "generate"],
    );
    expectAtMost(`${name}, megabytes`, cost.megabytes, limits.description.megabytes);
  }
}

function measurePeer(description: string): void {
  const output = join(workspace, "peer.ts");
  const command = resolve("node_modules/openapi-typescript/bin/cli.js");
  const seconds = time([command, resolve(description), "--output", output]);
  console.log(`openapi-typescript, routes alone: ${seconds.toFixed(2)} s`);
}

/** A run that wrote nothing would have measured nothing. */
function generate(schema: string, out: string): number {
  const args = ["--import", "tsx", "scripts/codegen.ts", "--schema", schema, "--out", out];
  return time(args, `Wrote ${join(out, "webhook-types/payloads.d.ts")}`);
}

/** Of one process, in seconds. */
function time(args: readonly string[], expected = ""): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  if (status === 0 && stdout.includes(expected)) return seconds;
  throw new Error(`${args.join(" ")} failed:\n${`${stdout}\n${stderr}`.slice(0, 2000)}`);
}

function expectAtMost(name: string, value: number, limit: number): void {
  console.log(`${name}: ${value.toFixed(2)} (limit ${limit})`);
  if (value > limit) broken.push(`${name}: ${value.toFixed(2)} > ${limit}`);
}
