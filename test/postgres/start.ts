import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "../programs/programs.js";
import type { Command } from "./serve.js";

export interface PostgresServer {
  readonly url: string;
  /** Ends the server like a loss of power: committed rows are there after `start`. */
  crash(): Promise<void>;
  /** Ends all connections, and then the server. */
  shutDown(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL on a free loopback port, from the programs that npm has installed. `settings`
 * are those of `postgresql.conf`, such as `fsync=off`.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const child = fork(await bundleProgram("test/postgres/serve.ts"), [...settings], {
    execArgv: [],
    detached: true, // an interrupt in the terminal does not reach it
  });
  const closed = once(child, "exit");
  const answer = async (): Promise<string> => {
    const result: unknown = (await Promise.race([once(child, "message"), closed]))[0];
    const { url, error } = Object(result) as { url?: string; error?: string }; // what serve.ts sends
    if (url === undefined) throw new Error(error ?? "The process of the PostgreSQL server ended.");
    return url;
  };
  const run = async (command: Command): Promise<void> => {
    const done = answer();
    child.send(command);
    await done;
  };
  return {
    url: await answer(),
    crash: () => run("crash"),
    shutDown: () => run("stop"),
    start: () => run("start"),
    close: async () => {
      if (child.connected) child.disconnect();
      await closed;
    },
  };
}
