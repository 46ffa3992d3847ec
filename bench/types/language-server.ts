import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { median } from "../harness/median.js";

/** What an editor waits for, in milliseconds, and what its server holds, in KiB. */
export interface EditorCost {
  /** From starting the server to the first answer about the file. */
  readonly open: number;
  readonly answer: number;
  readonly memory: number;
  readonly names: readonly string[];
  readonly hover: string;
}

export type Question = "completionInfo" | "quickinfo";

/** How often a question is asked again once the first answer is there. */
const repetitions = 9;

const caret = "¦";

/** Marks the position that a question is about; it stands in no program. */
export function splitAtCaret(marked: string): { text: string; line: number; offset: number } {
  const before = marked.slice(0, marked.indexOf(caret)).split("\n");
  return {
    text: marked.replace(caret, ""),
    line: before.length,
    offset: (before.at(-1) ?? "").length + 1,
  };
}

/**
 * Opens a program in a language server of its own and asks one question: the first answer, then
 * the median of further ones, each after an edit, because an answer is kept until the file changes.
 */
export async function measureEditor(
  folder: string,
  marked: string,
  question: Question,
): Promise<EditorCost> {
  const { text, line, offset } = splitAtCaret(marked);
  const file = join(folder, "program.ts");
  const started = performance.now();
  const server = startServer();
  try {
    server.notify("open", { file, fileContent: text });
    const first = await server.request(question, { file, line, offset });
    const open = performance.now() - started;
    const memory = readMemory(server.pid);
    const waits: number[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      const last = text.split("\n").length;
      server.notify("change", {
        ...{ file, line: last, offset: 1, endLine: last, endOffset: 1 },
        insertString: `// ${count}\n`,
      });
      const asked = performance.now();
      await server.request(question, { file, line, offset });
      waits.push(performance.now() - asked);
    }
    return { open, answer: median(waits), memory, names: first.names, hover: first.hover };
  } finally {
    server.stop();
  }
}

interface Answer {
  readonly names: readonly string[];
  readonly hover: string;
}

function startServer() {
  const program = resolve("node_modules/typescript/lib/tsserver.js");
  const args = [program, "--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (body: unknown) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    // The protocol's answers; anything else has another `type`.
    const message = JSON.parse(line) as { type: string; request_seq?: number; body?: unknown };
    if (message.type === "response") waiting.get(message.request_seq ?? -1)?.(message.body);
  });
  let sequence = 0;
  const send = (command: string, parameters: object): number => {
    sequence += 1;
    const message = { seq: sequence, type: "request", command, arguments: parameters };
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return sequence;
  };
  return {
    pid: child.pid ?? 0,
    notify(command: string, parameters: object): void {
      send(command, parameters);
    },
    request(command: string, parameters: object): Promise<Answer> {
      return new Promise((answered) => {
        waiting.set(send(command, parameters), (body) => answered(readAnswer(body)));
      });
    },
    stop(): void {
      child.kill();
    },
  };
}

function readAnswer(body: unknown): Answer {
  // As the protocol has it: `entries` of a completion, `displayString` of a hover.
  const found = (body ?? {}) as { entries?: readonly { name: string }[]; displayString?: string };
  return { names: (found.entries ?? []).map(({ name }) => name), hover: found.displayString ?? "" };
}

/** The resident memory of a process; 0 where the system does not tell. */
function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // no /proc: the memory is left out of the table
  }
}
