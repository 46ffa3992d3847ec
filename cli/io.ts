import { resolve } from "node:path";
import process from "node:process";

/** The connections of a command to its surroundings. Tests pass their own. */
export interface CliIo {
  /** Receives text for standard output, without its last line break. */
  readonly out: (text: string) => void;
  /** Receives text for standard error, without its last line break. */
  readonly err: (text: string) => void;
  readonly input: NodeJS.ReadableStream;
  /** Where questions are asked. Absent if nobody is there to answer them. */
  readonly terminal?: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin. Absent: the folder of the process. */
  readonly cwd?: string;
  readonly fetch: typeof fetch;
  /** Stops commands that go on until they are interrupted. */
  readonly signal?: AbortSignal;
}

/** The connections of this process. Questions are asked where both ends are a terminal. */
export function createProcessIo(signal?: AbortSignal): CliIo {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    err: (text) => process.stderr.write(`${text}\n`),
    input: process.stdin,
    // Answers of a pipeline go to standard output, so questions do not.
    ...(isTerminal && { terminal: process.stderr }),
    env: process.env,
    fetch: (input, init) => fetch(input, init),
    ...(signal && { signal }),
  };
}

/** A path that was given, as the file system takes it. */
export function locate({ cwd }: Pick<CliIo, "cwd">, path: string): string {
  return cwd === undefined ? path : resolve(cwd, path);
}
