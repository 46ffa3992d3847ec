/** The command line for tests: in this process, in a folder of its own. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { createStarter } from "../../cli/init/starter.js";
import { main } from "../../cli/main.js";
import type { CliIo } from "../../cli/io/io.js";

/** Creates a temporary folder, in which the command line runs. */
export async function createTestCli(): Promise<TestCli> {
  const folder = await mkdtemp(join(tmpdir(), "typewire-cli-"));
  return {
    folder,
    run: (argv, surroundings) => runCli(folder, argv, surroundings),
    write: (path, text) => writeFile(join(folder, path), text),
    writeStarter: () => writeFiles(join(folder, "schema"), createStarter("acme", "Acme")),
    read: (path) => readFile(join(folder, path), "utf8"),
    list: async (path) => {
      const root = join(folder, path);
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map((file) => join(file.parentPath, file.name).slice(root.length + 1)).sort();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function writeFiles(folder: string, files: readonly SchemaFile[]): Promise<void> {
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Runs the command line in a folder, in this process. */
export async function runCli(
  cwd: string,
  argv: readonly string[],
  {
    input = "",
    answers,
    env = {},
    fetch: send = refuse,
    signal,
    progress,
    onOutput,
    onError,
  }: Surroundings = {},
): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = new PassThrough({ encoding: "utf8" });
  terminal.on("data", (text: string) => err.push(text.trimEnd()));
  const typed = answers?.map((line) => `${line}\n`).join("");
  const io: CliIo = {
    out: (text) => {
      out.push(text);
      onOutput?.(text);
    },
    err: (text) => {
      err.push(text);
      onError?.(text);
    },
    input: Readable.from([typed ?? input]),
    ...(answers && { terminal }),
    env,
    cwd,
    fetch: send,
    ...(signal && { signal }),
    ...(progress && { progress }),
  };
  const code = await main(argv, io);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

const refuse: typeof fetch = () => Promise.reject(new TypeError("There is no network in tests."));

/** The command line in a temporary folder, in this process. */
export interface TestCli {
  readonly folder: string;
  run(argv: readonly string[], surroundings?: Surroundings): Promise<Outcome>;
  write(path: string, text: string): Promise<void>;
  /** Writes the schema folder of the package that `init` makes, without generating anything. */
  writeStarter(): Promise<void>;
  read(path: string): Promise<string>;
  /** All files of a folder, sorted. */
  list(path: string): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What surrounds one run of the command line. */
export interface Surroundings {
  /** Standard input. */
  readonly input?: string;
  /** Lines that somebody types on a terminal. Without them there is none. */
  readonly answers?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
  readonly progress?: CliIo["progress"];
  /** Called with what is written to standard output, at once. */
  readonly onOutput?: (text: string) => void;
  /** Called with each line of standard error. */
  readonly onError?: (line: string) => void;
}
