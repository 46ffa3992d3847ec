/** Builds and packs all packages. Options are those of `npm pack`, such as `--pack-destination FOLDER`. */
import { spawnSync } from "node:child_process";

const PACKAGES = [
  "typewire-runtime",
  "typewire-webhook-types",
  "typewire-inspector",
  "typewire-cli",
];

run(["run", "build"]);
run([
  "pack",
  "--ignore-scripts",
  "--include-workspace-root",
  ...PACKAGES.flatMap((name) => ["-w", name]),
  ...process.argv.slice(2),
]);

function run(argv: readonly string[]): void {
  const { status } = spawnSync("npm", argv, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
