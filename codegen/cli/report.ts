import { join } from "node:path";
import { formatDiagnostic, SchemaError } from "../model/diagnostics.js";
import { count } from "../model/messages.js";
import type { SchemaModel } from "../model/model.js";
import type { Origin } from "../model/origin.js";
import { describeSystemError } from "./system-errors.js";

/** A command line that has the commands of this folder. */
export interface Tool {
  readonly origin: Origin;
  /** The folders that its commands use by themselves. */
  readonly folders: { readonly schema: string; readonly out: string };
  /** The address of the JSON Schemas for editors, as seen from a schema folder. */
  readonly metaOf: (schema: string) => string;
}

/** The connections of a command to its caller. */
export interface CommandIo {
  /** Receives text for standard output, without its last line break. */
  readonly out: (text: string) => void;
  /** Receives text for standard error, without its last line break. */
  readonly err: (text: string) => void;
  /** The folder for the memo of earlier runs. Default: one inside `node_modules`, if that exists. */
  readonly cacheFolder?: string;
  /** Standard input. Default: that of the process. */
  readonly input?: NodeJS.ReadableStream;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Shows what is being done, if it takes long; ends with the function that it returns. */
  readonly progress?: (text: string) => () => void;
  /** What runs the command. Default: this project's own command line. */
  readonly tool?: Tool;
  /**
   * What belongs to a run of the generator besides the generated files, whose paths it gets. Resolves
   * to the exit code.
   */
  readonly afterGenerate?: (
    paths: ReadonlySet<string>,
    options: { readonly out: string; readonly check: boolean },
  ) => Promise<number>;
  /** Stops `--watch`. */
  readonly signal?: AbortSignal;
}

/** Shows what is being done until it is done. */
export async function withProgress<Result>(
  { progress }: Pick<CommandIo, "progress">,
  text: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const end = progress?.(text);
  try {
    return await work();
  } finally {
    end?.();
  }
}

/** What was read from a schema folder, in one line. */
export function describeModel(model: SchemaModel, folder: string): string {
  const { events, routes, components } = model;
  const combinations = events.flatMap(({ actions }) => actions).length;
  return (
    `Read ${folder}: ${count(events.length, "event")} with ${count(events.length + combinations, "name")}, ` +
    `${count(routes.length, "route")}, ${count(components.length, "shared schema")}.`
  );
}

/** What an import has left to be filled in, each with a path that a terminal can open. */
export function describeTodos({ todos }: SchemaModel, folder: string): readonly string[] {
  return todos.map((todo) => formatDiagnostic({ ...todo, file: join(folder, todo.file) }));
}

/** The message of an error; for a schema, each mistake on its own line. */
export function describeError(error: unknown, folder: string): string {
  return error instanceof SchemaError ? describeMistakes(error, folder) : messageOf(error);
}

/** Whether the stack was too small for a chain of schemas. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

const TOO_DEEP =
  "The schemas refer to each other in too long a chain; expected at most some hundred steps.";

/** Each mistake on a line of its own, with a path that a terminal can open. */
export function describeMistakes(error: SchemaError, folder: string): string {
  const lines = error.diagnostics.map((diagnostic) =>
    formatDiagnostic({ ...diagnostic, file: join(folder, diagnostic.file) }),
  );
  return [...lines, `${count(lines.length, "error")} in ${folder}`].join("\n");
}

export function messageOf(error: unknown): string {
  if (isOverflow(error)) return TOO_DEEP;
  return describeSystemError(error) ?? (error instanceof Error ? error.message : String(error));
}
