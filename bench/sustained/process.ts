import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a program that `main.ts` bundles beside the suites; it reads `argument` as JSON. */
export function start(program: string, argument: object): ChildProcess {
  const path = fileURLToPath(new URL(`${program}.js`, import.meta.url));
  return fork(path, [JSON.stringify(argument)], { execArgv: ["--expose-gc"] });
}

export function ask(child: ChildProcess, message: string | number): Promise<unknown> {
  const answered = answerOf(child);
  child.send(message);
  return answered;
}

/** The next message of a process. Rejects when the process ends before. */
export function answerOf(child: ChildProcess): Promise<unknown> {
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

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
