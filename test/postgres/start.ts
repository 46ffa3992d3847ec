/** Starts a PostgreSQL server for tests, in a process that ends with this one. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "../programs/programs.js";
import type { Command } from "./serve.js";

/**
 * Starts PostgreSQL on a free loopback port. `settings` are those of `postgresql.conf`, such as
 * `fsync=off`. With the variable `TEST_POSTGRES=system`, all tests use the programs of the system.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  programs?: PostgresPrograms,
): Promise<PostgresServer> {
  const child = fork(await bundleProgram("test/postgres/serve.ts"), [...settings], {
    execArgv: [],
    env: { ...process.env, ...(programs && { TEST_POSTGRES: programs }) },
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

/** Programs from npm, or those of the distribution, which have settings that the others lack. */
export type PostgresPrograms = "npm" | "system";
