#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.js";

// The reader of a pipe may need no more, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
