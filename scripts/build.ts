/** Compiles `src/` and `generated/` to `dist/`: modules and declarations, nothing bundled. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";

// What an earlier build left behind would be packed too.
rmSync("dist", { recursive: true, force: true });
// By path: two versions of the compiler are installed, and either could own the name `tsc`.
const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"];
process.exitCode = spawnSync(process.execPath, compiler, { stdio: "inherit" }).status ?? 1;
