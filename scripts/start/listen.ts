import { randomBytes } from "node:crypto";
import { webhookHeaders } from "../../generated/constants.js";
import { startReceiver } from "./receiver.js";
import { formatReport, printable } from "./report.js";
import type { Terminal } from "./terminal.js";

/** Keeps the receiver up, prints each delivery, and ends in order on SIGINT or SIGTERM. */
export async function listen(terminal: Terminal, port: number, given?: string): Promise<void> {
  const secret = given ?? randomBytes(16).toString("hex");
  const receiver = await startReceiver(
    secret,
    (delivery) => {
      const id = terminal.style("dim", printable(delivery.id));
      terminal.line(`${formatReport(terminal, delivery)}  ${id}`);
    },
    port,
  );
  terminal.line(`Listening on ${terminal.style("bold", receiver.url)}`);
  if (given === undefined) terminal.line(`Secret       ${secret}`);
  const about = `POST application/json, signed as ${webhookHeaders.signature}; Ctrl+C ends it.`;
  terminal.line(terminal.style("dim", about));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
  await receiver.close();
  terminal.line("Closed.");
}
