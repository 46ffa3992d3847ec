/** `npm start -- --listen`: a receiver for deliveries from outside. `npm start` loads it after its first line. */
import { randomBytes } from "node:crypto";
import { webhookHeaders } from "../../generated/constants.js";
import { startReceiver } from "./receiver.js";
import { formatNote, formatReport } from "./report.js";
import type { Terminal } from "../../cli/terminal/terminal.js";

/** Keeps the receiver up and prints each delivery; shuts down gracefully on SIGINT or SIGTERM. */
export async function listenForDeliveries(
  terminal: Terminal,
  port: number,
  chosenSecret?: string,
): Promise<void> {
  const secret = chosenSecret ?? randomBytes(16).toString("hex");
  const receiver = await startReceiver(
    secret,
    (delivery) => {
      for (const line of formatReport(terminal, delivery)) terminal.line(line);
      if (delivery.id === "") return;
      for (const line of formatNote(terminal, delivery.id)) terminal.line(line);
    },
    port,
  );
  terminal.line(`Listening on ${terminal.style("bold", receiver.url)}`);
  if (chosenSecret === undefined) terminal.line(`Secret       ${secret}`);
  terminal.line(terminal.style("dim", "Send POST requests with content-type application/json,"));
  const about = `signed in ${webhookHeaders.signature}. Ctrl+C stops the receiver.`;
  terminal.line(terminal.style("dim", about));
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
  receiver.close();
  terminal.line("Closed.");
}
