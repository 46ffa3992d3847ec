#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may need no more, as `head` does. That ends the printing, not the work:
  // a command that writes files must write all of them.
  if (error.code === "EPIPE") return;
  process.stderr.write(`Standard output cannot be written (${error.code ?? error.message}).\n`);
  process.exit(1);
});
// There is nowhere left to say so. The exit code still tells how the command ended.
process.stderr.on("error", () => undefined);

process.exitCode = await main(process.argv.slice(2));
