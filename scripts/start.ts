/**
 * The main job: from YAML to a running receiver. Regenerates the client, builds a request, then
 * sends recorded deliveries, signed, over HTTP to a receiver on loopback. With `--listen [port]`
 * the receiver stays up for deliveries from outside.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { demonstrate } from "./start/demonstrate.js";
import { listen } from "./start/listen.js";
import { createTerminal } from "./start/terminal.js";

const usage = `Usage: npm start                      regenerate, then send recorded deliveries
       npm start -- --listen [PORT]  keep a receiver up on 127.0.0.1 (default port 3000)

WEBHOOK_SECRET is the secret that --listen verifies with; without it, a random one is printed.`;

interface Arguments {
  readonly help: boolean;
  /** Undefined without `--listen`. */
  readonly port: number | undefined;
}

/** @throws Error, with a message for the user, when an argument is unknown or unfit. */
function readArguments(): Arguments {
  const { values, positionals } = parseArgs({
    options: { listen: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const [port, ...rest] = positionals;
  const stray = values.listen === true ? rest : positionals;
  if (stray.length > 0) throw new Error(`Unexpected argument: ${stray.join(" ")}`);
  return {
    help: values.help === true,
    port: values.listen === true ? readPort(port) : undefined,
  };
}

function readPort(text = "3000"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new RangeError(`--listen takes a port from 0 to 65535, got ${JSON.stringify(text)}.`);
}

async function main(): Promise<number> {
  let given: Arguments;
  try {
    given = readArguments();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const terminal = createTerminal(process.stdout);
  if (given.help) terminal.line(usage);
  else if (given.port === undefined) {
    return demonstrate(terminal, randomBytes(16).toString("hex"));
  } else await listen(terminal, given.port, process.env["WEBHOOK_SECRET"]);
  return 0;
}

process.exitCode = await main();
