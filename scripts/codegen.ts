/** The command line `typewire` with the folders of this project. Without a command, it generates. */
import { PROJECT } from "../cli/io/tool.js";
import { runProcess } from "../cli/main.js";

await runProcess(PROJECT);
