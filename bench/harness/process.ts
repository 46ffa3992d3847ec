/** Runs each measured program in its own process. `main.ts` bundles these programs beside the suites. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Reads the argument that {@link withProcess} gave to this process. */
export function readArgument(): unknown {
  return JSON.parse(process.argv[2] ?? "");
}

/** Ends this process when its parent ends, and at the latest after some seconds. */
export function boundLifetime(seconds: number): void {
  process.on("disconnect", () => process.exit());
  setTimeout(() => process.exit(1), seconds * 1000).unref();
}

export interface MeasuredProcess {
  /** Resolves with the next message. Rejects when the process ends first. */
  readonly answer: () => Promise<unknown>;
  readonly ask: (message: string | number) => Promise<unknown>;
}

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
    if (child.exitCode === null && child.signalCode === null) {
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

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off("exit", onExit);
      resolve(message);
    };
    const onExit = (code: number | null): void => {
      child.off("message", onMessage);
      reject(new Error(`A measured process ended early, with ${code}.`));
    };
    child.once("message", onMessage).once("exit", onExit);
  });
}
