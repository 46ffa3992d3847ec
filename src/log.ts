import { ignore, watch } from "./webhooks/thenable.js";

/** A method: those of loggers take what each of them can write, which is less than `unknown`. */
interface Writer {
  write(...data: unknown[]): unknown;
}

type Write = Writer["write"];

/** Where the toolkit writes. Every method is optional; a missing one is silent. */
export interface Log {
  readonly debug?: Write | undefined;
  readonly info?: Write | undefined;
  readonly warn?: Write | undefined;
  readonly error?: Write | undefined;
}

/** A log whose methods are always there and never throw. */
export interface SafeLog {
  debug(...data: readonly unknown[]): void;
  info(...data: readonly unknown[]): void;
  warn(...data: readonly unknown[]): void;
  error(...data: readonly unknown[]): void;
}

type Level = keyof SafeLog;

/**
 * Wraps a log so that a frozen, partial, throwing or rejecting one breaks nothing.
 * The object passed in is read at each call and never changed. Without one, `warn` and
 * `error` go to the console, `debug` and `info` nowhere.
 */
export function createSafeLog(log?: Log): SafeLog {
  const target = log ?? { warn: toConsole("warn"), error: toConsole("error") };
  const at =
    (level: Level) =>
    (...data: readonly unknown[]) =>
      write(target, level, data);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The console is looked up at each call: test runners and platforms replace its methods. */
function toConsole(level: "warn" | "error") {
  return (...data: readonly unknown[]): void => {
    try {
      console[level](...data);
    } catch {
      // An error can keep itself from being shown; that it happened is told all the same.
      console[level](...data.map((value) => (typeof value === "string" ? value : UNSHOWABLE)));
    }
  };
}

const UNSHOWABLE = "(a value that cannot be shown)";

function write(log: Log, level: Level, data: readonly unknown[]): void {
  try {
    watch(log[level]?.(...data), ignore);
  } catch {
    // A log that fails has nowhere to report it, and must not fail what it was told about.
  }
}
