/**
 * The command line `typewire` with the folders of this project. Without arguments, it writes what is made of the
 * table of exports, and generates.
 */
import { PROJECT } from "../cli/io/tool.js";
import { runProcess } from "../cli/main.js";
import { writeExports } from "./exports.js";

if (process.argv.length === 2) await writeExports();
await runProcess(PROJECT);
