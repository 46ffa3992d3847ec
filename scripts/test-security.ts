/**
 * Runs the tests of what SECURITY.md promises, and prints how many cases each group has. The counts
 * in SECURITY.md must be those of the run; `--write` puts them there.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const isWriting = process.argv.includes("--write");
const others = process.argv.slice(2).filter((argument) => argument !== "--write");
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));

const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "test/security", "test/fuzz", ...others],
  {
    stdio: "inherit",
    env: { ...process.env, SECURITY_COUNTS: isWriting ? "write" : "print" },
  },
);
process.exitCode = status ?? 1;
