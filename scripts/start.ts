/**
 * The main job, from YAML to a running receiver: regenerates the client, sends signed recorded deliveries
 * over HTTP to a receiver on loopback, and builds a request. With `--listen [PORT]`, the receiver stays up
 * for deliveries from outside.
 */
import { randomBytes } from "node:crypto";
import { USER_AGENT } from "../src/base/package.js";
import { readStartArguments, USAGE, type StartArguments } from "./start/arguments.js";
import { plainMessageOf } from "../cli/io/errors.js";
import { createTerminal } from "../cli/terminal/terminal.js";

async function main(): Promise<number> {
  let startArguments: StartArguments;
  try {
    startArguments = readStartArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${plainMessageOf(error)}\n\n${USAGE}`);
    return 2;
  }
  const terminal = createTerminal(process.stdout);
  if (startArguments.help) {
    terminal.line(USAGE);
    return 0;
  }
  // Loads the rest after the first line, so that this line appears at once.
  terminal.line(terminal.style("bold", USER_AGENT.replace("/", " ")));
  if (startArguments.port === undefined) {
    const { demonstrate } = await import("./start/demonstrate.js");
    const { generate } = await import("./start/generate.js");
    return demonstrate(terminal, randomBytes(16).toString("hex"), generate);
  }
  const { listenForDeliveries } = await import("./start/listen.js");
  try {
    await listenForDeliveries(terminal, startArguments.port, process.env["WEBHOOK_SECRET"]);
    return 0;
  } catch (error) {
    console.error(
      `The receiver could not listen on port ${startArguments.port}: ${plainMessageOf(error)}`,
    );
    return 1;
  }
}

process.exitCode = await main();
