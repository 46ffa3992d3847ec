import { answerOf, ask, end, start } from "./process.js";
import type { LoadOptions } from "./load.js";
import type { ServerCommand } from "./server.js";
import type { Duration, PayloadKind, Trial, TrialResult, Usage, Work } from "./trial.js";

const CONNECTIONS = 32;

/** Runs one trial in processes of its own, which have ended when this resolves. */
export function runTrial(trial: Trial, duration: Duration): Promise<TrialResult> {
  const isServed = trial.transport === "node" || trial.transport === "hono";
  return isServed ? runServed(trial, duration) : runDirect(trial, duration);
}

async function runDirect(trial: Trial, duration: Duration): Promise<TrialResult> {
  const child = start("sustained-direct", { trial, duration });
  try {
    return (await answerOf(child)) as TrialResult; // the one message that it sends
  } finally {
    await end(child);
  }
}

function runServed(trial: Trial, { warmUpSeconds, seconds }: Duration): Promise<TrialResult> {
  const lifetimeSeconds = 2 * (warmUpSeconds + seconds) + 60;
  return withServer(trial, lifetimeSeconds, (server) =>
    withLoad(server, trial, lifetimeSeconds, async (load) => {
      await load(warmUpSeconds);
      await server.ask("start");
      const work = await load(seconds);
      return { ...((await server.ask("stop")) as Usage), ...work };
    }),
  );
}

export interface Server {
  readonly port: number;
  ask(command: ServerCommand): Promise<unknown>;
}

export async function withServer<Result>(
  trial: Trial,
  lifetimeSeconds: number,
  use: (server: Server) => Promise<Result>,
): Promise<Result> {
  const child = start("sustained-server", { trial, lifetimeSeconds });
  try {
    const port = (await answerOf(child)) as number; // the first message that it sends
    return await use({ port, ask: (command) => ask(child, command) });
  } finally {
    await end(child);
  }
}

/** Sends deliveries for some seconds. */
export type Load = (seconds: number) => Promise<Work>;

export async function withLoad<Result>(
  { port }: Server,
  { payload, handlers }: { readonly payload: PayloadKind; readonly handlers: string },
  lifetimeSeconds: number,
  use: (load: Load) => Promise<Result>,
): Promise<Result> {
  const status = handlers === "rejecting" ? 500 : 200;
  const options: LoadOptions = { port, payload, status, connections: CONNECTIONS, lifetimeSeconds };
  const child = start("sustained-load", options);
  try {
    await answerOf(child);
    return await use(async (seconds) => (await ask(child, seconds)) as Work);
  } finally {
    await end(child);
  }
}
