/** Actions that several parts of the page offer. Each shows a line about what came of it. */
import type { SendResult } from "../types.js";
import { state } from "./state.js";

/** Sends a delivery, says how it was answered, and opens the new one. */
export async function sendAndOpen(sending: Promise<SendResult>): Promise<boolean> {
  return runAndShow(sending, (result) => {
    state.open(result.key);
    return describeSent(result);
  });
}

/** Runs an action, and shows what came of it. */
export async function runAndShow<Result>(
  action: Promise<Result>,
  describe: (result: Result) => string,
): Promise<boolean> {
  try {
    state.show(describe(await action));
    return true;
  } catch (error) {
    state.show(error);
    return false;
  }
}

/** Copies a text, and shows a message once that is done. */
export async function copyAndShow(text: string, message: string): Promise<void> {
  state.show((await copyText(text)) ? message : "The browser did not allow it.");
}

function describeSent({ status, text }: SendResult): string {
  const answer = status === undefined ? "" : ` It was answered with ${status}.`;
  return `Sent.${answer}${text === undefined ? "" : ` ${text}`}`;
}

// ---- Clipboard

/** Copies a text. Pages that are not served over HTTPS or from loopback have no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "offscreen";
  const { activeElement } = document;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else works on such pages
  const isCopied = document.execCommand("copy");
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}
