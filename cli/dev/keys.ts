/** Reads the keys of a terminal one by one. */
import process from "node:process";
import type { CliIo } from "../io/io.js";

export interface KeyActions {
  readonly resend: () => void;
  readonly open: () => void;
  /** Called with the text of a filter; empty for none. */
  readonly filter: (text: string) => void;
  readonly quit: () => void;
}

type KeyStream = CliIo["input"] & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};

const CONTROL_C = "\u0003";
const CONTROL_D = "\u0004";
const ESCAPE = "\u001b";
const BACKSPACES = new Set(["\u007f", "\b"]);

/** True if keys can be read one by one. */
export function hasKeys({ input, terminal }: CliIo): boolean {
  const keys: KeyStream = input;
  return terminal !== undefined && keys.isTTY === true && "setRawMode" in keys;
}

/** Reads keys until the returned function is called, which restores the terminal. */
export function watchKeys(io: CliIo, actions: KeyActions): () => void {
  const input: KeyStream = io.input;
  const { terminal } = io;
  /** The text of the filter while the user types it. */
  let typed: string | undefined;
  const type = (key: string): void => {
    if (key === "\r" || key === "\n") {
      terminal?.write("\n");
      actions.filter(typed ?? "");
      typed = undefined;
    } else if (key === ESCAPE || key === CONTROL_C) {
      terminal?.write("\n");
      actions.filter("");
      typed = undefined;
    } else if (BACKSPACES.has(key)) {
      if (typed !== "") terminal?.write("\b \b");
      typed = typed?.slice(0, -1);
    } else if (/^[^\p{Cc}]$/u.test(key)) {
      terminal?.write(key);
      typed = (typed ?? "") + key;
    }
  };
  const press = (key: string): void => {
    if (typed !== undefined) type(key);
    else if (key === "r") actions.resend();
    else if (key === "o") actions.open();
    else if (key === "q" || key === CONTROL_C || key === CONTROL_D) actions.quit();
    else if (key === "/") {
      typed = "";
      terminal?.write("Filter: ");
    }
  };
  const onData = (data: Buffer | string): void => {
    const text = data.toString();
    // Some keys, such as arrows, are several characters that begin with Escape.
    for (const key of text.length > 1 && text.startsWith(ESCAPE) ? [] : text) press(key);
  };
  const restore = (): void => void input.setRawMode?.(false);
  input.setRawMode?.(true);
  process.once("exit", restore); // in case the process ends before the function is called
  input.on("data", onData);
  input.resume();
  return () => {
    process.off("exit", restore);
    input.off("data", onData);
    restore();
    input.pause();
  };
}
