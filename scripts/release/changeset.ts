/** Runs the command `changeset`, whose package is installed when it is first needed. */
import { spawnSync } from "node:child_process";
import { installPackages } from "../install.js";

const program = `${installPackages("scripts/release")}/@changesets/cli/bin.js`;
const argv = [program, ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, argv, { stdio: "inherit" }).status ?? 1;
