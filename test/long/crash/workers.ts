import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { WorkerSetup } from "./setup.js";

export interface Worker {
  readonly pid: number;
  readonly port: number;
  /** Settles when the process has ended, whatever the reason. */
  readonly ended: Promise<unknown>;
  /** When it last said that its thread is free. */
  heardAt(): number;
  /** Ends it with SIGKILL, which no process can prepare for. */
  kill(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("dist/worker.js", import.meta.url));

/** Small enough to be full within a second. In megabytes. */
const HEAP = 64;

/** Bundles the program of the workers, because they start often and have to start fast. */
export async function buildWorker(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile: PROGRAM,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
}

/** Starts a worker; rejects when it ends before it takes deliveries. */
export async function startWorker(setup: WorkerSetup): Promise<Worker> {
  const child: ChildProcess = fork(PROGRAM, [JSON.stringify(setup)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
    stdio: ["ignore", "inherit", "ignore", "ipc"], // a crash prints a page
  });
  let heardAt = Date.now();
  child.on("message", () => (heardAt = Date.now()));
  const ended = once(child, "exit");
  const [message] = (await Promise.race([once(child, "message"), ended])) as unknown[];
  if (child.pid === undefined || typeof message !== "number" || child.exitCode !== null) {
    throw new Error("A worker ended before it took deliveries.");
  }
  return {
    pid: child.pid,
    port: message,
    ended,
    heardAt: () => heardAt,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
