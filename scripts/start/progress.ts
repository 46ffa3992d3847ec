import type { Terminal } from "../../cli/terminal/terminal.js";

const SECOND = 1_000;

/**
 * Shows the duration of a step that takes longer than a second: on a screen in one line that changes;
 * elsewhere in a line after 1, 5, 25 … seconds. Returns a function that ends it.
 */
export function showProgress(terminal: Terminal, text: string): () => void {
  let seconds = 0;
  let next = 1;
  const timer = setInterval(() => {
    seconds += 1;
    const line = `  ${text}: ${seconds} s so far`;
    if (terminal.isScreen) terminal.overwrite(line);
    else if (seconds === next) terminal.line(line);
    if (seconds === next) next *= 5;
  }, SECOND);
  return () => {
    clearInterval(timer);
    if (terminal.isScreen && seconds > 0) terminal.overwrite("");
  };
}
