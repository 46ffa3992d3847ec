/** Connects a command with this process: its streams, its environment, the browser and the network. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { showProgress } from "../terminal/progress.js";
import { createTerminal, type Terminal } from "../terminal/terminal.js";
import { createProxyFetch } from "./proxy-fetch.js";
import { type Tool, TYPEWIRE } from "./tool.js";

/** The surroundings of a command, which tests replace. */
export interface CliIo {
  /** Receives text for standard output, without its last line break. */
  readonly out: (text: string) => void;
  /** Receives text for standard error, without its last line break. */
  readonly err: (text: string) => void;
  readonly input: NodeJS.ReadableStream;
  /** Terminal for questions. Absent in a script. */
  readonly terminal?: NodeJS.WritableStream;
  /** Colours text for standard output. Absent: the text stays as it is. */
  readonly style?: Terminal["style"];
  /** Opens a page in the browser. Absent where there is none. */
  readonly openPage?: (url: string) => void;
  /** Shows the current step on a terminal. Returns a function that ends it. */
  readonly progress?: (text: string) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Command line that starts this program again, without its arguments. Absent: all is done in this process. */
  readonly program?: readonly string[];
  /** Base of relative paths. Absent: the folder of the process. */
  readonly cwd?: string;
  readonly fetch: typeof fetch;
  /** Stops commands that go on until they are interrupted. */
  readonly signal?: AbortSignal;
  /** Absent: `typewire`. */
  readonly tool?: Tool;
  /** Folder for what earlier runs of the generator computed. Absent: inside `node_modules`. */
  readonly cacheFolder?: string;
}

/** Connects a command with this process, or with other streams. */
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
    // Questions go to standard error, because standard output may be a pipe.
    ...(isTerminal && { terminal: stderr }),
    style: (style, text) => screen.style(style, text),
    ...(stderr.isTTY && { progress: (text) => showProgress(text, { output: stderr }) }),
    openPage,
    env: process.env,
    fetch: createProxyFetch(process.env, fetch),
    ...(signal && { signal }),
  };
}

/** Opens a page in the browser of the platform. Without a browser, nothing happens. */
function openPage(url: string): void {
  const [command, ...args] = BROWSER_COMMANDS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** Commands that open a page, on the platforms without `xdg-open`. */
const BROWSER_COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

interface ProcessStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export function toolOf({ tool = TYPEWIRE }: Pick<CliIo, "tool">): Tool {
  return tool;
}

/** Resolves a path of the command line for the file system. */
export function locate({ cwd }: Pick<CliIo, "cwd">, path: string): string {
  return cwd === undefined ? path : resolve(cwd, path);
}

/** Shows a step until it ends. */
export async function withProgress<Result>(
  { progress }: Pick<CliIo, "progress">,
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

/** Resolves when one of the signals is aborted. */
export async function waitForEnd(...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (signals.some((signal) => signal?.aborted)) return;
  await new Promise((resolve) => {
    for (const signal of signals) signal?.addEventListener("abort", resolve, { once: true });
  });
}
