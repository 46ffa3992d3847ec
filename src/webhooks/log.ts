import { expectObject, expectOptionalFunction } from "./expect.js";
import { ignore, watch } from "./thenable.js";

/** Declared as a method: loggers accept narrower arguments than `unknown`. */
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

const LEVELS: readonly Level[] = ["debug", "info", "warn", "error"];

/**
 * Reads the option `log`. Without one it is `byDefault`, or else the console.
 * @throws TypeError when it is not an object, or a method of it is not a function.
 */
export function readLog(log: Log | undefined, byDefault?: SafeLog): SafeLog {
  if (log === undefined) return byDefault ?? createSafeLog();
  expectObject(log, "`log`", "an object such as `console`");
  for (const level of LEVELS) expectOptionalFunction(log[level], `\`log.${level}\``);
  return createSafeLog(log);
}

/**
 * Wraps a log so that a frozen, partial, throwing or rejecting one breaks nothing (contract B.10).
 * The object passed in is read at each call and never changed. Without one, `warn` and `error`
 * write to the console, `debug` and `info` do nothing.
 */
export function createSafeLog(log?: Log): SafeLog {
  const target = log ?? { warn: toConsole("warn"), error: toConsole("error") };
  const methods = LEVELS.map((level) => [
    level,
    (...data: readonly unknown[]) => write(target, level, data),
  ]);
  return Object.fromEntries(methods) as SafeLog; // it has every level
}

/** Looks the console up at each call: test runners and platforms replace its methods. */
function toConsole(level: "warn" | "error") {
  return (...data: readonly unknown[]): void => {
    try {
      console[level](...data);
    } catch {
      console[level](data[0]); // without a value whose inspection throws
    }
  };
}

function write(log: Log, level: Level, data: readonly unknown[]): void {
  try {
    watch(log[level]?.(...data), ignore);
  } catch {
    // There is nowhere to report a failing log, and it must not fail the delivery.
  }
}
