/** Asks a language server as an editor does, and measures how long it takes to answer. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { median } from "../harness/measure.js";

/** Waiting times of an editor in milliseconds, and the memory of its server in KiB. */
export interface EditorCost {
  /** From the start of the server to the first answer about the file. */
  readonly open: number;
  readonly answer: number;
  readonly memory: number;
}

export type Question = "completionInfo" | "quickinfo";

/** Further answers after the first one. */
const REPETITIONS = 9;

/**
 * Opens a program in a new language server, and asks one question at the sign `¦`. Returns the time of the
 * first answer, and the median of further answers. Each follows an edit, because the server keeps an answer
 * until the file changes.
 */
export async function measureEditor(
  folder: string,
  marked: string,
  question: Question,
): Promise<EditorCost> {
  const linesBefore = marked.slice(0, marked.indexOf("¦")).split("\n");
  const fileContent = marked.replace("¦", "");
  const file = join(folder, "program.ts");
  // Lines and columns count from 1.
  const place = { file, line: linesBefore.length, offset: (linesBefore.at(-1) ?? "").length + 1 };
  const lastLine = fileContent.split("\n").length;
  const started = performance.now();
  const program = resolve("node_modules/typescript/lib/tsserver.js");
  const args = [program, "--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const { tell, ask } = connect(child);
  try {
    tell("open", { file, fileContent });
    await ask(question, place);
    const open = performance.now() - started;
    const memory = readMemory(child.pid);
    const waits: number[] = [];
    for (let count = 0; count < REPETITIONS; count += 1) {
      const end = { file, line: lastLine, offset: 1, endLine: lastLine, endOffset: 1 };
      tell("change", { ...end, insertString: `// ${count}\n` });
      const asked = performance.now();
      await ask(question, place);
      waits.push(performance.now() - asked);
    }
    return { open, answer: median(waits), memory };
  } finally {
    child.kill();
  }
}

/** Connects with a language server. `ask` rejects when it ends before it has answered. */
function connect({ stdin, stdout }: LanguageServer) {
  let requestCount = 0;
  const waiting = new Map<number, PendingAnswer>();
  // One listener reads all lines, because several can come at once.
  const lines = createInterface({ input: stdout });
  lines.on("line", (text) => {
    // Only answers have the number of their request.
    const { request_seq: id } = text.startsWith("{") ? (JSON.parse(text) as Message) : {};
    if (id !== undefined) waiting.get(id)?.resolve(text);
  });
  lines.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The language server has ended."));
  });
  /** Sends a command; returns its number. */
  const tell = (command: string, argument: object): number => {
    const seq = (requestCount += 1);
    stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: argument })}\n`);
    return seq;
  };
  const ask = (command: string, argument: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(tell(command, argument), { resolve, reject });
    });
  return { tell, ask };
}

/** The resident memory of a process; NaN where the system has no `/proc`. */
function readMemory(pid = 0): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}

// ---- Types

type LanguageServer = ChildProcessByStdio<Writable, Readable, null>;

interface Message {
  readonly request_seq?: number;
}

interface PendingAnswer {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}
