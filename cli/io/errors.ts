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

// ---- Texts, from the longest to the plainest

/** The text that a terminal shows for any error. An error that is a bug keeps its stack, which a report needs. */
export function printError(error: unknown): string {
  return error instanceof Error && isBug(error)
    ? (error.stack ?? error.message)
    : explainError(error);
}

/** A TypeError is a bug, unless it comes from the system, or from the runtime for an argument that it refuses. */
function isBug(error: Error): boolean {
  return error.name === "TypeError" && !("code" in error) && !REFUSES_ARGUMENT.test(error.message);
}

/** The messages tell, because a client may bring its own copy of the runtime, whose classes are others. */
const REFUSES_ARGUMENT = /; expected /;

/** The message of an error, in the words of the command line. */
export function explainError(error: unknown): string {
  if (error instanceof RangeError && error.message.includes("call stack")) return TOO_DEEP;
  return describeSystemError(error) ?? plainMessageOf(error);
}

const TOO_DEEP =
  "The schemas refer to each other in too long a chain; expected at most some hundred steps.";

/** The message of an error as it is. Anything else that was thrown is shown as text. */
export function plainMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The plain message of anything that was thrown, with its stack where it has one. */
export function toErrorDetails(thrown: unknown) {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  return { message: plainMessageOf(thrown), stack };
}

// ---- A log

/** Creates a log that prints a line for each message, followed by the texts of its errors. */
export function createLog(err: (line: string) => void): Record<"warn" | "error", Log> {
  const log: Log = (message, ...errors) =>
    err([message, ...errors.map(printError)].map(String).join(" "));
  return { warn: log, error: log };
}

type Log = (message: unknown, ...errors: unknown[]) => void;
