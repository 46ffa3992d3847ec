/** Runs a trial: a receiver in its own process; for `node`, behind a server, with a second process as load. */
import { reportOf, withProcess } from "../harness/process.js";
import type { PayloadKind } from "./deliveries.js";

export const PEER = "@octokit/webhooks";

/** The subjects. Every ratio is over `by hand`. */
export const SUBJECTS = ["by hand", "typewire", PEER] as const;

export type Subject = (typeof SUBJECTS)[number];

/** `async` awaits once, and `endless` never settles. */
export type HandlerKind = "sync" | "async" | "endless";

/** The work of one measured process, which gets it as JSON. */
export interface Trial {
  /** The method that gets the deliveries, or `node`: a server that gets them over sockets. */
  readonly transport: "receive" | "verifyAndReceive" | "node";
  readonly subject: Subject;
  readonly handlers: HandlerKind;
  /** Number of handlers of each event. */
  readonly count: number;
  readonly payload: PayloadKind;
}

export interface TrialArgument {
  readonly trial: Trial;
  readonly warmUpSeconds: number;
  /** Measured time, after the warm-up. */
  readonly seconds: number;
}

/** Costs of a process while it was measured. */
export interface Usage {
  /** User and system time of all threads, which includes collections. */
  readonly cpuMicroseconds: number;
  readonly collections: number;
  /** The highest resident memory since the process began. */
  readonly megabytes: number;
}

/** The deliveries of the measured time. */
export interface Work {
  readonly deliveries: number;
  readonly seconds: number;
  /** The 99th percentile of the milliseconds of a delivery, if it comes over a socket. */
  readonly p99?: number;
}

/** Messages to a server: `start` and `stop` enclose the measured time; `heap` answers in bytes. */
export type ServerCommand = "start" | "stop" | "heap";

export interface LoadArgument {
  readonly port: number;
  readonly payload: PayloadKind;
}

export type TrialResult = Usage & Work;

/** Runs one trial in its own processes, and resolves after they end. */
export async function runTrial(argument: TrialArgument): Promise<TrialResult> {
  const { trial, warmUpSeconds, seconds } = argument;
  if (trial.transport !== "node") {
    return (await reportOf("sustained-direct", argument)) as TrialResult; // its one message
  }
  return withServer(trial, ({ port, ask }) => {
    const target: LoadArgument = { port, payload: trial.payload };
    return withProcess("sustained-load", target, async (load) => {
      await load.answer(); // it is ready
      await load.ask(warmUpSeconds);
      await ask("start");
      const work = (await load.ask(seconds)) as Work;
      return { ...((await ask("stop")) as Usage), ...work };
    });
  });
}

export interface Server {
  readonly port: number;
  readonly ask: (command: ServerCommand) => Promise<unknown>;
}

export function withServer<Result>(
  trial: Trial,
  use: (server: Server) => Promise<Result>,
): Promise<Result> {
  return withProcess("sustained-server", trial, async ({ answer, ask }) => {
    const port = (await answer()) as number; // the first message that it sends
    return use({ port, ask });
  });
}
