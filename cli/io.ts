import { resolve } from "node:path";
import process from "node:process";
import { showProgress } from "./progress.js";
import { createTerminal, type Terminal } from "./terminal.js";

/** The connections of a command to its surroundings. Tests pass their own. */
export interface CliIo {
  /** Receives text for standard output, without its last line break. */
  readonly out: (text: string) => void;
  /** Receives text for standard error, without its last line break. */
  readonly err: (text: string) => void;
  readonly input: NodeJS.ReadableStream;
  /** Where questions are asked. Absent if nobody is there to answer them. */
  readonly terminal?: NodeJS.WritableStream;
  /** Colours text for standard output, where that is a screen. Absent: it stays as it is. */
  readonly style?: Terminal["style"];
  /** Shows what is being done, if it takes long; ends with the function that it returns. */
  readonly progress?: (text: string) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin. Absent: the folder of the process. */
  readonly cwd?: string;
  readonly fetch: typeof fetch;
  /** Stops commands that go on until they are interrupted. */
  readonly signal?: AbortSignal;
}

/** The connections of this process, or of other streams. Questions are asked where both ends are a terminal. */
export function createProcessIo(
  signal?: AbortSignal,
  { stdin, stdout, stderr }: ProcessStreams = process,
): CliIo {
  const screen = createTerminal(stdout);
  const isTerminal = stdin.isTTY && stderr.isTTY;
  return {
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
    input: stdin,
    // Answers of a pipeline go to standard output, so questions do not.
    ...(isTerminal && { terminal: stderr }),
    style: (style, text) => screen.style(style, text),
    ...(stderr.isTTY && { progress: (text) => showProgress(text, { output: stderr }) }),
    env: process.env,
    fetch: (input, init) => fetch(input, init),
    ...(signal && { signal }),
  };
}

interface ProcessStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream & { readonly fd: number };
}

/** A path that was given, as the file system takes it. */
export function locate({ cwd }: Pick<CliIo, "cwd">, path: string): string {
  return cwd === undefined ? path : resolve(cwd, path);
}
