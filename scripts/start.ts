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

const { values, positionals } = parseArgs({
  options: { listen: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
const terminal = createTerminal(process.stdout);

if (values.help === true) {
  terminal.line(usage);
} else if (values.listen === true) {
  await listen(terminal, readPort(positionals[0]), process.env["WEBHOOK_SECRET"]);
} else {
  process.exitCode = await demonstrate(terminal, randomBytes(16).toString("hex"));
}

function readPort(text = "3000"): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RangeError(`--listen takes a port from 0 to 65535, got ${JSON.stringify(text)}.`);
}
