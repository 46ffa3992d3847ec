/** Builds and packs all packages. Options are those of `npm pack`, such as `--pack-destination FOLDER`, which is made. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";

const PACKAGES = [
  "typewire-runtime",
  "typewire-webhook-types",
  "typewire-inspector",
  "typewire-cli",
];

const args = process.argv.slice(2);
const options = { "pack-destination": { type: "string" } } as const;
const { values } = parseArgs({ args, options, strict: false });
const destination = values["pack-destination"];
if (typeof destination === "string") mkdirSync(destination, { recursive: true });

run(["run", "build"]);
run([
  "pack",
  "--ignore-scripts",
  "--include-workspace-root",
  ...PACKAGES.flatMap((name) => ["-w", name]),
  ...args,
]);

function run(argv: readonly string[]): void {
  const { status } = spawnSync("npm", argv, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
