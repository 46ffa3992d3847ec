/** Errors that end a command, with their exit codes and their texts for a user. */
import { join } from "node:path";
import { describeSystemError } from "../../codegen/files/system-errors.js";
import { count, formatDiagnostic, SchemaError } from "../../codegen/model/messages.js";

/** An error in the arguments of a command. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An error of a command, with a message for its user. The exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Turns the complaints about a schema folder into an error of the command; returns any other error
 * as it is.
 * @param end follows the number of complaints.
 */
export function explainComplaints(error: unknown, folder: string, end = ""): unknown {
  if (!(error instanceof SchemaError)) return error;
  // Each line has a path that a terminal can open.
  const lines = error.diagnostics.map((diagnostic) =>
    formatDiagnostic({ ...diagnostic, file: join(folder, diagnostic.file) }),
  );
  return new CommandError(
    [...lines, `${count(lines.length, "error")} in ${folder}${end}`].join("\n"),
  );
}

/** The text of any error. Unexpected errors keep their stack, which a bug report needs. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The runtime refuses arguments in this form.
  const isArgument = error.message.includes("; expected ");
  const isExpected = "code" in error || error.name !== "TypeError" || isArgument;
  return isExpected ? messageOf(error) : (error.stack ?? error.message);
}

/** Creates a log that prints a line for each message, followed by the texts of its errors. */
export function createLog(err: (line: string) => void): Record<"warn" | "error", Log> {
  const log: Log = (message, ...errors) =>
    err([message, ...errors.map(describeError)].map(String).join(" "));
  return { warn: log, error: log };
}

type Log = (message: unknown, ...errors: unknown[]) => void;

/** The message of an error, in the words of the command line. */
export function messageOf(error: unknown): string {
  if (error instanceof RangeError && error.message.includes("call stack")) return TOO_DEEP;
  return describeSystemError(error) ?? plainMessageOf(error);
}

/** The message of an error as it is. Anything else that was thrown is shown as text. */
export function plainMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Describes anything that was thrown, with its stack where it has one. */
export function describeThrown(thrown: unknown) {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return { message: plainMessageOf(thrown), stack };
}

const TOO_DEEP =
  "The schemas refer to each other in too long a chain; expected at most some hundred steps.";
