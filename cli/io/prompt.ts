/** Questions on a terminal. */
import { createInterface, type Interface } from "node:readline";
import { CommandError } from "./errors.js";
import type { CliIo } from "./io.js";

/** Opens a prompt; `undefined` without a terminal. */
export function openPrompt({ terminal, input }: CliIo): Prompt | undefined {
  if (terminal === undefined) return undefined;
  const lines = createInterface({ input, output: terminal, terminal: isTerminal(terminal) });
  const readLine = createLineReader(lines, terminal);
  const say = (text: string): void => void terminal.write(`${text}\n`);

  const askText: Prompt["askText"] = async (question) => {
    const { text, byDefault, findComplaint } = question;
    const hint = byDefault === undefined ? "" : ` (${byDefault})`;
    const line = (await readLine(`${text}${hint}: `)).trim();
    const answer = line === "" ? (byDefault ?? "") : line;
    const complaint = findComplaint?.(answer);
    if (complaint === undefined) return answer;
    say(complaint);
    return askText(question);
  };

  return {
    askText,
    choose: async (text, choices) => {
      say(text);
      for (const [index, choice] of choices.entries()) say(`  ${index + 1}  ${choice.text}`);
      const answer = await askText({
        text: `1 to ${choices.length}`,
        byDefault: "1",
        findComplaint: (line) =>
          /^\d+$/.test(line) && Number(line) >= 1 && Number(line) <= choices.length
            ? undefined
            : `The answer is ${JSON.stringify(line)}; expected a number from 1 to ${choices.length}.`,
      });
      const chosen = choices[Number(answer) - 1];
      if (chosen === undefined) throw new Error(`There is no choice ${answer}.`);
      return chosen.value;
    },
    close: () => lines.close(),
  };
}

function isTerminal(stream: NodeJS.WritableStream): boolean {
  return "isTTY" in stream && stream.isTTY === true;
}

/** Buffers lines that arrive before their question: a script sends all at once. */
function createLineReader(
  lines: Interface,
  terminal: NodeJS.WritableStream,
): (prompt: string) => Promise<string> {
  const early: string[] = [];
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined;
  let isOver = false;
  lines.on("line", (line) => {
    if (waiting === undefined) early.push(line);
    else waiting.resolve(line);
    waiting = undefined;
  });
  const end = (): void => {
    isOver = true;
    waiting?.reject(createEndError());
    waiting = undefined;
  };
  lines.on("close", end);
  lines.on("SIGINT", () => lines.close());
  return (prompt) => {
    // Node 24 refuses to ask after the end of the input, where the answer may be among the early lines.
    if (isOver) terminal.write(prompt);
    else {
      lines.setPrompt(prompt);
      lines.prompt();
    }
    const line = early.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (isOver) return Promise.reject(createEndError());
    return new Promise((resolve, reject) => (waiting = { resolve, reject }));
  };
}

function createEndError(): CommandError {
  return new CommandError("The questions were not answered. Nothing was written.");
}

/** Asks questions on a terminal, in one line each. */
export interface Prompt {
  /** Asks until the answer is accepted. */
  askText(question: TextQuestion): Promise<string>;
  /** Asks for one of several choices. An empty line means the first. */
  choose<Value>(text: string, choices: readonly PromptChoice<Value>[]): Promise<Value>;
  close(): void;
}

interface TextQuestion {
  readonly text: string;
  /** Answer for an empty line. */
  readonly byDefault?: string;
  /** Returns a complaint about a wrong answer, or `undefined`. */
  readonly findComplaint?: (answer: string) => string | undefined;
}

/** An answer to choose. */
interface PromptChoice<Value> {
  readonly value: Value;
  readonly text: string;
}
