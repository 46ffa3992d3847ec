import { randomBytes } from "node:crypto";
import { webhookHeaders } from "../../generated/constants.js";
import { startReceiver } from "./receiver.js";
import type { Terminal } from "./terminal.js";

/** Keeps the receiver up, prints each delivery, and ends in order on SIGINT or SIGTERM. */
export async function listen(terminal: Terminal, port: number, given?: string): Promise<void> {
  const secret = given ?? randomBytes(16).toString("hex");
  const receiver = await startReceiver(
    secret,
    {
      onHandled: (id, handler, event) =>
        terminal.line(
          `${terminal.style("green", "handled")}  ${printable(event)}  ${terminal.style("dim", `${handler}  ${printable(id)}`)}`,
        ),
      onFailure: (id, code) =>
        terminal.line(`${terminal.style("red", "refused")}  ${code}  ${printable(id)}`),
    },
    port,
  );
  terminal.line(`Listening on ${terminal.style("bold", receiver.url)}`);
  if (given === undefined) terminal.line(`Secret       ${secret}`);
  terminal.line(
    terminal.style(
      "dim",
      `POST application/json, signed as ${webhookHeaders.signature}; Ctrl+C ends it.`,
    ),
  );
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
  });
  await receiver.close();
  terminal.line("Closed.");
}

/** What a sender chose is shown without the control characters that would steer the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "�");
}
