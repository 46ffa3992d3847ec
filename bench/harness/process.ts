/** Runs each measured program in its own process. `main.ts` bundles these programs beside the suites. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { fileURLToPath } from "node:url";

/** In milliseconds, longer than any measurement. */
const LIFETIME = 1_800_000;

/**
 * Reads the argument that {@link withProcess} gave to this process, which from now on ends with its parent,
 * and at the latest after its lifetime.
 */
export function readArgument(): unknown {
  process.on("disconnect", () => process.exit());
  setTimeout(() => process.exit(1), LIFETIME).unref();
  return JSON.parse(process.argv[2] ?? "");
}

/** Listens on a free port of this machine, and resolves with it. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port; // a server on a port has no other address
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

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit").then(([code]): never => {
    throw new Error(`A measured process ended early, with ${String(code)}.`);
  });
  const [message] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  return message;
}

export interface MeasuredProcess {
  /** Resolves with the next message. Rejects when the process ends first. */
  readonly answer: () => Promise<unknown>;
  readonly ask: (message: string | number) => Promise<unknown>;
}
