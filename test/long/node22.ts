/**
 * Runs the tests of the store in SQLite with Node 22, where `node:sqlite` is part of the runtime:
 * Node 20 tests them with `libsql`. Where another Node runs this script, Node 22 comes from npm.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WITHOUT_WARNINGS } from "../programs/programs.js";

const VERSION = "22.23.3";
const TESTS = [
  "sqlite/store",
  "sqlite/faults",
  "sqlite/content",
  "sqlite/ids",
  "sqlite/journal",
  "sqlite/opening",
  "sqlite/reader",
  "sqlite/versions",
  "sqlite/cut-files",
  "sqlite/paths",
  "sqlite/replaced-files",
  "sqlite/search-thread",
  "clock-steps",
  "search",
  "processes",
  "move",
  "http",
].map((name) => `test/inbox/${name}.test.ts`);
const root = fileURLToPath(new URL("../..", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "typewire-node22-"));
try {
  const node = process.version.startsWith("v22.") ? process.execPath : installNode();
  console.log(`Node ${execFileSync(node, ["--version"]).toString().trim()}`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [WITHOUT_WARNINGS, vitest, "run", "--maxWorkers=1", ...TESTS];
  process.exitCode = spawnSync(node, args, { cwd: root, stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}

function installNode(): string {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `${name}@${VERSION}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  return join(folder, "node_modules", name, "bin", "node");
}
