/** Reads the keys of a terminal one by one. */
import process from "node:process";
import type { CliIo } from "../io/io.js";

/** True if keys can be read one by one. */
export function hasKeys({ input, terminal }: CliIo): boolean {
  const keys: KeyStream = input;
  return terminal !== undefined && keys.isTTY === true && "setRawMode" in keys;
}

/** Reads keys until the returned function is called, which restores the terminal. */
export function watchKeys(io: CliIo, actions: KeyActions): () => void {
  const input: KeyStream = io.input;
  const keyboard = new Keyboard(io, actions);
  const onData = (data: Buffer | string): void => {
    const text = data.toString();
    // Some keys, such as arrows, are several characters that begin with Escape.
    for (const key of text.length > 1 && text.startsWith(ESCAPE) ? [] : text) keyboard.press(key);
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

const CONTROL_C = "\u0003";
const CONTROL_D = "\u0004";
const ESCAPE = "\u001b";
/** Terminals differ in what they send. */
const BACKSPACES = new Set(["\u007f", "\b"]);

/** Maps keys to actions, and edits the text of the filter. */
class Keyboard {
  readonly #terminal: CliIo["terminal"];
  readonly #actions: KeyActions;
  /** The text of the filter while the user types it. */
  #typed: string | undefined;

  constructor({ terminal }: CliIo, actions: KeyActions) {
    this.#terminal = terminal;
    this.#actions = actions;
  }

  press(key: string): void {
    const { resend, open, quit } = this.#actions;
    if (this.#typed !== undefined) this.#type(key, this.#typed);
    else if (key === "r") resend();
    else if (key === "o") open();
    else if (key === "q" || key === CONTROL_C || key === CONTROL_D) quit();
    else if (key === "/") {
      this.#typed = "";
      this.#terminal?.write("Filter: ");
    }
  }

  #type(key: string, typed: string): void {
    if (key === "\r" || key === "\n") this.#endFilter(typed);
    else if (key === ESCAPE || key === CONTROL_C) this.#endFilter("");
    else if (BACKSPACES.has(key)) {
      if (typed !== "") this.#terminal?.write("\b \b");
      this.#typed = typed.slice(0, -1);
    } else if (/^[^\p{Cc}]$/u.test(key)) {
      this.#terminal?.write(key);
      this.#typed = typed + key;
    }
  }

  #endFilter(text: string): void {
    this.#terminal?.write("\n");
    this.#actions.filter(text);
    this.#typed = undefined;
  }
}

// ---- Types

interface KeyActions {
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
