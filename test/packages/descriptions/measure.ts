/**
 * Imports one description into an empty folder, generates the client, and imports again. Runs as a
 * process of its own, so that time and peak memory are those of one description.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createProcessIo } from "../../../cli/io/io.js";
import { PROJECT } from "../../../cli/io/tool.js";
import { main } from "../../../cli/main.js";

const [description = "", folder = ""] = process.argv.slice(2);
const schema = join(folder, "schema");
const out = join(folder, "generated");

rmSync(folder, { recursive: true, force: true });
const first = await runCommand("import", description, "--schema", schema);
const generation = first.isDone
  ? await runCommand("--schema", schema, "--out", out)
  : { isDone: false, seconds: 0, errors: [] };
const second = await runCommand("import", description, "--schema", schema);
const measured: Measured = {
  imported: first.isDone,
  generated: generation.isDone,
  unchanged:
    second.isDone &&
    second.lines.some((line) => / 0 files written/.test(line)) &&
    !second.lines.some((line) => line.includes("a comment inside an entry")),
  importSeconds: first.seconds,
  generateSeconds: generation.seconds,
  megabytes: process.resourceUsage().maxRSS / 1024,
  notes: first.lines,
  errors: [...(first.isDone ? [] : first.errors), ...(generation.isDone ? [] : generation.errors)],
};
console.log(JSON.stringify(measured));

/** Runs a command of the generator in this process. */
async function runCommand(...argv: readonly string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const started = performance.now();
  const code = await main(argv, {
    ...createProcessIo(),
    tool: PROJECT,
    out: (text) => lines.push(text),
    err: (text) => errors.push(text),
    cacheFolder: join(folder, "cache"),
  });
  return { lines, errors, isDone: code === 0, seconds: (performance.now() - started) / 1000 };
}

/** Results of a description before its client is compiled. */
export interface Measured {
  readonly imported: boolean;
  readonly generated: boolean;
  /** `true` if the second import wrote no file and lost no comment. */
  readonly unchanged: boolean;
  readonly importSeconds: number;
  readonly generateSeconds: number;
  /** The peak of the resident set of the whole process. */
  readonly megabytes: number;
  /** Messages of the import. */
  readonly notes: readonly string[];
  readonly errors: readonly string[];
}
