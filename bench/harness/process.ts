/** Runs each measured program in its own process. `main.ts` bundles these programs beside the suites. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a program, and ends it after its use. */
export async function withProcess<Result>(
  program: string,
  argument: object,
  use: (child: MeasuredProcess) => Promise<Result>,
): Promise<Result> {
  const path = fileURLToPath(new URL(`${program}.js`, import.meta.url));
  const child = fork(path, [JSON.stringify(argument)], { execArgv: ["--expose-gc"] });
  const answer = (): Promise<unknown> => nextMessage(child);
  const ask = (message: string | number): Promise<unknown> => {
    const answered = answer();
    child.send(message);
    return answered;
  };
  try {
    return await use({ answer, ask });
  } finally {
    if (!hasEnded(child)) {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }
  }
}

/** Runs a program that measures itself, and resolves with its one message. */
export function reportOf(program: string, argument: object): Promise<unknown> {
  return withProcess(program, argument, (child) => child.answer());
}

/** Resolves with the next message of a process. Rejects when it ends first. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (code: number | null): void => {
      child.off("message", take);
      reject(new Error(`A measured process ended early, with ${String(code)}.`));
    };
    const take = (message: unknown): void => {
      child.off("exit", stop);
      resolve(message);
    };
    if (hasEnded(child)) stop(child.exitCode);
    else child.once("message", take).once("exit", stop);
  });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export interface MeasuredProcess {
  /** Resolves with the next message. Rejects when the process ends first. */
  readonly answer: () => Promise<unknown>;
  /** Sends a message, and resolves with the next one of the program. */
  readonly ask: (message: string | number) => Promise<unknown>;
}
