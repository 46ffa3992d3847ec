/**
 * How long the generator takes: from nothing, after an edit to one event, and at half and double
 * size, beside openapi-typescript on the same routes. Each figure is one process, start included,
 * as somebody who types the command waits for it. Exits 1 when a limit is broken.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { scaleSchema } from "./scale.js";

const limits = { whole: 15, edit: 3, growth: 1.25 };

const { values } = parseArgs({ options: { openapi: { type: "string" } } });
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

/** After the run at full size, so that everything else is remembered. */
function measureEdit(): number {
  const schema = join(workspace, "schema-full");
  const file = join(schema, "payloads/star.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("type: string", "type: integer"));
  return generate(schema, join(workspace, "generated-full"));
}

function measurePeer(description: string): void {
  const output = join(workspace, "peer.ts");
  const command = resolve("node_modules/openapi-typescript/bin/cli.js");
  const seconds = time([command, resolve(description), "--output", output]);
  console.log(`openapi-typescript, routes alone: ${seconds.toFixed(2)} s`);
}

function generate(schema: string, out: string): number {
  return time(["--import", "tsx", "codegen/main.ts", "--schema", schema, "--out", out]);
}

/** Of one process, in seconds. */
function time(args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr.slice(0, 2000)}`);
  return (performance.now() - started) / 1000;
}

function expectAtMost(name: string, value: number, limit: number): void {
  console.log(`${name}: ${value.toFixed(2)} (limit ${limit})`);
  if (value > limit) broken.push(`${name}: ${value.toFixed(2)} > ${limit}`);
}
