import type { DeliveryReport } from "./receiver.js";
import type { Terminal } from "./terminal.js";

/** One line: how it was answered, what came, which handlers it reached or what went wrong. */
export function formatReport(terminal: Terminal, delivery: DeliveryReport): string {
  const { status, name, handlers, failures } = delivery;
  const answer = terminal.style(status < 300 ? "green" : "red", String(status));
  const reached = terminal.style("dim", handlers.join(", "));
  const wrong = terminal.style("red", failures.join(", "));
  return `  ${answer}  ${printable(name).padEnd(46)}  ${[wrong, reached].filter(Boolean).join("  ")}`;
}

/** What a sender chose is shown without the control characters that would steer the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "�");
}
