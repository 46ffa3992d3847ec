/**
 * The option `log` of toolkits, middlewares, the relay and an inbox. A log that throws or rejects does no harm
 * (contract B.10).
 */
import { expectObject, expectOptionalFunction } from "../../base/expect.js";
import type { Log, SafeLog } from "./types.js";
import { ignore, watch } from "./dispatch/thenables.js";

type Level = keyof SafeLog;

const LEVELS: readonly Level[] = ["debug", "info", "warn", "error"];

/**
 * Reads the option `log`. Default: `fallback`, or the console without one.
 * @throws TypeError if it is not an object, or a method of it is not a function.
 */
export function readLog(log: Log | undefined, fallback?: SafeLog): SafeLog {
  if (log === undefined) return fallback ?? createSafeLog();
  expectObject(log, "`log`", "an object such as `console`");
  for (const level of LEVELS) expectOptionalFunction(log[level], `\`log.${level}\``);
  return createSafeLog(log);
}

/**
 * Wraps a log, which may be frozen or partial, and whose methods may throw or reject.
 * The given object is read at each call and never changed. Without one, `warn` and `error` write to the
 * console, and `debug` and `info` do nothing.
 */
export function createSafeLog(log?: Log): SafeLog {
  const target = log ?? { warn: toConsole("warn"), error: toConsole("error") };
  const methods = LEVELS.map((level) => [
    level,
    (...data: readonly unknown[]) => writeSafely(target, level, data),
  ]);
  return Object.fromEntries(methods) as SafeLog; // it has every level
}

/** Writes to the console, which is looked up at each call, because test runners and platforms replace its methods. */
function toConsole(level: "warn" | "error") {
  return (...data: readonly unknown[]): void => {
    try {
      console[level](...data);
    } catch {
      console[level](data[0]); // without a value whose inspection throws
    }
  };
}

function writeSafely(log: Log, level: Level, data: readonly unknown[]): void {
  try {
    watch(log[level]?.(...data), ignore);
  } catch {
    // There is nowhere to report a failing log, and it must not fail the delivery.
  }
}
