/** Asks a language server as an editor does, and measures how long it takes to answer. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
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
  const before = marked.slice(0, marked.indexOf("¦")).split("\n");
  const fileContent = marked.replace("¦", "");
  const file = join(folder, "program.ts");
  const place = { file, line: before.length, offset: (before.at(-1) ?? "").length + 1 };
  const line = fileContent.split("\n").length;
  const started = performance.now();
  const program = resolve("node_modules/typescript/lib/tsserver.js");
  const args = [program, "--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const send = createSender(child);
  try {
    void send("open", { file, fileContent });
    await send(question, place);
    const open = performance.now() - started;
    const memory = readMemory(child.pid);
    const waits: number[] = [];
    for (let count = 0; count < REPETITIONS; count += 1) {
      const end = { file, line, offset: 1, endLine: line, endOffset: 1 };
      void send("change", { ...end, insertString: `// ${count}\n` });
      const asked = performance.now();
      await send(question, place);
      waits.push(performance.now() - asked);
    }
    return { open, answer: median(waits), memory };
  } finally {
    child.kill();
  }
}

/** Creates a function that sends a command, and resolves with the answer, if there is one. */
function createSender(
  child: ChildProcess,
): (command: string, argument: object) => Promise<unknown> {
  let seq = 0;
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("The language server has no pipes.");
  const waiting = new Map<number | undefined, (message: unknown) => void>();
  // One listener reads all lines, because several can come at once.
  createInterface({ input: stdout }).on("line", (text) => {
    // Only answers have the number of their request.
    const message = text.startsWith("{") ? (JSON.parse(text) as { request_seq?: number }) : {};
    waiting.get(message.request_seq)?.(message);
  });
  return (command, argument) => {
    const requestId = (seq += 1);
    const answer = new Promise((resolve) => waiting.set(requestId, resolve));
    stdin.write(
      `${JSON.stringify({ seq: requestId, type: "request", command, arguments: argument })}\n`,
    );
    return answer;
  };
}

/** The resident memory of a process; NaN where the system has no `/proc`. */
function readMemory(pid = 0): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}
